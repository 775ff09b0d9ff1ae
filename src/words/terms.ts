import type { Breed } from '../vocabulary/animals/breeds.ts';
import type { Color } from '../vocabulary/animals/colors.ts';
import type { Species } from '../vocabulary/animals/species.ts';
import { looseLetters } from '../vocabulary/text/loose-letters.ts';

/** As inside a sentence, in the singular. */
export type SpeciesTerms = Readonly<Record<Species, string>>;

/** What else people type for a species, separated by commas: plurals that do not end in `s`, females, and young ones. */
export type Aliases = Readonly<Partial<Record<Species, string>>>;

/** What a language calls the species, colors and breeds that are stored in English. English has no such table. */
export interface Terms {
  readonly species: SpeciesTerms;
  /** As behind a label, in the masculine or neuter. */
  readonly colors: Readonly<Record<Color, string>>;
  /** Those whose name is neither the English one nor that of a species, as `Ferret` is. */
  readonly breeds: Readonly<Partial<Record<Breed, string>>>;
}
export type TermKind = keyof Terms;

const tablesOf = (terms: Terms | undefined, kind: TermKind): readonly Readonly<Partial<Record<string, string>>>[] =>
  terms === undefined ? [] : kind === 'breeds' ? [terms.breeds, terms.species] : [terms[kind]];

/** What a visitor reads instead of a stored text: the text itself if the language has no word for it. */
export const shownTerm = (terms: Terms | undefined, kind: TermKind, stored: string): string =>
  tablesOf(terms, kind).find((table) => Object.hasOwn(table, stored))?.[stored] ?? stored;

/** The stored text whose word a visitor types, in any case and without marks: the typed text if it is the word of none. */
export function storedTerm(terms: Terms | undefined, kind: TermKind, typed: string): string {
  const meant = looseLetters(typed);
  const entries = tablesOf(terms, kind).flatMap((table) => Object.entries(table));
  return entries.find(([, shown]) => shown !== undefined && looseLetters(shown) === meant)?.[0] ?? typed;
}

/** How a species may be found that somebody types: as it stands, or without the `s` of a plural. */
export function spellingsOf(text: string): readonly [string, string] {
  const key = looseLetters(text);
  return [key, key.replace(/S$/, '')];
}
