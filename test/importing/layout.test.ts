import { describe, expect, test } from 'vitest';
import { type ImportFile, layoutOf, rowsOf } from '../../src/importing/file/file.ts';
import { openPace } from '../../src/importing/file/pace.ts';
import type { FileChoices } from '../../src/vocabulary/import-reading.ts';

const fileOf = (bytes: Buffer, size = 65_536): ImportFile => ({
  format: 'csv',
  async *read() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});
const isHeader = (names: readonly string[]): boolean => names.includes('Name') && names.includes('Species');

async function read(text: string | Buffer, choices: FileChoices = {}, size?: number) {
  const file = fileOf(Buffer.from(text), size);
  const layout = await layoutOf(file, choices, isHeader, openPace());
  const rows = await Array.fromAsync(rowsOf(file, layout, openPace()));
  return { layout, rows: rows.map((row) => ('bytes' in row ? row.columns.map((_, i) => row.cell(i)) : row)) };
}

describe('the character set', () => {
  const text = 'Name;Species\r\nMüller – 5 €;Dog\r\n';
  const windows = Buffer.from(text.replace('€', '\u0080').replace('–', '\u0096'), 'latin1');
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['windows-1252', windows],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ] as const)('is found: %s', async (charset, bytes) => {
    for (const size of [1, 7, 65_536]) {
      const { layout, rows } = await read(bytes, {}, size);
      expect(layout).toMatchObject({ charset, separator: ';', headerLine: 1 });
      expect(rows).toEqual([['Müller – 5 €', 'Dog']]);
    }
  });

  test('is UTF-8 where one cell is spoiled and others are not, and can be chosen', async () => {
    const spoiled = Buffer.concat([Buffer.from('Name,Species\nZo'), Buffer.of(0xe9), Buffer.from(',Dog\nZoë,Cat\n')]);
    expect((await read(spoiled)).layout).toMatchObject({ charset: 'utf-8' });
    const { rows } = await read(spoiled, { charset: 'windows-1252' });
    expect(rows[0]).toEqual(['Zoé', 'Dog']);
  });
});

describe('the table', () => {
  test.each([
    ['below a title', 'Animal Inventory\nPrinted 5/1/2024, page 1\n\nName,Species\nRex,Dog\n', 4],
    ['below a title in quotes, of two lines', '"Animals,\nall"\nName,Species\nRex,Dog\n', 3],
    ['below filters with more cells than it has columns', 'a,b,c,d\nName,Species\nRex,Dog\n', 2],
    ['that begins at once', 'Name,Species\nRex,Dog\n', 1],
  ])('%s', async (_, text, headerLine) => {
    const { layout, rows } = await read(text);
    expect(layout).toMatchObject({ headerLine, separator: ',' });
    expect(rows).toEqual([['Rex', 'Dog']]);
  });

  test('whose header nobody knows begins with the first row of several cells', async () => {
    expect(await read('Tiere\nTitel;Art\nRex;Hund\n')).toMatchObject({
      layout: { headerLine: 2, separator: ';' },
      rows: [['Rex', 'Hund']],
    });
  });

  test.each([';', '\t', ','])('after a line `sep=%s`, as Excel writes it', async (separator) => {
    const { layout, rows } = await read(`sep=${separator}\r\nName${separator}Species\r\nRex${separator}Dog\r\n`);
    expect(layout).toMatchObject({ headerLine: 2, separator });
    expect(rows).toEqual([['Rex', 'Dog']]);
  });

  test('where somebody says it is', async () => {
    const text = 'Name,Species\nold;old\nName;Species\nRex;Dog\n';
    expect((await read(text, { headerLine: 3 })).rows).toEqual([['Rex', 'Dog']]);
    expect((await read('a,b;c\n1,2;3\n', { separator: 'semicolon' })).rows).toEqual([['1,2', '3']]);
  });
});
