import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { expect } from 'vitest';
import { databaseFile } from '../../src/settings/settings.ts';
import { newMember } from '../organizations/members.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, type Start, startOnSqlite, type TestNow, type TestService } from '../support/service.ts';
import { everyOne, newVisitor, type Seen, seenBy, together } from './seen.ts';
import { openWay } from './way.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Longer than every pause after a failure, and than a source may ask for. */
const longestPauseMs = 16 * minuteMs;
const PATH = '/v1/admin/directory';

export interface Clock {
  readonly now: TestNow;
  readonly advance: (ms: number) => void;
}

/** @returns what was asked for */
export function done({ status, text, body }: Answer): Answer['body'] {
  expect(status, text).toBeLessThan(300);
  return body;
}

/** A shelter with two organizations, a member and an animal of each, and a category of its own. Scenes begin with copies of it. */
export type Shelter = Awaited<ReturnType<typeof newShelter>>;

export async function newShelter(name: string, { now }: Clock) {
  const service = await startOnSqlite({ now, outlivesTest: true });
  const send = async (method: string, path: string, body: object) => done(await service.call(method, path, { body }));
  await send('PATCH', '/v1/organizations/1', { name, listed: true });
  await send('POST', '/v1/organizations', { name: `Friends of ${name}`, listed: true });
  await send('POST', '/v1/categories', { name: `Ponies of ${name}` });
  const members = [await newMember(service, 1, 'manager'), await newMember(service, 2, 'manager')];
  const mia = await send('POST', '/v1/pets', { name: 'Mia', categoryId: 1, organizationId: 1 });
  const profile = { species: 'Cat', bondedWith: [mia.id], staff: { intake: { date: '2026-10-02' } } };
  await send('POST', '/v1/pets', { name: 'Tom', categoryId: 8, organizationId: 2, profile });
  const visitor = await newVisitor(service);
  await service.stop();
  const { dataDir, operatorKey } = service;
  return { dataDir, operatorKey, members, visitor, end: () => rm(dataDir, { recursive: true }) };
}

/** A shelter that may be a source of the directory. */
export type Source = Awaited<ReturnType<typeof openSource>>;

async function openSource(shelter: Shelter, { now }: Clock) {
  const way = await openWay();
  const dataDir = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  await cp(shelter.dataDir, dataDir, { recursive: true });
  const file = databaseFile('production', { dataDir });
  const backup = join(dataDir, 'backup');

  async function start(): Promise<TestService> {
    const started = await startOnSqlite({ now, dataDir, outlivesTest: true });
    way.leadTo(started.origin);
    return started;
  }
  let service = await start();
  let hasBackup = false;
  const as = (key: string) => (method: string, path: string, body?: object) =>
    service.call(method, path, { key, ...(body && { body }) });
  const call = as(shelter.operatorKey);
  const everyKey = () => everyOne((path) => call('GET', path), '/v1/admin/partner-keys?limit=100');

  return {
    way,
    /** As its operator. */
    call,
    members: shelter.members.map(({ key, accountId }) => ({ accountId, call: as(key) })),
    /** All its animals, those that visitors do not see too, the oldest first. */
    pets: async () => (await everyOne((path) => call('GET', path), '/v1/pets?limit=100&expand=profile')).toReversed(),
    seen: (): Promise<Seen> => seenBy((path) => service.call('GET', path, shelter.visitor)),
    newKey: async (): Promise<string> => done(await call('POST', '/v1/admin/partner-keys', { name: 'Ohio' })).key,
    async revokeKeys(): Promise<void> {
      for (const { id } of await everyKey()) done(await call('DELETE', `/v1/admin/partner-keys/${id}`));
    },
    async restart(): Promise<void> {
      await service.stop();
      service = await start();
    },
    async backUp(): Promise<void> {
      await rm(backup, { force: true });
      const database = new SqliteDatabase(file);
      database.prepare('vacuum into ?').run(backup);
      database.close();
      hasBackup = true;
    },
    /** Whether there was a backup. */
    async restore(): Promise<boolean> {
      if (!hasBackup) return false;
      await service.stop();
      for (const end of ['-wal', '-shm']) await rm(file + end, { force: true });
      await copyFile(backup, file);
      service = await start();
      return true;
    },
    async close(): Promise<void> {
      way.close();
      await service.close();
    },
  };
}

/** What the directory says of a source. */
interface Told {
  readonly id: number;
  readonly url: string;
  readonly state: string;
  readonly seenAt?: string;
}

