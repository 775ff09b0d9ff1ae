import * as fc from 'fast-check';

const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** All int64 values, with the bounds and the values around 2^53 more often. */
export const int64 = fc.oneof(
  fc.bigInt({ min, max }),
  fc.bigInt({ min: -1_000n, max: 1_000n }),
  fc.constantFrom(
    min,
    min + 1n,
    max - 1n,
    max,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n),
    -(2n ** 53n) - 1n,
    10n ** 18n,
  ),
);
export const beyondInt64 = fc.oneof(
  fc.bigInt({ min: max + 1n, max: 10n ** 40n }),
  fc.bigInt({ min: -(10n ** 40n), max: min - 1n }),
  fc.constantFrom(max + 1n, min - 1n, 2n ** 64n, 10n ** 19n),
);

/** The spellings of an integer in JSON. */
export const spelling = fc.record({
  way: fc.constantFrom('plain', 'point', 'shifted', 'raised', 'lowered'),
  by: fc.integer({ min: 1, max: 25 }),
  e: fc.constantFrom('e', 'E'),
  plus: fc.constantFrom('', '+'),
});
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

/** Writes the integer as JSON in the spelling. */
export function spelt(value: bigint, { way, by, e, plus }: Spelling): string {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value);
  switch (way) {
    case 'point': // 12.000
      return `${sign}${digits}.${'0'.repeat(by)}`;
    case 'shifted': {
      // 1.2e1, 0.0012e4
      const padded = digits.padStart(by + 1, '0');
      return `${sign}${padded.slice(0, -by)}.${padded.slice(-by)}${e}${plus}${by}`;
    }
    case 'raised': {
      // 12e2 for 1200
      const zeros = value === 0n ? 0 : /0*$/.exec(digits)![0].length;
      return `${sign}${digits.slice(0, digits.length - zeros)}${e}${plus}${zeros}`;
    }
    case 'lowered': // 1200e-2
      return value === 0n ? `0${e}-${by}` : `${sign}${digits}${'0'.repeat(by)}${e}-${by}`;
    case 'plain': // 12
      return `${sign}${digits}`;
  }
}
