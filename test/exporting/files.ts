import { expect } from 'vitest';
import { listingOf } from '../../src/exporting/listing.ts';
import type { ExportedPet } from '../../src/exporting/syndicated.ts';
import { readCsv } from '../../src/importing/file/csv.ts';
import { shownProfile } from '../../src/pets/profile/view.ts';
import { startOfDay } from '../../src/vocabulary/animal-profile.ts';
import type { ListingSiteName, WhyNotListed } from '../../src/vocabulary/listing-sites.ts';
import { readAnimals, type TextFormat } from '../importing/profile/read-animals.ts';

/** In the month of the tests' animals. */
export const nowMs = Date.UTC(2026, 10, 20);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
export const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string =>
  [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).map(quoted).join(','))].join('\n');

/** The animals of a file as the service shows them on the day after, without a service. */
export async function imported(text: string, format: TextFormat): Promise<ExportedPet[]> {
  const { animals, badCells } = await readAnimals(text, format);
  if (badCells.length > 0) throw new Error(JSON.stringify(badCells));
  return animals.map(({ pet: { status = 'available', profile = {}, ...pet } }, i) => {
    const intake = profile.staff?.intake?.date;
    const stored = {
      owner: { accountId: 1, organizationId: 1 },
      profile,
      version: 1,
      createdAt: nowMs,
      waitingSince: intake === undefined ? nowMs : startOfDay(intake),
      updatedAt: nowMs,
      statusChangedAt: nowMs,
      hiddenBecause: undefined,
      isComingSoon: false,
      origin: undefined,
    };
    return { id: i + 1, ...pet, status, profile: shownProfile(stored, true, nowMs) };
  });
}

/** The file that lists these animals, and why the others are not in it, by their ids. */
export async function fileOf(pets: readonly ExportedPet[], format: ListingSiteName) {
  async function* given() {
    yield* pets;
  }
  const facts = { nowMs, origin: 'https://shelter.example', categoryName: () => undefined };
  const left = new Map<ExportedPet['id'], readonly WhyNotListed[]>();
  const lines = await Array.fromAsync(
    listingOf(given(), format, facts, ({ id }, reasons) => void left.set(id, reasons)),
  );
  return { text: lines.join(''), left };
}

/** The cells of a table, as any reader of CSV gets them. */
export async function cellsOf(text: string): Promise<string[][]> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const rows = await Array.fromAsync(readCsv(bytes()));
  return rows.map((row) => {
    if ('unreadable' in row) throw new Error(row.unreadable);
    return row.columns.map((_, i) => (row.cell(i) ?? '') as string);
  });
}

/** The rows of the file that lists these animals, by column. */
export async function listed(pets: readonly ExportedPet[], format: ListingSiteName): Promise<Record<string, string>[]> {
  const { text } = await fileOf(pets, format);
  const columns = text.slice(0, text.indexOf('\n')).split(',');
  return (await cellsOf(text)).map((cells) => Object.fromEntries(columns.map((name, i) => [name, cells[i]!])));
}

type Row = Readonly<Record<string, string>>;

/**
 * Expects that a file which is imported and listed again is the same, column by column.
 *
 * @param expected what becomes of a row, whose animal gets the id; undefined if the site would refuse it
 */
export async function expectSame<Given extends Row>(
  rows: readonly Given[],
  format: ListingSiteName,
  expected: (row: Given, id: string) => Row | undefined,
): Promise<void> {
  const wanted = rows.map((row, i) => expected(row, String(i + 1))).filter((row) => row !== undefined);
  const out = await listed(await imported(csvOf(rows), 'csv'), format);
  expect(out).toEqual(wanted);
  expect(out.map(Object.keys)).toEqual(wanted.map(Object.keys));
}
