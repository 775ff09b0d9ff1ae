import { type Static, Type } from 'typebox';
import { SearchText, Text } from '../../http/shapes.ts';

const names = (title: string, description: string, examples: readonly string[]) =>
  Type.Array(Text('A name.'), { title, description, examples: [examples] });

export const SpeciesNames = names('SpeciesNames', 'Names of species.', ['Cat', 'Dog', 'Rabbit']);
export const BreedNames = names('BreedNames', 'Names of breeds.', ['Beagle', 'Labrador Retriever']);
export const ColorNames = names('ColorNames', 'Names of colors.', ['Black', 'White / Cream']);

export const OfSpecies = Type.Object({
  species: Type.Optional(
    SearchText('Only names for this species: any word for it, such as `Dog` or `kittens`. Unknown words have none.'),
  ),
});
export type OfSpecies = Static<typeof OfSpecies>;
