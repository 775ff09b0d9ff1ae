import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compatibility,
  flag,
  incompatibility,
  mark,
  testResult,
  trained,
  upToDate,
  withChildren,
} from '../../../src/importing/reading/answers.ts';
import { intakeType, outcomeType } from '../../../src/importing/reading/journeys.ts';
import { coat, size } from '../../../src/importing/reading/looks.ts';
import { microchip } from '../../../src/importing/reading/microchips.ts';
import { nameIn } from '../../../src/importing/reading/names.ts';
import { altered, sex } from '../../../src/importing/reading/sexes.ts';
import { read, reasonOf, spellings } from './read.ts';

const male = { sex: 'male' };
const female = { sex: 'female' };
const neutered = { altered: true };

describe('a sex', () => {
  test.each([
    ['m; male; boy; macho; männlich; mâle; ♂; stallion; rooster', male],
    ['f; female; girl; hembra; weiblich; femelle; ♀; mare; w', female],
    [
      'neutered male; male neutered; nm; mn; male/neutered; m/n; male (neutered); castrated male; gelding; m - altered; macho castrado; männlich kastriert; male/fixed',
      { ...male, ...neutered },
    ],
    [
      'spayed female; female/spayed; sf; fs; f/s; spayed; female (spayed); hembra esterilizada; weiblich, kastriert; female - altered; spayed/neutered female',
      { ...female, ...neutered },
    ],
    [
      'intact male; male intact; im; unaltered male; male - not neutered; un-neutered male; m/i; stallion, intact',
      { ...male, altered: false },
    ],
    [
      'intact female; if; unspayed female; female, not spayed; female/intact; not spayed',
      { ...female, altered: false },
    ],
    ['neutered; altered; fixed; castrated', neutered],
    ['intact; unaltered; not neutered', { altered: false }],
    ['u; unknown; unk; undetermined', 'unknown'],
    ['desconocido; desconocida; unbekannt; inconnu; inconnue; nieznany; nieznana; nieznane', 'unknown'],
    ['desconhecido; desconhecida; غير معروف; غير معروفة; مجهول; مجهولة', 'unknown'],
    ['male unknown', male],
    ['n/a; not specified', undefined],
    ['perhaps; male/female; neutered intact male; not male; not; both; mx; hermaphrodite; n; constructor', 'unread'],
  ])('%j is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(sex, word)]).toEqual([word, value]);
  });

  test.each([
    ['yes; y; 1; neutered; spayed; altered; neutered male; sf; spayed female; gelding', true],
    ['no; n; 0; intact; unaltered; not altered; not spayed', false],
    ['unknown; not sure', undefined],
    ['male; scheduled; s or n maybe', 'unread'],
  ])('in a column of neutering %j is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(altered, word)]).toEqual([word, value]);
  });

  test('is said or named, whatever the words', () => {
    const words = fc.constantFrom('male', 'female', 'neutered', 'spayed', 'not', 'intact', 'm', 'f', '/', ' ', 'x');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), (parts) => {
        const text = parts.join(' ');
        const value = read(sex, text) as { sex?: string } | string | undefined;
        if (typeof value !== 'object') return;
        if (value.sex === 'male') expect(text).not.toMatch(/female|\bf\b|spayed/);
        if (value.sex === 'female') expect(text).not.toMatch(/\bmale|\bm\b/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a microchip', () => {
  const number = (digits: string) => ({ staff: { microchip: { number: digits } } });
  test.each([
    ['985112003456789', number('985112003456789')],
    [985_112_003_456_789, number('985112003456789')],
    ['="985112003456789"', number('985112003456789')],
    ["'985112003456789", number('985112003456789')],
    ['985 112 003 456 789', number('985112003456789')],
    ['985-112-003456789', number('985112003456789')],
    ['#985112003456789', number('985112003456789')],
    ['985112003456789.0', number('985112003456789')],
    ['4a1b2c3d4e', number('4A1B2C3D4E')],
    ['HomeAgain: 4A1B2C3D4E', number('4A1B2C3D4E')],
    ['012*345*678', number('012345678')],
    ['AVID 012*345*678', number('012345678')],
    ['0A11223344', number('0A11223344')],
    ['Not chipped', { microchipped: false }],
    ['no chip', { microchipped: false }],
    ['No', { microchipped: false }],
    ['sin chip', { microchipped: false }],
    ['yes', { microchipped: true }],
    ['', undefined],
    ['unknown', undefined],
    ['none', 'unread'],
    ['N/A', 'unread'],
    ['pending', 'unread'],
    ['TBD', 'unread'],
    ['000000000000000', 'unread'],
    ['0', 'unread'],
    ['111111111', 'unread'],
    ['9.85112E+14', 'unread'],
    ['9,85E+14', 'unread'],
    [9.85e30, 'unread'],
    ['985112000000000', 'unread'],
    ['98511200345678', 'unread'],
    ['9851120034567891', 'unread'],
    ['985112003456789 / 900012345678901', 'unread'],
    ['98511200345678X', 'unread'],
    ['4A1B2C3D4G', 'unread'],
    ['chip', 'unread'],
  ])('%j is %j', (cell, value) => {
    expect(read(microchip, cell)).toEqual(value);
  });

  test('that a spreadsheet has rounded is named as such', () => {
    for (const cell of ['9.85112E+14', '985112000000000']) expect(reasonOf(microchip, cell)).toContain('has rounded');
  });

  test('comes back from every form', () => {
    const digits = fc.stringMatching(/^9\d{13}[1-9]$/);
    const forms: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => `="${text}"`,
      (text) => `'${text}`,
      (text) => ` ${text} `,
      (text) => text.replaceAll(/(\d{3})(?=\d)/g, '$1 '),
      (text) => text.replaceAll(/(\d{3})(?=\d)/g, '$1-'),
    ];
    fc.assert(
      fc.property(digits, fc.constantFrom(...forms), (text, form) => {
        if (new Set(text).size > 1) expect(read(microchip, form(text))).toEqual(number(text));
      }),
    );
  });

  test('has a form that microchips have, or is not stored, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789AEF+.,-* "=')) }), (text) => {
        const value = read(microchip, text) as { staff?: { microchip?: { number?: string } } } | undefined;
        const found = value?.staff?.microchip?.number;
        if (found !== undefined) expect(found).toMatch(/^(?:\d{15}|\d{9}|[\dA-F]{10})$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an answer', () => {
  test.each([
    ['yes; y; true; 1; x; sí; oui; ja', true],
    ['no; n; false; 0; nein; non', false],
    ['unknown; not tested; not sure; n/a; tbd', undefined],
    ['perhaps; mostly; yes and no; constructor', 'unread'],
  ])('%j is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(flag, word)]).toEqual([word, value]);
  });

  test('of a mark, of shots, of training and of a test', () => {
    expect(['1', 'x', 'no', '', 'late'].map((cell) => read(mark, cell))).toEqual([
      true,
      true,
      undefined,
      undefined,
      'unread',
    ]);
    expect(['Up to date', 'UTD', 'Overdue', 'No', 'Partial'].map((cell) => read(upToDate, cell))).toEqual([
      true,
      true,
      false,
      false,
      'unread',
    ]);
    expect(['Yes', 'Housebroken', 'Mostly', 'In progress', 'Unknown'].map((cell) => read(trained, cell))).toEqual([
      true,
      true,
      'unread',
      'unread',
      undefined,
    ]);
    expect(['Negative', 'POS', 'Not tested', 'yes'].map((cell) => read(testResult, cell))).toEqual([
      'negative',
      'positive',
      undefined,
      'unread',
    ]);
    expect(['1', '0', '', 'some'].map((cell) => read(incompatibility, cell))).toEqual([
      'no',
      'yes',
      undefined,
      'unread',
    ]);
  });

  test.each([
    [
      'yes; good; ok; ok w/ cats; good with dogs; likes other dogs; friendly with cats; lives with cats; all; great with kids',
      'yes',
    ],
    ['no; not good with cats; no cats; dislikes dogs; never; bad with kids; not ok with other dogs', 'no'],
    [
      'some; some dogs; selective; maybe; depends; small dogs only; calm cats; with slow introduction; female dogs only; yes, with slow intro; no small dogs; older kids only; teens; kids over 8; no kids under 5; sometimes',
      'selective',
    ],
    ['unknown; not tested; untested; unsure; not sure; has not been tested; ?; n/a; never tested', undefined],
    [
      'ask us; yes, no problem; yes and no; only dog; must be an only pet; bites; foster only knows; 🐕; constructor',
      'unread',
    ],
  ])('of getting on %j is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(compatibility, word)]).toEqual([word, value]);
  });

  test.each([
    ['Yes', { children: 'yes' }],
    ['No', { children: 'no' }],
    ['Older kids only', { children: 'selective' }],
    ['Kids over 8', { children: 'selective', childrenFromAge: 8 }],
    ['12+', { children: 'selective', childrenFromAge: 12 }],
    ['ages 10 and up', { children: 'selective', childrenFromAge: 10 }],
    ['No kids under 5', { children: 'selective', childrenFromAge: 5 }],
    ['kids under 5 only', { children: 'selective' }],
    ['kids 5-12', { children: 'selective' }],
    ['over 99', { children: 'selective' }],
    ['Unknown', undefined],
    ['loud', 'unread'],
  ])('about children %j is %j', (cell, value) => {
    expect(read(withChildren, cell)).toEqual(value);
  });
});

