import { ANIMAL_TYPES, type AnimalType, SPECIES, type Species } from '../vocabulary/animals/species.ts';
import { looseLetters } from '../vocabulary/text/loose-letters.ts';
import * as ar from './ar/terms.ts';
import * as de from './de/terms.ts';
import * as es from './es/terms.ts';
import * as fr from './fr/terms.ts';
import * as pl from './pl/terms.ts';
import * as ptBr from './pt-BR/terms.ts';
import { type Aliases, type SpeciesTerms, spellingsOf } from './terms.ts';

/** Names that people use for a species or a type, besides the vocabulary's. */
const SPECIES_WORDS: Readonly<Record<string, AnimalType>> = {
  canine: 'dog',
  puppy: 'dog',
  puppies: 'dog',
  feline: 'cat',
  kitten: 'cat',
  kittens: 'cat',
  bunny: 'rabbit',
  bunnies: 'rabbit',
  'small mammal': 'small-furry',
  'small animal': 'small-furry',
  mice: 'small-furry',
  equine: 'horse',
  ponies: 'horse',
  avian: 'bird',
  poultry: 'bird',
  geese: 'bird',
  reptile: 'scales-fins-other',
  amphibian: 'scales-fins-other',
  terrapin: 'scales-fins-other',
  'exotic/other': 'scales-fins-other',
  'farm animal': 'barnyard',
  'farm type animal': 'barnyard',
  'large mammal': 'barnyard',
  cattle: 'barnyard',
};

/** The species by irregular plural or other name. */
const SPECIES_ALIASES: Readonly<Record<string, string>> = {
  canine: 'Dog',
  puppy: 'Dog',
  puppies: 'Dog',
  feline: 'Cat',
  kitten: 'Cat',
  kittens: 'Cat',
  bunny: 'Rabbit',
  bunnies: 'Rabbit',
  mice: 'Mouse',
  equine: 'Horse',
  ponies: 'Pony',
  geese: 'Goose',
  cavy: 'Guinea Pig',
  fishes: 'Fish',
  ostriches: 'Ostrich',
  tarantulas: 'Tarantula',
  'donkey/mule': 'Donkey',
  'bird (parrot)': 'Parrot',
  'pig (farm)': 'Pig',
  cattle: 'Cow',
  terrapin: 'Turtle',
};

/** What species are called in the languages of the board. */
const SPECIES_ABROAD: readonly (readonly [SpeciesTerms, Aliases])[] = [
  [ar.species, ar.aliases],
  [de.species, de.aliases],
  [es.species, es.aliases],
  [fr.species, fr.aliases],
  [pl.species, pl.aliases],
  [ptBr.species, ptBr.aliases],
];

const typeOf = (species: string): AnimalType =>
  (Object.keys(SPECIES) as AnimalType[]).find((type) => SPECIES[type].includes(species)) as AnimalType;
let index: ReadonlyMap<string, { readonly type: AnimalType; readonly name?: string }> | undefined;

function makeIndex(): NonNullable<typeof index> {
  const named = ([word, name]: readonly [word: string, name: string]) =>
    [looseLetters(word), { type: typeOf(name), name }] as const;
  return new Map<string, { readonly type: AnimalType; readonly name?: string }>([
    ...SPECIES_ABROAD.flatMap(([species, aliases]) =>
      (Object.keys(species) as Species[]).flatMap((name) =>
        [species[name], ...(aliases[name]?.split(', ') ?? [])].map((word) => named([word, name])),
      ),
    ),
    ...(Object.keys(ANIMAL_TYPES) as AnimalType[]).flatMap((type) =>
      [type, ANIMAL_TYPES[type]].map((word) => [looseLetters(word), { type }] as const),
    ),
    ...Object.entries(SPECIES_WORDS).map(([word, type]) => [looseLetters(word), { type }] as const),
    ...Object.values(SPECIES)
      .flat()
      .map((name) => named([name, name])),
    ...Object.entries(SPECIES_ALIASES).map(named),
  ]);
}

const speciesOf = (text: string) => {
  index ??= makeIndex();
  return spellingsOf(text)
    .map((spelling) => index?.get(spelling))
    .find((found) => found !== undefined);
};

/** Every species by its spellings in all languages, for the search of the board. */
export function speciesBySpelling(): Readonly<Record<string, string>> {
  index ??= makeIndex();
  return Object.fromEntries(
    [...index].flatMap(([spelling, { name }]) => (name === undefined ? [] : [[spelling, name]])),
  );
}

/** The species that a text means, such as `Dog` for `dogs`; the text itself if the vocabulary has none. */
export const speciesNamed = (text: string): string => speciesIn(text) ?? text;

/** The species that a text means; undefined if the vocabulary has none. */
const speciesIn = (text: string): string | undefined => speciesOf(text)?.name;

/** The type that a species, or the name of a type, belongs to. */
export const typeOfSpecies = (text: string): AnimalType | undefined => speciesOf(text)?.type;
