import { setImmediate } from 'node:timers/promises';
import type { Point } from '../../database/near.ts';
import type { PageCache } from '../../http/page-cache.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import { folded } from '../../vocabulary/text/folded.ts';
import { addressMembers, type State, stateOf } from './organizations.ts';

/** The sources of lists of organizations. */
export interface Listed {
  readonly id: number;
  /** Folded, as the others are. */
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly place: Point | undefined;
  readonly known: State | undefined;
}

const atOnce = 500;

/** Knows all organizations that visitors see: they are few. */
export type Directory = ReturnType<typeof openDirectory>;

/** @param pages keeps the list until anything changes */
export function openDirectory(
  organizations: Pick<OrganizationStore, 'listedAfter'>,
  pages: PageCache<readonly Listed[]>,
) {
  async function read(): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for (let after = 0; ;) {
      const some = await organizations.listedAfter(after, atOnce);
      found.push(...some.map(listedOf));
      const last = some.at(-1);
      if (last === undefined || some.length < atOnce) return found;
      after = last.id;
      await setImmediate();
    }
  }
  const all = async (): Promise<readonly Listed[]> => pages.page('organizations', read);

  return {
    /** In the order of their ids. */
    all,

    /** The ids of those in the state. */
    async idsIn(state: State): Promise<number[]> {
      return (await all()).filter(({ known }) => isSame(known, state)).map(({ id }) => id);
    },
  };
}

export const isSame = (known: State | undefined, { state, country }: State): boolean =>
  known?.state === state && known.country === country;

function listedOf({ id, name, address, place }: Awaited<ReturnType<OrganizationStore['listedAfter']>>[number]): Listed {
  const { city, state, country } = addressMembers(address);
  return {
    id,
    name: folded(name),
    city: folded(city),
    state: folded(state),
    country: folded(country),
    place,
    known: stateOf(address),
  };
}
