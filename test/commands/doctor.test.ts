import { once } from 'node:events';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildEnvironment } from '../../src/composition/environment.ts';
import { buildPhotoFiles } from '../../src/composition/photo-files.ts';
import { openStorage } from '../pets/photos/bucket.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { command, objectsIn } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { openMailServer } from '../support/mail.ts';
import { dropTestDatabase, testDatabase } from '../support/postgres.ts';
import { endAll, migratedFolder, newFolder, newKey, petstore, type Running, serve } from '../support/process.ts';
import { startRedis } from '../support/redis.ts';
import { BACKENDS, startOnSqlite } from '../support/service.ts';

interface Finding {
  readonly about: string;
  readonly level: 'well' | 'warn' | 'bad';
  readonly says: string;
  readonly todo?: string;
}

async function doctor(env: Record<string, string>): Promise<{ code: number | null; of: (about: string) => Finding[] }> {
  const { code, stdout, stderr } = await command(['doctor', '--json'], env);
  expect(stderr).toBe('');
  const found: Finding[] = objectsIn(stdout);
  expect(code).toBe(found.some(({ level }) => level === 'bad') ? 1 : 0);
  for (const { level, todo } of found) expect(todo === undefined).toBe(level === 'well');
  return { code, of: (about) => found.filter((finding) => finding.about === about) };
}

afterAll(endAll);

describe('petstore doctor', () => {
  let env: { DATA_DIR: string; SECRET_KEY: string; BACKUP_URL: string };
  let running: Running;

  beforeAll(async () => {
    env = { DATA_DIR: await migratedFolder(), SECRET_KEY: 'k'.repeat(32), BACKUP_URL: `file://${await newFolder()}` };
    running = await serve(env);
    // The service makes backups when it starts.
    await eventually(async () => {
      const { of } = await doctor(env);
      const found = [...of('Backups, production'), ...of('Backups, staging')];
      const isTidy = !(await readdir(env.DATA_DIR)).some((name) => name.endsWith('.backup'));
      return isTidy && found.every(({ level }) => level === 'well');
    });
  });
  afterAll(() => running.stop());

  test('reports a healthy running service, and changes nothing', async () => {
    const files = await readdir(env.DATA_DIR);
    const ports = { PORT: new URL(running.production).port, STAGING_PORT: new URL(running.staging).port };
    const { code, stdout } = await command(['doctor'], { ...env, ...ports });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n\nEverything is fine\.\n$/)]);
    expect(stdout).toMatch(/^✓ Versions +Petstore 1\.0\.0, Node\.js \d+\.\S+, SQLite 3\.\d+/);
    expect(stdout).toContain('intact: 1 account, 0 pets, 0 orders, 2 events; in use\n');
    expect(stdout).toContain(`Petstore is ready at ${running.production}\n`);
    expect(stdout).not.toContain('\u001b');
    expect(await readdir(env.DATA_DIR)).toEqual(files);
  });

  test('says whether the secrets are encrypted, and whether the service could read them', async () => {
    const secretsWith = async (key: string) => (await doctor({ ...env, SECRET_KEY: key })).of('Secrets, production');
    expect(await secretsWith(env.SECRET_KEY)).toMatchObject([{ level: 'well', says: '5, all encrypted' }]);
    expect(await secretsWith(`${'n'.repeat(32)},${env.SECRET_KEY}`)).toMatchObject([
      { level: 'warn', says: '0 are still plain, and 5 are encrypted with an earlier key.' },
    ]);
    for (const key of ['', 'n'.repeat(32)])
      expect(await secretsWith(key)).toMatchObject([
        { level: 'bad', says: expect.stringContaining('with a key that SECRET_KEY does not hold') },
      ]);
    const { of } = await doctor({ DATA_DIR: await newFolder() });
    expect(of('Secrets, staging')).toMatchObject([
      { level: 'warn', says: expect.stringMatching(/^SECRET_KEY is not set: .* as plain text \(0 now\)\.$/) },
    ]);
  });

  test('follows FORCE_COLOR, --no-color and NO_COLOR', async () => {
    const painted = async (args: string[], more: Record<string, string>) =>
      (await command(['doctor', ...args], { ...env, ...more })).stdout.includes('\u001b');
    expect(await painted([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await painted(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await painted([], { NO_COLOR: '1' })).toBe(false);
  });

  test('warns of settings that may be a mistake', async () => {
    const { of, code } = await doctor({ ...env, HOST: '0.0.0.0', WEBHOOKS_ALLOW_PRIVATE: 'true' });
    expect(code).toBe(0);
    expect(of('Settings').map(({ level, says }) => [level, says])).toEqual([
      ['warn', expect.stringContaining('WEBHOOKS_ALLOW_PRIVATE')],
      ['warn', expect.stringContaining('TRUSTED_PROXIES')],
    ]);
  });

  test('warns of TLS without a trusted proxy, where cookies are not Secure', async () => {
    const tls = { ...env, STAGING_PUBLIC_URL: 'https://staging.shelter.example' };
    expect((await doctor(tls)).of('Settings')).toMatchObject([
      {
        level: 'warn',
        says: expect.stringContaining('not `Secure`'),
        todo: expect.stringContaining('TRUSTED_PROXIES'),
      },
    ]);
    const { of } = await doctor({ ...tls, TRUSTED_PROXIES: '127.0.0.1' });
    expect(of('Settings')).toMatchObject([{ level: 'well' }]);
  });

  test('names an invalid setting, and skips the other checks', async () => {
    const { of } = await doctor({ ...env, PORT: 'x' });
    expect(of('Settings')).toMatchObject([{ level: 'bad', says: expect.stringContaining('PORT is "x"') }]);
    expect(of('Disk')).toEqual([]);
  });

  test('reports what uses a port, and an address that is not available', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')).listen(
      0,
      '127.0.0.1',
    );
    const mute = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await Promise.all([other, mute].map((server) => once(server, 'listening')));
    const portOf = (server: typeof other) => String((server.address() as { port: number }).port);
    const { of } = await doctor({ ...env, PORT: portOf(other), STAGING_PORT: portOf(mute) });
    expect(of('Port, production')).toMatchObject([{ level: 'bad', says: expect.stringContaining('is not Petstore') }]);
    expect(of('Port, staging')).toMatchObject([{ level: 'bad', says: expect.stringContaining('does not respond') }]);
    other.close();
    mute.close();
    const far = await doctor({ ...env, HOST: '203.0.113.9', PORT: '18080', STAGING_PORT: '0' });
    expect(far.of('Port, staging')).toMatchObject([{ level: 'well' }]);
    expect(far.of('Port, production')).toMatchObject([
      { level: 'bad', todo: 'Set HOST to an address of this machine.' },
    ]);
  });
});

