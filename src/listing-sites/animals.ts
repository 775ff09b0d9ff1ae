import type { CategoryStore } from '../categories/store.ts';
import type { ExportedPet, FileFacts } from '../exporting/syndicated.ts';
import type { PhotoStore } from '../pets/photos/store.ts';
import { shownProfile } from '../pets/profile/view.ts';
import type { Pet } from '../pets/schema.ts';
import type { PetStore } from '../pets/store.ts';
import type { Now } from '../time/clock.ts';
import type { Int64 } from '../vocabulary/int64.ts';

interface Parts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly categories: Pick<CategoryStore, 'namesOfSeen'>;
  readonly now: Now;
  /** Where the sites fetch photos; without it they get none. */
  readonly publicUrl: string;
}

/** How many animals one query reads. */
const pageRows = 500;

export type ListingAnimals = ReturnType<typeof listingAnimals>;

/** Reads animals as the files of sites need them. */
export function listingAnimals({ pets, photos, categories, now, publicUrl }: Parts) {
  const names = new Map<Int64, string | undefined>();

  async function described(found: readonly Pet[]): Promise<ExportedPet[]> {
    const ids = found.map(({ id }) => id);
    const unknown = [...new Set(found.map(({ categoryId }) => categoryId))];
    const [profiles, pictures, named] = await Promise.all([
      pets.profiles.of(ids),
      publicUrl === '' ? undefined : photos.ofPets(ids),
      categories.namesOfSeen(unknown),
    ]);
    for (const id of unknown) names.set(id, named.get(id));
    return found.map((pet) => {
      const profile = profiles.get(pet.id);
      return {
        ...pet,
        ...(profile !== undefined && { profile: shownProfile(profile, true, now()) }),
        photos: pictures?.get(pet.id) ?? [],
      };
    });
  }

  return {
    described,

    /** @param periodOf of the list; nothing asks for an animal that is not in it */
    facts: (periodOf?: FileFacts['periodOf']): FileFacts => ({
      nowMs: now(),
      origin: publicUrl === '' ? 'http://localhost' : publicUrl,
      categoryName: (id) => names.get(id),
      ...(periodOf && { periodOf }),
    }),

    /** All animals of the organization that visitors see, newest first. What is added meanwhile is left out. */
    async *seen(organizationId: number): AsyncGenerator<ExportedPet> {
      for (let after: readonly [number] | undefined; ;) {
        const page = await pets.list({ organizationId, publicOnly: true }, { count: pageRows, after });
        yield* await described(page);
        const last = page.at(-1);
        if (last === undefined || page.length < pageRows) return;
        after = [last.id];
      }
    },
  };
}
