import { BREEDS } from '../vocabulary/animals/breeds.ts';
import { COLORS } from '../vocabulary/animals/colors.ts';
import { ANIMAL_TYPES, type AnimalType, SPECIES, type Species } from '../vocabulary/animals/species.ts';
import { looseLetters } from '../vocabulary/text/loose-letters.ts';
import * as ar from './ar/terms.ts';
import * as de from './de/terms.ts';
import * as es from './es/terms.ts';
import * as fr from './fr/terms.ts';
import * as pl from './pl/terms.ts';
import * as ptBr from './pt-BR/terms.ts';
import { type Aliases, shownTerm, type SpeciesTerms, type Terms } from './terms.ts';

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

/** What people call a breed. */
const BREED_ALIASES: Readonly<Record<string, readonly [AnimalType, string]>> = {
  ACD: ['dog', 'Australian Cattle Dog / Blue Heeler'],
  Alsatian: ['dog', 'German Shepherd Dog'],
  AmStaff: ['dog', 'American Staffordshire Terrier'],
  'American Pit Bull': ['dog', 'Pit Bull Terrier'],
  'American Pit Bull Terrier': ['dog', 'Pit Bull Terrier'],
  APBT: ['dog', 'Pit Bull Terrier'],
  Aussie: ['dog', 'Australian Shepherd'],
  Brittany: ['dog', 'Brittany Spaniel'],
  Bulldog: ['dog', 'English Bulldog'],
  Catahoula: ['dog', 'Catahoula Leopard Dog'],
  'Chinese Crested': ['dog', 'Chinese Crested Dog'],
  'Chihuahua, Long Coat': ['dog', 'Chihuahua'],
  'Chihuahua, Short Coat': ['dog', 'Chihuahua'],
  Cocker: ['dog', 'Cocker Spaniel'],
  Doberman: ['dog', 'Doberman Pinscher'],
  Frenchie: ['dog', 'French Bulldog'],
  'German Shepherd': ['dog', 'German Shepherd Dog'],
  Golden: ['dog', 'Golden Retriever'],
  GSD: ['dog', 'German Shepherd Dog'],
  GSP: ['dog', 'German Shorthaired Pointer'],
  Heeler: ['dog', 'Australian Cattle Dog / Blue Heeler'],
  'Jack Russell': ['dog', 'Jack Russell Terrier'],
  JRT: ['dog', 'Jack Russell Terrier'],
  Lab: ['dog', 'Labrador Retriever'],
  Labrador: ['dog', 'Labrador Retriever'],
  'Black Lab': ['dog', 'Black Labrador Retriever'],
  'Chocolate Lab': ['dog', 'Chocolate Labrador Retriever'],
  'Yellow Lab': ['dog', 'Yellow Labrador Retriever'],
  'Min Pin': ['dog', 'Miniature Pinscher'],
  Mix: ['dog', 'Mixed Breed'],
  Mixed: ['dog', 'Mixed Breed'],
  Mutt: ['dog', 'Mixed Breed'],
  Newfoundland: ['dog', 'Newfoundland Dog'],
  Pitbull: ['dog', 'Pit Bull Terrier'],
  Pittie: ['dog', 'Pit Bull Terrier'],
  'Poodle, Standard': ['dog', 'Standard Poodle'],
  Rottie: ['dog', 'Rottweiler'],
  'Scottie, Scottish Terrier': ['dog', 'Scottish Terrier'],
  Scottie: ['dog', 'Scottish Terrier'],
  'Sheltie, Shetland Sheepdog': ['dog', 'Shetland Sheepdog / Sheltie'],
  Springer: ['dog', 'English Springer Spaniel'],
  'St. Bernard': ['dog', 'Saint Bernard'],
  Staffie: ['dog', 'Staffordshire Bull Terrier'],
  Yorkie: ['dog', 'Yorkshire Terrier'],
  'Yorkie, Yorkshire Terrier': ['dog', 'Yorkshire Terrier'],
  DLH: ['cat', 'Domestic Long Hair'],
  DMH: ['cat', 'Domestic Medium Hair'],
  DSH: ['cat', 'Domestic Short Hair'],
  'Domestic Long-haired': ['cat', 'Domestic Long Hair'],
  'Domestic Medium-haired': ['cat', 'Domestic Medium Hair'],
  'Domestic Short-haired': ['cat', 'Domestic Short Hair'],
  Exotic: ['cat', 'Exotic Shorthair'],
  'Havana Brown': ['cat', 'Havana'],
  Oriental: ['cat', 'Oriental Short Hair'],
  Polydactyl: ['cat', 'Extra-Toes Cat / Hemingway Polydactyl'],
  Tortie: ['cat', 'Tortoiseshell'],
  'Quarter Horse': ['horse', 'Quarterhorse'],
  Potbellied: ['barnyard', 'Pot Bellied'],
  'Pig (Potbellied)': ['barnyard', 'Pot Bellied'],
};

const COLOR_ALIASES: Readonly<Record<string, readonly [AnimalType, string]>> = {
  Tricolor: ['dog', 'Tricolor (Brown, Black, & White)'],
  'Tri-color': ['dog', 'Tricolor (Brown, Black, & White)'],
  Gold: ['dog', 'Golden'],
  'Blue Merle': ['dog', 'Merle (Blue)'],
  'Red Merle': ['dog', 'Merle (Red)'],
  Seal: ['cat', 'Seal Point'],
  Tuxedo: ['cat', 'Black & White / Tuxedo'],
  'Black and White': ['cat', 'Black & White / Tuxedo'],
  'Gray and White': ['cat', 'Gray & White'],
  'Orange and White': ['cat', 'Orange & White'],
  'Orange Tabby': ['cat', 'Tabby (Orange / Red)'],
  'Gray Tabby': ['cat', 'Tabby (Gray / Blue / Silver)'],
  'Brown Tabby': ['cat', 'Tabby (Brown / Chocolate)'],
  Tortie: ['cat', 'Tortoiseshell'],
};

