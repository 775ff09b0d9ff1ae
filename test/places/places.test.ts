import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placesText } from '../../src/places/generate.ts';
import { openPlaces } from '../../src/places/places.ts';

const file = 'src/places/places.br';
const places = openPlaces(file);

/** Whole degrees. */
const near = async (text: string): Promise<string | undefined> => {
  const point = await places.find(text);
  return point && `${Math.round(point.latitude)},${Math.round(point.longitude)}`;
};

describe('a place is', () => {
  test.each([
    ['39.8,-89.65', '40,-90'],
    ['-16.8, 179.98', '-17,180'],
    ['37.421998333333335,-122.08400000000000000001', '37,-122'],
    ['+037.4 ,1e1', '37,10'],
    ['.5,-1E-7', '1,0'],
    // Postal codes, of which some begin with zeros.
    ['62701', '40,-90'],
    ['02108', '42,-71'],
    ['00501-1234', '41,-73'],
    ['K1A 0B1', '45,-76'],
    ['k1a0b1', '45,-76'],
    ['V6B', '49,-123'],
    // The package has lost its longitude.
    ['K0C', '45,-75'],
    // A town, by its country.
    ['lodz, pl', '52,19'],
    [' ŁÓDŹ , Poland', '52,19'],
    ['Köln, Germany', '51,7'],
    ['Bienne, ch', '47,7'],
    ['São Paulo, Brazil', '-24,-47'],
    ['London, UK', '52,0'],
    // By its state or province.
    ['Springfield, IL', '40,-90'],
    ['Springfield, illinois', '40,-90'],
    ['Springfield, IL, USA', '40,-90'],
    ['London, ON', '43,-81'],
    ['Québec, qc', '47,-71'],
    ['Perth, WA', '-32,116'],
    // The largest of several.
    ['Springfield, US', '37,-93'],
    ['Paris, France', '49,2'],
    ['Paris, TX', '34,-96'],
    // A state before a country, if it has such a town.
    ['Richmond, CA', '38,-122'],
    ['Toronto, CA', '44,-79'],
    ['Berlin, DE', '53,13'],
    ['Newark, DE', '40,-76'],
    ['Atlanta, Georgia', '34,-84'],
    ['Tbilisi, Georgia', '42,45'],
    // Spellings.
    ['St. Louis, MO', '39,-90'],
    ['saint louis, mo', '39,-90'],
    ['Winston Salem, NC', '36,-80'],
    ['Coeur d’Alene, ID', '48,-117'],
    // Names of post offices.
    ['New York, NY', '41,-74'],
    ['New York City, NY', '41,-74'],
    ['Washington, DC', '39,-77'],
  ])('%j', async (text, found) => {
    expect(await near(text)).toBe(found);
  });

  test.each([
    '',
    ',',
    'Springfield',
    'Springfield,',
    'Springfield, Atlantis',
    'Nowhere at all, IL',
    'Springfield, IL, Germany',
    'Springfield, IL, US, Earth',
    // No town in a folded region, and no line of the file.
    '=germany, pl',
    '62701\tUS, IL',
    '91,0',
    '0,180.0000000000001',
    '0,181',
    '1e2,2',
    '1.e,2',
    '.,2',
    '1,2,3',
    // Not without its zero; nowhere; the pole; the armed forces without a position.
    '2108',
    '99999',
    'H0H',
    '34001',
    '6270',
    'K1A 0B',
  ])('not %j', async (text) => {
    expect(await near(text)).toBeUndefined();
  });
});

test('every line can be found', async () => {
  const lines = brotliDecompressSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const rows = lines.filter((line) => !line.startsWith('=')).map((line) => line.split('\t'));
  for (const [name = '', country = '', state = ''] of [
    rows[0],
    rows.at(-1),
    ...rows.filter((_, i) => i % 997 === 0),
  ].map((row) => row ?? []))
    expect
      .soft([name, await places.find(country === '' ? name : `${name}, ${state || country}`)])
      .toEqual([name, expect.anything()]);
});

test('the file is what its packages say', async () => {
  expect(brotliDecompressSync(await readFile(file)).toString() === placesText()).toBe(true);
});

test('a file that could not be read is read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-places-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const late = join(folder, 'places.br');
  const missing = openPlaces(late);
  await expect(missing.find('62701')).rejects.toThrow('ENOENT');
  await writeFile(late, await readFile(file));
  expect(await missing.find('62701')).toEqual({ latitude: 39.8, longitude: -89.6495 });
});
