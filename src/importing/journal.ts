import { type FileHandle, open } from 'node:fs/promises';
import { Failure, reasonOf } from '../failure.ts';
import { openFingerprints } from './fingerprints.ts';
import type { Written } from './updating.ts';

/** The record of an import through the API, in a file beside the imported one. */
export interface Journal {
  /** Whether the service has confirmed the reference. */
  isImported(reference: string): boolean;
  /** The id of the animal with a confirmed reference. Undefined if an earlier version has written the journal. */
  petIdOf(reference: string): number | undefined;
  /** What the last import has written of an animal. Undefined if an earlier version has written the journal. */
  writtenOf(reference: string): Promise<Written | undefined>;
  /** When a reference whose answer is not known was first sent, in Unix milliseconds. */
  sentAtMs(reference: string): number | undefined;
  /** Records that these are about to be sent; durable when it resolves. */
  sending(references: readonly string[]): Promise<void>;
  /** Records the service's answers, and what was not sent after all. Durable after the next `sending`, or `close`. */
  answered(
    answers: Required<Pick<Line, 'imported' | 'petIds' | 'written' | 'refused' | 'unsent' | 'owed'>>,
  ): Promise<void>;
  /** Records what an import has written of an animal. Durable like an answer. */
  changed(reference: string, written: Written): Promise<void>;
  /** The photos that an animal is owed, by its reference. */
  owed(reference: string): { readonly petId: string; readonly keys: ReadonlySet<string> } | undefined;
  /** Records that a photo is there. Durable like an answer. */
  settled(reference: string, key: string): Promise<void>;
  close(): Promise<void>;
}

/** A reference stands for one animal of one account of one service. */
export interface JournalOwner {
  readonly baseUrl: string;
  readonly account: string;
}

interface Line extends Partial<JournalOwner> {
  readonly at?: number;
  readonly sending?: readonly string[];
  readonly imported?: readonly string[];
  /** Of the imported ones, in their order; null if not known. */
  readonly petIds?: readonly (string | null)[];
  /** Of the imported ones, in their order. */
  readonly written?: readonly Written[];
  /** An animal that an import has changed. */
  readonly changed?: { readonly reference: string; readonly written: Written };
  readonly refused?: readonly string[];
  readonly unsent?: readonly string[];
  readonly owed?: readonly OwedPhotos[];
  /** A photo that is there. */
  readonly settled?: { readonly reference: string; readonly key: string };
}

/** The photos of an animal that was added. */
interface OwedPhotos {
  readonly reference: string;
  readonly petId: string;
  readonly keys: readonly string[];
}

/**
 * Opens or creates a journal. It is append-only JSON lines; a last line that a crash cut off is removed.
 *
 * @throws Failure when the file is no journal, or belongs to another service or account
 */
export async function openJournal(path: string, owner: JournalOwner, now: () => number): Promise<Journal> {
  const file = await open(path, 'a+', 0o600).catch((cause: unknown) => {
    throw new Failure(`The journal ${path} cannot be opened: ${reasonOf(cause)}.`);
  });
  const record = openRecord();
  let end = 0;
  const write = async (line: Line) => {
    const text = `${JSON.stringify(line)}\n`;
    record.note(line, end);
    end += Buffer.byteLength(text);
    await file.appendFile(text);
  };
  try {
    let isNew = true;
    for await (const { line, at, next } of linesOf(file, path)) {
      if (isNew) requireOwner(line, owner, path);
      isNew = false;
      record.note(line, at);
      end = next;
    }
    if (isNew) await write(owner);
  } catch (error) {
    await file.close();
    throw error;
  }
  let last: { readonly at: number; readonly line: Line } | undefined;
  return {
    ...record,
    async sending(references) {
      await write({ at: now(), sending: references });
      await file.datasync();
    },
    answered: write,
    settled: (reference, key) => write({ settled: { reference, key } }),
    changed: (reference, written) => write({ changed: { reference, written } }),
    async writtenOf(reference) {
      const at = record.writtenAt(reference);
      if (at === undefined) return undefined;
      // The references of a file follow each other in its lines.
      if (at !== last?.at) last = { at, line: await lineAt(file, at, path) };
      const { changed, written, imported } = last.line;
      return changed === undefined ? written?.[imported?.indexOf(reference) ?? -1] : changed.written;
    },
    async close() {
      await file.datasync();
      await file.close();
    },
  };
}

