import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, misuse, reasonOf } from '../../failure.ts';
import { importFile, type ImportFile } from '../../importing/file/file.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../vocabulary/import-report.ts';
import type { Terminal } from '../terminal.ts';

/** The file that is imported, or standard input. */
export interface Input {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Beside the file; undefined for a pipe. */
  readonly journalPath: string | undefined;
  readonly file: ImportFile;
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
      throw misuse(`Name the format of standard input with --format: ${IMPORT_FORMATS.join(', ')}.`);
    return openPipe(stdin, given);
  }
  const format = given ?? FORMATS[extname(file).toLowerCase()];
  if (format === undefined)
    throw misuse(`${file} does not end in ${Object.keys(FORMATS).join(', ')}; name its format with --format.`);
  const handle = await open(file).catch((cause: unknown) => {
    throw new Failure(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const stats = await handle.stat();
  await handle.close();
  if (stats.isDirectory()) throw new Failure(`${file} is a folder.`);
  // A named pipe can be read once, as standard input.
  if (!stats.isFile()) return openPipe(createReadStream(file), format, file);
  return {
    name: file,
    size: stats.size,
    journalPath: `${file}.petstore-import`,
    file: importFile(file, format),
    close: async () => {},
  };
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.xlsx': 'xlsx',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
};

/** An import reads its file twice, so what comes through a pipe is written to a file first. */
async function openPipe(bytes: Readable, format: ImportFormat, name = 'standard input'): Promise<Input> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-import-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    const { size } = await stat(path);
    return { name, size, journalPath: undefined, file: importFile(path, format), close };
  } catch (error) {
    await close();
    throw error;
  }
}
