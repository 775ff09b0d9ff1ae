import { BASE_LETTERS } from '../vocabulary/text/searchable.ts';

const WORDS: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Folds spellings of the same place to the same text: `Łódź` to `lodz`, `St. Louis` to `saint louis`. */
export const foldedPlace = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[æđðəħıłøœßþ]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .replaceAll(/[.'’‘`"“”]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => WORDS[word] ?? word)
    .join(' ');
