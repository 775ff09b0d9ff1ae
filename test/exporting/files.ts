import { expect } from 'vitest';
import { listingOf } from '../../src/commands/import-export/listing-files.ts';
import type { ListingFormat } from '../../src/exporting/formats.ts';
import type { ExportedPet } from '../../src/exporting/syndicated.ts';
import { readCsv } from '../../src/importing/file/csv.ts';
import { shownProfile } from '../../src/pets/profile/view.ts';
import { startOfDay } from '../../src/vocabulary/animal-profile.ts';
import { readAnimals, type TextFormat } from '../importing/profile/read-animals.ts';

/** In the month of the tests' animals. */
export const nowMs = Date.UTC(2026, 10, 20);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string =>
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
    };
    return { id: i + 1, ...pet, status, profile: shownProfile(stored, true, nowMs) };
  });
}

/** The rows of the file that lists these animals, by column. */
export async function listed(pets: readonly ExportedPet[], format: ListingFormat): Promise<Record<string, string>[]> {
  async function* given() {
    yield* pets;
  }
  const facts = { nowMs, shelterId: 'R1', origin: 'https://shelter.example', categoryName: () => undefined };
  const lines = await Array.fromAsync(listingOf(given(), format, facts));
  async function* bytes() {
    yield Buffer.from(lines.join(''));
  }
  const rows = await Array.fromAsync(readCsv(bytes()));
  return rows.map((row) => {
    if ('unreadable' in row) throw new Error(row.unreadable);
    return Object.fromEntries(row.columns.map((name, i) => [name, (row.cell(i) ?? '') as string]));
  });
}

/** Expects that a file which is imported and listed again is the same, column by column. */
export async function expectSame(rows: readonly Record<string, string>[], format: ListingFormat): Promise<void> {
  const out = await listed(await imported(csvOf(rows), 'csv'), format);
  expect(out).toEqual(rows);
  expect(Object.keys(out[0]!)).toEqual(Object.keys(rows[0]!));
}
