import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../../failure.ts';
import { readCsv } from '../../importing/csv.ts';
import { readJsonArray, readNdjson } from '../../importing/json-rows.ts';
import { type Format, FORMATS, type Row, type Unreadable } from '../../importing/row.ts';

/** A file that is imported, or what comes through a pipe. */
export interface Input {
  readonly name: string;
  readonly format: Format;
  /** In bytes. A pipe has none. */
  readonly size: number | undefined;
  /** Beside the file. A pipe has no place for one. */
  readonly journalPath: string | undefined;
  readonly rows: AsyncIterable<Row | Unreadable>;
  close(): Promise<void>;
}

/** @throws Failure when it cannot be read, or nobody says what it is */
export async function openInput(file: string, given: Format | undefined): Promise<Input> {
  if (file === '-') {
    if (given === undefined) throw new Failure('Say with --format what comes: csv, ndjson or json.', { exit: 'usage' });
    const rows = READERS[given](process.stdin);
    const close = async () => {};
    return { name: 'standard input', format: given, size: undefined, journalPath: undefined, rows, close };
  }
  const format = given ?? FORMATS.find((name) => extname(file).toLowerCase() === `.${name}`);
  if (format === undefined)
    throw new Failure(`${file} ends neither with .csv nor .ndjson nor .json; say with --format which it is.`, {
      exit: 'usage',
    });
  const handle = await open(file).catch((cause: unknown) => {
    throw new Failure(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Failure(`${file} is a folder.`);
  }
  const place = stats.isFile()
    ? { size: stats.size, journalPath: `${file}.petstore-import` }
    : { size: undefined, journalPath: undefined };
  return {
    name: file,
    format,
    ...place,
    rows: READERS[format](handle.createReadStream({ autoClose: false })),
    close: () => handle.close(),
  };
}

const READERS: Record<Format, (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Row | Unreadable>> = {
  csv: readCsv,
  ndjson: readNdjson,
  json: readJsonArray,
};