test.each([
  [size, 'M', 'medium'],
  [size, 'X-Large', 'xlarge'],
  [size, 'Extra Large', 'xlarge'],
  [size, 'Pequeño', 'small'],
  [size, 'huge', 'unread'],
  [coat, 'Short-haired', 'short'],
  [coat, 'Wiry', 'wire'],
  [coat, 'Fluffy', 'unread'],
  [intakeType, 'Owner Surrender', 'surrender'],
  [intakeType, 'Stray At Large', 'stray'],
  [intakeType, 'Transfer In', 'transfer'],
  [intakeType, 'Our own word', 'other'],
  [intakeType, 'Unknown', undefined],
  [outcomeType, 'Adoption', 'adoption'],
  [outcomeType, 'Return to Owner/Guardian', 'reclaimed'],
])('%# %j is %j', (reader, cell, value) => {
  expect(read(reader, cell)).toBe(value);
});

test.each([
  ['Bella', 'Bella'],
  [' *Bella ', 'Bella'],
  ['Bella (A123456)', 'Bella'],
  ['Bella [Foster]', 'Bella'],
  ['[Bella]', 'Bella'],
  ['Max (bonded with Mia)', 'Max (bonded with Mia)'],
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['O&#39;Malley', "O'Malley"],
  ['Two\nlines', 'Two lines'],
  ['Bella - ADOPTED', 'Bella'],
  ['ADOPTED! Bella', 'Bella'],
  ['Adopted Angel', 'Adopted Angel'],
  ['8', '8'],
  ['unknown', undefined],
  ['No Name', undefined],
  ['(unknown)', undefined],
  ['*', undefined],
  ['-', undefined],
  ['', undefined],
])('the name in %j is %j', (cell, name) => {
  expect(nameIn(cell)).toBe(name);
});
