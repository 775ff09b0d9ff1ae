import { isPlain } from '../file/row.ts';
import { looseName } from '../loose-name.ts';
import { type CellReader, type RowContext, Unread } from '../profile/columns.ts';
import { textOfHtml } from '../profile/html.ts';

/** What all kinds of reading share. CSV has text, JSON has anything. */

/** Of one word, number or day; of texts of one line; and of the others. */
const LONGEST_WORD = 1_000;
const LONGEST_LINE = 10_000;
export const LONGEST_STORY = 100_000;

/** The loose words for "unknown" in the other languages of the board, of every gender. */
export const UNKNOWN_ABROAD =
  'desconocido desconocida unbekannt inconnu inconnue nieznany nieznana nieznane desconhecido desconhecida غيرمعروف غيرمعروفة مجهول مجهولة'.split(
    ' ',
  );
/** The loose words for "unknown". */
const NOTHING = new Set([
  'unknown',
  'none',
  'null',
  'na',
  'nd',
  'notspecified',
  'unspecified',
  'notapplicable',
  'notknown',
  'nottested',
  'notassessed',
  'notsure',
  'unsure',
  'untested',
  'undetermined',
  'tbd',
  ...UNKNOWN_ABROAD,
]);

/** Whether a text only says that nothing is known. */
export const saysNothing = (text: string): boolean =>
  /^[-–—?./\s]*$/.test(text) || NOTHING.has(looseName(folded(text)));

/** The cell as text, and what a reader makes of it. A number of JSON has a decimal point, whatever the file's texts have. */
export const fromText =
  (read: (text: string, row: RowContext) => unknown, longest: number = LONGEST_WORD): CellReader =>
  (cell, row) => {
    if (!isPlain(cell)) return new Unread('The value must be a text or a number.');
    const trimmed = String(cell).trim();
    if (trimmed.length > longest) return new Unread(`The value must have at most ${longest} characters.`);
    if (trimmed === '') return undefined;
    return read(trimmed, typeof cell === 'string' ? row : { ...row, hints: { ...row.hints, decimal: '.' } });
  };

const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ');

/** Text of one line, letter by letter. */
export const exactLine = fromText(oneLine, LONGEST_LINE);

/** Text of one line: without tags, and with the characters that entities stand for. */
export const line = fromText(
  (text) => (/[&<]/.test(text) ? oneLine(textOfHtml(text)) || undefined : oneLine(text)),
  LONGEST_LINE,
);

/** Text of several lines, or HTML. */
export const story = fromText((text) => textOfHtml(text) || undefined, LONGEST_STORY);

/** A number as programs write it. */
export const number = fromText((text) => {
  const value = Number(text);
  return Number.isFinite(value) ? value : new Unread('The value must be a number.');
});

/** Texts that are separated by commas, semicolons or bars. */
export const words = fromText(
  (text) =>
    textOfHtml(text)
      .split(/[,;|]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  LONGEST_LINE,
);

/** A table of words: `[['yes y', true], ['no n', false]]`. */
export const tableOf = <Value>(rows: readonly (readonly [words: string, value: Value])[]): ReadonlyMap<string, Value> =>
  new Map(rows.flatMap(([words, value]) => words.split(' ').map((name) => [name, value] as const)));

/** One of some words. @param rows their loose spellings, the best one first; undefined for words that mean "unknown" */
export function word(rows: readonly (readonly [words: string, value: unknown])[]): CellReader {
  const values = tableOf(rows);
  const known = rows.flatMap(([words, value]) => (value === undefined ? [] : [`\`${words.split(' ', 1)[0]}\``]));
  const refused = new Unread(`The value must be one of ${known.join(', ')}.`);
  return fromText((text) => {
    const key = looseName(folded(text));
    return values.has(key) ? values.get(key) : saysNothing(text) ? undefined : refused;
  });
}

/** The keys of a vocabulary, spelled in any case. */
export const wordOf = (vocabulary: Readonly<Record<string, string>>): CellReader =>
  word(Object.entries(vocabulary).map(([value, label]) => [`${looseName(value)} ${looseName(label)}`, value]));

/** A text without marks on its letters and in small letters: `Años` is `anos`. */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l');

/** Words in front of a value that is only about right, and behind it. */
const ABOUT =
  /^(?:about|around|approx(?:\.|imately)?|appr\.|roughly|circa|ca?\.|est(?:\.|imated)?|aprox(?:\.|imadamente)?|unos|unas|etwa|ungefähr|env(?:\.|iron)?|[~≈±])\s*(?=\S)/iu;
const ABOUT_AFTER = /\s*\(?(?:\best\.?|\bestimated?|\bapprox\.?|\?)\)?$/iu;

/** A text without such words, and whether it had any. */
export function withoutAbout(text: string): { readonly text: string; readonly isAbout: boolean } {
  const bare = text.replace(ABOUT, '');
  const cut = bare.slice(-20);
  const rest = bare.slice(0, -20) + cut.replace(ABOUT_AFTER, '');
  return { text: rest, isAbout: rest !== text };
}
