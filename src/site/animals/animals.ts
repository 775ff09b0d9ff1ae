import type { CategoryStore } from '../../categories/store.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import { openExpand } from '../../pets/expand.ts';
import type { Photo } from '../../pets/photos/schema.ts';
import type { PhotoStore } from '../../pets/photos/store.ts';
import type { PetProfile } from '../../pets/profile/schema.ts';
import type { Pet } from '../../pets/schema.ts';
import type { PetStore } from '../../pets/store.ts';
import type { Now } from '../../time/clock.ts';
import type { PublicOrganization } from '../../vocabulary/organizations.ts';

/** An animal as visitors see it. */
export interface BoardAnimal {
  readonly pet: Pet;
  readonly profile: PetProfile;
  readonly photos: readonly Photo[];
  /** The name of its category. */
  readonly category: string | undefined;
  readonly organization: PublicOrganization | undefined;
}

interface Parts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly categories: CategoryStore;
  readonly organizations: OrganizationStore;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** Reads what the service itself writes about animals, for those who run no scripts. */
export type BoardAnimals = ReturnType<typeof boardAnimals>;

/** An id that no organization has. */
const NOBODY = 0;

export function boardAnimals({ pets, photos, categories, organizations, now }: Parts) {
  const expand = openExpand(pets, photos, now);

  async function described(found: readonly Pet[]): Promise<BoardAnimal[]> {
    const expanded = await expand.all(found, ['owner', 'profile', 'photos']);
    const [names, shown] = await Promise.all([
      categories.namesOfSeen([...new Set(found.map(({ categoryId }) => categoryId))]),
      organizations.publicOnes([...new Set(expanded.flatMap(({ owner }) => owner?.organization?.id ?? []))]),
    ]);
    return expanded.map((pet) => ({
      pet,
      profile: pet.profile ?? {},
      photos: pet.photos ?? [],
      category: names.get(pet.categoryId),
      organization: shown.get(pet.owner?.organization?.id ?? NOBODY),
    }));
  }

  return {
    /** The public data of pets that visitors see. */
    describe: described,

    /** Undefined if visitors see no page of such an animal. @param petId as it is in a path */
    async find(petId: string): Promise<BoardAnimal | undefined> {
      if (!/^[1-9]\d{0,14}$/.test(petId)) return undefined;
      const found = await pets.find(Number(petId), { publicOnly: true, withPages: true });
      return found && (await described([found.pet]))[0];
    },

    /** The available animals that this service itself has, with ids below this one, newest first, in groups. */
    listed: (before: number) => pets.changes({ status: 'available', publicOnly: 'own' }, before),

    /** The animals that were added last and are looking for a home, newest first. */
    newest: async (count: number): Promise<BoardAnimal[]> =>
      described(await pets.list({ status: 'available', publicOnly: true }, { count })),
  };
}
