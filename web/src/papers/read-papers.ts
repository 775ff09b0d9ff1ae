import { type ExpandedPet, type ListPetsQuery, Petstore } from '../../../client/src/petstore.ts';
import { isMirrored } from '../../../src/vocabulary/directory.ts';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import { petstore } from '../api.ts';
import type { Offerer } from '../board/organization/organizations.ts';
import { pageSettings } from '../settings.ts';

/** An animal and its organization, if it has one. */
export interface Subject {
  readonly pet: ExpandedPet;
  readonly offerer: Offerer | undefined;
}

/** What papers show. */
export interface Subjects {
  readonly subjects: readonly Subject[];
  /** Whether there are more animals than one print has. */
  readonly hasMore: boolean;
  /** Whether there are animals of other services, which are not shown. */
  readonly hasMirrored: boolean;
}

/** How many animals one print has at most. */
const mostAnimals = 200;
/** How many animals of other services are passed over at most: a directory may have hundreds of thousands. */
const mostMirrored = 1_000;
/** The highest number of ids in one request. */
const idsAtOnce = 100;

/**
 * @param queries as `GET /pets` has them
 * @param isWanted whether an animal is shown: the others do not count
 */
export async function readSubjects(
  queries: readonly ListPetsQuery[],
  signal: AbortSignal,
  isWanted: (pet: ExpandedPet) => boolean = () => true,
): Promise<Subjects> {
  // By id: an animal may change its status between two queries.
  const pets = new Map<number, ExpandedPet>();
  let mirrored = 0;
  const isFull = () => pets.size > mostAnimals || mirrored > mostMirrored;
  for (const part of queries.flatMap(partsOf)) {
    const found = petstore.pets.list({ ...part, limit: 100, expand: ['owner', 'photos', 'profile'] }, { signal });
    for await (const pet of found) {
      // Its shelter prints its papers.
      if (isMirrored(pet)) mirrored += 1;
      else if (isWanted(pet)) pets.set(pet.id, pet);
      if (isFull()) break;
    }
    if (isFull()) break;
  }
  const shown = [...pets.values()].slice(0, mostAnimals);
  const offerers = new Map<number, PublicOrganization>();
  for (const id of new Set(shown.flatMap(({ owner }) => owner?.organization?.id ?? [])))
    offerers.set(id, await petstore.organizations.get(id, { signal }));
  return {
    subjects: shown.map((pet) => ({ pet, offerer: offerers.get(pet.owner?.organization?.id ?? 0) })),
    hasMore: isFull(),
    hasMirrored: mirrored > 0,
  };
}

const partsOf = (query: ListPetsQuery): ListPetsQuery[] => {
  const { ids } = query;
  if (ids === undefined) return [query];
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) => ({
    ...query,
    ids: ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  }));
};

/** The ids of the animals whose pages visitors see. Those of animals that come soon are not in lists: each is asked for by itself. */
export async function readSeen(subjects: readonly Subject[], signal: AbortSignal): Promise<ReadonlySet<number>> {
  const { boardKey: apiKey } = pageSettings();
  const seen = new Set<number>();
  if (apiKey === undefined) return seen;
  const board = new Petstore({ baseUrl: `${location.origin}/v1`, apiKey });
  const ids = subjects.map(({ pet }) => pet.id);
  const soon = subjects.flatMap(({ pet }) => (pet.profile?.comingSoon === true ? [{ ids: [pet.id] }] : []));
  for (const part of [...partsOf({ ids }), ...soon])
    for await (const { id } of board.pets.list({ ...part, limit: 100 }, { signal })) seen.add(id);
  return seen;
}
