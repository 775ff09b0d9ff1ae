import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { profileTable } from '../../src/exporting/own-table.ts';
import { PROFILE_LEAVES } from '../../src/importing/profile/own.ts';
import type { NewPetProfile } from '../../src/pets/profile/schema.ts';
import { jsonOf } from '../../src/vocabulary/int64.ts';
import { csvCell } from '../../src/vocabulary/text/csv.ts';
import { readAnimals } from '../importing/profile/read-animals.ts';
import { line } from './arbitrary.ts';

interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** Any value that the schema allows. */
function valueOf(schema: TSchema): fc.Arbitrary<unknown> {
  const {
    type,
    format,
    enum: values,
    minimum = 0,
    maximum = 100,
    maxItems = 3,
    maxLength = 100,
    items,
    properties,
  } = schema as Shape;
  if (properties !== undefined)
    return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one)])));
  if (values !== undefined) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type === 'number')
    return fc.integer({ min: minimum * 100, max: maximum * 100 }).map((hundredths) => hundredths / 100);
  if (type === 'array') return fc.array(valueOf(items!), { minLength: 1, maxLength: Math.min(maxItems, 3) });
  if (format === 'date') return fc.constantFrom('2024-02-29', '2019-12-31');
  if (format === 'currency') return fc.constantFrom('USD', 'EUR');
  if (format === 'locale') return fc.constantFrom('en', 'es-MX');
  if (format === 'country') return fc.constantFrom('US', 'CA');
  if (format === 'secure-url') return fc.constant('https://video.example/rex?a=1&b=2');
  if (format === 'multiline-text')
    return fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n\n'));
  const short = line.map((text) => Array.from(text).slice(0, maxLength).join('').trim());
  return fc.oneof(short, fc.constantFrom('=1+1', '[x]', 'a; b', '7', 'None', 'true'));
}

/** As many languages as a profile may have, and none of the original. */
const isWritten = (path: string) => !path.startsWith('translations.') || /[.](?:de|pt-BR|ar)[.]/.test(path);

/** Coordinates and amounts come with what they need. */
const PAIRS = [
  ['location.latitude', 'location.longitude'],
  ['adoptionFee.amount', 'adoptionFee.currency'],
  ['sponsorshipMinimum.amount', 'sponsorshipMinimum.currency'],
] as const;

type Draft = Record<string, unknown>;

const leaves = PROFILE_LEAVES.filter(({ path }) => path !== 'bondedWith' && isWritten(path));
const profiles = fc
  .record(
    Object.fromEntries(
      leaves.map(({ path, schema }) => [path, fc.option(valueOf(schema), { nil: undefined, freq: 2 })]),
    ),
  )
  .map((values): NewPetProfile => {
    const profile: Draft = { sex: 'male' };
    for (const [path, value] of Object.entries(values)) {
      const isAlone = PAIRS.some(
        (pair) => pair.some((one) => one === path) && pair.some((one) => values[one] === undefined),
      );
      if (value === undefined || isAlone) continue;
      const names = path.split('.');
      let into = profile;
      for (const name of names.slice(0, -1)) into = (into[name] ??= {}) as Draft;
      into[names.at(-1)!] = value;
    }
    return profile;
  });

const pets = fc
  .array(profiles, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((profile, i) => ({ id: i + 1, name: 'Rex', categoryId: 1, status: 'sold' as const, profile })));

test('a whole profile goes through our own CSV and JSON unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(pets, async (all) => {
      const columns = Object.entries(profileTable);
      const header = ['id', 'name', 'categoryId', 'status', ...columns.map(([name]) => name)];
      const rows = all.map((pet) => [pet.id, 'Rex', 1, 'sold', ...columns.map(([, of]) => csvCell(of(pet)))].join(','));
      const wanted = all.map(({ profile }) => profile);
      const fromCsv = await readAnimals([header.join(','), ...rows].join('\n'));
      expect(fromCsv.badCells).toEqual([]);
      expect(fromCsv.animals.map(({ pet }) => pet.profile)).toEqual(wanted);
      const fromJson = await readAnimals(jsonOf(all), 'json');
      expect(fromJson.badCells).toEqual([]);
      expect(fromJson.animals.map(({ pet }) => pet.profile)).toEqual(wanted);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test('more languages than a profile may have are named at a column, and left out', async () => {
  const tags = ['es', 'de', 'fr', 'pl'];
  const header = ['id', 'name', 'categoryId', 'status', ...tags.map((tag) => `translations.${tag}.summary`)];
  const { badCells, animals } = await readAnimals(`${header.join()}\n1,Rex,1,available,Hola,Hallo,Salut,Hej`);
  expect(badCells).toMatchObject([
    { column: 'translations.pl.summary', reason: expect.stringContaining('at most 3 languages') },
  ]);
  expect(animals.map(({ pet }) => pet.profile)).toEqual([undefined]);
});
