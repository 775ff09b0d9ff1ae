import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../failure.ts';
import { openPace, type Pace, ROW_WORK } from './pace.ts';
import { LONGEST_ROW_BYTES, MOST_COLUMNS, type Row, type Unreadable } from './row.ts';

/**
 * Workbooks (.xlsx): ZIP files of XML, ECMA-376 part 1, section 18. A sheet is read as a stream; only its shared texts and its formats
 * are in memory, within bounds.
 */

/** What a cell says: numbers without a locale, days as `2024-05-01`. */
type Value = string | number | boolean;

/** A row of a sheet that has any value, by the number that the program shows. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly (Value | undefined)[];
  /** It has more columns or text than a row may have. */
  readonly isTooLong: boolean;
}

export interface Workbook {
  /** The names of its sheets, in their order. */
  readonly sheets: readonly string[];
  rows(sheet: string, pace?: Pace): AsyncGenerator<SheetRow>;
  close(): void;
}

const mostParts = 10_000;
const mostXmlBytes = 16_777_216;
/** The parser holds what is between two tags, and the names of the tags around it. */
const mostBetweenTags = 4_194_304;
const deepestTag = 100;
/** The texts that cells share. */
const mostSharedBytes = 33_554_432;
const mostShared = 2_000_000;

/** @throws Failure if the file is no workbook, or larger than its bounds */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
    throw new Failure(NO_WORKBOOK, { cause });
  });
  try {
    return await workbookIn(zip);
  } catch (error) {
    zip.close();
    throw error instanceof Failure ? error : new Failure(NO_WORKBOOK, { cause: error });
  }
}

const NO_WORKBOOK =
  'The file is not a workbook of Excel (.xlsx), or it is damaged. Save a workbook with a password, or an older .xls, as .xlsx without a password.';

