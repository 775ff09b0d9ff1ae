import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../src/importing/file/csv.ts';
import { readJson, readNdjson } from '../../src/importing/file/json-rows.ts';
import { NO_TEXT, type Row, type Unreadable } from '../../src/importing/file/row.ts';
import { csvCell } from '../../src/vocabulary/text/csv.ts';
import { anyCharacter } from '../support/any-character.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Reader = (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Row | Unreadable>;

/** Rows as `[line, ...cells]`, unreadable ones as `[line, reason]`, however the bytes are cut. */
async function read(text: string | Buffer, size = 65_536, reader: Reader = readCsv) {
  const rows = await Array.fromAsync(reader(pieces(Buffer.from(text), size)));
  return rows.map((row) =>
    'unreadable' in row ? [row.line, row.unreadable] : [row.line, ...row.columns.map((_, i) => row.cell(i))],
  );
}

describe('a CSV', () => {
  test.each([1, 2, 3, 7, 65_536])('gives the same rows in pieces of %i bytes', async (size) => {
    const text = '\ufeffName;Species\r\nRex;Dog\r\n\r\n"Tom; the ""cat""";Cat\r\n"two\r\nlines"; "spaced" \rlast;Fish';
    expect(await read(text, size)).toEqual([
      [2, 'Rex', 'Dog'],
      [4, 'Tom; the "cat"', 'Cat'],
      [5, 'two\r\nlines', 'spaced'],
      [7, 'last', 'Fish'],
    ]);
  });

  test.each([',', ';', '\t'])('may separate its cells with %j', async (delimiter) => {
    expect(await read(`a${delimiter}b,;\t\nx${delimiter}y\n`.replace(',;\t', ''))).toEqual([[2, 'x', 'y']]);
  });

  test('may lack cells at the end of a row, or have empty ones there', async () => {
    expect(await read('a,b\nx\ny,z,,\n')).toEqual([
      [2, 'x', undefined],
      [3, 'y', 'z'],
    ]);
  });

  test('may have empty rows, as spreadsheets leave them', async () => {
    expect(await read('a;b\nx;y\n;\n ; \r\n\nz;\n;;;\n')).toEqual([
      [2, 'x', 'y'],
      [6, 'z', ''],
    ]);
  });

  test('a quote inside an unquoted cell is an ordinary character', async () => {
    expect(await read('a,b\n5" tall,Tom "T"\n')).toEqual([[2, '5" tall', 'Tom "T"']]);
  });

  test.each([1, 65_536])('an unreadable row costs no other row, in pieces of %i bytes', async (size) => {
    const text =
      'a,b\nok,1\n"never closed,2\nok,3\n"closed"x,4\nok,5\ntoo,many,cells\nok,7\n"open to the end,8\nok,9\n';
    expect(await read(text, size)).toEqual([
      [2, 'ok', '1'],
      [3, expect.stringMatching(/^A (closing )?quote/)],
      [4, 'ok', '3'],
      [5, expect.stringMatching(/^A closing quote is followed/)],
      [6, 'ok', '5'],
      [7, expect.stringMatching(/^The row has 3 cells, but the header names 2/)],
      [8, 'ok', '7'],
      [9, expect.stringMatching(/^A quote opens here and is never closed/)],
      [10, 'ok', '9'],
    ]);
  });

  test('invalid UTF-8 spoils only its own cell', async () => {
    const text = Buffer.concat([Buffer.from('a,b\nZo'), Buffer.of(0xe9), Buffer.from(',1\nok,2\n')]);
    expect(await read(text)).toEqual([
      [2, NO_TEXT, '1'],
      [3, 'ok', '2'],
    ]);
  });

  test('that is empty or without a readable header is refused as a whole', async () => {
    await expect(read('')).rejects.toThrow('The file is empty');
    await expect(read('"a,b\nx,y\n')).rejects.toThrow('The header of the file cannot be read');
  });

  test('gives back every text that was written into it, hostile texts too', async () => {
    const hostile = fc.constantFrom(
      '=1+1',
      '\n=1+1',
      '-',
      "'=x",
      "''",
      '"',
      '""',
      ',',
      ';',
      '\r\n',
      '\r',
      '\t',
      '\ufeff',
      ' ',
      '@',
      '+a',
      '＝1',
    );
    const numeral = fc.constantFrom('985112003456789', '0', '12E3', "'");
    const text = fc
      .array(fc.oneof(hostile, numeral, fc.string({ unit: anyCharacter })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const cell = text.filter((value) => Buffer.from(value).toString() === value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const lines = rows.map((cells) => ['x', ...cells].map(csvCell).join(','));
          const found = await read(`id,a,b\n${lines.join('\n')}\n`, size);
          expect(found.map(([, ...cells]) => cells)).toEqual(rows.map((cells) => ['x', ...cells]));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('begins no cell as a formula does', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvCell(text)).not.toMatch(/^"?[=+\-@\t\r\n]/);
      }),
    );
    for (const sign of '=+-@＝＋－＠') expect(csvCell(`${sign}1`)).toBe(`'${sign}1`);
    expect(csvCell(-5)).toBe('-5');
  });

  test.each([
    ['985112003456789', "'985112003456789"],
    [9_007_199_254_740_993n, "'9007199254740993"],
    [-9_223_372_036_854_775_808n, "'-9223372036854775808"],
    ['02134', "'02134"],
    ['12E3', "'12E3"],
    ["'985112003456789", "''985112003456789"],
    ['0', '0'],
    ['0.5', '0.5'],
    [12_345_678_901, '12345678901'],
    ['A00123456789012', 'A00123456789012'],
  ])('writes %s as %s, which a spreadsheet shows as it is, and reads it back', async (value, cell) => {
    expect(csvCell(value)).toBe(cell);
    expect(await read(`\uFEFFid,a\nx,${cell}\n`)).toEqual([[2, 'x', String(value)]]);
  });
});

describe('JSON', () => {
  test.each([1, 5, 65_536])('with one object a line, in pieces of %i bytes', async (size) => {
    const text = '{"name":"Rex","id":9007199254740993}\n\n[1]\n{"name":\n{"a":1,"a":2}\n{"name":"last"}';
    expect(await read(text, size, readNdjson)).toEqual([
      [1, 'Rex', 9007199254740993n],
      [3, 'The row must be a JSON object.'],
      [4, expect.stringMatching(/^The body is not acceptable JSON/)],
      [5, expect.stringMatching(/has the same member twice/)],
      [6, 'last'],
    ]);
  });

  test.each([1, 5, 65_536])('an array of objects, in pieces of %i bytes', async (size) => {
    const text = '[\n {"n":"a]}\\"{","x":{"y":[1]}},\n {"n":"b"},\n [1], {"n":01}\n]\n';
    expect(await read(text, size, readJson)).toEqual([
      [2, 'a]}"{', { y: [1] }],
      [3, 'b'],
      [4, 'The row must be a JSON object.'],
      [4, expect.stringMatching(/^The body is not acceptable JSON/)],
    ]);
  });

  test('that is not an array of objects is refused as a whole', async () => {
    await expect(read('[1, 2]', 9, readJson)).rejects.toThrow('Line 1: the file is not one JSON array');
    await expect(read('[{"n":1}', 9, readJson)).rejects.toThrow('The file is cut off');
  });
});
