import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { columnsCache } from '../../src/importing/columns.ts';
import { readCsv } from '../../src/importing/file/csv.ts';
import { readJson, readNdjson } from '../../src/importing/file/json-rows.ts';
import { openPace } from '../../src/importing/file/pace.ts';
import { LONGEST_ROW_BYTES, MOST_COLUMNS } from '../../src/importing/file/row.ts';
import { surveyOf } from '../../src/importing/survey.ts';
import type { Page } from '../pages/page.ts';
import { sharedService, startOnSqlite } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';

/** However a file is made, reading it blocks nobody for long. Work is counted, and not time. */

const READERS = { csv: readCsv, ndjson: readNdjson, json: readJson } as const;
const pieceBytes = 16_384;
const survey = {
  choices: {},
  columnsFor: columnsCache({ from: 'auto', map: new Map() }),
  signal: new AbortController().signal,
};

interface Step {
  /** Of the file. */
  bytes: number;
  rows: number;
  rowBytes: number;
}
interface Longest extends Step {
  columns: number;
}

/** What the reader does between two moments at which it gives way, at most. */
async function longestStep(format: keyof typeof READERS, file: Buffer): Promise<Longest> {
  const longest: Longest = { bytes: 0, rows: 0, rowBytes: 0, columns: 0 };
  let step: Step = { bytes: 0, rows: 0, rowBytes: 0 };
  const end = () => {
    for (const key of ['bytes', 'rows', 'rowBytes'] as const) longest[key] = Math.max(longest[key], step[key]);
    step = { bytes: 0, rows: 0, rowBytes: 0 };
  };
  async function* pieces() {
    for (let at = 0; at < file.length; at += pieceBytes) {
      step.bytes += pieceBytes;
      yield file.subarray(at, at + pieceBytes);
    }
  }
  const pace = openPace(async () => {
    end();
    await setImmediate();
  });
  try {
    for await (const row of READERS[format](pieces(), pace)) {
      step.rows += 1;
      if ('unreadable' in row) continue;
      step.rowBytes += row.bytes.length;
      longest.columns = Math.max(longest.columns, row.columns.length);
    }
    end();
    await surveyOf({ format, read: pieces }, { ...survey, pace });
  } catch (error) {
    expect(error).toMatchObject({ name: 'Failure' });
  }
  end();
  return longest;
}

const STARTS: Readonly<Record<keyof typeof READERS, readonly string[]>> = {
  csv: ['', 'id,name\n', 'id,name\n"', 'id,name\n"a\n', `id${',c'.repeat(998)}\n`],
  ndjson: ['', '{"a":', '{"a":['],
  json: ['[', '{"data":[', '{"included":[', '{"animals":[', '[{"a":"', ''],
};
const UNITS = [
  ',',
  ';',
  '\n',
  '\r\n',
  '\r',
  '"',
  '""',
  '"a\n',
  '""\n',
  '"x",',
  ' ',
  'a',
  'a,b\n',
  'ﷺ',
  '{',
  '[',
  '{},',
  '{}\n',
  '{"a":1},',
  '{"a":1}\n',
  '[1.5,',
  '\\',
  '\\"',
  ',\n',
];
const hostile = fc.record({
  start: fc.nat(),
  units: fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 3 }),
  // The last one is beyond the longest row.
  bytes: fc.constantFrom(100_000, 200_000, 1_200_000),
  times: fc.integer({ min: 1, max: 200_000 }),
});

