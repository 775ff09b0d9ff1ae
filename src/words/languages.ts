import { ENGLISH } from '../vocabulary/site.ts';
import { type OtherWords, type Words, words } from './en/catalogue.ts';
import type { Speaker } from './say.ts';
import { speaker } from './say.ts';
import { TERMS } from './spellings.ts';

/** The languages that an adopter can choose, by their BCP 47 tags. Each is read when somebody first needs it. */
export const LANGUAGES: Record<string, () => Promise<OtherWords>> = {
  [ENGLISH]: async () => words,
  es: async () => (await import('./es/catalogue.ts')).words,
  de: async () => (await import('./de/catalogue.ts')).words,
  fr: async () => (await import('./fr/catalogue.ts')).words,
  pl: async () => (await import('./pl/catalogue.ts')).words,
  'pt-BR': async () => (await import('./pt-BR/catalogue.ts')).words,
  ar: async () => (await import('./ar/catalogue.ts')).words,
};

/** What a page and the embedded board need; the rest is the service's own. */
export const SITE_ROOMS = [
  'first',
  'animals',
  'titles',
  'board',
  'animal',
  'finding',
  'reserving',
  'applying',
  'kit',
  'papers',
  'statement',
  'failures',
  'staging',
] as const satisfies (keyof Words)[];
export type SiteWords = Pick<Words, (typeof SITE_ROOMS)[number]>;

const speakers = new Map<string, Speaker<Words>>();

/** Speaks the language. @param language one of `LANGUAGES` */
export async function speakerOf(language: string): Promise<Speaker<Words>> {
  const known = speakers.get(language);
  if (known !== undefined) return known;
  const read = await LANGUAGES[language]?.();
  if (read === undefined) throw new Error(`There is no language ${language}.`);
  // Their messages need the values of the English ones: a test compares them.
  const made = { ...speaker(language, read as Words), terms: TERMS[language] };
  speakers.set(language, made);
  return made;
}
