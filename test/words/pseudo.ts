import { afterAll, beforeAll } from 'vitest';
import { words as english } from '../../src/words/en/catalogue.ts';
import { LANGUAGES } from '../../src/words/languages.ts';
import type { Message } from '../../src/words/say.ts';

const LETTERS = new Map([...'aceinoszACEINOSZ'].map((letter, place) => [letter, [...'åçëïñöšžÅÇËÏÑÖŠŽ'][place]]));

/** A text as in a language that nobody speaks: in marks, with other letters, and two fifths longer. */
export function strange(text: string): string {
  const letters = text.replaceAll(/\{\w+\}|./gsu, (part) => LETTERS.get(part) ?? part);
  return `⟦${letters}${'~'.repeat(Math.ceil(text.length * 0.4))}⟧`;
}

type Catalogue = { readonly [name: string]: Message | Catalogue };

const strangely = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, value]) => [
      name,
      name === 'by' ? value : typeof value === 'string' ? strange(value) : strangely(value as Catalogue),
    ]),
  );

/** Two languages made from English, for the tests of the file: what is not in their marks is in no catalogue. `ar-XB` runs from right to left. */
export function pseudoLanguages(): void {
  beforeAll(() => {
    const words = strangely(english) as typeof english;
    for (const language of ['en-XA', 'ar-XB']) LANGUAGES[language] = async () => words;
  });
  afterAll(() => {
    for (const language of ['en-XA', 'ar-XB']) delete LANGUAGES[language];
  });
}
