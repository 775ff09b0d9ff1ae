import * as fc from 'fast-check';

/** Surrogates are not characters: the numbers skip them. */
const surrogates = { first: 0xd8_00, count: 0x8_00 };

/** Any Unicode character, as the unit of a string. fast-check's own unit `binary` spends two seconds building a table. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  // With the inverse mapping fast-check also generates strings known to be dangerous, such as `__proto__`.
  (character) => {
    const number = String(character).codePointAt(0) ?? 0;
    return number < surrogates.first ? number : number - surrogates.count;
  },
);
