import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { metersBetween, type Near } from '../../database/near.ts';
import type { App } from '../../http/app.ts';
import { existing } from '../../http/errors.ts';
import { withVisitor } from '../../http/pipeline/rate-limit.ts';
import { principalOf } from '../../http/principal.ts';
import type { Scans } from '../../http/scans.ts';
import type { Pet } from '../../pets/schema.ts';
import type { PetStore } from '../../pets/store.ts';
import type { BoardAnimals } from '../../site/animals/animals.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { animalSearch } from './animal-search.ts';
import { animalMembers, type ShownAnimal } from './animals.ts';
import { givenIn, readerOf } from './given.ts';
import type { Kinds } from './kinds.ts';
import type { LocationParts } from './location.ts';
import type { NumberedPages, Search } from './numbered-pages.ts';
import { paginationOf } from './pagination.ts';
import { FRESH, get } from './responses.ts';

interface AnimalParts extends LocationParts {
  readonly pets: PetStore;
  readonly animals: BoardAnimals;
  readonly kinds: Kinds;
  readonly pages: NumberedPages;
  readonly scans: Scans;
  readonly originOf: (request: FastifyRequest) => string;
}

/** An animal that an order holds has none of Petfinder's statuses. */
const SHOWN: readonly PetStatus[] = ['available', 'sold'];

/** Profiles are up to 64 KiB: other requests run between batches of this size. */
const atOnce = 20;

/** The animals that visitors see. */
export function animalRoutes(v2: App, parts: AnimalParts): void {
  const { pets, animals, kinds, pages, scans, originOf } = parts;

  async function members(found: readonly Pet[], origin: string, near?: Near) {
    const { prefix: base } = v2;
    const typeOf = await kinds.teller();
    const places = near && (await pets.places(found.map(({ id }) => id)));
    const shown: object[] = [];
    for (let start = 0; start < found.length; start += atOnce) {
      if (start > 0) await setImmediate();
      for (const animal of await animals.describe(found.slice(start, start + atOnce))) {
        const { organization, profile, pet } = animal;
        // It may have been unlisted a moment ago.
        if (organization === undefined) continue;
        const whole: ShownAnimal = { ...animal, organization, type: typeOf(profile.species, pet.categoryId) };
        const place = places?.get(pet.id);
        shown.push(animalMembers(whole, { origin, base }, near && place && metersBetween(near, place)));
      }
    }
    return shown;
  }

  /** The animals with the ids that still are what the request asks for, in the order of the ids. */
  async function standing({ filters }: Search, ids: readonly number[]): Promise<Pet[]> {
    if (ids.length === 0) return [];
    const found = await pets.list({ ...filters, ids: [...ids], publicOnly: true }, { count: ids.length });
    const byId = new Map(found.map((pet) => [pet.id, pet]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  get(v2, '/animals', FRESH, async (request, reply) => {
    const given = givenIn(request.url);
    const reader = readerOf(given);
    const asked = reader.page();
    const { search, near } = await animalSearch(reader, parts);
    // Everybody who calls from a page has the same key, and a walk of their own.
    const { bucket, keyId, visitor } = withVisitor(request, principalOf(request).caller);
    const walker = `${bucket} ${keyId} ${visitor?.bucket}`;
    const { ids, total } =
      search === undefined
        ? { ids: [], total: 0 }
        : await scans.run(request, reply, (pace) => pages.page(walker, search, asked, pace));
    const found = search === undefined ? [] : await standing(search, ids);
    return {
      animals: await members(found, originOf(request), near),
      pagination: paginationOf(`${v2.prefix}/animals`, given, asked, total),
    };
  });

  get(v2, '/animals/:id', FRESH, async (request) => {
    const { id } = request.params as { readonly id: string };
    const isId = /^[1-9]\d{0,14}$/.test(id);
    const found = isId ? await pets.find(Number(id), { publicOnly: true, statuses: SHOWN }) : undefined;
    const [animal] = found === undefined ? [] : await members([found.pet], originOf(request));
    return { animal: existing(animal, 'pet_not_found', 'id') };
  });
}