/** @throws Failure when no whole line begins there */
async function lineAt(file: FileHandle, at: number, path: string): Promise<Line> {
  for (let length = 65_536; ; length *= 2) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    const end = buffer.indexOf(LF);
    if (end >= 0 || bytesRead < length) return lineOf(buffer.toString('utf8', 0, Math.max(end, 0)), path);
  }
}

/** The record of an import of a pipe, which ends with it. */
export function journalInMemory(now: () => number): Journal {
  const record = openRecord();
  return {
    ...record,
    sending: async (references) => record.note({ at: now(), sending: references }, 0),
    answered: async (answers) => record.note(answers, 0),
    settled: async (reference, key) => record.note({ settled: { reference, key } }, 0),
    changed: async () => {},
    writtenOf: async () => undefined,
    close: async () => {},
  };
}

/** Stands for an id that is not known, or larger than what is kept for a reference. */
const UNKNOWN = 0xffff_ffff;

/** What the lines of a journal say together. */
function openRecord() {
  const imported = openFingerprints();
  /** One more than where the line begins that has what was written of an animal. */
  const written = openFingerprints();
  const sent = new Map<string, number>();
  const owed = new Map<string, { readonly petId: string; readonly keys: Set<string> }>();
  return {
    /** @param start where the line begins in the file */
    note(line: Line, start: number): void {
      const { at = 0, sending = [], imported: confirmed = [], refused = [], unsent = [] } = line;
      for (const reference of sending) if (!sent.has(reference)) sent.set(reference, at);
      for (const [i, reference] of confirmed.entries()) {
        const id = Number(line.petIds?.[i] ?? UNKNOWN);
        imported.update(reference, () => Math.min(id, UNKNOWN));
        if (line.written !== undefined) written.update(reference, () => Math.min(start + 1, UNKNOWN));
      }
      if (line.changed !== undefined) written.update(line.changed.reference, () => Math.min(start + 1, UNKNOWN));
      for (const reference of [...confirmed, ...refused, ...unsent]) sent.delete(reference);
      for (const { reference, petId, keys } of line.owed ?? []) owed.set(reference, { petId, keys: new Set(keys) });
      if (line.settled === undefined) return;
      const { reference, key } = line.settled;
      const left = owed.get(reference)?.keys;
      left?.delete(key);
      if (left?.size === 0) owed.delete(reference);
    },
    isImported: (reference: string) => imported.get(reference) !== undefined,
    petIdOf(reference: string) {
      const id = imported.get(reference);
      return id === UNKNOWN ? undefined : id;
    },
    writtenAt(reference: string) {
      const place = written.get(reference);
      return place === undefined || place === UNKNOWN ? undefined : place - 1;
    },
    sentAtMs: (reference: string) => sent.get(reference),
    owed: (reference: string) => owed.get(reference),
  };
}

/** Reads one line at a time, and removes a last one that is cut off. */
async function* linesOf(
  file: FileHandle,
  path: string,
): AsyncGenerator<{ readonly line: Line; readonly at: number; readonly next: number }> {
  let rest: Buffer = Buffer.alloc(0);
  /** Where `rest` begins in the file. */
  let start = 0;
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    const text = Buffer.concat([rest, chunk as Buffer]);
    let at = 0;
    for (let end = text.indexOf(LF); end !== -1; end = text.indexOf(LF, at)) {
      if (end > at) yield { line: lineOf(text.toString('utf8', at, end), path), at: start + at, next: start + end + 1 };
      at = end + 1;
    }
    rest = text.subarray(at);
    start += at;
  }
  if (rest.length > 0) await file.truncate((await file.stat()).size - rest.length);
}

const LF = 0x0a;

function lineOf(text: string, path: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch (cause) {
    throw new Failure(
      `${path} is not the journal of an import: ${String(cause)}. Move the file away, and import again.`,
    );
  }
}

function requireOwner(head: Line, owner: JournalOwner, path: string): void {
  if (head.baseUrl === owner.baseUrl && head.account === owner.account) return;
  throw new Failure(
    `${path} is the journal of an import into ${head.baseUrl} as ${head.account}, but this import goes into ${owner.baseUrl} as ${owner.account}. Move the journal away to import the file there too.`,
  );
}
