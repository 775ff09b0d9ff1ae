import * as fc from 'fast-check';

/** Surrogates, which are no characters, are left out of the numbers. */
const surrogates = { first: 0xd8_00, count: 0x8_00 };

/** Any Unicode character, as the unit of a string. fast-check's own unit `binary` spends two seconds on a table of them all. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  // With the way back fast-check puts in what is known to be dangerous, such as `__proto__`.
  (character) => {
    const number = String(character).codePointAt(0) ?? 0;
    return number < surrogates.first ? number : number - surrogates.count;
  },
);
