import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backup } from '../../src/commands/local/backup.ts';
import { restore } from '../../src/commands/local/restore.ts';
import { openTerminal } from '../../src/commands/terminal.ts';
import { takeLock } from '../../src/database/sqlite/lock.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { command } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { endAll, type Ended, migratedFolder, newFolder, newKey, request, serve } from '../support/process.ts';

afterAll(endAll);

/** Queries single numbers from a database file. */
function inside<T>(file: string, look: (one: (sql: string) => number) => T): T {
  const store = new SqliteDatabase(file);
  try {
    return look((sql) => Number(store.prepare(sql).pluck().get()));
  } finally {
    store.close();
  }
}

describe('a backup under write load', () => {
  let dataDir: string;
  let file: string;
  let key: string;
  /** Acknowledged animals at the start and at the end of the backup. */
  let before: { pets: number };
  let after: { pets: number };
  let ended: Ended;

  beforeAll(async () => {
    dataDir = await migratedFolder(['production']);
    const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production']);
    key = running.keys.production ?? '';
    const acknowledged = { pets: 0 };
    const over = new AbortController();
    const post = (path: string, body: object) => request(`${running.production}/v1${path}`, key, { body });
    const writer = async () => {
      while (!over.signal.aborted) {
        const profile = { sex: 'male', staff: { notes: 'Quiet.' } };
        const { body } = await post('/pets', { name: 'Rex', categoryId: 1, profile });
        acknowledged.pets += 1;
        if (body.id % 3 === 0) {
          const placed = await post('/store/orders', { petId: body.id });
          if (body.id % 2 === 0) await post(`/store/orders/${placed.body.id}/cancel`, {});
        }
        if (body.id % 5 === 0) await post('/messages', { message: 'Is Rex still there?' });
        if (body.id % 7 === 0) await request(`${running.production}/v1/pets/${body.id}`, key, { method: 'DELETE' });
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, writer));
    while (acknowledged.pets < 500) await setTimeout(20);
    before = { ...acknowledged };
    file = join(await newFolder(), 'backup.sqlite');
    ended = await command(['backup', file, '--json'], { DATA_DIR: dataDir });
    await eventually(() => acknowledged.pets > before.pets);
    after = { ...acknowledged };
    over.abort();
    await writers;
    await running.stop();
  });

  test('is one private file with everything that was acknowledged before it began', async () => {
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ environment: 'production', file, bytes: (await stat(file)).size });
    expect(after.pets).toBeGreaterThan(before.pets);
    expect(await readdir(join(file, '..'))).toEqual(['backup.sqlite']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const made = inside(file, (one) => one(`select count(*) from events where kind = 'pet.created'`));
    expect(made).toBeGreaterThanOrEqual(before.pets);
    expect(made).toBeLessThanOrEqual(after.pets + 4);
  });

  test('restores to a database that passes every invariant', async () => {
    const folder = join(await newFolder(), 'on/another/machine');
    const { code, stdout, stderr } = await command(['restore', file], { DATA_DIR: folder });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/production: 1 account, [\d,]+ pets, [\d,]+ orders, [\d,]+ events\./);
    inside(join(folder, 'production.sqlite'), (one) => {
      const events = (kind: string) => one(`select count(*) from events where kind = '${kind}'`);
      expect(one("select count(*) from pragma_integrity_check where integrity_check <> 'ok'")).toBe(0);
      expect(one('select count(*) from pragma_foreign_key_check')).toBe(0);
      expect(one('select count(*) from pets')).toBe(events('pet.created') - events('pet.deleted'));
      const profile = `shown = '{"sex":"male"}' and staff = '{"notes":"Quiet."}'`;
      for (const table of [`pet_profiles where ${profile}`, `pet_facets where facet = 'sex:male'`])
        expect(one(`select count(*) from ${table} and pet_id in (select id from pets)`)).toBe(
          one('select count(*) from pets'),
        );
      expect(one('select count(*) from pet_facets')).toBe(one('select count(*) from pet_profiles'));
      expect(one('select count(*) from orders')).toBe(events('order.placed'));
      expect(one(`select count(*) from orders where status = 'cancelled'`)).toBe(events('order.cancelled'));
      expect(one(`select count(*) from messages where status = 'delivered'`)).toBe(events('message.delivered'));
      expect(one('select count(*) from events')).toBe(one('select max(sequence) from events'));
      expect(one('select count(*) from events')).toBe(one('select count(distinct id) from events'));
      // An animal is pending exactly while an order holds it.
      const held = `select pet_id from orders where status in ('placed', 'approved')`;
      expect(one(`select count(*) from pets where (status = 'pending') <> (id in (${held}))`)).toBe(0);
    });

    const again = await serve({ DATA_DIR: folder }, ['--environment', 'production']);
    expect(again.keys).toEqual({});
    expect((await request(`${again.production}/v1/pets?limit=1`, key)).status).toBe(200);
    expect((await request(`${again.production}/v1/pets`, key, { body: { name: 'New', categoryId: 1 } })).status).toBe(
      201,
    );
    await again.stop();
  });
});

