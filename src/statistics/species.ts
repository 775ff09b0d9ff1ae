import type { SacSpecies } from '../vocabulary/animals/shelter-animals-count.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import { speciesNamed, typeOfSpecies } from '../words/species-spellings.ts';

const OF_TYPE: Readonly<Record<AnimalType, SacSpecies>> = {
  dog: 'canine',
  cat: 'feline',
  rabbit: 'rabbit',
  horse: 'equine',
  'small-furry': 'small_mammal',
  bird: 'bird',
  barnyard: 'farm_animal',
  'scales-fins-other': 'other',
};
const REPTILES_AND_AMPHIBIANS = new Set([
  'Frog',
  'Lizard',
  'Newt',
  'Salamander',
  'Snake',
  'Toad',
  'Tortoise',
  'Turtle',
]);
const THEIR_GROUPS = /^(reptile|amphibian|terrapin)s?$/i;

/** What Shelter Animals Count calls a species. */
export function sacSpeciesOf(species: string): SacSpecies {
  if (REPTILES_AND_AMPHIBIANS.has(speciesNamed(species)) || THEIR_GROUPS.test(species)) return 'reptile_or_amphibian';
  const type = typeOfSpecies(species);
  return type === undefined ? 'other' : OF_TYPE[type];
}
