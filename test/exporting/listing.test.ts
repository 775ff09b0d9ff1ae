import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adoptAPetMap } from '../../src/exporting/adopt-a-pet.ts';
import { LISTING_FORMATS } from '../../src/exporting/formats.ts';
import type { ExportedPet } from '../../src/exporting/syndicated.ts';
import { BREEDS } from '../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../src/vocabulary/animals/colors.ts';
import { ANIMAL_TYPES } from '../../src/vocabulary/animals/species.ts';
import { anyCharacter } from '../support/any-character.ts';
import { breedOf, colorsOf, types } from './arbitrary.ts';
import { cellsOf, fileOf, listed, nowMs } from './files.ts';

const dayMs = 86_400_000;
const anyText = fc
  .array(fc.oneof(anyCharacter, fc.constantFrom('"', ',', '\n', '\r\n', '<b>', '</p>', '“', '’', '&#10;')), {
    minLength: 1,
    maxLength: 70,
  })
  .map((characters) => characters.join(''));
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined, freq: 6 });

/** Any animal, as its staff see it. */
const animals = types.chain((type) =>
  fc.record({
    name: fc.oneof(fc.constant('Rex'), anyText),
    status: fc.constantFrom('available', 'pending', 'sold'),
    daysSince: fc.integer({ min: 0, max: 60 }),
    hiddenBecause: fc.option(fc.constantFrom('hold', 'outcome'), { nil: undefined, freq: 1 }),
    comingSoon: fc.boolean(),
    species: fc.constantFrom(ANIMAL_TYPES[type], 'Hamster', 'Pig', 'Zonkey'),
    breed: maybe(fc.record({ primary: breedOf(type), secondary: maybe(breedOf(type)), mixed: maybe(fc.boolean()) })),
    sex: fc.constantFrom('male', 'female', 'unknown'),
    size: maybe(fc.constantFrom('small', 'medium', 'large', 'xlarge')),
    age: maybe(fc.constantFrom('baby', 'young', 'adult', 'senior')),
    colors: colorsOf(type),
    coat: maybe(fc.constantFrom('hairless', 'short', 'medium', 'long', 'wire', 'curly')),
    description: anyText,
    reference: anyText,
    tags: fc.array(anyText, { maxLength: 2 }),
    specialNeedsNote: anyText,
    fee: fc.constantFrom(0, 30, 12_500),
    weightGrams: fc.constantFrom(1, 30_000),
  }),
);

const file = fc.array(animals, { maxLength: 20 }).map((all) =>
  all.map(({ name, status, daysSince, hiddenBecause, fee, comingSoon, ...profile }, i) => ({
    id: i + 1,
    name,
    categoryId: 1,
    status,
    profile: {
      ...profile,
      ...(comingSoon && hiddenBecause === 'hold' ? { comingSoon: true } : {}),
      statusChangedAt: new Date(nowMs - daysSince * dayMs).toISOString(),
      adoptionFee: { amount: fee, currency: 'USD' },
      staff: { notes: 'only for staff', microchip: { number: '985112003456789' }, hiddenBecause },
    },
  })),
) as fc.Arbitrary<ExportedPet[]>;

const cannotBeAdopted = ({ status, profile = {} }: ExportedPet) =>
  profile.staff?.hiddenBecause !== undefined ||
  (status === 'sold' && Date.parse(profile.statusChangedAt!) <= nowMs - 30 * dayMs);

test.each(LISTING_FORMATS)('any animal is in the file of %s, in its form, or has a reason why not', async (format) => {
  await fc.assert(
    fc.asyncProperty(file, async (pets) => {
      const { text, left } = await fileOf(pets, format);
      const rows = await cellsOf(text);
      const [header = '', ...lines] = text.split('\n');
      expect(lines.pop()).toBe('');
      expect(lines).toHaveLength(rows.length);
      expect(text).not.toContain('\r');
      for (const line of lines) expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/);
      for (const cells of rows) expect(cells).toHaveLength(header.split(',').length);

      const ids = rows.map(([id]) => Number(id));
      const names = new Map(pets.map(({ id, name }) => [id, name.replaceAll(/[\r\n]+/g, ' ')]));
      const column = header.split(',').findIndex((name) => /^(?:Animal)?Name$/i.test(name));
      if (format !== 'petfinder') for (const [i, id] of ids.entries()) expect(rows[i]![column]).toBe(names.get(id));
      expect([...ids, ...left.keys()].toSorted((a, b) => a - b)).toEqual(pets.map(({ id }) => id));
      for (const reasons of left.values()) expect(reasons).not.toEqual([]);
      for (const pet of pets.filter(cannotBeAdopted)) expect(ids).not.toContain(pet.id);
      expect(text).not.toMatch(/only for staff|985112003456789/);
    }),
    { numRuns: 30 },
  );
});

