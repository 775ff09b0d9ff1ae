import { createHash } from 'node:crypto';
import { expect } from 'vitest';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Adopted animals are reported so long. */
const adoptedMs = 30 * dayMs;

/** What is stored of every animal and must reach no site. */
export const SECRETS = { chip: '985112003456789', reason: 'His owner Ann Lee went to prison' } as const;

/** Texts of people, and what a reader of Petfinder's file gets: plain text, as HTML without tags. */
export const TEXTS = [
  ['Likes people.', 'Likes people.'],
  ['Says "miau",\nor \u201Cwau\u201D; costs < 5 > 3 & more', 'Says "miau",&#10;or "wau"; costs < 5 > 3 & more'],
  ['<b>Bold</b>\r\nand \u{1F415} Łódź', '&lt;b>Bold&lt;/b>&#10;and \u{1F415} Łódź'],
] as const;

/** An animal as the test knows it. */
export interface Animal {
  readonly id: number;
  name: string;
  text: (typeof TEXTS)[number];
  status: 'available' | 'pending' | 'sold';
  statusSince: number;
  /** A site takes none whose sex is not known. */
  readonly hasSex: boolean;
  /** In Unix milliseconds. */
  heldUntil: number;
  hasLeft: boolean;
  photos: number;
}

/** A row of Petfinder's file, without the addresses of its photos. */
export interface Row {
  readonly name: string;
  readonly description: string;
  readonly letter: string;
  readonly photos: number;
}

const LETTERS = { available: 'A', pending: 'P', sold: 'X' } as const;

/** Whether a site may show it, by the rules for people who adopt: nothing here is the service's. */
const isShown = ({ status, statusSince, heldUntil, hasLeft }: Animal, nowMs: number): boolean =>
  nowMs >= heldUntil && !hasLeft && (status !== 'sold' || nowMs - statusSince < adoptedMs);

/** Whether Petfinder's list has it. */
export const isListed = (animal: Animal, nowMs: number): boolean => animal.hasSex && isShown(animal, nowMs);

/** What Adopt-a-Pet should hold: it takes animals without a sex, and none whose adoption is pending. */
export const expectedAtOther = (animals: Iterable<Animal>, nowMs: number): ReadonlyMap<number, string> =>
  new Map(
    [...animals]
      .filter((animal) => animal.status !== 'pending' && isShown(animal, nowMs))
      .map(({ id, status }) => [id, status === 'sold' ? 'Adopted' : 'Available']),
  );

/** What Petfinder should hold. */
export const expectedOf = (animals: Iterable<Animal>, nowMs: number): ReadonlyMap<number, Row> =>
  new Map(
    [...animals]
      .filter((animal) => isListed(animal, nowMs))
      .map(({ id, name, text, status, photos }) => [
        id,
        { name, description: text[1], letter: LETTERS[status], photos: Math.min(photos, 6) },
      ]),
  );

/** A list as a reader of the site gets it. */
export interface List {
  readonly hash: string;
  readonly rows: ReadonlyMap<number, Row>;
  readonly available: number;
  /** The addresses of the photos in order, by animal. */
  readonly addresses: ReadonlyMap<number, readonly string[]>;
}

/** A cell of a line in which each is in quotes: RFC 4180. */
const CELL = /"((?:[^"]|"")*)"(?:,|$)/g;

/** Reads a file, and asserts its form: invariants 7, 10 and 12. @returns the cells of each animal by the names of their columns, by its id */
function readTable(bytes: Buffer, id: string): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(text).not.toMatch(/^\uFEFF|\r|[^\n]$/);
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const header = first.split(',');
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(CELL)].map(([, cell = '']) => cell.replaceAll('""', '"'));
    expect(cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).toBe(line);
    expect(cells).toHaveLength(header.length);
    return Object.fromEntries(cells.map((cell, index) => [header[index], cell]));
  });
  for (const row of rows) expect(row[id]).toMatch(/^[A-Za-z0-9_-]{1,45}$/);
  const table = new Map(rows.map((row) => [Number(row[id]), row]));
  expect(table.size).toBe(rows.length);
  return table;
}

/** Reads Petfinder's file. */
export function readList(bytes: Buffer): List {
  const table = readTable(bytes, 'ID');
  const addresses = new Map<number, readonly string[]>();
  const rows = new Map<number, Row>();
  for (const [id, cells] of table) {
    for (const cell of Object.values(cells)) expect(cell).not.toMatch(/<\/?[a-z]/i);
    const photos = [1, 2, 3, 4, 5, 6].map((n) => cells[`photo${n}`] ?? '').filter((cell) => cell !== '');
    // 8. No address stands twice in a row.
    expect(new Set(photos).size).toBe(photos.length);
    addresses.set(id, photos);
    const { AnimalName: name = '', Desc: description = '', Status: letter = '' } = cells;
    rows.set(id, { name, description, letter, photos: photos.length });
  }
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    rows,
    available: [...rows.values()].filter(({ letter }) => letter === 'A').length,
    addresses,
  };
}

/** Reads Adopt-a-Pet's file. @returns the status of each animal */
export const readOther = (bytes: Buffer): ReadonlyMap<number, string | undefined> =>
  new Map([...readTable(bytes, 'Id')].map(([id, cells]) => [id, cells['Status']]));
