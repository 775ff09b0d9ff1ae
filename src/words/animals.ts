import type { Age, Sex, Size } from '../vocabulary/animal-profile.ts';
import type { animals } from './en/animals.ts';
import type { first } from './en/first.ts';
import type { Speaker } from './say.ts';
import { shownTerm, type TermKind } from './terms.ts';

/** Speaks of animals. */
export type AnimalSpeaker = Speaker<{ readonly animals: typeof animals }>;

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
export function breedWords(
  { say, terms, words: { animals: words } }: AnimalSpeaker,
  { primary, secondary, mixed, unknown }: DescribedBreed,
): string | undefined {
  const stored = [primary, secondary].filter((name) => name !== undefined);
  const [first, second] = stored.map((name) => shownTerm(terms, 'breeds', name));
  if (first === undefined || first === '')
    return mixed === true ? words.mixedBreed : unknown === true ? words.unknownBreed : undefined;
  const breeds = second === undefined ? first : say(words.breedPair, { first, second });
  const isMix = (mixed === true || second !== undefined) && !/\bmix(?:ed)?\b/i.test(stored.join(' '));
  return isMix ? say(words.mix, { breeds }) : breeds;
}

const KINDS: Readonly<Record<string, string>> = { Dog: 'dog', Cat: 'cat', Rabbit: 'rabbit', Horse: 'horse' };

/** Some languages have words of their own for a young dog, or a female cat. */
const kindOfSpecies = (species: string | undefined): string => KINDS[species ?? ''] ?? 'other';

/** Such as `Young`. */
export const ageWord = ({ say, words }: AnimalSpeaker, age: Age, { species, sex }: DescribedProfile = {}): string =>
  say(words.animals.ages[age], { kind: kindOfSpecies(species), sex });

/** Such as `Male`. */
export const sexWord = ({ say, words }: AnimalSpeaker, sex: Sex, { species }: DescribedProfile = {}): string =>
  say(words.animals.sexes[sex], { kind: kindOfSpecies(species) });

/** As a label begins in another language than English: `perro` as `Perro`. */
export const asLabel = ({ terms, locale }: Pick<AnimalSpeaker, 'terms' | 'locale'>, text: string): string =>
  terms === undefined ? text : text.replace(/^./u, (letter) => letter.toLocaleUpperCase(locale));

/** A stored word as a label. */
export const termLabel = (speaker: Pick<AnimalSpeaker, 'terms' | 'locale'>, kind: TermKind, stored: string): string =>
  asLabel(speaker, shownTerm(speaker.terms, kind, stored));

/** What it is: its breed, or else its species. */
export const kindOf = (speaker: AnimalSpeaker, { species, breed }: DescribedProfile): string | undefined =>
  (breed && breedWords(speaker, breed)) ?? (species && shownTerm(speaker.terms, 'species', species));

/** What adopters look for beside its breed: age, sex and size, as far as they are known. */
export const traitsOf = (speaker: AnimalSpeaker, profile: DescribedProfile): string[] => {
  const { age, sex, size } = profile;
  return [
    age && ageWord(speaker, age, profile),
    sex === undefined || sex === 'unknown' ? undefined : sexWord(speaker, sex, profile),
    size && speaker.words.animals.sizes[size],
  ].filter((trait) => trait !== undefined);
};

/** Such as `Labrador Retriever mix · Young · Male`; empty if nothing is known. */
export const factLine = (speaker: AnimalSpeaker, profile: DescribedProfile): string =>
  asLabel(
    speaker,
    [kindOf(speaker, profile), ...traitsOf(speaker, profile)].filter((fact) => fact !== undefined).join(' · '),
  );

/** The title of the board, and of the document until its page has one. */
export const siteTitle = (
  { say, words }: Speaker<{ readonly first: typeof first }>,
  siteName: string | undefined,
): string =>
  siteName === undefined ? words.first.siteTitle : say(words.first.siteTitleOf, { organization: siteName });
