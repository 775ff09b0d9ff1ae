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
export const SPECIES: Readonly<Record<AnimalType, readonly string[]>> = {
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
};

/** The names in a text that is easy to read and compare: separated by semicolons, in lines. */
export const names = (list: string): readonly string[] => list.trim().replaceAll(/\s+/g, ' ').split('; ');
