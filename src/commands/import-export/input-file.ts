import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure, reasonOf } from '../../failure.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../vocabulary/import-report.ts';
import type { Terminal } from '../terminal.ts';

/** The file that is imported, or standard input. */
export interface Input {
  readonly name: string;
  readonly format: ImportFormat;
  /** In bytes; undefined for a pipe. */
  readonly size: number | undefined;
  /** Beside the file; undefined for a pipe. */
  readonly journalPath: string | undefined;
  readonly bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** @throws Failure when the file cannot be read, or its format is not known */
export async function openInput(
  { process: { stdin } }: Terminal,
  file: string,
  given: ImportFormat | undefined,
): Promise<Input> {
  if (file === '-') {
    if (given === undefined)
      throw new Failure('Name the format of standard input with --format: csv, ndjson or json.', { exit: 'usage' });
    const pipe = { size: undefined, journalPath: undefined, bytes: stdin, close: async () => {} };
    return { name: 'standard input', format: given, ...pipe };
  }
  const format = given ?? IMPORT_FORMATS.find((name) => extname(file).toLowerCase() === `.${name}`);
  if (format === undefined)
    throw new Failure(`${file} does not end in .csv, .ndjson or .json; name its format with --format.`, {
      exit: 'usage',
    });
  const handle = await open(file).catch((cause: unknown) => {
    throw new Failure(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Failure(`${file} is a folder.`);
  }
  return {
    name: file,
    format,
    size: stats.isFile() ? stats.size : undefined,
    journalPath: stats.isFile() ? `${file}.petstore-import` : undefined,
    bytes: handle.createReadStream({ autoClose: false }),
    close: () => handle.close(),
  };
}
