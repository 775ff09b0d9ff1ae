import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { progressText } from '../../src/commands/import-export/progress.ts';
import { openReport } from '../../src/commands/import-export/report.ts';
import { openTerminal, type Terminal } from '../../src/commands/terminal.ts';
import { readCsv } from '../../src/importing/file/csv.ts';
import { readJson, readNdjson } from '../../src/importing/file/json-rows.ts';
import { openPace } from '../../src/importing/file/pace.ts';
import { openFingerprints } from '../../src/importing/fingerprints.ts';
import { openRepeats } from '../../src/importing/repeats.ts';
import { endAll, petstore } from '../support/process.ts';
import { startOnSqlite, sharedService } from '../support/service.ts';

const launcher = 'bin/petstore';
const children: ChildProcess[] = [];
const service = sharedService(startOnSqlite);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await endAll();
});

/** An import from standard input, whose output nobody reads yet. It has read the file once. */
async function importStarted(rows: string) {
  const env = { PATH: process.env['PATH'], DATA_DIR: service.dataDir, NODE_OPTIONS: '--max-old-space-size=128' };
  const child = spawn(launcher, ['import', 'pets', '-', '--direct', '--format', 'csv'], { env });
  children.push(child);
  let stderr = '';
  const started = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (stderr.includes('is read as')) started.resolve();
  });
  child.stdin.end(`id,name,species\n1,Rex,Dog\n${rows}`);
  await started.promise;
  return { child, stderr: () => stderr, ended: once(child, 'close') };
}

/** A kilobyte that is refused: the name is too long. */
const badRow = `2,${'x'.repeat(1_017)},Dog\n`;

describe('an import whose bad rows nobody reads', () => {
  test('waits, and goes on where it was', async () => {
    const rows = 16_384;
    const { child, stderr, ended } = await importStarted(badRow.repeat(rows));
    // The pipe and the streams on the way hold a tenth of the lines.
    await once(child.stdout, 'readable');
    expect(stderr()).not.toMatch(/^rows +/m);
    let lines = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (lines += text.split('\n').length - 1));
    expect((await ended)[0]).toBe(5);
    expect(lines).toBe(rows);
    expect(stderr()).toMatch(/^bad +16,384$/m);
  });

  test('stops when the pipe is closed, says so and fails: only a part of the file may be imported', async () => {
    const { child, stderr, ended } = await importStarted(badRow.repeat(16_384));
    child.stdout.destroy();
    expect((await ended)[0]).toBe(1);
    expect(stderr()).toMatch(
      /petstore: The bad rows cannot be written any more \(.*EPIPE\), so the import was stopped/,
    );
  });
});

test.each([true, false])('a terminal shows the first 100 bad rows, a pipe gets all (terminal: %s)', (isTty) => {
  const printed: string[] = [];
  const notes: string[] = [];
  const terminal: Terminal = {
    ...openTerminal(process),
    isTty,
    width: 80,
    print: (line = '') => void printed.push(line),
    printJson: () => {},
    note: (line) => void notes.push(line),
    paint: (_, text) => text,
  };
  const report = openReport(terminal, 'animals.csv', false);
  for (let line = 2; line < 252; line += 1) report({ type: 'badRow', line, reason: 'No.' });
  const counts = { rows: 250, added: 0, already: 0, changed: 0, bad: 250, incomplete: 0, photos: 0, photosMissing: 0 };
  report({
    type: 'summary',
    dryRun: false,
    ...counts,
    passedOver: {},
    unread: [],
    categoriesMade: [],
    categoriesMissing: [],
  });
  expect(printed).toHaveLength(isTty ? 100 : 250);
  expect(notes.some((note) => note.includes('and 150 more'))).toBe(isTty);
});

test('the summary names the first 100 missing categories, and counts all bad rows', async () => {
  const rows = Array.from({ length: 150 }, (_, i) => `${i},Rex,Unicorn ${i}`);
  const input = `id,name,species\n${rows.join('\n')}\n`;
  const env = { DATA_DIR: service.dataDir };
  const args = ['import', 'pets', '-', '--direct', '--format', 'csv'];
  const { stdout } = await petstore([...args, '--json'], env, launcher, input);
  const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(summary.bad).toBe(150);
  expect(summary.categoriesMissing).toEqual(Array.from({ length: 100 }, (_, i) => `Unicorn ${i}`));
});

