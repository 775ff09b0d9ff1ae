/** The values of an animal's profile, each with the words that people read. */

export const SEXES = { female: 'Female', male: 'Male', unknown: 'Unknown' } as const;
export type Sex = keyof typeof SEXES;

export const AGES = { baby: 'Baby', young: 'Young', adult: 'Adult', senior: 'Senior' } as const;
export type Age = keyof typeof AGES;

export const SIZES = { small: 'Small', medium: 'Medium', large: 'Large', xlarge: 'Extra large' } as const;
export type Size = keyof typeof SIZES;

export const COATS = {
  hairless: 'Hairless',
  short: 'Short',
  medium: 'Medium',
  long: 'Long',
  wire: 'Wire',
  curly: 'Curly',
} as const;

/** Whom an animal may get on with. */
export const COMPANIONS = {
  children: 'Children',
  dogs: 'Dogs',
  cats: 'Cats',
  seniors: 'Older people',
  farmAnimals: 'Farm animals',
} as const;
export type Companion = keyof typeof COMPANIONS;

export const COMPATIBILITIES = { yes: 'Yes', no: 'No', selective: 'With some' } as const;
export type Compatibility = keyof typeof COMPATIBILITIES;

/** What adopters look for first, each with the words shown if it is unknown. */
export const ESSENTIALS = {
  photos: 'No photo',
  description: 'No story',
  age: 'Age not known',
  sex: 'Sex not known',
  size: 'Size not known',
  children: 'Not said whether good with children',
} as const;
export type Essential = keyof typeof ESSENTIALS;

/** The unknown ones among them. */
export function missingIn(profile: EssentialMembers, hasPhotos: boolean): Essential[] {
  const { description, age, birthDate, sex, size, goodWith } = profile;
  const known = {
    photos: hasPhotos || undefined,
    description,
    age: age ?? birthDate,
    sex,
    size,
    children: goodWith?.children,
  } satisfies Record<Essential, unknown>;
  return (Object.keys(known) as Essential[]).filter((essential) => known[essential] === undefined);
}

type EssentialMembers = {
  readonly [Member in 'description' | 'age' | 'birthDate' | 'sex' | 'size']?: string | undefined;
} & { readonly goodWith?: { readonly children?: string | undefined } | undefined };

/** How many animals an animal is bonded with at most. */
export const MAX_BONDS = 10;

export const LEVELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;

/** The experience that an animal needs its adopter to have. */
export const EXPERIENCES = { none: 'None', species: 'With such animals', breed: 'With the breed' } as const;

/** What an animal is tested for. */
export const TESTS = { fiv: 'FIV', felv: 'FeLV', heartworm: 'Heartworm' } as const;
export type Test = keyof typeof TESTS;

export const TEST_RESULTS = { negative: 'Negative', positive: 'Positive' } as const;

/** Where an animal lives until it is adopted. `courtesy`: with its owner; the organization helps to find an adopter. */
export const PLACEMENTS = {
  shelter: 'At the shelter',
  foster: 'In a foster home',
  courtesy: 'With its owner',
} as const;

/** How an animal came. */
export const INTAKE_TYPES = {
  surrender: 'Surrendered',
  stray: 'Stray',
  transfer: 'Transferred in',
  return: 'Returned',
  born: 'Born in care',
  seized: 'Seized',
  abandoned: 'Abandoned',
  tnr: 'Trap, neuter, return',
  wildlife: 'Wildlife',
  euthanasia_request: 'Euthanasia requested by its owner',
  dead_on_arrival: 'Dead on arrival',
  other: 'Other',
} as const;
export type IntakeType = keyof typeof INTAKE_TYPES;

/** How an animal left. */
export const OUTCOME_TYPES = {
  adoption: 'Adopted',
  reclaimed: 'Reclaimed by its owner',
  transfer: 'Transferred out',
  foster: 'Fostered for good',
  retailer: 'Given to a retailer',
  released: 'Released',
  tnr: 'Trap, neuter, return',
  escaped: 'Escaped',
  stolen: 'Stolen',
  died: 'Died',
  euthanized: 'Euthanized',
  other: 'Other',
} as const;

/** The age in days at which each age band ends, as Petfinder has them. */
export const AGE_BANDS: Readonly<Record<Exclude<Age, 'senior'>, number>> = {
  baby: 365,
  young: 3 * 365,
  adult: 8 * 365,
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The first moment of a day, in UTC. @param day such as `2024-05-01` */
export const startOfDay = (day: string): number => Date.parse(day);

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** How many days a month has; 0 if there is no such month. `Date` takes ten times as long to tell. @param month from 1 */
export function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (LENGTHS[month - 1] ?? 0);
}

/** The day of a moment, in UTC, such as `2024-05-01`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The next midnight, in UTC: ages change then. */
export const nextDay = (ms: number): number => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

/** The whole days from one moment to another: at least 0. */
export const daysBetween = (fromMs: number, toMs: number): number =>
  Math.max(0, Math.floor(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS));

/** The age of an animal that was born on the day. @param bands in days, such as `AGE_BANDS` */
export function ageOf(birthDate: string, nowMs: number, bands = AGE_BANDS): Age {
  const days = daysBetween(startOfDay(birthDate), nowMs);
  if (days < bands.baby) return 'baby';
  if (days < bands.young) return 'young';
  return days < bands.adult ? 'adult' : 'senior';
}
