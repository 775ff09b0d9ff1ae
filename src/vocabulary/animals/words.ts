import { AGES, type Age, SEXES, type Sex, SIZES, type Size } from '../animal-profile.ts';
import type { PetStatus } from '../pet-lifecycle.ts';

/** What the words about an animal follow from. */
export interface DescribedProfile {
  readonly species?: string | undefined;
  readonly breed?: DescribedBreed | undefined;
  readonly age?: Age | undefined;
  readonly sex?: Sex | undefined;
  readonly size?: Size | undefined;
}

interface DescribedBreed {
  readonly primary?: string | undefined;
  readonly secondary?: string | undefined;
  readonly mixed?: boolean | undefined;
  readonly unknown?: boolean | undefined;
}

/** Such as `Labrador Retriever mix`; undefined if nothing is known. */
export function breedWords({ primary, secondary, mixed, unknown }: DescribedBreed): string | undefined {
  const names = [primary, secondary].filter((name) => name !== undefined);
  const words = names.join(' and ');
  if (words === '') return mixed === true ? 'Mixed breed' : unknown === true ? 'Unknown breed' : undefined;
  const isMix = (mixed === true || names.length > 1) && !/\bmix(?:ed)?\b/i.test(words);
  return isMix ? `${words} mix` : words;
}

const sexWords = (sex: Sex | undefined): string | undefined =>
  sex === undefined || sex === 'unknown' ? undefined : SEXES[sex];

/** What it is: its breed, or else its species. */
export const kindOf = ({ species, breed }: DescribedProfile): string | undefined =>
  (breed && breedWords(breed)) ?? species;

/** What adopters look for beside its breed: age, sex and size, as far as they are known. */
export const traitsOf = ({ age, sex, size }: DescribedProfile): string[] =>
  [age && AGES[age], sexWords(sex), size && SIZES[size]].filter((trait) => trait !== undefined);

/** Such as `Labrador Retriever mix · Young · Male`; empty if nothing is known. */
export const factLine = (profile: DescribedProfile): string =>
  [kindOf(profile), ...traitsOf(profile)].filter((fact) => fact !== undefined).join(' · ');

/** Such as `young male Labrador Retriever mix`; undefined unless the breed or the species is known. */
function kindWords(profile: DescribedProfile): string | undefined {
  const kind = kindOf(profile);
  const { age, sex } = profile;
  if (kind === undefined) return undefined;
  return [...traitsOf({ age, sex }).map((trait) => trait.toLowerCase()), kind].join(' ');
}

/** The title of an animal's page, such as `Rex, young male Labrador Retriever mix · Riverside Shelter`. */
export function animalTitle(
  name: string,
  profile: DescribedProfile,
  category: string | undefined,
  organization: string | undefined,
): string {
  const kind = kindWords(profile);
  const parts = kind === undefined ? [name, category] : [`${name}, ${kind}`];
  return [...parts, organization].filter((part) => part !== undefined).join(' · ');
}

const STATUS_WORDS: Readonly<Record<PetStatus | 'soon', string>> = {
  available: 'is looking for a home',
  pending: 'is reserved',
  sold: 'has found a home',
  soon: 'can be adopted soon',
};

/** Such as `Rex is looking for a home at Riverside Shelter.` */
export const statusSentence = (name: string, status: PetStatus | 'soon', organization: string | undefined): string =>
  `${name} ${STATUS_WORDS[status]}${organization === undefined || status === 'sold' ? '' : ` at ${organization}`}.`;
