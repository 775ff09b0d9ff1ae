/** Petfinder's types of animals, which group its breeds and colors, with the words that people read. */
export const ANIMAL_TYPES = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  'small-furry': 'Small & Furry',
  horse: 'Horse',
  bird: 'Bird',
  'scales-fins-other': 'Scales, Fins & Other',
  barnyard: 'Barnyard',
} as const;
export type AnimalType = keyof typeof ANIMAL_TYPES;

/** The names of species, in the singular, by the type that they belong to: the names of Petfinder and of RescueGroups. */
const species = {
  dog: ['Dog'],
  cat: ['Cat'],
  rabbit: ['Rabbit'],
  'small-furry': [
    'Chinchilla',
    'Degu',
    'Ferret',
    'Gerbil',
    'Groundhog',
    'Guinea Pig',
    'Hamster',
    'Hedgehog',
    'Mouse',
    'Prairie Dog',
    'Rat',
    'Skunk',
    'Squirrel',
    'Sugar Glider',
  ],
  horse: ['Horse', 'Donkey', 'Mule', 'Pony'],
  bird: [
    'Bird',
    'Chicken',
    'Dove',
    'Duck',
    'Emu',
    'Goose',
    'Ostrich',
    'Parrot',
    'Peafowl',
    'Pigeon',
    'Quail',
    'Turkey',
  ],
  'scales-fins-other': [
    'Fish',
    'Frog',
    'Hermit Crab',
    'Lizard',
    'Newt',
    'Salamander',
    'Scorpion',
    'Snake',
    'Tarantula',
    'Toad',
    'Tortoise',
    'Turtle',
  ],
  barnyard: ['Alpaca', 'Buffalo', 'Cow', 'Deer', 'Goat', 'Llama', 'Pig', 'Sheep'],
} as const;
export type Species = (typeof species)[AnimalType][number];
export const SPECIES: Readonly<Record<AnimalType, readonly string[]>> = species;

/** The names in a text: see `names`. */
type Names<List extends string, Found = never> = List extends `${infer Name};${infer Rest}`
  ? Names<Rest, Found | Bare<Name>>
  : Found | Bare<List>;
type Bare<Name extends string> = Name extends ` ${infer Rest}` | `\n${infer Rest}` | `${infer Rest}\n  `
  ? Bare<Rest>
  : Name;

/** The names in a text that is easy to read and compare: separated by semicolons, with no line break inside a name. */
export const names = <const List extends string>(list: List): readonly Names<List>[] =>
  list.trim().split(/;\s+/) as Names<List>[];
