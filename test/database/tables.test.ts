import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ABOUT_PETS, WISH_TABLES } from '../../src/vocabulary/wishes.ts';
import { BACKENDS, sharedService } from '../support/service.ts';

/** The columns of each table in the interface `Tables`, as the compiler knows them. */
async function declared(): Promise<Record<string, string[]>> {
  const source = await readFile('src/database/tables.ts', 'utf8');
  const tables = source.slice(source.indexOf('export interface Tables'));
  const columnsOf = Object.fromEntries(
    [...tables.matchAll(/^ {2}(\w+): \{(.*?)(?:\n {2})?\};$/gms)].map(([, table = '', columns = '']) => [
      table,
      [...columns.matchAll(/(?:^ {4}|[{;] |^ )(\w+): /gm)].map(([, column = '']) => column).toSorted(),
    ]),
  );
  const pending = columnsOf['events']?.filter((column) => column !== 'sequence') ?? [];
  return { ...columnsOf, pending_events: [...pending, 'place'].toSorted() };
}

/** On PostgreSQL, rows that transactions add beside one another have places, events wait for their numbers, and photos may be kept. */
const POSTGRES_ONLY = new Set(['pending_events', 'photo_files', 'pet_counts.place']);

describe.each(BACKENDS)('the tables that the compiler knows, on %s', (backend, start) => {
  const service = sharedService(start);

  test('are those of the database, with their columns', async () => {
    const { database } = await service.beside();
    const tables = await database.read.introspection.getTables();
    const stored = Object.fromEntries(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()]),
    );
    const isHere = (name: string) => backend === 'PostgreSQL' || !POSTGRES_ONLY.has(name);
    const known = Object.entries(await declared()).flatMap(([table, columns]) =>
      isHere(table) ? [[table, columns.filter((column) => isHere(`${table}.${column}`))]] : [],
    );
    expect(Object.fromEntries(known)).toEqual(stored);
  });

  test('are known by what adopters want, and by who asks about an animal', async () => {
    const tables = Object.entries(await declared());
    const having = (...names: string[]) =>
      tables.filter(([, columns]) => names.every((name) => columns.includes(name))).map(([table]) => table);
    expect(having('pet_account_id').toSorted()).toEqual(WISH_TABLES.toSorted());
    // An event is no question.
    const asked = having('pet_id', 'account_id').filter((table) => !/^(?:pending_)?events$|^import_/.test(table));
    expect(asked.toSorted()).toEqual(ABOUT_PETS.toSorted());
  });
});
