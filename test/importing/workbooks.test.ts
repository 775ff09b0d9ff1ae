import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { importFile, layoutOf, rowsOf } from '../../src/importing/file/file.ts';
import { openPace } from '../../src/importing/file/pace.ts';
import { openWorkbook } from '../../src/importing/file/workbook.ts';
import type { FileChoices } from '../../src/vocabulary/import-reading.ts';
import { anyCharacter } from '../support/any-character.ts';
import { type SheetCell, workbookOf, zipOf } from '../support/workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'petstore-workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(bytes: Buffer): string {
  const path = join(folder, `${(files += 1)}.xlsx`);
  writeFileSync(path, bytes);
  return path;
}

const isHeader = (names: readonly string[]): boolean => names.includes('Name');

/** Rows as `[line, ...cells]`, unreadable ones as `[line, reason]`. */
async function read(bytes: Buffer, choices: FileChoices = {}) {
  const file = importFile(fileOf(bytes), 'xlsx');
  const layout = await layoutOf(file, choices, isHeader, openPace());
  const rows = await Array.fromAsync(rowsOf(file, layout, openPace()));
  return rows.map((row) =>
    'unreadable' in row ? [row.line, row.unreadable] : [row.line, ...row.columns.map((_, i) => row.cell(i))],
  );
}

/** A cell as other programs write it. */
const inline: SheetCell = { xml: '<c r="A2" t="inlineStr"><is><r><t>Re</t></r><r><t>x</t></r></is></c>' };

test('reads characters that XML cannot hold', async () => {
  const cell = { xml: '<c r="A2" t="inlineStr"><is><t>One_x000D_\nTwo _x005F_x000D_ snake_x_case</t></is></c>' };
  expect(await read(workbookOf({ A: [['Name'], [cell]] }))).toEqual([[2, 'One\r\nTwo _x000D_ snake_x_case']]);
});

test('the cells of a workbook: texts, whole numbers, days, truth, and what formulas give', async () => {
  const rows: readonly (readonly SheetCell[])[] = [
    ['Name', 'Chip', 'Weight', 'Born', 'Seen', 'Fixed', 'Sum'],
    [
      inline,
      985112003456789,
      12.5,
      { day: 45413 },
      { day: 45413.5 },
      true,
      { xml: '<c r="G2" t="str"><f>A2</f><v>a &amp; b</v></c>' },
    ],
    [undefined, undefined, undefined],
    [
      'Zoë <3',
      { xml: '<c r="B4"><v>9.85112003456789E14</v></c>' },
      undefined,
      { day: 1 },
      undefined,
      false,
      { xml: '<c r="G4" t="e"><v>#N/A</v></c>' },
    ],
  ];
  expect(await read(workbookOf({ Animals: rows }))).toEqual([
    [2, 'Rex', 985112003456789, 12.5, '2024-05-01', '2024-05-01T12:00:00', true, 'a & b'],
    [4, 'Zoë <3', 985112003456789, undefined, '1899-12-31', undefined, false, '#N/A'],
  ]);
  const from1904 = workbookOf(
    {
      Animals: [
        ['Name', 'Born'],
        ['Rex', { day: 43951 }],
      ],
    },
    { isFrom1904: true },
  );
  expect(await read(from1904)).toEqual([[2, 'Rex', '2024-05-01']]);
});

test('the first sheet is read, or the one that is named, from its header on', async () => {
  const bytes = workbookOf({
    Summary: [['Animal inventory'], [], ['Printed', { day: 45413 }], ['Name', 'Species'], ['Rex', 'Dog']],
    'Cats & co': [['Name'], ['Mia']],
  });
  expect(await read(bytes)).toEqual([[5, 'Rex', 'Dog']]);
  expect(await read(bytes, { sheet: 'Cats & co' })).toEqual([[2, 'Mia']]);
  expect(await read(bytes, { headerLine: 3 })).toEqual([
    [4, 'Name', 'Species'],
    [5, 'Rex', 'Dog'],
  ]);
  await expect(read(bytes, { sheet: 'Dogs' })).rejects.toThrow(
    'The workbook has no sheet "Dogs". Its sheets are "Summary", "Cats & co".',
  );
});

test('a row with more cells than the header names is reported; empty cells beyond it are not', async () => {
  const bytes = workbookOf({ Animals: [['Name'], ['Rex', undefined, ''], ['Mia', 'x'], ['Bo']] });
  expect(await read(bytes)).toEqual([
    [2, 'Rex'],
    [3, 'The row has 2 cells, but the header names 1 columns.'],
    [4, 'Bo'],
  ]);
});

describe('what is not a workbook is refused as a whole', () => {
  const good = workbookOf({ Animals: [['Name'], ['Rex']] });
  test.each([
    ['a CSV', Buffer.from('Name\nRex\n')],
    ['an older .xls, or one with a password', Buffer.from('d0cf11e0a1b11ae1'.repeat(64), 'hex')],
    ['a ZIP file of something else', zipOf({ 'readme.txt': 'Rex' })],
    ['one that is cut off', good.subarray(0, good.length - 30)],
    ['one whose sheet is no XML', workbookOf({ A: [['Name']] }, { more: { 'xl/worksheets/sheet1.xml': '<row><c' } })],
  ])('%s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/is not a workbook of Excel \(\.xlsx\)/);
  });

  test('one with more text than the memory is to hold', async () => {
    const text = 'x'.repeat(1_000_000);
    const shared = `<sst>${`<si><t>${text}</t></si>`.repeat(34)}</sst>`;
    await expect(read(workbookOf({ A: [['Name']] }, { more: { 'xl/sharedStrings.xml': shared } }))).rejects.toThrow(
      'more than 32 MiB of text',
    );
  });

  test('one with more text in a cell than a row may have', async () => {
    const cell = (text: string) => ({ xml: `<c r="A2" t="inlineStr"><is><t>${text}</t></is></c>` });
    expect(await read(workbookOf({ A: [['Name'], [cell('x'.repeat(1_100_000))]] }))).toEqual([
      [2, 'The row has more than 1 MiB, or more than 1000 columns.'],
    ]);
    await expect(read(workbookOf({ A: [['Name'], [cell('x'.repeat(5_000_000))]] }))).rejects.toThrow(
      'more than 32 MiB',
    );
  });

  test('one of tags without end', async () => {
    await expect(
      read(workbookOf({ A: [['Name']] }, { more: { 'xl/worksheets/sheet1.xml': '<c>'.repeat(100_000) } })),
    ).rejects.toThrow(/is not a workbook/);
  });

  test('an empty one', async () => {
    await expect(read(workbookOf({ A: [] }))).rejects.toThrow('The sheet is empty');
  });
});

test('gives back every text that was written into it', async () => {
  // XML has no other control characters, and programs leave them out.
  const text = fc
    .string({ unit: anyCharacter, minLength: 1 })
    .map((value) => value.replaceAll(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ''))
    .filter((value) => value !== '');
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
      const workbook = await openWorkbook(fileOf(workbookOf({ A: [['Name'], ...texts.map((value) => [value])] })));
      const rows = await Array.fromAsync(workbook.rows('A'));
      workbook.close();
      expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(texts);
    }),
    { numRuns: 50 },
  );
});
