import { afterAll, beforeAll } from 'vitest';
import { LANGUAGES } from '../../src/words/languages.ts';

const ACCENTED: Readonly<Record<string, string>> = { a: 'å', c: 'ç', e: 'é', i: 'î', n: 'ñ', o: 'ö', s: 'š', u: 'ü' };

/** `⟦Šéé Rex ~~⟧`: longer than English, legible, and marked, with its values as they are. */
export const strange = (text: string): string =>
  `⟦${text.replaceAll(/\{\w+\}|[aceinosu]/g, (found) => ACCENTED[found] ?? found)} ${'~'.repeat(text.length / 4)}⟧`;

/** The same for all texts of a catalogue. What chooses a form is no text. */
const strangely = (words: unknown): unknown =>
  typeof words === 'string'
    ? words.split('\n\n').map(strange).join('\n\n')
    : Object.fromEntries(
        Object.entries(words as object).map(([name, inner]) => [name, name === 'by' ? inner : strangely(inner)]),
      );

/**
 * Adds languages made from English for the tests of a file: what is shown in them outside their marks comes from no catalogue. `ar-XB` runs from
 * right to left.
 */
export function pseudoLanguages(): void {
  const added = ['en-XA', 'ar-XB'];
  beforeAll(() => {
    const english = LANGUAGES['en'];
    if (english !== undefined)
      for (const language of added)
        LANGUAGES[language] = async () => strangely(await english()) as ReturnType<typeof english>;
  });
  afterAll(() => {
    for (const language of added) delete LANGUAGES[language];
  });
}