test("Petfinder's file has no tag, no typographic quote, and only what its lists have", async () => {
  await fc.assert(
    fc.asyncProperty(file, async (pets) => {
      for (const row of await listed(pets, 'petfinder')) {
        expect(Object.values(row).join('\n')).not.toMatch(/<[a-z/!]|[“”‘’]/i);
        expect([row['PrimaryBreed'], row['Sex'], row['Size'], row['Age'], row['Type']]).not.toContain('');
        const breeds = [row['PrimaryBreed'], row['SecondaryBreed']];
        const colors = [row['primaryColor'], row['secondaryColor'], row['tertiaryColor']];
        const listsHave = (lists: typeof BREEDS, names: readonly unknown[]) =>
          names.filter((name) => name !== '' && !Object.values(lists).flat().includes(String(name)));
        expect([...listsHave(BREEDS, breeds), ...listsHave(COLORS, colors)]).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

const whole = {
  species: 'Cat',
  breed: { primary: 'Domestic Short Hair' },
  sex: 'male',
  size: 'small',
  age: 'adult',
} as const;
const long = 'x'.repeat(51);
test.each([
  [
    { profile: {} },
    { petfinder: 'species breed sex size age', 'adopt-a-pet': 'species breed', rescuegroups: 'species breed' },
  ],
  [
    { profile: { ...whole, species: 'Zonkey' } },
    { petfinder: 'species', 'adopt-a-pet': 'species', rescuegroups: 'species' },
  ],
  [{ status: 'pending' }, { 'adopt-a-pet': 'pending' }],
  [{ name: long }, { rescuegroups: 'name' }],
  [{ profile: { ...whole, breed: { primary: 'Moon Cat' } } }, { petfinder: 'breed_not_on_list' }],
  [
    { profile: { species: 'Dog', breed: { primary: 'Mixed Breed' } } },
    { petfinder: 'sex size age', 'adopt-a-pet': 'size' },
  ],
  [{ profile: { ...whole, species: 'Dog', breed: {} } }, { petfinder: 'breed', 'adopt-a-pet': 'breed' }],
  [{ profile: { ...whole, species: 'Hamster', breed: {} } }, {}],
  [
    { profile: { ...whole, staff: { hiddenBecause: 'hold' } } },
    { petfinder: 'hold', 'adopt-a-pet': 'hold', rescuegroups: 'hold' },
  ],
] as const)('an animal with %j is not listed because: %j', async (members, expected: object) => {
  const pet = { id: 7, name: 'Rex', categoryId: 1, status: 'available', profile: whole, ...members } as ExportedPet;
  const reasons: Record<string, string> = {};
  for (const format of LISTING_FORMATS) {
    const { left } = await fileOf([pet], format);
    for (const [, why] of left) reasons[format] = why.join(' ');
  }
  const sorted = (why: object) =>
    Object.fromEntries(Object.entries(why).map(([format, text]) => [format, String(text).split(' ').toSorted()]));
  expect(sorted(reasons)).toEqual(sorted(expected));
});

test('what Petfinder reads as plain text, a cat without a breed, and a fee of nothing', async () => {
  const profile = {
    ...whole,
    reference: 'A-7',
    description: '“Hi”, it’s <b>Rex</b>\n1 < 2',
    adoptionFee: { amount: 0, currency: 'USD' },
  };
  const [row] = await listed([{ id: 7, name: 'Rex’s', categoryId: 1, status: 'pending', profile }], 'petfinder');
  expect(row).toMatchObject({
    ID: '7',
    Internal: 'A-7',
    AnimalName: "Rex's",
    Desc: '"Hi", it\'s &lt;b>Rex&lt;/b>&#10;1 < 2',
    Status: 'P',
    Mix: '1',
    adoption_fee: '',
  });
});

test("Adopt-a-Pet's map names every column of its file, and spells breeds as the site does", async () => {
  const { text } = await fileOf([], 'adopt-a-pet');
  const lines = adoptAPetMap().join('').trimEnd().split('\n');
  const columns = text.trimEnd().split(',');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual(columns.map((name, i) => `#${i + 1}:${name}=${name}`));
  const spellings = lines.filter((line) => !line.startsWith('#'));
  expect(spellings).toContain('Domestic Short Hair=Domestic Shorthair');
  const names = Object.values(BREEDS).flat();
  for (const line of spellings) expect(names).toContain(line.split('=')[0]);
  expect(lines.indexOf('#3:Breed=Breed')).toBeLessThan(lines.indexOf(spellings[0]!));
});