/** A directory, and the shelters that may be its sources. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** @param patience how long the directory may take to agree */
export async function openScene(
  start: Start,
  shelters: readonly Shelter[],
  clock: Clock,
  patience: { readonly ms: number },
) {
  const options = { now: clock.now, settings: { webhooksAllowPrivate: 'true' }, outlivesTest: true } as const;
  let directory = await start(options);
  const { operatorKey } = directory;
  const call = (method: string, path: string, body?: object) =>
    directory.call(method, path, { key: operatorKey, ...(body && { body }) });
  const send = async (method: string, path: string, body?: object) => done(await call(method, path, body));
  await send('PATCH', '/v1/organizations/1', { listed: false });
  const visitor = await newVisitor(directory);
  const see: (path: string) => Promise<Answer> = (path) => directory.call('GET', path, visitor);
  const seen = () => seenBy(see);
  const sources = await Promise.all(shelters.map((shelter) => openSource(shelter, clock)));
  const told = (): Promise<Told[]> => everyOne((path) => call('GET', path), `${PATH}?limit=100`);
  const of = async ({ way }: Source) => (await told()).find(({ url }) => url === way.url);

  /** The directory looks whose turn it is after each change of a source: this one is nobody, and is never asked. */
  const nobody = (await send('POST', PATH, { url: 'http://127.0.0.1:1', key: `ptk_live_${'0'.repeat(38)}` })).id;
  const wake = () => send('PATCH', `${PATH}/${nobody}`, { paused: true });
  await wake();

  async function add(source: Source): Promise<void> {
    const answer = await call('POST', PATH, { url: source.way.url, key: await source.newKey() });
    // It may be there, or not be removed wholly yet.
    if (answer.body?.code !== 'source_exists') done(answer);
  }

  async function patch(source: Source, body: object): Promise<void> {
    const found = await of(source);
    if (found !== undefined && found.state !== 'removing') await send('PATCH', `${PATH}/${found.id}`, body);
  }

  /** Whether visitors of the directory see something of the source. */
  const shows = async ({ way }: Source): Promise<boolean> => {
    const [pets, organizations] = await Promise.all([
      everyOne(see, '/v1/pets?limit=100&expand=profile'),
      everyOne(see, '/v1/organizations?limit=100'),
    ]);
    return [...pets.map(({ profile }) => profile), ...organizations].some(({ origin }) =>
      origin?.url.startsWith(way.url),
    );
  };

  /** Lets the directory do what is due, until it has nothing to do, or fails, or a while has passed. */
  async function follow(): Promise<void> {
    clock.advance(longestPauseMs);
    const sinceMs = clock.now();
    const isAtRest = ({ id, state, seenAt = '' }: Told) =>
      id === nobody ||
      (state === 'following' ? Date.parse(seenAt) >= sinceMs : !['reading', 'removing'].includes(state));
    await eventually(async () => {
      clock.advance(3_000);
      await wake();
      return (await told()).every(isAtRest);
    }, 500).catch(() => {});
  }

  return {
    sources,
    clock,
    add,
    patch,
    shows,
    follow,
    async remove(source: Source): Promise<void> {
      const found = await of(source);
      if (found === undefined) return;
      await send('DELETE', `${PATH}/${found.id}`);
      expect(await shows(source), 'Something of a removed source is shown.').toBe(false);
    },
    async restart(): Promise<void> {
      await directory.stop();
      directory = await start({ ...options, dataDir: directory.dataDir });
    },
    /** Three days pass without an answer of the source. */
    async silence(source: Source): Promise<void> {
      source.way.fail({ kind: 'gone' });
      clock.advance(3 * dayMs + hourMs);
      await eventually(async () => {
        // An answer may have been on its way.
        clock.advance(hourMs);
        await wake();
        return !(await shows(source));
      });
    },
    /** Makes all sources reachable and waits until the directory shows what they show. */
    async settle(): Promise<void> {
      for (const source of sources) {
        source.way.fail();
        const found = await of(source);
        if (found?.state === 'paused') await patch(source, { paused: false });
      }
      const added = new Set((await told()).filter(({ state }) => state !== 'removing').map(({ url }) => url));
      const expected = async () =>
        together(await Promise.all(sources.filter(({ way }) => added.has(way.url)).map((source) => source.seen())));
      clock.advance(longestPauseMs);
      for (let times = 0; times < 2; times += 1) {
        // Once more, after a whole turn of each: what is right must stay so.
        const sinceMs = clock.now();
        let [is, shall]: Seen[] = [];
        await eventually(async () => {
          clock.advance(3_000);
          await wake();
          const all = (await told()).filter(({ id }) => id !== nobody);
          for (const source of sources)
            if (all.some(({ url, state }) => url === source.way.url && state === 'stopped'))
              await patch(source, { key: await source.newKey() });
          [is, shall] = await Promise.all([seen(), expected()]);
          if (!isDeepStrictEqual(is, shall)) return false;
          const isQuiet = ({ state, seenAt = '' }: Told) => state === 'following' && Date.parse(seenAt) >= sinceMs;
          return all.length === added.size - 1 && all.every(isQuiet);
        }, patience.ms).catch(async () => {
          expect(is).toEqual(shall);
          expect(await told()).toBe('quiet');
        });
        clock.advance(2 * minuteMs);
      }
    },
    async close(): Promise<void> {
      await Promise.all(sources.map((source) => source.close()));
      await directory.close();
    },
  };
}
