import { metersBetween, type Near } from '../../database/near.ts';
import { folded } from '../../vocabulary/text/folded.ts';
import { isSame, type Listed } from './directory.ts';
import type { Reader } from './given.ts';
import { locationOf, type LocationParts } from './location.ts';

/** An organization of a list, and how far it is from the place that the request names. */
export interface FoundOrganization {
  readonly id: number;
  readonly meters: number | undefined;
}

const FIELDS = ['distance', 'name', 'country', 'state'] as const;
const SORTS: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.flatMap((field) => [field, `-${field}`]).map((sort) => [sort, sort]),
);
/** The code of a state or a country. */
const LETTERS = /^[a-z]{2}$/i;
/** Each is looked for in each organization. */
const mostWords = 20;

/** All organizations that a request asks for, in its order. @throws Problem if a parameter is invalid */
export async function organizationSearch(reader: Reader, parts: LocationParts): Promise<readonly FoundOrganization[]> {
  const [name, state, country, query] = (['name', 'state', 'country', 'query'] as const).map((field) => {
    const text = reader.one(field);
    return text === undefined ? undefined : folded(text);
  });
  if (state !== undefined && !LETTERS.test(state))
    reader.refuse('state', `${reader.one('state')} is not a valid state.`);
  if (country !== undefined && !LETTERS.test(country))
    reader.refuse('country', `${reader.one('country')} is not a valid country.`);
  const sort = reader.words('sort', SORTS, 'a valid sort')?.at(-1);
  if (sort?.endsWith('distance') === true && reader.one('location') === undefined)
    reader.refuse('sort', `${sort} requires location.`);
  const words = [...new Set(query?.split(/\s+/))];
  if (words.length > mostWords) reader.refuse('query', `There are more than ${mostWords} words.`);
  const { near, state: place } = await locationOf(reader, parts);
  reader.requireValid();

  const found = (await parts.directory.all()).filter(
    (one) =>
      (name === undefined || one.name.includes(name)) &&
      (state === undefined || one.state === state) &&
      (country === undefined || one.country === country) &&
      (place === undefined || isSame(one.known, place)) &&
      words.every((word) => `${one.name} ${one.city} ${one.state}`.includes(word)),
  );
  const placed = found.flatMap((one) => {
    const meters = near && one.place && metersBetween(near, one.place);
    return near !== undefined && (meters === undefined || meters > near.meters) ? [] : [{ ...one, meters }];
  });
  return sort === undefined ? placed : placed.toSorted(order(sort, near));
}

type Placed = Listed & FoundOrganization;

/** Those that are equal are in the order of their ids. */
function order(sort: string, near: Near | undefined): (a: Placed, b: Placed) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace('-', '') as (typeof FIELDS)[number];
  return (a, b) => {
    // A state is no place to measure from.
    if (field === 'distance') return near === undefined ? 0 : sign * ((a.meters ?? 0) - (b.meters ?? 0));
    return a[field] === b[field] ? 0 : sign * (a[field] < b[field] ? -1 : 1);
  };
}
