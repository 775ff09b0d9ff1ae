import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalEvidence, numberIn } from '../../../src/importing/reading/numbers.ts';

describe('a number', () => {
  test.each([
    ['4', 4, 4],
    ['007', 7, 7],
    ['7.5', 7.5, 7.5],
    ['7,5', 7.5, 7.5],
    ['.5', 0.5, 0.5],
    [',25', 0.25, 0.25],
    ['0.125', 0.125, 0.125],
    ['0,125', 0.125, 0.125],
    ['1,250', 1250, 1.25],
    ['1.250', 1.25, 1250],
    ['12,500', 12_500, 12.5],
    ['1250,125', 1250.125, 1250.125],
    ['1,250.5', 1250.5, 1250.5],
    ['1.250,5', 1250.5, 1250.5],
    ['1,250,000', 1_250_000, 1_250_000],
    ['1.250.000,75', 1_250_000.75, 1_250_000.75],
    ["1'250.50", 1250.5, 1250.5],
    ['1 250,50', 1250.5, 1250.5],
    ['1\u202f250', 1250, 1250],
    ['1,00,000', undefined, undefined],
    ['1.2.3', undefined, undefined],
    ['1,250.5,3', undefined, undefined],
    ['1,25.5', undefined, undefined],
    ['0,125,000', undefined, undefined],
    ['12.', undefined, undefined],
    ['.', undefined, undefined],
    ['', undefined, undefined],
    ['-4', undefined, undefined],
    ['1e5', undefined, undefined],
    ['٣', undefined, undefined],
    ['1'.repeat(41), undefined, undefined],
  ])('%j is %j with a decimal point and %j with a decimal comma', (text, point, comma) => {
    expect(numberIn(text, '.')).toBe(point);
    expect(numberIn(text, ',')).toBe(comma);
  });

  test.each([
    ['12,5 kg', ','],
    ['7.5', '.'],
    ['1.250,00', ','],
    ['1,250.00', '.'],
    ['1,250', 'either'],
    ['1.250', 'either'],
    ['4', undefined],
    ['1250', undefined],
    ['0.125', '.'],
    ['1,250,000', '.'],
    ['€ 89,50', ','],
    ['12 lb 4.5 oz', '.'],
    ['1,5 or 1.5', 'either'],
    ['1.5.2024', undefined],
    ['about 3.', undefined],
    ['none', undefined],
  ])('%j says %j', (text, sign) => {
    expect(decimalEvidence(text)).toBe(sign);
  });

  const parts = fc.record({
    whole: fc.integer({ min: 0, max: 99_999_999 }),
    fraction: fc.stringMatching(/^\d{0,4}$/),
    decimal: fc.constantFrom('.' as const, ',' as const),
    group: fc.constantFrom('', ' ', "'", '’', '\u00a0', 'other'),
  });

  test('comes back from every form that the file has', () => {
    fc.assert(
      fc.property(parts, ({ whole, fraction, decimal, group }) => {
        const separator = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
        const grouped = String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
        const text = fraction === '' ? grouped : `${grouped}${decimal}${fraction}`;
        expect(numberIn(text, decimal)).toBe(Number(`${whole}.${fraction === '' ? 0 : fraction}`));
        const evidence = decimalEvidence(text);
        expect([decimal, 'either', undefined]).toContain(evidence);
        // Where the evidence is certain, nobody needs to be told.
        if (evidence === decimal) expect(numberIn(text, decimal === '.' ? ',' : '.')).toBe(numberIn(text, decimal));
      }),
    );
  });

  test('is none in any other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.' as const, ',' as const), (text, decimal) => {
        const value = numberIn(text, decimal);
        if (!/^[\d.,'’\s]+$/.test(text) || !/\d/.test(text)) expect(value).toBeUndefined();
      }),
    );
  });
});
