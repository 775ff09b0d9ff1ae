import type { ListPetsQuery } from '../../../../client/src/petstore.ts';
import type { MenuItem } from '../../design/controls/menu.tsx';

/** One more than a print has, so that it can say so: an address has a limited length. */
const mostIds = 201;

/** The papers about animals. @param query which animals, as `GET /pets` has it */
export function papersOf({ ids, ...query }: ListPetsQuery): MenuItem[] {
  const chosen = ids === undefined ? {} : { ids: ids.slice(0, mostIds) };
  const parameters = Object.entries({ ...query, ...chosen }).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams(parameters).toString();
  return Object.entries(PAPERS).map(([path, label]) => ({
    label,
    href: search === '' ? `/print/${path}` : `/print/${path}?${search}`,
    isNewWindow: true,
  }));
}

const PAPERS = { 'kennel-cards': 'Kennel cards', posters: 'Posters', round: 'Morning round' } as const;