describe.each(Object.keys(READERS) as (keyof typeof READERS)[])('a hostile file of %s', (format) => {
  test('is read in steps of bounded work', async () => {
    const starts = STARTS[format];
    await fc.assert(
      fc.asyncProperty(hostile, async ({ start, units, bytes, times }) => {
        const unit = units.map((one, i) => one.repeat(i === 0 ? times : 1)).join('');
        // Many rows are no longer than few.
        const file = Buffer.alloc(unit.includes('\n') ? Math.min(bytes, 200_000) : bytes, unit);
        file.write(starts[start % starts.length] ?? '');
        const { bytes: fromFile, rows, rowBytes, columns } = await longestStep(format, file);
        expect(columns).toBeLessThanOrEqual(MOST_COLUMNS);
        expect(fromFile).toBeLessThanOrEqual(100_000);
        expect(rows).toBeLessThanOrEqual(200);
        expect(rowBytes).toBeLessThanOrEqual(LONGEST_ROW_BYTES + 100_000);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the console is told the row and the rule', () => {
  let operator: Page;
  const service = sharedService(startOnSqlite);
  beforeAll(async () => {
    operator = await operatorOf(service);
  });

  async function lastLines(format: string, file: string | Buffer) {
    const { text } = await operator.call('POST', `/session/import?format=${format}&mode=dry-run&categories=existing`, {
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  test.each([
    ['commas', Buffer.alloc(3_000_000, ','), 'it is longer than 64 KiB.'],
    ['columns', `id,name,species${',c'.repeat(1_000)}\n`, 'it names more than 1000 columns.'],
  ])('of a header of too many %s', async (_, file, reason) => {
    expect(await lastLines('csv', file)).toEqual([
      { type: 'failure', message: `The header of the file cannot be read: ${reason}` },
    ]);
  });

  test('of a CSV with a row that is too long, and reads on behind it', async () => {
    const file = `id,name,species\n1,Rex,Dog\n2,${',x'.repeat(700_000)}\n3,Mia,Cat\n`;
    const lines = await lastLines('csv', file);
    expect(lines).toContainEqual({ type: 'badRow', line: 3, reason: 'The row is longer than 1 MiB.' });
    expect(lines.at(-1)).toMatchObject({ rows: 3, added: 2, bad: 1 });
  });

  test('of a CSV that has empty cells beyond its header, as many as spreadsheets write', async () => {
    const empty = ','.repeat(16_381);
    const lines = await lastLines('csv', `id,name,species${empty}\n1,Rex,Dog${empty}\n2,Mia,Cat${empty}x\n`);
    expect(lines).toContainEqual(expect.objectContaining({ line: 3, reason: expect.stringContaining('16384 cells') }));
    expect(lines.at(-1)).toMatchObject({ rows: 2, added: 1, bad: 1 });
  });

  test.each([
    ['values', { name: 'Rex', x: Array(10_001).fill(1.5) }, 'it has more than 10000 values'],
    ['members', Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`m${i}`, 1])), 'more than 1000 members'],
    ['long names', { ['x'.repeat(65_537)]: 1 }, 'more than 65536 characters'],
  ])('of an object with too many %s', async (_, row, reason) => {
    const file = `{"id":1,"name":"Mia","species":"Cat"}\n${JSON.stringify(row)}\n`;
    const lines = await lastLines('ndjson', file);
    expect(lines).toContainEqual({ type: 'badRow', line: 2, reason: expect.stringContaining(reason) });
    expect(lines.at(-1)).toMatchObject({ rows: 2, added: 1, bad: 1 });
  });

  test('of an animal whose relations, taken together, are too long', async () => {
    const color = { type: 'colors', id: '1', attributes: { name: 'a'.repeat(100_000) } };
    const of = (count: number) => ({
      type: 'animals',
      id: String(count),
      attributes: { name: 'Rex', breedPrimary: 'Boxer' },
      relationships: { colors: { data: Array.from({ length: count }, () => ({ type: 'colors', id: '1' })) } },
    });
    const lines = await lastLines('json', JSON.stringify({ data: [of(1), of(200)], included: [color] }));
    expect(lines).toContainEqual({
      type: 'badRow',
      line: 1,
      reason: 'The animal with all that it relates to is longer than 1 MiB.',
    });
  });

  test('of a document with too many resources', async () => {
    const [last] = (await lastLines('json', Buffer.from(`{"data":[${'{},'.repeat(140_000)}{}]}`))).slice(-1);
    expect(last).toEqual({ type: 'failure', message: expect.stringContaining('too many resources') });
  });

  test('of the categories that it does not create', async () => {
    const rows = Array.from({ length: 1_002 }, (_, i) => `${i},Rex,Kind ${i}`);
    const { text } = await operator.call('POST', '/session/import?format=csv&mode=dry-run&categories=create', {
      body: `id,name,species\n${rows.join('\n')}\n`,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(text).toContain('An import creates at most 1000 categories.');
    expect(JSON.parse(text.trim().split('\n').at(-1)!)).toMatchObject({ added: 1_000, bad: 2 });
  });
});