describe('petstore restore', () => {
  let dataDir: string;
  let store: string;
  let copy: string;
  const run = (...args: string[]) => command(args, { DATA_DIR: dataDir });
  const petsIn = (file: string) => inside(file, (one) => one('select count(*) from pets'));

  async function expectRefused(args: string[], says: RegExp): Promise<void> {
    const stored = await readFile(store);
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^petstore: [A-Z/][^\n]*\.\n$/);
    expect(stderr).toMatch(says);
    expect(await readFile(store)).toEqual(stored);
    expect((await readdir(dataDir)).filter((name) => name.includes('partial'))).toEqual([]);
  }

  beforeAll(async () => {
    dataDir = await newFolder();
    store = join(dataDir, 'production.sqlite');
    copy = join(dataDir, 'backup.sqlite');
    await newKey(dataDir);
    await run('backup', copy);
  });

  test('refuses to replace a database that is not empty without --force', async () => {
    await expectRefused(
      ['restore', copy],
      /holds 1 account, 0 pets, 0 orders, 2 events\. Use --force to replace it\.$/m,
    );
    expect(await run('restore', copy, '--force')).toMatchObject({ code: 0, stderr: '' });
  });

  test('refuses a file that is not a database, is damaged, newer, or of the other environment', async () => {
    await expectRefused(['restore', join(dataDir, 'nothing'), '--force'], /There is no file/);
    const text = join(dataDir, 'text');
    await writeFile(text, 'Dear diary, this is no database at all.'.repeat(100));
    await expectRefused(['restore', text, '--force'], /cannot be read: file is not a database/);

    const other = join(dataDir, 'other');
    new SqliteDatabase(other).exec('create table pets (id)').close();
    await expectRefused(['restore', other, '--force'], /is not a Petstore database/);

    const damaged = join(dataDir, 'damaged');
    await copyFile(copy, damaged);
    await truncate(damaged, Math.floor((await stat(copy)).size / 2 / 4_096) * 4_096);
    await expectRefused(['restore', damaged, '--force'], /is damaged|cannot be/);

    const newer = join(dataDir, 'newer');
    await copyFile(copy, newer);
    new SqliteDatabase(newer).exec(`insert into kysely_migration values ('9999-later', '2099-01-01')`).close();
    await expectRefused(['restore', newer, '--force'], /newer version of Petstore \(9999-later\)/);

    await expectRefused(
      ['restore', copy, '--environment', 'staging'],
      /is a backup of production.*--environment production/,
    );
  });

  test('refuses while a service runs; after a kill, the leftovers of the service do not come back', async () => {
    const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production']);
    const { key } = await newKey(dataDir);
    await request(`${running.production}/v1/pets`, key, { body: { name: 'Late', categoryId: 1 } });
    const { code, stderr } = await run('restore', copy, '--force');
    expect([code, stderr]).toEqual([
      1,
      `petstore: A service is using the database ${store}. Stop it first, and start it again afterwards.\n`,
    ]);
    await running.stop('SIGKILL');
    expect((await stat(`${store}-wal`)).size).toBeGreaterThan(0);

    expect(await run('restore', copy, '--force')).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('production'))).toEqual([
      'production.sqlite',
      'production.sqlite.lock',
    ]);
    expect(petsIn(store)).toBe(0);
    expect((await stat(store)).mode & 0o777).toBe(0o600);
  });

  test('refuses a backup that it would overwrite', async () => {
    const partial = `${store}.partial`;
    await copyFile(copy, partial);
    const { code, stderr } = await run('restore', partial, '--force');
    expect([code, stderr]).toEqual([1, `petstore: Restoring would overwrite ${partial}. Rename it first.\n`]);
    expect(await readFile(partial)).toEqual(await readFile(copy));
    await rm(partial);
  });

  test('refuses a database that another program has open, and leaves it unchanged', async () => {
    const other = new SqliteDatabase(store);
    other.pragma('journal_mode = wal');
    other.exec('create table scratch (id integer)');
    other.exec('begin');
    other.prepare('select count(*) from pets').get();
    const log = await readFile(`${store}-wal`);
    const { code, stderr } = await run('restore', copy, '--force');
    expect([code, stderr]).toEqual([1, `petstore: ${store} is open in another program; end that first.\n`]);
    expect(await readFile(`${store}-wal`)).toEqual(log);
    other.exec('rollback; drop table scratch');
    other.close();
  });

  test('replaces a damaged database', async () => {
    await writeFile(store, 'This was a store once.'.repeat(1_000));
    await expectRefused(['restore', copy], /cannot be read.*Use --force to replace it/);
    expect(await run('restore', copy, '--force')).toMatchObject({ code: 0, stderr: '' });
    expect(petsIn(store)).toBe(0);
  });

  test('makes other commands wait until the database is replaced', async () => {
    const unlock = await takeLock(store);
    const waiting = spawn(resolve('bin/petstore'), ['accounts', 'list'], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    const ended = once(waiting, 'exit');
    // Once it has the lock's file open, it waits for the lock.
    const opened = async () => {
      const folder = `/proc/${waiting.pid}/fd`;
      const files = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')));
      return files.some((file) => file.endsWith('.sqlite.lock'));
    };
    await eventually(opened);
    // SQLite sleeps between its attempts.
    const sleeps = async () =>
      Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(await readFile(`/proc/${waiting.pid}/status`, 'utf8'))?.[1]);
    const enough = (await sleeps()) + 5;
    await eventually(async () => (await sleeps()) >= enough);
    expect(waiting.exitCode).toBeNull();
    unlock?.();
    expect(await ended).toEqual([0, null]);
  });
});

