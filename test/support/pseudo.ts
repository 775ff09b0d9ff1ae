import { LANGUAGES } from '../../src/words/languages.ts';

const ACCENTED: Readonly<Record<string, string>> = { a: 'å', c: 'ç', e: 'é', i: 'î', n: 'ñ', o: 'ö', s: 'š', u: 'ü' };

/** `⟦Ŝéé Rex ~~⟧`: longer than English, legible, and marked, with its values as they are. */
const marked = (text: string): string =>
  `⟦${text.replaceAll(/\{\w+\}|[aceinosu]/g, (found) => ACCENTED[found] ?? found)} ${'~'.repeat(text.length / 4)}⟧`;

/** The same for all texts of a catalogue. What chooses a form is no text. */
const pseudo = (words: unknown): unknown =>
  typeof words === 'string'
    ? words.split('\n\n').map(marked).join('\n\n')
    : Object.fromEntries(
        Object.entries(words as object).map(([name, inner]) => [name, name === 'by' ? inner : pseudo(inner)]),
      );

/**
 * Adds a language made from English: what is shown in it outside its marks comes from no catalogue.
 *
 * @param language `en-XA`, or `ar-XB` from right to left
 */
export function addPseudo(language: 'en-XA' | 'ar-XB'): void {
  const english = LANGUAGES['en'];
  if (english !== undefined) LANGUAGES[language] = async () => pseudo(await english()) as ReturnType<typeof english>;
}
