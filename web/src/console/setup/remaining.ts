import type { Setup } from '../../../../client/src/petstore.ts';

/** How many steps are left. */
export const remaining = ({ steps }: Setup): number => steps.filter(({ missing }) => missing.length > 0).length;
