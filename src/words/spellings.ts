import { BREEDS } from '../vocabulary/animals/breeds.ts';
import { COLORS } from '../vocabulary/animals/colors.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import { looseLetters } from '../vocabulary/text/loose-letters.ts';
import * as ar from './ar/terms.ts';
import * as de from './de/terms.ts';
import * as es from './es/terms.ts';
import * as fr from './fr/terms.ts';
import * as pl from './pl/terms.ts';
import * as ptBr from './pt-BR/terms.ts';
import { shownTerm, type Terms } from './terms.ts';

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
