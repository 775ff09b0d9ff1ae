/** Letters that are no base letter with a mark. */
export const BASE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ə: 'e',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/** Names without letters that must be folded: most. */
const PLAIN = /^[ -&(-_a-~]*$/;
/** The acute accent that stands alone is written as an apostrophe; NFKD would make a space of it. */
const ACUTE = /´/g;
/** Apostrophes in all their forms, and the marks of Latin, Greek and Cyrillic letters. In other scripts, marks make other words. */
const IGNORED = /['’‘‛`ʹʻʼʽˈ′＇]|[\u0300-\u036F]/g;
const LETTER = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');

/**
 * Folds names that people search for: `Łucja` and `lucja` to `LUCJA`, `O’Malley` to `OMALLEY`. Ignores case, compatibility forms, marks and
 * apostrophes. A part of a name is folded as in the whole name.
 */
export const searchable = (name: string): string =>
  PLAIN.test(name)
    ? name.toUpperCase()
    : name
        .replaceAll(ACUTE, '')
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(LETTER, (letter) => BASE_LETTERS[letter] ?? letter)
        .replaceAll(IGNORED, '')
        .normalize('NFC')
        .toUpperCase();
