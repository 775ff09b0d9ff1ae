import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { packageFile } from '../package.ts';
import { foldedPlace } from './folding.ts';
import { type Region, STATES } from './regions.ts';

/** In degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Knows where towns and postal codes are, without asking anybody. */
export type Places = ReturnType<typeof openPlaces>;

/** Reads the file, which `generate.ts` makes, when a name is first asked for. It is unpacked on a thread and takes five megabytes. */
export function openPlaces(file = packageFile('src/places/places.br')) {
  let reading: Promise<Buffer> | undefined;
  const lines = (): Promise<Buffer> =>
    (reading ??= readFile(file)
      .then(promisify(brotliDecompress))
      .catch((error: unknown) => {
        reading = undefined;
        throw error;
      }));

  return {
    /**
     * Finds `39.8,-89.65`, a postal code of the United States or Canada (of the latter also its first three characters), or a town with its
     * state, province or country: if several match, the largest one. Case and diacritics do not matter.
     */
    async find(near: string): Promise<Point | undefined> {
      const point = pointOf(near);
      if (point !== undefined) return isOnEarth(point) ? point : undefined;
      const all = await lines();
      const postalCode = postalCodeOf(near.trim());
      if (postalCode !== undefined) return among(rowsOf(all, postalCode), [{ country: '' }]);
      const [town = '', ...parents] = near.split(',');
      return parents.length > 2 ? undefined : among(rowsOf(all, foldedPlace(town)), regionsWithin(all, parents));
    },
  };
}

/** Two numbers as JSON writes them: responses of the service have such. */
function pointOf(near: string): Point | undefined {
  const parts = near.split(',').map((part) => part.trim());
  if (parts.length !== 2 || !parts.every((part) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(part)))
    return undefined;
  const [latitude = NaN, longitude = NaN] = parts.map(Number);
  return { latitude, longitude };
}

const isOnEarth = ({ latitude, longitude }: Point): boolean => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

function postalCodeOf(text: string): string | undefined {
  const [, american] = /^(\d{5})(?:-\d{4})?$/.exec(text) ?? [];
  const [, canadian] = /^([a-z]\d[a-z])(?:[ -]?\d[a-z]\d)?$/i.exec(text) ?? [];
  return american ?? canadian?.toLowerCase();
}

/** The regions that the first text may stand for and that are in one of each following text: `IL`, `USA`. */
function regionsWithin(lines: Buffer, [first = '', ...others]: readonly string[]): readonly Region[] {
  const isIn = (text: string) => {
    const outer = regionsOf(lines, text);
    return ({ country, state }: Region) =>
      outer.some((each) => each.country === country && (each.state === undefined || each.state === state));
  };
  return others.map(isIn).reduce((regions, test) => regions.filter(test), regionsOf(lines, first));
}

/** What a text may stand for, first the states: `CA` is California, then Canada; `Georgia` the state, then the country. */
function regionsOf(lines: Buffer, text: string): readonly Region[] {
  const name = foldedPlace(text);
  const states = Object.entries(STATES).flatMap(([country, codes]) =>
    Object.entries(codes)
      .filter((words) => words.some((word) => foldedPlace(word) === name))
      .map(([state]) => ({ country, state })),
  );
  const countries = rowsOf(lines, `=${name}`).map((row) => ({ country: row.split('\t')[1] ?? '' }));
  return [...states, ...countries];
}

/** The first region with one of the rows: they begin with the largest town. */
function among(rows: readonly string[], regions: readonly Region[]): Point | undefined {
  for (const { country, state } of regions) {
    for (const row of rows) {
      const [, rowCountry, rowState, latitude, longitude] = row.split('\t');
      if (rowCountry === country && (state === undefined || rowState === state))
        return { latitude: Number(latitude), longitude: Number(longitude) };
    }
  }
  return undefined;
}

/** The rows with this name. All rows are in the order of their bytes. */
function rowsOf(lines: Buffer, name: string): string[] {
  const key = Buffer.from(`${name}\t`);
  let [low, high] = [0, lines.length];
  while (low < high) {
    const start = lines.lastIndexOf('\n', Math.floor((low + high) / 2) - 1) + 1;
    const end = lines.indexOf('\n', start) + 1;
    if (lines.compare(key, 0, key.length, start, Math.min(end, start + key.length)) < 0) low = end;
    else high = start;
  }
  const rows: string[] = [];
  for (let start = low; lines.subarray(start, start + key.length).equals(key);) {
    const end = lines.indexOf('\n', start);
    rows.push(lines.toString('utf8', start, end));
    start = end + 1;
  }
  return rows;
}
