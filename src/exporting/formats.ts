import { LISTING_SITES, type ListingSiteName } from '../vocabulary/listing-sites.ts';

/** The formats of every export. */
export const TABLE_FORMATS = ['csv', 'ndjson', 'json'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The files of the sites that list animals. */
export const LISTING_FORMATS = Object.keys(LISTING_SITES) as readonly ListingSiteName[];

/** The file beside Adopt-a-Pet's, which says what its columns and words mean. */
export const MAP_FORMAT = 'adopt-a-pet-map';
