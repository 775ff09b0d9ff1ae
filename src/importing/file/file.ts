import { createReadStream } from 'node:fs';
import { Failure } from '../../failure.ts';
import { type FileChoices, SEPARATOR_CHARACTERS } from '../../vocabulary/import-reading.ts';
import type { ImportFormat } from '../../vocabulary/import-report.ts';
import { type Charset, charsetOf, inUtf8 } from './charset.ts';
import { csvLayoutOf, readCsv } from './csv.ts';
import { readJson, readNdjson } from './json-rows.ts';
import type { Pace } from './pace.ts';
import { headerAmong, LONGEST_NAMES, type Row, type Unreadable } from './row.ts';
import { namesOf, openWorkbook, readSheet, type Workbook } from './workbook.ts';

/** A file to import. It is read twice: the first time, to see how it says things. */
export type ImportFile =
  | { readonly format: Exclude<ImportFormat, 'xlsx'>; read(): AsyncIterable<Buffer> }
  | { readonly format: 'xlsx'; readonly path: string };

const pieceBytes = 65_536;

/** A file of this machine. */
export const importFile = (path: string, format: ImportFormat): ImportFile =>
  format === 'xlsx' ? { format, path } : { format, read: () => createReadStream(path, { highWaterMark: pieceBytes }) };

/** Where the table of a file is, and how its text is written. */
export type Layout =
  | { readonly format: 'json' | 'ndjson' }
  | { readonly format: 'csv'; readonly charset: Charset; readonly separator: string; readonly headerLine: number }
  | {
      readonly format: 'xlsx';
      readonly sheet: string;
      readonly sheets: readonly string[];
      readonly headerLine: number;
    };

type IsHeader = (names: readonly string[]) => boolean;
type LayoutChoices = Pick<FileChoices, 'charset' | 'separator' | 'headerLine' | 'sheet'>;

/** @throws Failure when the file as a whole cannot be read */
export async function layoutOf(
  file: ImportFile,
  choices: LayoutChoices,
  isHeader: IsHeader,
  pace: Pace,
): Promise<Layout> {
  if (file.format === 'xlsx') return layoutOfWorkbook(file.path, choices, isHeader, pace);
  if (file.format !== 'csv') return { format: file.format };
  const charset = choices.charset ?? (await charsetOf(paced(file.read(), pace)));
  let head = Buffer.alloc(0);
  for await (const piece of inUtf8(paced(file.read(), pace), charset)) {
    head = Buffer.concat([head, piece]);
    if (head.length > LONGEST_NAMES) break;
  }
  const { headerLine } = choices;
  const separator = choices.separator && SEPARATOR_CHARACTERS[choices.separator];
  return { format: 'csv', charset, ...(await csvLayoutOf(head, { separator, headerLine }, isHeader)) };
}

async function layoutOfWorkbook(
  path: string,
  { sheet: wanted, headerLine }: LayoutChoices,
  isHeader: IsHeader,
  pace: Pace,
): Promise<Layout> {
  const workbook = await openWorkbook(path);
  try {
    const { sheets } = workbook;
    const [first = ''] = sheets;
    const sheet = wanted === undefined ? first : sheets.find((name) => name.trim() === wanted.trim());
    if (sheet === undefined)
      throw new Failure(
        `The workbook has no sheet ${JSON.stringify(wanted)}. Its sheets are ${sheets.map((name) => JSON.stringify(name)).join(', ')}.`,
      );
    return {
      format: 'xlsx',
      sheet,
      sheets,
      headerLine: headerLine ?? (await headerIn(workbook, sheet, isHeader, pace)),
    };
  } finally {
    workbook.close();
  }
}

async function headerIn(workbook: Workbook, sheet: string, isHeader: IsHeader, pace: Pace): Promise<number> {
  async function* firstRows() {
    for await (const { number, cells } of workbook.rows(sheet, pace)) yield { number, names: namesOf(cells) };
  }
  return (await headerAmong(firstRows(), isHeader))?.number ?? 1;
}

/** The rows of the table. */
export async function* rowsOf(file: ImportFile, layout: Layout, pace: Pace): AsyncGenerator<Row | Unreadable> {
  if (file.format === 'xlsx' && layout.format === 'xlsx') {
    const workbook = await openWorkbook(file.path);
    try {
      yield* readSheet(workbook, layout, pace);
    } finally {
      workbook.close();
    }
  } else if (file.format !== 'xlsx' && layout.format === 'csv')
    yield* readCsv(inUtf8(file.read(), layout.charset), pace, layout);
  else if (file.format !== 'xlsx') yield* (file.format === 'json' ? readJson : readNdjson)(file.read(), pace);
}

async function* paced(bytes: AsyncIterable<Buffer>, pace: Pace): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    await pace(piece.length);
    yield piece;
  }
}
