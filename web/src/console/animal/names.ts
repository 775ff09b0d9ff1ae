import { BREEDS } from '../../../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../../../src/vocabulary/animals/colors.ts';
import { SPECIES } from '../../../../src/vocabulary/animals/species.ts';
import { typeOfSpecies } from '../../../../src/words/species-spellings.ts';

const NAMES = { species: SPECIES, breeds: BREEDS, colors: COLORS } as const;

/** The usual names. Breeds and colors are the species', or all while it is unknown. */
export function namesFor(what: keyof typeof NAMES, species: string): readonly string[] {
  const type = what === 'species' ? undefined : typeOfSpecies(species);
  const names = type === undefined ? Object.values(NAMES[what]).flat() : NAMES[what][type];
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en'));
}
