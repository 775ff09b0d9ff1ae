import fc from 'fast-check';
import { IsArray, IsObject, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { NewPetProfile } from '../../src/pets/profile/schema.ts';
import { amountIn, amountText, gramsIn, weightText } from '../../web/src/console/animal/amounts.ts';
import {
  changedSince,
  draftOf,
  isChanged,
  mistakeIn,
  mistakesIn,
  patchOf,
  type ProfileDraft,
  wordsOf,
} from '../../web/src/console/animal/profile-draft.ts';
import { FIELDS, type ProfileField } from '../../web/src/console/animal/profile-fields.ts';

/** The members of a schema that have a control of their own, by path. */
function leavesOf(schema: TSchema, path = ''): [path: string, schema: TSchema][] {
  if (!IsObject(schema)) return [[path, schema]];
  return Object.entries(schema.properties).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
}

/** What the field says of the schema, in the words of the schema. */
function ruleOf(field: ProfileField): object {
  switch (field.kind) {
    case 'text':
    case 'longText':
      return { maxLength: field.max };
    case 'choice':
      return { enum: Object.keys(field.words) };
    case 'number':
      return { minimum: field.min, maximum: field.max, type: field.isWhole ? 'integer' : 'number' };
    case 'weight':
      return { minimum: 1, maximum: field.max, type: 'integer' };
    case 'money':
      return { minimum: 0, maximum: field.max, type: 'integer' };
    case 'yesNo':
      return { type: 'boolean' };
    case 'day':
      return { format: 'date' };
    case 'currency':
    case 'country':
      return { format: field.kind };
    case 'colors':
    case 'lines':
    case 'entries':
      return { type: 'array', maxItems: field.maxItems };
  }
}

describe("the form of an animal's profile", () => {
  const leaves = new Map(leavesOf(NewPetProfile));

  test('has a field for each member that can be set, and no other', () => {
    expect(FIELDS.map(({ path }) => path).toSorted()).toEqual([...leaves.keys()].toSorted());
  });

  test.each(FIELDS.map((field) => [field.path, field] as const))('keeps the rule of %s', (path, field) => {
    expect(leaves.get(path)).toMatchObject(ruleOf(field));
  });

  test('has a field for each member of an entry', () => {
    const lists = FIELDS.filter((field) => field.kind === 'entries');
    expect(lists).toHaveLength(3);
    for (const { path, fields } of lists) {
      const list = leaves.get(path);
      const items = list !== undefined && IsArray(list) ? new Map(leavesOf(list.items)) : new Map<string, TSchema>();
      expect(fields.map((field) => field.path)).toEqual([...items.keys()]);
      for (const field of fields) expect(items.get(field.path)).toMatchObject(ruleOf(field));
    }
  });
});

describe('what is typed', () => {
  const given: NewPetProfile = {
    species: 'Dog',
    breed: { primary: 'Beagle', mixed: true },
    birthDate: '2024-05-01',
    age: 'young',
    colors: ['Tricolor (Brown, Black, & White)', 'White / Cream'],
    tags: ['playful', 'shy'],
    bondedWith: [12, 15],
    videos: [{ url: 'https://video.example/1' }],
    adoptionFee: { amount: 12_500, currency: 'USD' },
    location: { latitude: 39.8, longitude: -89.65 },
    staff: {
      vaccinations: [{ name: 'Rabies', date: '2026-01-02' }],
      notes: 'Shy.\nBarks.',
      hold: { type: 'other', reason: 'Not ready.' },
    },
  };
  const typedInto = (changes: ProfileDraft): ProfileDraft => ({ ...draftOf(given), ...changes });
  const patch = (changes: ProfileDraft) => patchOf(given, typedInto(changes));

  test('is nothing to save while it says what the profile says', () => {
    expect(isChanged(given, typedInto({ species: ' Dog ' }))).toBe(false);
    expect(mistakesIn(draftOf(given))).toEqual({});
  });

  test.each<[what: string, typed: ProfileDraft, patch: object]>([
    ['a text', { species: 'Cat ' }, { species: 'Cat' }],
    [
      'nothing, which removes the member',
      { species: ' ', 'breed.mixed': '' },
      { species: null, breed: { mixed: null } },
    ],
    ['yes and no', { altered: 'yes', 'breed.mixed': 'no' }, { altered: true, breed: { mixed: false } }],
    ['a number', { priority: '12' }, { priority: 12 }],
    ['a weight', { weightGrams: '12.5 kg' }, { weightGrams: 12_500 }],
    ['a weight with a decimal comma', { weightGrams: '12,5 kg' }, { weightGrams: 12_500 }],
    ['a weight in pounds', { weightGrams: '27.5 lb' }, { weightGrams: 12_474 }],
    ['a weight in ounces', { weightGrams: '1.5 oz' }, { weightGrams: 43 }],
    ['colors, whose names have commas', { colors: 'Black\n\nWhite / Cream' }, { colors: ['Black', 'White / Cream'] }],
    ['lines', { tags: 'playful\n  calm \n' }, { tags: ['playful', 'calm'] }],
    ['numbers of animals', { bondedWith: '12, 16' }, { bondedWith: [12, 16] }],
    ['addresses', { videos: '' }, { videos: null }],
    ['an amount', { 'adoptionFee.amount': '99.5' }, { adoptionFee: { amount: 9_950 } }],
    [
      'another currency, which has other units',
      { 'adoptionFee.amount': '125', 'adoptionFee.currency': 'JPY' },
      { adoptionFee: { amount: 125, currency: 'JPY' } },
    ],
    [
      'an entry more',
      {
        'staff.vaccinations': [
          { name: 'Rabies', date: '2026-01-02' },
          { name: 'Parvo', note: '' },
        ],
      },
      { staff: { vaccinations: [{ name: 'Rabies', date: '2026-01-02' }, { name: 'Parvo' }] } },
    ],
    ['the last entry less', { 'staff.vaccinations': [] }, { staff: { vaccinations: null } }],
    ['another kind of hold', { 'staff.hold.type': 'stray' }, { staff: { hold: { type: 'stray' } } }],
    ['no hold, which has no reason either', { 'staff.hold.type': '' }, { staff: { hold: null } }],
    ['no day of birth, after which the age stays', { birthDate: '' }, { birthDate: null, age: 'young' }],
  ])('becomes a merge patch: %s', (_what, typed, expected) => {
    expect(patch(typed)).toEqual(expected);
  });

  test.each<[path: string, typed: ProfileDraft[string]]>([
    ['weightGrams', '12'],
    ['weightGrams', 'heavy kg'],
    ['weightGrams', '1,250 g'],
    ['weightGrams', '0.4 g'],
    ['weightGrams', '10000.1 kg'],
    ['priority', '101'],
    ['location.latitude', '91'],
    ['adoptionFee.amount', '-5'],
    ['adoptionFee.amount', '1.005'],
    ['bondedWith', 'Rex'],
  ])('is refused at %s: %s', (path, typed) => {
    expect(Object.keys(mistakesIn(typedInto({ [path]: typed })))).toEqual([path]);
  });

  test('is refused at the entry without a name', () => {
    expect(mistakesIn(typedInto({ 'staff.vaccinations': [{ name: 'Rabies' }, { name: ' ' }] }))).toEqual({
      'staff.vaccinations.1.name': 'Enter a name, or remove the entry.',
    });
  });
});

describe('weights', () => {
  test.each([
    [12_500, 'kg', '12.5 kg'],
    [12_500, 'lb', '27.55 lb'],
    [10_000_000, 'lb', '22046.22 lb'],
    [120, 'kg', '120 g'],
    [120, 'lb', '4.23 oz'],
    [1_000, 'g', '1 kg'],
  ] as const)('of %i grams, in %s: %s', (grams, unit, words) => expect(weightText(grams, unit)).toBe(words));

  test('in any unit are nothing to save until they are typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom('kg', 'lb'), (weightGrams, unit) => {
        const draft = draftOf({ weightGrams }, unit);
        expect(isChanged({ weightGrams }, draft)).toBe(false);
        // Three decimals of a kilogram are exact, two of a pound within a hundredth.
        const error = Math.abs((gramsIn(draft['weightGrams'] as string, 10_000_000) ?? 0) - weightGrams);
        expect(error).toBeLessThanOrEqual(unit === 'kg' ? 0 : 5);
      }),
    );
  });
});

