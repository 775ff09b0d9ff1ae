import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { apiTarget } from '../../src/importing/api-target.ts';
import { openJournal } from '../../src/importing/journal.ts';
import { command } from '../support/command.ts';
import { endAll, newFolder } from '../support/process.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

const launcher = 'bin/petstore';
let service: TestService;
let folder: string;
/** Of an account with limits that no import here reaches. */
let key: string;
beforeAll(async () => {
  folder = await newFolder();
  service = await startOnSqlite();
  ({ key } = await service.newAccount({ limits: { perMinute: 1_000_000, perDay: 9_000_000 } }));
});
afterAll(async () => {
  await service.close();
  await endAll();
});

const env = () => ({
  DATA_DIR: service.dataDir,
  PETSTORE_BASE_URL: `${service.origin}/v1`,
  PETSTORE_API_KEY: key,
});

/** An import that nobody stops. */
const whole = (args: readonly string[]) => command(['import', 'pets', ...args], env());

function start(args: readonly string[]) {
  const child = spawn(launcher, ['import', 'pets', ...args], {
    env: { PATH: process.env['PATH'], ...env() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, ended, said: () => stderr };
}

/** Reads the id of the newest animal from the file, which costs the service nothing. */
function openNewest() {
  const file = new SqliteDatabase(join(service.dataDir, 'production.sqlite'), { readonly: true });
  const select = file.prepare<[], number>('select max(id) from pets').pluck();
  return { newest: () => select.get(), close: () => file.close() };
}

/** Sends a signal to an import once it has added an animal. */
async function stopped(args: readonly string[], signal: NodeJS.Signals) {
  const { newest, close } = openNewest();
  const { child, ended, said } = start(args);
  // From this line on it handles signals. Requests of an earlier run may still arrive until then.
  while (child.exitCode === null && !said().includes('is read as')) await setTimeout(2);
  const before = newest();
  while (child.exitCode === null && newest() === before) await setTimeout(2);
  child.kill(signal);
  close();
  return ended;
}

/** The names that begin with `mark`, from the database, in order. */
async function namesOf(mark: string): Promise<string[]> {
  const { database } = await service.beside();
  try {
    const rows = await database.read.selectFrom('pets').select('name').where('name', 'like', `${mark} %`).execute();
    return rows.map(({ name }) => name).toSorted();
  } finally {
    await database.close();
  }
}

/** A file in which every hundredth row is bad. */
function fileOf(mark: string, count: number) {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const isBad = (n: number) => n % 100 === 0;
  const rows = numbers.map((n) => `${mark}${n},${mark} ${n},${isBad(n) ? 'Dragons' : 'Dogs'},"two\nlines"`);
  return {
    text: `id,name,species,note\n${rows.join('\n')}\n`,
    good: numbers
      .filter((n) => !isBad(n))
      .map((n) => `${mark} ${n}`)
      .toSorted(),
    badLines: numbers.filter(isBad).map((n) => 2 * n),
  };
}

describe.each([
  ['into the database', 'direct', 10_000, ['--direct']],
  ['through the API', 'api', 1_000, []],
] as const)('an import %s', (_, mark, count, args) => {
  test('that is killed twice and run again adds every good row exactly once', { timeout: 120_000 }, async () => {
    const { text, good, badLines } = fileOf(mark, count);
    const file = join(folder, `${mark}.csv`);
    await writeFile(file, text);

    const dry = await whole([file, '--dry-run', ...args]);
    expect(
      dry.stdout
        .trim()
        .split('\n')
        .map((line) => Number(line.split('\t')[0])),
    ).toEqual(badLines);
    expect(await namesOf(mark)).toEqual([]);

    for (const _ of [1, 2]) expect(await stopped([file, ...args], 'SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const kept = (await namesOf(mark)).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(good.length);

    const last = await whole([file, ...args]);
    expect(last.code).toBe(5);
    expect(await namesOf(mark)).toEqual(good);
    expect(
      await whole([file, '--json', ...args]).then(({ stdout }) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')),
    ).toMatchObject({
      added: 0,
      already: good.length,
      bad: badLines.length,
    });
  });

  test('that Ctrl-C or SIGTERM stops says how to continue, and continues', { timeout: 120_000 }, async () => {
    const { text, good } = fileOf(`${mark}-stop`, count);
    const file = join(folder, `${mark}-stop.csv`);
    await writeFile(file, text);
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const ended = await stopped([file, ...args], signal);
      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain('The import was stopped. Run the same command again to continue.');
    }
    expect((await whole([file, ...args])).code).toBe(5);
    expect(await namesOf(`${mark}-stop`)).toEqual(good);
  });
});

describe('an animal whose answer was lost', () => {
  const hourMs = 3_600_000;
  const animal = (reference: string) => ({
    line: 2,
    reference: `ref:${reference}`,
    pet: { name: `lost ${reference}`, categoryId: 1 },
    photos: [],
    bonds: [],
    isInFile: () => true,
  });

  /** Adds an animal and ends before the journal records the answer. */
  async function sentAndLost(reference: string) {
    const path = join(folder, `${reference}.petstore-import`);
    const client = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    const owner = { baseUrl: 'here', account: 'mine' };
    const journal = await openJournal(path, owner, Date.now);
    await journal.sending([animal(reference).reference]);
    await journal.close();
    await apiTarget({ client, journal: undefined, now: Date.now }).add(
      [animal(reference)],
      new AbortController().signal,
    );
    return async (laterMs: number) => {
      const now = () => Date.now() + laterMs;
      const reopened = await openJournal(path, owner, now);
      try {
        return await apiTarget({ client, journal: reopened, now }).add(
          [animal(reference)],
          new AbortController().signal,
        );
      } finally {
        await reopened.close();
      }
    };
  }

  test('is sent again while the service keeps its key, and is added once', async () => {
    const resume = await sentAndLost('soon');
    expect(await resume(22 * hourMs)).toEqual(['added']);
    expect(await resume(50 * hourMs)).toEqual(['already']);
    expect(await namesOf('lost')).toEqual(['lost soon']);
  });

  test('is reported instead of sent again once its key may have expired', async () => {
    const resume = await sentAndLost('late');
    expect(await resume(24 * hourMs)).toEqual([{ reason: expect.stringContaining('the answer was lost') }]);
    expect((await namesOf('lost')).filter((name) => name === 'lost late')).toHaveLength(1);
  });

  test('differs from one that the limits held back, which is imported a day later', async () => {
    const { key } = await service.newAccount({ plan: 'enterprise', limits: { perMinute: 20, perDay: 9_000_000 } });
    const path = join(folder, 'held-back.petstore-import');
    const owner = { baseUrl: 'here', account: 'mine' };
    const animals = Array.from({ length: 40 }, (_, i) => animal(`held${i}`));
    const { signal } = new AbortController();
    const limited = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: key, deadlineMs: 5_000 });
    const journal = await openJournal(path, owner, Date.now);
    // An earlier run lost the answer to this one.
    await journal.sending(['ref:held39']);
    await expect(apiTarget({ client: limited, journal, now: Date.now }).add(animals, signal)).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
    });
    await journal.close();

    const client = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    const now = () => Date.now() + 24 * hourMs;
    const reopened = await openJournal(path, owner, now);
    const results = await apiTarget({ client, journal: reopened, now }).add(animals, signal);
    await reopened.close();
    expect(results.filter((result) => result === 'already')).toHaveLength(20);
    expect(results.filter((result) => result === 'added')).toHaveLength(19);
    expect(results[39]).toEqual({ reason: expect.stringContaining('the answer was lost') });
  });

  test('a line that a crash cut off is removed from the journal', async () => {
    const path = join(folder, 'torn.petstore-import');
    const owner = { baseUrl: 'here', account: 'mine' };
    await writeFile(path, `${JSON.stringify(owner)}\n{"imported":["ref:1"]}\n{"imported":["re`);
    const journal = await openJournal(path, owner, Date.now);
    await journal.answered({ imported: ['ref:2'], petIds: [null], written: [{}], refused: [], unsent: [], owed: [] });
    await journal.close();
    const reopened = await openJournal(path, owner, Date.now);
    expect(['ref:1', 'ref:2', 're', ''].map((reference) => reopened.isImported(reference))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await reopened.close();
  });
});
