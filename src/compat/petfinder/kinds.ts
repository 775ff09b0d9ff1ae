import type { CategoryStore } from '../../categories/store.ts';
import type { Kind } from '../../pets/query/traits.ts';
import type { PetStore } from '../../pets/store.ts';
import { type AnimalType, SPECIES } from '../../vocabulary/animals/species.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { folded } from '../../vocabulary/text/folded.ts';
import { typeOfSpecies } from '../../words/species-spellings.ts';

/** The type of animals without a more specific one. */
const rest: AnimalType = 'scales-fins-other';

/** More than shelters have. */
const [mostSpecies, mostCategories] = [500, 2_000];

/** Tells Petfinder's type of an animal by its species or, if unknown, by the name of its category. */
export type Kinds = ReturnType<typeof openKinds>;

export function openKinds({
  pets,
  categories,
}: {
  readonly pets: Pick<PetStore, 'species'>;
  readonly categories: Pick<CategoryStore, 'trustedNames'>;
}) {
  async function byCategory(): Promise<ReadonlyMap<Int64, AnimalType>> {
    const found = await categories.trustedNames(mostCategories);
    return new Map(
      found.flatMap(({ id, name }) => {
        const type = typeOfSpecies(name);
        return type === undefined ? [] : [[id, type] as const];
      }),
    );
  }

  return {
    /** Tells the type of an animal. */
    async teller(): Promise<(species: string | undefined, categoryId: Int64) => AnimalType> {
      const types = await byCategory();
      return (species, categoryId) => (species === undefined ? types.get(categoryId) : typeOfSpecies(species)) ?? rest;
    },

    /** The filter that finds the animals of a type. */
    async filterFor(type: AnimalType): Promise<Kind> {
      const [species, types] = await Promise.all([pets.species(mostSpecies), byCategory()]);
      const isRest = type === rest;
      const isOfType = (found: AnimalType) => found === type;
      // Users can invent that many names, but must not hide the vocabulary's behind them.
      const own = species.length < mostSpecies ? [] : SPECIES[type].map(folded);
      return {
        species: [...new Set([...own, ...species.filter((name) => isOfType(typeOfSpecies(name) ?? rest))])],
        categoryIds: [...types].filter(([, found]) => isRest !== isOfType(found)).map(([id]) => id),
        isRest,
      };
    },
  };
}
