import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { age, ageIn, ageUnitEvidence } from '../../../src/importing/reading/ages.ts';
import { ageOf, dayOf } from '../../../src/vocabulary/animal-profile.ts';
import { read, reasonOf } from './read.ts';

describe('an age', () => {
  test.each([
    ['Senior', 'senior'],
    ['puppy', 'baby'],
    ['Kitten', 'baby'],
    ['Young Adult', 'young'],
    ['young-adult', 'young'],
    ['Juvenile', 'young'],
    ['Mature', 'adult'],
    ['Cachorro', 'baby'],
    ['Adulta', 'adult'],
    ['Welpe', 'baby'],
    ['3', 'adult'],
    [2, 'young'],
    ['0.5', 'baby'],
    ['2,5', 'young'],
    ['2 years, 11 months', 'young'],
    ['2 years and 4 months.', 'young'],
    ['2 yrs 3 mos', 'young'],
    ['2Y/ 4M/ 26D', 'young'],
    ['0Y/ 3M/ 2D', 'baby'],
    ['9y 2m', 'senior'],
    ['8 wks', 'baby'],
    ['8 weeks old', 'baby'],
    ['2-year-old', 'young'],
    ['Two years old', 'young'],
    ['10 yrs old', 'senior'],
    ['2 yo', 'young'],
    ['2 y/o', 'young'],
    ['12 months', 'young'],
    ['11 months', 'baby'],
    ['36 mo', 'adult'],
    ['1½ years', 'young'],
    ['½ year', 'baby'],
    ['2 1/2 years', 'young'],
    ['1/2 yr', 'baby'],
    ['about 3 years', 'adult'],
    ['approx. 3 yrs', 'adult'],
    ['~3 years', 'adult'],
    ['3 years (est.)', 'adult'],
    ['circa 4 Jahre', 'adult'],
    ['<1 year', 'baby'],
    ['< 1 year', 'baby'],
    ['under 6 months', 'baby'],
    ['Less than 4 weeks', 'baby'],
    ['up to 1 year', 'baby'],
    ['Over 10 years', 'senior'],
    ['10+ years', 'senior'],
    ['8+', 'senior'],
    ['8 years and older', 'senior'],
    ['>9 yrs', 'senior'],
    ['4 weeks to 6 months', 'baby'],
    ['6 months to 1 year', 'baby'],
    ['1 to 3 years', 'young'],
    ['1-3 years', 'young'],
    ['3-4 years', 'adult'],
    ['3 – 6 years', 'adult'],
    ['10 to 20 years', 'senior'],
    ['2 años', 'young'],
    ['2 años y 3 meses', 'young'],
    ['6 meses', 'baby'],
    ['5 a 6 años', 'adult'],
    ['3 Jahre', 'adult'],
    ['4 Monate', 'baby'],
    ['2 ans', 'young'],
    ['unknown', undefined],
    ['', undefined],
    ['6 to 10 years', 'unread'],
    ['<3 years', 'unread'],
    ['over 2 years', 'unread'],
    ['3 moons', 'unread'],
    ['2 4', 'unread'],
    ['4 months 2 years', 'unread'],
    ['2 years 3 years', 'unread'],
    ['5-3 years', 'unread'],
    ['1-2-3', 'unread'],
    ['2021', 'unread'],
    ['-3', 'unread'],
    ['<over 3', 'unread'],
    ['Adult!!? maybe', 'unread'],
    ['constructor', 'unread'],
  ])('%j is %j', (cell, value) => {
    expect(read(age, cell)).toBe(value);
  });

  test('without a unit has the one of the column, or else of the file', () => {
    expect(read(age, '8', { ageUnit: 'months' })).toBe('baby');
    expect(read(age, '60', { ageUnit: 'weeks' })).toBe('young');
    expect(read(ageIn('months'), '30')).toBe('young');
    expect(read(ageIn('months'), '3 years')).toBe('adult');
  });

  test('between two bands is named with both', () => {
    expect(reasonOf(age, '6 to 10 years')).toContain('may be `adult` or `senior`');
  });

  test.each([
    ['3 years', 'years'],
    ['Age (months)', 'months'],
    ['8 wks', 'weeks'],
    ['2Y/ 4M/ 26D', 'years'],
    ['5 days', undefined],
    ['3', undefined],
    ['Adult', undefined],
  ])('%j names the unit %j', (text, unit) => {
    expect(ageUnitEvidence(text)).toBe(unit);
  });

  test('is the one of the day of birth, in every form', () => {
    const now = Date.UTC(2026, 0, 1);
    const units = {
      years: ['y', ' yr', ' yrs', ' years', ' years old', ' años', ' Jahre'],
      months: ['m', ' mo', ' months', ' meses', ' Monate'],
      weeks: ['w', ' wks', ' weeks', ' semanas'],
    };
    const days = { years: 365, months: 365 / 12, weeks: 7 };
    const unit = fc.constantFrom('years' as const, 'months' as const, 'weeks' as const);
    fc.assert(
      fc.property(
        unit.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...units[one]))),
        fc.integer({ min: 0, max: 25 }),
        fc.constantFrom('', 'about ', '~', 'approx. '),
        ([one, name], count, about) => {
          const born = dayOf(now - Math.round(count * days[one]) * 86_400_000);
          expect(read(age, `${about}${count}${name}`)).toBe(ageOf(born, now));
        },
      ),
    );
  });

  test('is a band or named, whatever the text', () => {
    const words = fc.constantFrom('1', '3', '20', '-', ' to ', '<', '+', ' years', 'm', ' ', '.', 'about ', 'old', '½');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 7 }), (parts) => {
        expect(['baby', 'young', 'adult', 'senior', 'unread', undefined]).toContain(read(age, parts.join('')));
      }),
      { numRuns: 500 },
    );
  });
});