describe('petstore backup', () => {
  test('names the tools of PostgreSQL for a PostgreSQL database', async () => {
    const settings = { ...readSettings({}), databaseUrl: 'postgres://pets@db.example/pets' };
    const terminal = openTerminal(process, { colors: false });
    const options = { environment: 'production' } as const;
    await expect(backup(terminal, settings, 'pets.dump', options)).rejects.toMatchObject({
      message: 'The data of production is in PostgreSQL (DATABASE_URL), which has its own tool for this:',
      details: ['pg_dump --format=custom --file=pets.dump "$DATABASE_URL"'],
    });
    await expect(restore(terminal, settings, 'pets.dump', options)).rejects.toMatchObject({
      details: ['pg_restore --clean --if-exists --dbname="$DATABASE_URL" pets.dump'],
    });
  });

  test('overwrites nothing, and reports what is missing', async () => {
    const dataDir = await newFolder();
    const run = (...args: string[]) => command(args, { DATA_DIR: dataDir });
    expect((await run('backup', join(dataDir, 'b'))).stderr).toMatch(/There is no database .*Set DATA_DIR/);
    await run('migrate');
    const there = join(dataDir, 'there');
    await writeFile(there, 'mine');
    expect((await run('backup', there)).stderr).toBe(`petstore: ${there} already exists. Choose another name.\n`);
    expect(await readFile(there, 'utf8')).toBe('mine');
    expect((await run('backup', join(dataDir, 'no/folder'))).stderr).toMatch(/There is no folder .*no\. Create it/);
    expect(await run('backup', join(dataDir, 'staging'), '--environment', 'staging')).toMatchObject({ code: 0 });
  });
});
