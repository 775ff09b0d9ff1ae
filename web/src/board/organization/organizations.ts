import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ExpandedPet, Petstore } from '../../../../client/src/petstore.ts';
import type { PublicOrganization } from '../../../../src/vocabulary/organizations.ts';
import { failureOf } from '../../data/failure.ts';
import { type List, openList } from '../../data/list.ts';

/** Whom an animal belongs to: the name comes with the animal, the rest is read for its page. */
export type Offerer = Pick<PublicOrganization, 'id' | 'name'> & Partial<PublicOrganization>;

/** The organizations that the animals of a board belong to. */
export interface BoardOrganizations {
  /** The organization of all animals; undefined if there are several, or none, or that is not known yet. */
  readonly only: ReadonlySignal<PublicOrganization | undefined>;
  /** Whether there are several, so that each animal needs its organization's name. */
  readonly areSeveral: ReadonlySignal<boolean>;
  /** Whether visitors see none; false until that is known. */
  readonly areNone: ReadonlySignal<boolean>;
  of(pet: ExpandedPet): Offerer | undefined;
  /** All of them, which the first call begins to read. */
  list(): List<PublicOrganization>;
  /** Reads again which there are. A failure is ignored, as for `readOf`: the next event or stream reads them again. */
  read(): Promise<void>;
  /** Reads how to reach the organization of an animal, unless that is known. */
  readOf(pet: ExpandedPet): Promise<void>;
}

interface Options {
  /** The only organization that visitors see, if the page says so. */
  readonly first: PublicOrganization | undefined;
  /** The organization whose animals alone are shown. */
  readonly organizationId: number | undefined;
}

export function openOrganizations(petstore: Petstore, { first, organizationId }: Options): BoardOrganizations {
  /** Two stand for any number of several. */
  const seen = signal<readonly PublicOrganization[] | undefined>(first && [first]);
  let all: List<PublicOrganization> | undefined;
  const details = signal<ReadonlyMap<number, PublicOrganization>>(new Map());
  const only = computed(() => (seen.value?.length === 1 ? seen.value[0] : undefined));

  async function ignoringFailure(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (failure) {
      failureOf(failure);
    }
  }

  return {
    only,
    areSeveral: computed(() => (seen.value === undefined ? IS_OWN : seen.value.length > 1)),
    areNone: computed(() => seen.value?.length === 0),
    of({ owner }) {
      const organization = owner?.organization;
      return only.value ?? (organization && (details.value.get(organization.id) ?? organization));
    },
    list() {
      if (all !== undefined) return all;
      all = openList((query: object) => petstore.organizations.list(query), { limit: 100 });
      void all.more();
      return all;
    },
    read: () =>
      ignoringFailure(async () => {
        void all?.reload();
        if (organizationId !== undefined) seen.value = [await petstore.organizations.get(organizationId)];
        else seen.value = (await petstore.organizations.list({ limit: 2 }).page()).items;
      }),
    readOf: ({ owner }) =>
      ignoringFailure(async () => {
        if (only.peek() !== undefined || owner?.organization === undefined) return;
        const found = await petstore.organizations.get(owner.organization.id);
        details.value = new Map(details.peek()).set(found.id, found);
      }),
  };
}