async function workbookIn(zip: ZipFile): Promise<Workbook> {
  if (zip.entryCount > mostParts) throw new Failure(NO_WORKBOOK);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const part = async (name: string, on: Handlers): Promise<void> => {
    const entry = entries.get(name);
    if (entry === undefined) return;
    if (entry.uncompressedSize > mostXmlBytes) throw new Failure(`The workbook's ${name} is larger than 16 MiB.`);
    for await (const _ of parsed(zip, entry, on, openPace()));
  };
  const main = (await targetsOf('_rels/.rels', '')).find(({ type }) => type === 'officeDocument')?.path;
  if (main === undefined) throw new Failure(NO_WORKBOOK);
  const targets = await targetsOf(main.replace(/([^/]*)$/, '_rels/$1.rels'), main.replace(/[^/]*$/, ''));

  /** The parts that a part names, such as `xl/worksheets/sheet1.xml`. */
  async function targetsOf(rels: string, folder: string) {
    const found: { id: string; type: string; path: string }[] = [];
    await part(rels, {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship') return;
        const path = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`;
        found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path });
      },
    });
    return found;
  }
  const partOf = (type: string) => targets.find((one) => one.type === type)?.path;

  const sheets = new Map<string, string>();
  let isFrom1904 = false;
  await part(main, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1];
      const path = targets.find((one) => one.id === id && one.type === 'worksheet')?.path;
      if (path !== undefined) sheets.set(attributes['name'] ?? '', path);
    },
  });
  const isDayStyle = await dayStyles(partOf('styles'));
  let shared: Texts | undefined;

  /** Which styles of cells show numbers as days. */
  async function dayStyles(path: string | undefined): Promise<readonly boolean[]> {
    const formats = new Map<number, boolean>();
    const styles: boolean[] = [];
    let isInCells = false;
    await part(path ?? '', {
      open(name, { numFmtId = '0', formatCode = '' }) {
        const id = Number(numFmtId);
        if (name === 'numFmt') formats.set(id, isDayFormat(formatCode));
        if (name === 'cellXfs') isInCells = true;
        if (name === 'xf' && isInCells) styles.push(formats.get(id) ?? isBuiltInDay(id));
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false;
      },
    });
    return styles;
  }

  async function sharedTexts(pace: Pace): Promise<Texts> {
    const texts = openTexts();
    const entry = entries.get(partOf('sharedStrings') ?? '');
    if (entry === undefined) return texts;
    let text = '';
    let isText = false;
    let isPhonetic = false;
    const on: Handlers = {
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't';
      },
      text(piece) {
        if (isText && !isPhonetic) text += piece;
      },
      close(name) {
        isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') texts.add(unescaped(text));
      },
    };
    for await (const _ of parsed(zip, entry, on, pace));
    return texts;
  }

  async function* rows(sheet: string, pace: Pace = openPace()): AsyncGenerator<SheetRow> {
    const entry = entries.get(sheets.get(sheet) ?? '');
    if (entry === undefined) throw new Failure(`The workbook has no sheet ${JSON.stringify(sheet)}.`);
    shared ??= await sharedTexts(pace);
    const reader = sheetReader({ shared, isDayStyle, isFrom1904 });
    for await (const _ of parsed(zip, entry, reader.handlers, pace)) {
      for (const row of reader.take()) {
        await pace(ROW_WORK);
        yield row;
      }
    }
  }

  if (sheets.size === 0) throw new Failure('The workbook has no sheet with a table.');
  return { sheets: [...sheets.keys()], rows, close: () => zip.close() };
}

type Texts = ReturnType<typeof openTexts>;

/** Texts by their number, in one piece of memory: a million of them as strings would take ten times as much. */
function openTexts() {
  let bytes = Buffer.alloc(65_536);
  let ends = new Uint32Array(4_096);
  let count = 0;
  const endOf = (i: number): number => (i < 0 ? 0 : (ends[i] ?? 0));
  return {
    add(text: string): void {
      const start = endOf(count - 1);
      const end = start + Buffer.byteLength(text);
      if (end > mostSharedBytes || count === mostShared) throw new Failure(TOO_MUCH_TEXT);
      if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, end));
      if (count === ends.length) {
        const longer = new Uint32Array(2 * count);
        longer.set(ends);
        ends = longer;
      }
      bytes.write(text, start);
      ends[count] = end;
      count += 1;
    },
    at: (i: number): string => (i < count ? bytes.toString('utf8', endOf(i - 1), endOf(i)) : ''),
  };
}

/** Characters that XML cannot hold, such as `_x000D_` for the end of a line: ECMA-376, part 1, 22.9.2.19. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const TOO_MUCH_TEXT = 'The workbook has more than 32 MiB of text. Save the sheet as "CSV UTF-8" and import that.';

interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Parses one part, and gives way after each piece. Names come without their prefixes. */
async function* parsed(zip: ZipFile, entry: Entry, on: Handlers, pace: Pace): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  let sinceTag = 0;
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    if ((depth += 1) > deepestTag) throw new Failure(NO_WORKBOOK);
    on.open?.(local(name), attributes);
  });
  parser.on('text', (piece) => on.text?.(piece));
  parser.on('cdata', (piece) => on.text?.(piece));
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth -= 1;
    on.close?.(local(name));
  });
  parser.on('error', (error) => {
    throw new Failure(NO_WORKBOOK, { cause: error });
  });
  const stream = await zip.openReadStreamPromise(entry);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      await pace(piece.length);
      if ((sinceTag += piece.length) > mostBetweenTags) throw new Failure(TOO_MUCH_TEXT);
      parser.write(decoder.write(piece));
      yield;
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(NO_WORKBOOK, { cause: error });
  } finally {
    stream.destroy();
  }
  parser.close();
  yield;
}

interface SheetParts {
  readonly shared: Texts;
  readonly isDayStyle: readonly boolean[];
  readonly isFrom1904: boolean;
}

/** Reads the cells of a sheet, ECMA-376 part 1, sections 18.3.1.4 and 18.3.1.73. */
function sheetReader({ shared, isDayStyle, isFrom1904 }: SheetParts) {
  let done: SheetRow[] = [];
  let number = 0;
  let cells: (Value | undefined)[] = [];
  let length = 0;
  let isTooLong = false;
  let column = -1;
  let type = 'n';
  let isDay = false;
  let text = '';
  let isText = false;
  let isPhonetic = false;

  function end(): void {
    if (text === '') return;
    const value = valueOf();
    length += text.length;
    if (column >= MOST_COLUMNS || length > LONGEST_ROW_BYTES) isTooLong = true;
    else cells[column] = value;
  }

  function valueOf(): Value {
    if (type === 's') return shared.at(Number(text));
    if (type === 'b') return text === '1';
    if (type !== 'n') return unescaped(text);
    const value = Number(text);
    if (!Number.isFinite(value)) return text;
    return isDay ? dayOf(value, isFrom1904) : value;
  }

  const handlers: Handlers = {
    open(name, { r = '', t = 'n', s = '' }) {
      if (name === 'row') {
        number = Number(r) || number + 1;
        [cells, length, isTooLong, column] = [[], 0, false, -1];
      } else if (name === 'c') {
        column = r === '' ? column + 1 : columnOf(r);
        [type, isDay, text] = [t, isDayStyle[Number(s)] === true, ''];
      } else if (name === 'rPh') isPhonetic = true;
      isText = name === 'v' || name === 't';
    },
    text(piece) {
      if (isText && !isPhonetic && text.length <= LONGEST_ROW_BYTES) text += piece;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') end();
      else if (name === 'row' && (isTooLong || cells.some((cell) => cell !== undefined && cell !== '')))
        done.push({ number, cells: Array.from(cells), isTooLong });
    },
  };
  return {
    handlers,
    take(): readonly SheetRow[] {
      const taken = done;
      done = [];
      return taken;
    },
  };
}

/** 27 for `AB7`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The formats 14 to 17 and 22 show days, 27 to 36 and 50 to 58 too, in some languages. Section 18.8.30. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a format shows a day or a year, beyond texts in quotes, colors and conditions. */
const isDayFormat = (code: string): boolean =>
  /[dy]/i.test(
    code
      .slice(0, 1_000)
      .replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      .replaceAll(/general/gi, ''),
  );

const dayMs = 86_400_000;

/** Days since the end of 1899, which begin with a 29 February that never was; or since 1904. */
function dayOf(serial: number, isFrom1904: boolean): Value {
  const ms = Math.round((serial + (isFrom1904 ? 1_462 : 0) - 25_569) * dayMs);
  if (serial < 0 || ms > Date.UTC(9999, 11, 31)) return serial;
  const text = new Date(ms).toISOString();
  return ms % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19);
}

/** The rows below the header of a sheet. */
export async function* readSheet(
  workbook: Workbook,
  { sheet, headerLine }: { readonly sheet: string; readonly headerLine: number },
  pace?: Pace,
): AsyncGenerator<Row | Unreadable> {
  let header: readonly string[] | undefined;
  for await (const { number, cells, isTooLong } of workbook.rows(sheet, pace)) {
    if (number < headerLine) continue;
    if (header === undefined) {
      header = namesOf(cells);
      continue;
    }
    const filled = cells.findLastIndex((cell) => cell !== undefined && cell !== '') + 1;
    if (isTooLong)
      yield { line: number, unreadable: `The row has more than 1 MiB, or more than ${MOST_COLUMNS} columns.` };
    else if (filled > header.length)
      yield {
        line: number,
        unreadable: `The row has ${filled} cells, but the header names ${header.length} columns.`,
      };
    else
      yield { line: number, columns: header, bytes: Buffer.from(cells.join('\u001f')), cell: (index) => cells[index] };
  }
  if (header === undefined) throw new Failure('The sheet is empty: its first row must name the columns.');
}

export const namesOf = (cells: SheetRow['cells']): readonly string[] =>
  Array.from(cells, (cell) => String(cell ?? '').trim());