test('a file of copies is refused before anything of it is remembered', async () => {
  const rows = Array.from({ length: 500_001 }, (_, i) => `${i}\n${i}\n`);
  const input = `reference,name,species\n${rows.join('').replaceAll('\n', ',A,B\n')}`;
  const args = ['import', 'pets', '-', '--direct', '--format', 'csv', '--dry-run'];
  const { code, stderr } = await petstore(args, { DATA_DIR: service.dataDir }, launcher, input);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('More than 500,000 references, or rows without one, come more than once'),
  ]);
});

describe('a row without an end', () => {
  async function* endless(start: string) {
    yield Buffer.from(start);
    // Twice the longest row.
    for (let i = 0; i < 128; i += 1) yield Buffer.alloc(262_144, 'x');
  }
  test('ends the import of a JSON array', async () => {
    await expect(Array.fromAsync(readJson(endless('[\n{"name":"')))).rejects.toThrow(
      'The object on line 2 is longer than 1 MiB, or not closed.',
    );
  });

  test('is one bad row in NDJSON', async () => {
    expect(await Array.fromAsync(readNdjson(endless('{"name":"')))).toEqual([
      { line: 1, unreadable: 'The line is longer than 1 MiB.' },
    ]);
  });

  test.each(['x', '"'])(
    'is copied a few times in CSV when it begins with %j, however small its pieces are',
    async (quote) => {
      async function* pieces() {
        yield Buffer.from(`a,b\n${quote}`);
        for (let i = 0; i < 1_024; i += 1) yield Buffer.alloc(1_024, 'x');
      }
      const concat = vi.spyOn(Buffer, 'concat');
      await Array.fromAsync(readCsv(pieces()));
      const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
      concat.mockRestore();
      expect(copied).toBeLessThan(4 * 1_048_576);
    },
  );
});

test('what comes again among many texts is found, and hardly anything else', async () => {
  const texts = fc.array(fc.oneof(fc.nat({ max: 50 }).map(String), fc.string()), { size: '+2' });
  await fc.assert(
    fc.asyncProperty(texts, fc.nat({ max: 20_000 }), async (added, more) => {
      const repeats = openRepeats();
      const all = [...added, ...Array.from({ length: more }, (_, i) => `more ${i}`)];
      for (const text of all) repeats.add(text);
      const { has: comesAgain, count } = await repeats.end(openPace());
      const counts = Map.groupBy(all, (text) => text);
      const wrong = [...counts].filter(([text, { length }]) => comesAgain(text) !== length > 1);
      expect(wrong.filter(([, { length }]) => length > 1)).toEqual([]);
      expect(wrong.length).toBeLessThanOrEqual(2);
      const repeated = [...counts.values()].filter(({ length }) => length > 1).length;
      expect(Math.abs(count - repeated)).toBeLessThanOrEqual(2);
    }),
    { numRuns: 20 },
  );
});

test('fingerprints are a map from texts to numbers', () => {
  const text = fc.oneof(fc.nat({ max: 5_000 }).map(String), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.integer({ min: 1, max: 2 ** 32 - 1 })), { size: '+2' }), (entries) => {
      const map = new Map<string, number>();
      const fingerprints = openFingerprints();
      for (const [key, number] of entries) {
        expect(fingerprints.get(key)).toBe(map.get(key));
        expect(fingerprints.update(key, (before) => (before === map.get(key) ? number : 0))).toBe(map.get(key));
        map.set(key, number);
      }
      for (let i = 0; i < 2_000; i += 1) fingerprints.update(`more ${i}`, () => i + 1);
      for (const [key, number] of map) expect(fingerprints.get(key)).toBe(number);
      expect(fingerprints.get('more 1999')).toBe(2_000);
    }),
    { numRuns: 20 },
  );
});

test.each([
  [{ rows: 52_300, photos: 0, elapsedMs: 2_842, part: 0.52 }, ' 52 %  52,300 rows  18,403 a second  3 s left'],
  [
    { rows: 900, photos: 1_200, elapsedMs: 60_000, part: 0.1 },
    ' 10 %  900 rows  15 a second  1,200 photos  9 min 0 s left',
  ],
  [{ rows: 900, photos: 0, elapsedMs: 60_000, part: 0.001 }, '  0 %  900 rows  15 a second  16 h 39 min left'],
  [{ rows: 900, photos: 0, elapsedMs: 60_000, part: undefined }, '900 rows  15 a second'],
])('progress of %o', (at, text) => {
  expect(progressText(at)).toBe(text);
});