type ByType = Readonly<Record<AnimalType, readonly string[]>>;
type Index = ReadonlyMap<AnimalType, ReadonlyMap<string, string>>;
type Spelled = readonly [spelling: string, name: string];

/** What the languages of the board call the stored words, besides English. */
export const TERMS: Readonly<Record<string, Terms>> = {
  ar: ar.terms,
  de: de.terms,
  es: es.terms,
  fr: fr.terms,
  pl: pl.terms,
  'pt-BR': ptBr.terms,
};
/** Apart, so that a page which needs only species is not sent the rest. */
const SPECIES_ABROAD: readonly (readonly [SpeciesTerms, Aliases])[] = [
  [ar.species, ar.aliases],
  [de.species, de.aliases],
  [es.species, es.aliases],
  [fr.species, fr.aliases],
  [pl.species, pl.aliases],
  [ptBr.species, ptBr.aliases],
];

/** Spellings of one name: what several names are called means none of them. */
const meaningOne = (spelled: readonly Spelled[]): Spelled[] =>
  [...Map.groupBy(spelled, ([spelling]) => looseLetters(spelling))].flatMap(([key, [[, name] = ['', ''], ...others]]) =>
    others.every(([, other]) => other === name) ? [[key, name] as const] : [],
  );

/** Names, then aliases, then the parts of names such as `White / Cream` that only one name has. */
function indexOf(
  names: ByType,
  aliases: Readonly<Record<string, readonly [AnimalType, string]>>,
  spellingsOf: (name: string) => readonly string[] = (name) => [name],
): Index {
  return new Map(
    (Object.keys(names) as AnimalType[]).map((type) => {
      const spelled = names[type].flatMap((name) => spellingsOf(name).map((spelling): Spelled => [spelling, name]));
      const parts = spelled.flatMap(([spelling, name]) =>
        isOfParts(spelling) ? spelling.split(' / ').map((part): Spelled => [part, name]) : [],
      );
      return [
        type,
        new Map([
          ...meaningOne(parts),
          ...Object.entries(aliases).flatMap(([alias, [of, name]]) =>
            of === type ? [[looseLetters(alias), name] as const] : [],
          ),
          ...meaningOne(spelled),
        ]),
      ];
    }),
  );
}

/** The names in the other languages. */
const indexAbroad = (kind: 'breeds' | 'colors', names: ByType): Index =>
  indexOf(names, {}, (name) => Object.values(TERMS).map((terms) => shownTerm(terms, kind, name)));

/** Not `Tabby (Orange / Red)`: its part `Red` is no name. */
const isOfParts = (name: string): boolean => name.includes(' / ') && !name.includes('(');

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
const breedIndex = once(() => indexOf(BREEDS, BREED_ALIASES));
const colorIndex = once(() => indexOf(COLORS, COLOR_ALIASES));
const breedsAbroad = once(() => indexAbroad('breeds', BREEDS));
const colorsAbroad = once(() => indexAbroad('colors', COLORS));

const typeOf = (species: string): AnimalType =>
  (Object.keys(SPECIES) as AnimalType[]).find((type) => SPECIES[type].includes(species)) as AnimalType;
const speciesIndex = once(() => {
  const named = ([word, name]: Spelled) => [looseLetters(word), { type: typeOf(name), name }] as const;
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
});

const speciesOf = (text: string) => {
  const key = looseLetters(text);
  return speciesIndex().get(key) ?? speciesIndex().get(key.replace(/S$/, ''));
};

/** The species that a text means, such as `Dog` for `dogs`; the text itself if the vocabulary has none. */
export const speciesNamed = (text: string): string => speciesIn(text) ?? text;

/** The species that a text means; undefined if the vocabulary has none. */
export const speciesIn = (text: string): string | undefined => speciesOf(text)?.name;

/** The type that a species, or the name of a type, belongs to. */
export const typeOfSpecies = (text: string): AnimalType | undefined => speciesOf(text)?.type;

/** The breed that a text means, such as `Labrador Retriever` for `Lab`; undefined if the vocabulary has none. @param type all types if undefined */
export const findBreed = (text: string, type: AnimalType | undefined): string | undefined => {
  const bare = text.replace(/\s*\([^)]*\)\s*$/, '');
  const turned = bare.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');
  return find(breedIndex(), text, type) ?? find(breedIndex(), turned, type) ?? find(breedIndex(), bare, type);
};

/** The color that a text means, such as `Gray / Blue / Silver` for `grey`; undefined if the vocabulary has none. @param type all types if undefined */
export const findColor = (text: string, type: AnimalType | undefined): string | undefined =>
  find(colorIndex(), text, type);

/** The breed that a text means in another language; undefined if it means none or several. */
export const findBreedAbroad = (text: string, type: AnimalType | undefined): string | undefined =>
  find(breedsAbroad(), text, type);

/** The color that a text means in another language; undefined if it means none or several. */
export const findColorAbroad = (text: string, type: AnimalType | undefined): string | undefined =>
  find(colorsAbroad(), text, type);

/** Without a type, only a word that all types with it use alike. */
function find(index: Index, text: string, type: AnimalType | undefined): string | undefined {
  const key = looseLetters(text);
  if (type !== undefined) return index.get(type)?.get(key);
  const found = new Set([...index.values()].map((names) => names.get(key)).filter((name) => name !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}
