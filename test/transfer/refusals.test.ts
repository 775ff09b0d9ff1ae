import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { endAll, newFolder, newKey } from '../support/process.ts';

afterAll(endAll);

describe('petstore transfer refuses', () => {
  let folder: string;
  const from = () => `sqlite:${folder}/production.sqlite`;
  const refusal = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await command(['transfer', ...args]);
    expect(code).toBe(1);
    return stderr;
  };
  beforeAll(async () => {
    folder = await newFolder();
    await newKey(folder);
  });

  test('a source that does not exist', async () => {
    expect(await refusal('--from', 'sqlite:./nowhere.sqlite', '--to', from())).toBe(
      'petstore: There is no file ./nowhere.sqlite.\n',
    );
  });

  test('a source that is not a Petstore database', async () => {
    const file = join(await newFolder(), 'notes.sqlite');
    new SqliteDatabase(file).exec('create table notes (text)').close();
    expect(await refusal('--from', `sqlite:${file}`, '--to', from())).toContain('is not a Petstore database.');
  });

  test('keys of the other environment', async () => {
    const to = `sqlite:${await newFolder()}/staging.sqlite`;
    expect(await refusal('--from', from(), '--to', to, '--environment', 'staging')).toContain(
      'belong to production. Use --environment production',
    );
  });

  test('a server that does not answer, without showing its password', async () => {
    const said = await refusal('--from', from(), '--to', 'postgres://me:secret@127.0.0.1:1/pets');
    expect(said).toBe('petstore: postgres://me@127.0.0.1:1/pets cannot be opened: connect ECONNREFUSED 127.0.0.1:1.\n');
  });

  test('a file that the service would not find, the same database twice, and an invalid database', async () => {
    expect(await refusal('--from', from(), '--to', 'sqlite:./copy.sqlite')).toContain('must end in production.sqlite');
    expect(await refusal('--from', from(), '--to', from())).toContain('are the same database');
    expect(await refusal('--from', 'mysql://db/x', '--to', from())).toContain('--from must be a database like');
  });
});
