import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthDay, day, dayEvidence, unixDay } from '../../../src/importing/reading/days.ts';
import { read, reasonOf } from './read.ts';

describe('a day', () => {
  test.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-5-1 10:30', '2024-05-01'],
    ['2024-05-01T23:59:59+02:00', '2024-05-01'],
    ['2024-05-01T00:00:00.000Z', '2024-05-01'],
    ['2024/05/01', '2024-05-01'],
    ['2024.5.1', '2024-05-01'],
    ['20240501', '2024-05-01'],
    ['5/1/2024', '2024-05-01'],
    ['5/1/24', '2024-05-01'],
    ['05-01-2024', '2024-05-01'],
    ['12/6/2017 9:21 AM', '2017-12-06'],
    ['12/29/2017 16:49:05', '2017-12-29'],
    ['5/1/2024, 4:49 p.m.', '2024-05-01'],
    ['5/1/2024 at 4:49 PM', '2024-05-01'],
    ['1.5.2024', '2024-05-01'],
    ['1. 5. 2024', '2024-05-01'],
    ['01.05.24', '2024-05-01'],
    ['May 1st, 2024', '2024-05-01'],
    ['may 1 2024', '2024-05-01'],
    ['Wednesday, May 1, 2024', '2024-05-01'],
    ['Wed May 1 2024', '2024-05-01'],
    ['1 May 2024', '2024-05-01'],
    ['1st of May 2024', '2024-05-01'],
    ['01-May-24', '2024-05-01'],
    ['1/MAY/2024', '2024-05-01'],
    ['2024-May-01', '2024-05-01'],
    ['Sept. 3, 2023', '2023-09-03'],
    ['29 Feb 2024', '2024-02-29'],
    ['1 de mayo de 2024', '2024-05-01'],
    ['mayo 1, 2024', '2024-05-01'],
    ['3 ENE 2024', '2024-01-03'],
    ['1. Mai 2024', '2024-05-01'],
    ['Mai 1 2024', '2024-05-01'],
    ['24. Dezember 2023', '2023-12-24'],
    ['3. März 2024', '2024-03-03'],
    ['1er août 2024', '2024-08-01'],
    ['45413', '2024-05-01'],
    [45413, '2024-05-01'],
    ['45413.75', '2024-05-01'],
    ['45413,75', '2024-05-01'],
    ['1/1/99', '1999-01-01'],
    ['1600-02-29', '1600-02-29'],
    ['', undefined],
    ['0', undefined],
    ['unknown', undefined],
    ['N/A', undefined],
    ['2/30/2024', 'unread'],
    ['2023-02-29', 'unread'],
    ['13/5/2024', 'unread'],
    ['2024-13-01', 'unread'],
    ['05/2024', 'unread'],
    ['May 2024', 'unread'],
    ['2024', 'unread'],
    ['May-24', 'unread'],
    ['5/1', 'unread'],
    ['5/1-2024', 'unread'],
    ['5 1 2024', 'unread'],
    ['1/1/024', 'unread'],
    ['123', 'unread'],
    ['99999', 'unread'],
    ['12345678', 'unread'],
    ['1588529866', 'unread'],
    ['1/2/3/4', 'unread'],
    ['1 Foo 2024', 'unread'],
    ['2024-05-01 or so', 'unread'],
    ['soon', 'unread'],
    ['constructor 1 2024', 'unread'],
  ])('%j is %j', (cell, value) => {
    expect(read(day, cell)).toBe(value);
  });

  test('has the day first where the file does', () => {
    expect(read(day, '13/5/2024', { dayFirst: true })).toBe('2024-05-13');
    expect(read(day, '5-1-24', { dayFirst: true })).toBe('2024-01-05');
    expect(read(day, '5/13/2024', { dayFirst: true })).toBe('unread');
    expect(read(day, 'May 1, 2024', { dayFirst: true })).toBe('2024-05-01');
  });

  test('says why it is none', () => {
    expect(reasonOf(day, '2024-02-30')).toBe('"2024-02-30" is no day; write it like `2024-05-01`.');
    expect(reasonOf(day, 'May 2024')).toBe('"May 2024" lacks the day; write it like `2024-05-01`.');
  });

  test.each([
    ['2024-05-01', '2024-05-01'],
    ['05/2021', { birthDate: '2021-05-01', birthDateExact: false }],
    ['2021-05', { birthDate: '2021-05-01', birthDateExact: false }],
    ['May 2021', { birthDate: '2021-05-01', birthDateExact: false }],
    ['mayo de 2021', { birthDate: '2021-05-01', birthDateExact: false }],
    ['2021', { birthDate: '2021-07-01', birthDateExact: false }],
    ['about May 2021', { birthDate: '2021-05-01', birthDateExact: false }],
    ['approx. 5/1/2021', { birthDate: '2021-05-01', birthDateExact: false }],
    ['5/1/2021 (est.)', { birthDate: '2021-05-01', birthDateExact: false }],
    ['~2021', { birthDate: '2021-07-01', birthDateExact: false }],
    ['13/2021', 'unread'],
    ['2021-02-30', 'unread'],
    ['May', 'unread'],
  ])('of birth %j is %j', (cell, value) => {
    expect(read(birthDay, cell)).toEqual(value);
  });

  test.each([
    ['13/05/2020', 'day'],
    ['05/13/2020', 'month'],
    ['5-13-20', 'month'],
    ['31/12/99 10:30', 'day'],
    ['12/29/2017 4:49 PM', 'month'],
    ['1/2/2018 5:45 PM', 'either'],
    ['05/04/2020', 'either'],
    ['5-4-20', 'either'],
    ['05/05/2020', undefined],
    ['2024-05-01', undefined],
    ['1.5.2024', undefined],
    ['May 1, 2024', undefined],
    ['40/50/2020', undefined],
    ['30/2/2020', undefined],
    ['5/4', undefined],
    ['soon', undefined],
  ])('%j says %j of the file', (cell, evidence) => {
    expect(dayEvidence(cell)).toBe(evidence);
  });

  test('may be Unix seconds', () => {
    expect(read(unixDay, '1418948388')).toBe('2014-12-19');
    expect(read(unixDay, '')).toBeUndefined();
    expect(read(unixDay, '0')).toBeUndefined();
    expect(read(unixDay, 'x')).toBe('unread');
    expect(read(unixDay, '1e30')).toBe('unread');
  });

  const names = {
    en: 'January February March April May June July August September October November December'.split(' '),
    es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
    fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  };
  const anyDay = fc
    .date({ min: new Date('1980-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  type Write = (y: string, m: string, d: string, dayFirst: boolean) => string;
  const numbers: readonly Write[] = [
    (y, m, d) => `${y}-${m}-${d}`,
    (y, m, d) => `${y}/${Number(m)}/${Number(d)}`,
    (y, m, d) => `${y}${m}${d}`,
    (y, m, d) => `${d}.${m}.${y}`,
    (y, m, d) => `${Number(d)}.${Number(m)}.${y}`,
    (y, m, d, dayFirst) => (dayFirst ? `${d}/${m}/${y}` : `${m}/${d}/${y}`),
    (y, m, d, dayFirst) => (dayFirst ? `${Number(d)}-${Number(m)}-${y}` : `${Number(m)}-${Number(d)}-${y}`),
    (y, m, d, dayFirst) => (dayFirst ? `${d}/${m}/${y.slice(2)}` : `${m}/${d}/${y.slice(2)}`),
    (y, m, d) => String((Date.parse(`${y}-${m}-${d}`) - Date.UTC(1899, 11, 30)) / 86_400_000),
  ];
  const named = Object.values(names).flatMap((months): Write[] => [
    (y, m, d) => `${months[Number(m) - 1]} ${Number(d)}, ${y}`,
    (y, m, d) => `${Number(d)} ${months[Number(m) - 1]} ${y}`,
    (y, m, d) => `${d}-${months[Number(m) - 1]}-${y}`,
    (y, m, d) => `${Number(d)}. ${months[Number(m) - 1]?.toUpperCase()} ${y}`,
  ]);

  test('comes back from every form, with and without a time', () => {
    const time = fc.constantFrom('', ' 10:30', 'T23:59:59Z', ' 9:05 AM');
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...numbers, ...named), fc.boolean(), time, (iso, write, dayFirst, behind) => {
        const [y = '', m = '', d = ''] = iso.split('-');
        const text = write(y, m, d, dayFirst);
        // A number alone has no time of this form.
        expect(read(day, /^\d+$/.test(text) ? text : text + behind, { dayFirst })).toBe(iso);
      }),
      { numRuns: 500 },
    );
  });

  test('is one that exists, or it is named, whatever a text of digits and separators says', () => {
    const texts = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 3_000 }).map(String), fc.constantFrom('/', '-', '.', ' ', ',', 'May')),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (parts, dayFirst) => {
        const value = read(day, parts.join(''), { dayFirst }) as string | undefined;
        if (value === undefined || value === 'unread') return;
        expect(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });
});