describe('petstore doctor, on servers', () => {
  test('signs in to each that the settings name', async () => {
    const opened = new AsyncDisposableStack();
    const open = async <Server extends { close(): Promise<unknown> }>(server: Promise<Server>): Promise<Server> =>
      opened.adopt(await server, (one) => one.close() as Promise<void>);
    const [redis, mail, storage] = [await open(startRedis()), await open(openMailServer()), await open(openStorage())];
    const env = {
      DATA_DIR: await newFolder(),
      DATABASE_URL: await testDatabase('doctor-production'),
      STAGING_DATABASE_URL: await testDatabase('doctor-staging'),
      REDIS_URL: redis.url,
      STAGING_REDIS_URL: redis.url,
      SMTP_URL: mail.url,
      MAIL_FROM: 'shelter@example.org',
      PHOTOS_URL: storage.url,
    };
    const { code, of } = await doctor(env);
    const about = ['Database, production', 'Redis, staging', 'Mail', 'Photos, production'];
    expect([code, about.map((subject) => of(subject)[0]?.level)]).toEqual([0, about.map(() => 'well')]);
    expect(of('Database, production')[0]?.says).toMatch(/ answers; its 197 connections are enough for 9 processes$/);
    const misled = await doctor({
      ...env,
      DATABASE_POOL_SIZE: '99',
      REDIS_URL: redis.url.replace('redis:', 'redis+cluster:'),
      STAGING_REDIS_URL: (await open(startRedis(['--cluster-enabled', 'yes']))).url,
    });
    expect(misled.of('Database, staging')).toMatchObject([
      { level: 'warn', says: 'PostgreSQL gives 197 connections, and a process opens up to 198.' },
    ]);
    expect(misled.of('Redis, production')[0]?.says).toContain('cluster support disabled');
    expect(misled.of('Redis, staging')).toMatchObject([
      { level: 'warn', todo: 'Begin REDIS_URL with redis+cluster:// instead.' },
    ]);
    await opened.disposeAsync();

    const gone = {
      ...env,
      DATABASE_URL: 'postgres://postgres@127.0.0.1:1/gone',
      STAGING_DATABASE_URL: env.DATABASE_URL,
    };
    const after = await doctor(gone);
    const levels = ['Database, production', 'Database, staging', 'Redis, staging', 'Mail', 'Photos, staging'];
    expect(levels.map((subject) => after.of(subject)[0]?.level)).toEqual(['bad', 'well', 'bad', 'bad', 'bad']);
    for (const name of ['doctor-production', 'doctor-staging']) await dropTestDatabase(name);
  });

  test('sends a test mail, as `petstore mail test` does', async () => {
    const mail = await openMailServer();
    const env = { DATA_DIR: await newFolder(), PUBLIC_URL: 'https://pets.shelter.example', SMTP_URL: mail.url };
    const from = { ...env, MAIL_FROM: 'pets@shelter.example' };
    const sent = await command(['mail', 'test', 'ann@shelter.example'], from);
    expect([sent.code, sent.stdout]).toEqual([0, 'Sent a test mail to ann@shelter.example.\n']);
    expect(await mail.next()).toMatchObject({
      from: 'pets@shelter.example',
      to: ['ann@shelter.example'],
      text: expect.stringContaining('https://pets.shelter.example'),
    });
    expect((await doctor(from)).of('Mail')).toMatchObject([{ level: 'well' }]);
    expect((await doctor(env)).of('Mail')).toMatchObject([
      { level: 'warn', todo: 'Set MAIL_FROM to an address of your domain.' },
    ]);
    await mail.close();
    const failed = await command(['mail', 'test'], from);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/^petstore: The mail server refuses: .*ECONNREFUSED/),
    ]);
    const without = await command(['doctor', '--json', '--send-mail-to', 'ann@shelter.example'], {
      DATA_DIR: env.DATA_DIR,
    });
    expect(objectsIn(without.stdout)).toContainEqual(expect.objectContaining({ about: 'Mail', level: 'bad' }));
  });

  test('says in which time zone mails are', async () => {
    const zoneWith = async (env: Record<string, string>) => {
      const { stdout } = await petstore(['doctor', '--json'], { DATA_DIR: await newFolder(), ...env });
      return objectsIn(stdout).find(({ about }) => about === 'Time zone');
    };
    expect(await zoneWith({ TZ: 'Europe/Berlin' })).toMatchObject({ level: 'well', says: 'Europe/Berlin, from TZ' });
    expect(await zoneWith({ TZ: 'Europe/Nowhere' })).toMatchObject({ level: 'warn' });
  });

  test('names photos without files, on each engine', async () => {
    for (const [, start] of BACKENDS) {
      const service = await start();
      const { body } = await postPhoto(service, await addPet(service, {}));
      const name = body.urls['600'].split('/')[2];
      const env = {
        DATA_DIR: service.dataDir,
        DATABASE_URL: service.settings.databaseUrl,
        STAGING_DATABASE_URL: service.settings.databaseUrl && `${service.settings.databaseUrl}-gone`,
      };
      expect((await doctor(env)).of('Photos, production')).toMatchObject([
        { level: 'well', says: expect.stringMatching(/^1 in .*, all with files$/) },
      ]);
      const open = await buildEnvironment('production', service.settings);
      const files = await buildPhotoFiles('production', service.settings, {
        database: open.database,
        now: open.realNow,
      });
      await files.remove(name);
      await open.database.close();
      expect((await doctor(env)).of('Photos, production')).toMatchObject([
        { level: 'bad', says: expect.stringMatching(`^1 of 1 photos have no files in .*: ${name}\\.$`) },
      ]);
      await service.close();
    }
  });
});

