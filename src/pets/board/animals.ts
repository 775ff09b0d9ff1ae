import type { CategoryStore } from '../../categories/store.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PublicOrganization } from '../../vocabulary/organizations.ts';
import type { Photo } from '../photos/schema.ts';
import type { PhotoStore } from '../photos/store.ts';
import type { PetProfile } from '../profile/schema.ts';
import { shownProfile } from '../profile/view.ts';
import type { Pet } from '../schema.ts';
import type { PetStore } from '../store.ts';

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
  readonly now: () => number;
}

/** Reads what the service itself writes about animals, for those who run no scripts. */
export type BoardAnimals = ReturnType<typeof boardAnimals>;

const visitor = { isOperator: false, organizationId: undefined };

export function boardAnimals({ pets, photos, categories, organizations, now }: Parts) {
  async function described(found: readonly Pet[]): Promise<BoardAnimal[]> {
    const ids = found.map(({ id }) => id);
    const owners = await pets.owners(ids);
    const profiles = await pets.profiles.of(ids, undefined, true);
    const photosOf = await photos.ofPets(ids);
    const categoryIds = new Set(found.map(({ categoryId }) => categoryId));
    const names = await Promise.all(
      [...categoryIds].map(async (id) => [id, (await categories.find(id, undefined, true))?.category.name] as const),
    );
    const organizationIds = new Set([...owners.values()].map(({ organizationId }) => organizationId));
    const shown = await Promise.all(
      [...organizationIds].map(
        async (id) => [id, id === undefined ? undefined : await organizations.find(visitor, id)] as const,
      ),
    );
    const [nameOf, organizationOf] = [new Map(names), new Map(shown)];
    return found.map((pet) => {
      const profile = profiles.get(pet.id);
      return {
        pet,
        profile: profile === undefined ? {} : shownProfile(profile, false, now()),
        photos: photosOf.get(pet.id) ?? [],
        category: nameOf.get(pet.categoryId),
        organization: organizationOf.get(owners.get(pet.id)?.organizationId)?.organization,
      };
    });
  }

  return {
    /** What visitors may know of pets that they see. */
    describe: described,

    /** Undefined if visitors see no such animal. @param petId as it is in a path */
    async find(petId: string): Promise<BoardAnimal | undefined> {
      if (!/^[1-9]\d{0,14}$/.test(petId)) return undefined;
      const found = await pets.find(Number(petId), undefined, true);
      return found && (await described([found.pet]))[0];
    },

    /** The animals that were added last and are looking for a home, newest first. */
    newest: async (count: number): Promise<BoardAnimal[]> =>
      described(await pets.list({ status: 'available' }, count, undefined, true)),
  };
}