describe('what somebody else has changed while it was typed over', () => {
  const before = { weightGrams: 12_500, sex: 'male', summary: 'Swims.' } as const;
  const changed = (now: NewPetProfile) => changedSince(draftOf(before, 'lb'), now).map(({ path }) => path);

  test('is named by field', () => {
    expect(changed(before)).toEqual([]);
    expect(changed({ sex: 'female', summary: 'Swims.', staff: { notes: 'Bites.' } })).toEqual([
      'sex',
      'weightGrams',
      'staff.notes',
    ]);
  });

  test('is said in words', () => {
    const said = (path: string, profile: NewPetProfile) => {
      const field = FIELDS.find((one) => one.path === path);
      return field && wordsOf(field, draftOf(profile)[path]);
    };
    expect(said('sex', { sex: 'female' })).toBe('Female');
    expect(said('sex', {})).toBe('');
    expect(said('staff.vaccinations', { staff: { vaccinations: [{ name: 'Rabies' }, { name: 'Parvo' }] } })).toBe(
      'Rabies, Parvo',
    );
    expect(said('description', { description: 'a'.repeat(200) })).toBe(`${'a'.repeat(140)}…`);
  });
});

test.each([
  ['The field `birthDate` must not be in the future.', { birthDate: 'This field must not be in the future.' }],
  ['The field `colors.1` must be shorter.', { colors: 'This field must be shorter.' }],
  [
    'The field `staff.vaccinations.0.date` must be a day.',
    { 'staff.vaccinations.0.date': 'This field must be a day.' },
  ],
  ['The field `staff.vaccinations` must be shorter.', { 'staff.vaccinations': 'This field must be shorter.' }],
  ['The field `name` must be a string.', undefined],
  ['The profile would have more than 65536 bytes; shorten its texts.', undefined],
])('a refusal is shown at its field: %s', (message, mistakes) => {
  expect(mistakeIn(message)).toEqual(mistakes);
});

test('amounts have the decimals of their currency', () => {
  expect([amountText(12_500, 'USD'), amountText(12_500, 'JPY'), amountText(12_500, 'KWD')]).toEqual([
    '125.00',
    '12500',
    '12.500',
  ]);
  expect([amountIn('99,50', 'EUR'), amountIn('99', 'JPY'), amountIn('99.00', 'JPY'), amountIn('99.5', 'JPY')]).toEqual([
    9_950,
    99,
    99,
    undefined,
  ]);
});