describe('petstore doctor, on backups', () => {
  const now = Date.now();
  const dayMs = 86_400_000;
  const at = (days: number) => now - days * dayMs;
  const url = 'file:///backups/petstore';
  test.each<[string, { state?: object; backedUpMs?: number; backupUrl?: string }, string, RegExp]>([
    ['none, and BACKUP_URL is not set', {}, 'warn', /^There is none\.$/],
    ['of yesterday, by hand', { backedUpMs: at(1) }, 'well', /^the last one is from 20/],
    ['by hand, and old', { backedUpMs: at(3) }, 'warn', /^They are old: the last one is from 20/],
    ['none at BACKUP_URL', { backupUrl: url, backedUpMs: at(0) }, 'warn', /^There is none\.$/],
    ['of yesterday', { backupUrl: url, state: { madeMs: at(1) } }, 'well', /^the last one is from 20/],
    ['old', { backupUrl: url, state: { madeMs: at(3) } }, 'warn', /^They are old/],
    [
      'failing',
      { backupUrl: url, state: { madeMs: at(1), failing: { sinceMs: at(0), reason: 'The disk is full.' } } },
      'bad',
      /^They have failed since 20\S+: The disk is full\.$/,
    ],
  ])('that are %s', async (_, { state, backedUpMs, backupUrl = '' }, level, says) => {
    const service = await startOnSqlite();
    const { database } = await service.beside();
    const rows = [
      ...(state === undefined ? [] : [{ name: 'backups', value: JSON.stringify(state) }]),
      ...(backedUpMs === undefined ? [] : [{ name: 'backed_up_at', value: String(backedUpMs) }]),
    ];
    if (rows.length > 0)
      await database.transaction(async (tx) => void (await tx.insertInto('meta').values(rows).execute()));
    const env = { DATA_DIR: service.dataDir, ENVIRONMENT: 'production', BACKUP_URL: backupUrl };
    expect((await doctor(env)).of('Backups, production')).toMatchObject([{ level, says: expect.stringMatching(says) }]);
  });
});

