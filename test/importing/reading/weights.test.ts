import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grams, weightUnitEvidence } from '../../../src/importing/reading/weights.ts';
import { read, reasonOf } from './read.ts';

const GRAMS = { lb: 453.592_37, oz: 28.349_523_125, kg: 1_000, g: 1 };

describe('a weight', () => {
  test.each([
    ['12.5 lb', 5670],
    ['12.5lbs', 5670],
    ['12.5 LBS.', 5670],
    ['12½ pounds', 5670],
    ['12 1/2 lb', 5670],
    ['12 lb 4 oz', 5557],
    ['12lbs, 4oz', 5557],
    ['12 pounds and 4 ounces', 5557],
    ['12#', 5443],
    ['5kg', 5000],
    ['5,2 kg', 5200],
    ['5.2 Kilos', 5200],
    ['5 kg 200 g', 5200],
    ['4,2kg', 4200],
    ['800 g', 800],
    ['1,250 g', 1250],
    ['1.250,5 gramos', 1251],
    ['18 oz', 510],
    ['about 40 lbs', 18_144],
    ['~ 40 lb', 18_144],
    ['42 lbs (est.)', 19_051],
    ['2,5 libras', 1134],
    [10, 4536],
    ['10', 4536],
    ['0', undefined],
    ['0 lb', undefined],
    ['0.0', undefined],
    ['', undefined],
    ['unknown', undefined],
    ['N/A', undefined],
    ['12 stone', 'unread'],
    ['1.2.3', 'unread'],
    ['heavy', 'unread'],
    ['40-50 lb', 'unread'],
    ['12 4', 'unread'],
    ['12 lb 4', 'unread'],
    ['4 oz 12 lb', 'unread'],
    ['12 lb 20 oz', 'unread'],
    ['5 kg 11 lb', 'unread'],
    ['12 lb / 5.4 kg', 'unread'],
    ['12 lb 4 oz 3 g', 'unread'],
    ['-5 lb', 'unread'],
    ['5 kg,', 'unread'],
    ['5 kg and', 'unread'],
    ['1/0 lb', 'unread'],
    ['1250 kg', 'unread'],
    ['1.25 g', 'unread'],
    ['constructor', 'unread'],
    [{}, 'unread'],
  ])('%j is %j grams', (cell, value) => {
    expect(read(grams(), cell)).toBe(value);
  });

  test('without a unit has the one of the column, or else of the file', () => {
    expect(read(grams('kg'), '5')).toBe(5000);
    expect(read(grams(), '5', { weightUnit: 'kg' })).toBe(5000);
    expect(read(grams(), '500', { weightUnit: 'g' })).toBe(500);
    expect(read(grams(), '16', { weightUnit: 'oz' })).toBe(454);
    expect(read(grams('kg'), '5 lb')).toBe(2268);
  });

  test('has the decimal sign of the file where its form leaves that open', () => {
    expect(read(grams(), '12,500 g', { decimal: '.' })).toBe(12_500);
    expect(read(grams(), '12,500 kg', { decimal: ',' })).toBe(12_500);
    expect(read(grams(), '7.5 kg', { decimal: ',' })).toBe(7500);
    expect(read(grams(), '1,250 g', { decimal: ',' })).toBe(1250);
    expect(read(grams(), '20.125 g', {}, 'small-furry')).toBe(20);
    expect(read(grams(), '1.250 kg', { decimal: ',' })).toBe('unread');
    // A number of JSON has a point.
    expect(read(grams('kg'), 1.125, { decimal: ',' })).toBe(1125);
  });

  test.each([
    ['horse', '1200 kg', 1_200_000],
    ['horse', '3 kg', 'unread'],
    ['cat', '1.25 g', 'unread'],
    ['cat', '40 kg', 'unread'],
    ['small-furry', '20 g', 20],
    ['bird', '15 g', 15],
  ] as const)('must be one that a %s can have: %j', (type, cell, value) => {
    expect(read(grams(), cell, {}, type)).toBe(value);
  });

  test('that no such animal has is named with what was read', () => {
    expect(reasonOf(grams(), '1,25 g', { decimal: ',' })).toBe(
      '0.00125 kg is no weight of such an animal; check its unit and its decimal sign.',
    );
  });

  test.each([
    ['12.5 lb', 'lb'],
    ['12 lb 4 oz', 'lb'],
    ['5kg', 'kg'],
    ['Weight (kg)', 'kg'],
    ['800 grams', 'g'],
    ['9 oz', 'oz'],
    ['12', undefined],
    ['heavy', undefined],
  ])('%j names the unit %j', (text, unit) => {
    expect(weightUnitEvidence(text)).toBe(unit);
  });

  test('comes back from every form', () => {
    const units = {
      lb: ['lb', 'lbs', 'Pounds', ' LB.'],
      oz: ['oz', ' ounces'],
      kg: ['kg', ' kgs', ' Kilograms', ' kilo'],
      g: ['g', ' gr', ' grams'],
    };
    const unit = fc.constantFrom('lb' as const, 'oz' as const, 'kg' as const, 'g' as const);
    fc.assert(
      fc.property(
        unit.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...units[one]))),
        fc.integer({ min: 4, max: 900 }),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom('.' as const, ',' as const),
        ([one, name], whole, hundredths, decimal) => {
          const text = `${whole}${decimal}${String(hundredths).padStart(2, '0')}${name}`;
          expect(read(grams(), text, { decimal }, 'barnyard')).toBe(
            (whole + hundredths / 100) * GRAMS[one] < 30
              ? 'unread'
              : Math.round((whole + hundredths / 100) * GRAMS[one]),
          );
        },
      ),
    );
  });

  test('is never more than such an animal weighs, whatever the text', () => {
    const words = fc.constantFrom('1', '20', '300', ',', '.', ' ', 'kg', 'lb', 'oz', 'and', '½', '1/2', '#', '-', 'x');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 7 }), (parts) => {
        const value = read(grams(), parts.join(''));
        if (typeof value === 'number') expect(value >= 50 && value <= 130_000).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
