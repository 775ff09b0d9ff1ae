import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BREEDS } from '../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../src/vocabulary/animals/colors.ts';
import { SPECIES, type Species } from '../../src/vocabulary/animals/species.ts';
import { looseLetters } from '../../src/vocabulary/text/loose-letters.ts';
import { LANGUAGES } from '../../src/words/languages.ts';
import { speciesNamed } from '../../src/words/species-spellings.ts';
import { shownTerm, storedTerm, type TermKind, type Terms } from '../../src/words/terms.ts';

const NAMES: Readonly<Record<TermKind, readonly string[]>> = {
  species: Object.values(SPECIES).flat(),
  colors: Object.values(COLORS).flat(),
  breeds: Object.values(BREEDS).flat(),
};
const KINDS = Object.keys(NAMES) as TermKind[];
interface Language {
  readonly species: Terms['species'];
  readonly aliases: Readonly<Partial<Record<Species, string>>>;
  readonly terms: Terms;
}
const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en');

test('English shows what is stored, and means what is typed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.string(), (kind, text) => {
      expect([shownTerm(undefined, kind, text), storedTerm(undefined, kind, text)]).toEqual([text, text]);
    }),
  );
});

describe.each(TRANSLATED)('the terms of %s', async (language) => {
  const { species, aliases, terms }: Language = await import(`../../src/words/${language}/terms.ts`);

  test.each(KINDS)('show each of the %s by a word of its own, which leads back to it', (kind) => {
    for (const name of NAMES[kind]) {
      const shown = shownTerm(terms, kind, name);
      // A name that is not translated is the text itself.
      for (const typed of shown === name ? [name] : [shown, ` ${shown.toLowerCase()} `, looseLetters(shown)])
        expect([typed, storedTerm(terms, kind, typed)]).toEqual([typed, name]);
    }
  });

  test('show other texts as they are', () => {
    for (const text of ['Unicorn', 'constructor', '__proto__', ''])
      for (const kind of KINDS)
        expect([shownTerm(terms, kind, text), storedTerm(terms, kind, text)]).toEqual([text, text]);
  });

  test('are words of the language, without typewriter quotes, markup or space around them', () => {
    const all = KINDS.flatMap((kind) => Object.values(terms[kind]));
    expect(all.filter((word) => /['"<>]|^\s|\s$|\s\s|^$/.test(word))).toEqual([]);
    for (const kind of KINDS)
      expect(Object.keys(terms[kind]).filter((name) => !NAMES[kind].includes(name))).toEqual([]);
  });

  test('name species, which are understood whatever the language of a file or search', () => {
    for (const name of Object.keys(species) as Species[])
      for (const word of [species[name], ...(aliases[name]?.split(', ') ?? [])])
        expect([word, speciesNamed(word)]).toEqual([word, name]);
  });
});