describe('petstore doctor, on databases', () => {
  test('reports databases that do not exist yet', async () => {
    const { of, code } = await doctor({ DATA_DIR: join(await newFolder(), 'later') });
    expect(code).toBe(0);
    expect(of('Database, production')).toMatchObject([
      { level: 'well', says: expect.stringContaining('does not exist yet') },
    ]);
    expect(of('Data folder')).toMatchObject([{ level: 'well', says: expect.stringContaining('does not exist yet') }]);
  });

  test('finds a database that is damaged, newer, older, from the future, or readable by others', async () => {
    const env = { DATA_DIR: await newFolder() };
    const production = join(env.DATA_DIR, 'production.sqlite');
    const staging = join(env.DATA_DIR, 'staging.sqlite');
    const change = (file: string, sql: string) => new SqliteDatabase(file).exec(sql).close();
    await newKey(env.DATA_DIR);
    await command(['migrate'], env);

    change(production, `update events set at = at + 3600000`);
    change(staging, `insert into kysely_migration values ('9999-later', '2099-01-01')`);
    await chmod(production, 0o644);
    const first = await doctor(env);
    expect(first.of('Database, production')).toMatchObject([
      { level: 'well' },
      { level: 'bad', says: expect.stringMatching(/newest event is 3[56]\d\d s in the future/) },
    ]);
    expect(first.of('Database, staging')).toMatchObject([
      { level: 'bad', says: expect.stringContaining('9999-later') },
    ]);
    expect(first.of('Data folder')).toMatchObject([{ level: 'warn', todo: `chmod go= ${production}` }]);

    await writeFile(production, 'Dear diary, this is no database at all.'.repeat(100));
    change(staging, `delete from kysely_migration where name like '9999%' or name like '0003%'`);
    const second = await doctor(env);
    expect(second.of('Database, production')).toMatchObject([
      {
        level: 'bad',
        says: expect.stringContaining('file is not a database'),
        todo: expect.stringContaining('petstore restore'),
      },
    ]);
    expect(second.of('Database, staging')).toMatchObject([
      { level: 'warn', todo: expect.stringContaining('petstore migrate') },
    ]);
  });
});
