import { type FileHandle, open } from 'node:fs/promises';
import { Failure } from '../failure.ts';

/** What an import through the API has done so far, in a file beside the one that it imports. */
export interface Journal {
  /** References that the service has answered for: they are imported. */
  readonly imported: ReadonlySet<string>;
  /** When a reference was first sent without its answer being known, in Unix milliseconds. */
  sentAtMs(reference: string): number | undefined;
  /** Notes, on the disk when it resolves, that these are about to be sent. */
  sending(references: readonly string[]): Promise<void>;
  /** Notes what the service has answered, and what was not sent after all. It reaches the disk with the next `sending`, or with `close`. */
  answered(answers: Required<Pick<Line, 'imported' | 'refused' | 'unsent'>>): Promise<void>;
  close(): Promise<void>;
}

interface Line {
  readonly baseUrl?: string;
  readonly account?: string;
  readonly at?: number;
  readonly sending?: readonly string[];
  readonly imported?: readonly string[];
  readonly refused?: readonly string[];
  readonly unsent?: readonly string[];
}

/** Whose references these are: the same one is another animal in another service or account. */
export interface JournalOwner {
  readonly baseUrl: string;
  readonly account: string;
}

/**
 * Opens the journal, or makes one. Lines of JSON are appended and never changed; a last line that a crash cut off is taken away.
 *
 * @throws Failure when it is of another service or account, or no journal
 */
export async function openJournal(path: string, owner: JournalOwner, now: () => number): Promise<Journal> {
  const file = await open(path, 'a+', 0o600).catch((cause: unknown) => {
    throw new Failure(
      `The journal ${path} cannot be opened: ${String(cause instanceof Error ? cause.message : cause)}.`,
    );
  });
  try {
    const imported = new Set<string>();
    const sent = new Map<string, number>();
    const lines = await readLines(file, path);
    const [head] = lines;
    if (head === undefined) await append(file, owner);
    else requireOwner(head, owner, path);
    for (const line of lines) note(line, imported, sent);

    const write = async (line: Line) => {
      note(line, imported, sent);
      await append(file, line);
    };
    return {
      imported,
      sentAtMs: (reference) => sent.get(reference),
      async sending(references) {
        await write({ at: now(), sending: references });
        await file.datasync();
      },
      answered: write,
      async close() {
        await file.datasync();
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function note(
  { at, sending = [], imported = [], refused = [], unsent = [] }: Line,
  done: Set<string>,
  sent: Map<string, number>,
): void {
  for (const reference of sending) if (!sent.has(reference)) sent.set(reference, at ?? 0);
  for (const reference of imported) done.add(reference);
  for (const reference of [...imported, ...refused, ...unsent]) sent.delete(reference);
}

const append = async (file: FileHandle, line: Line): Promise<void> => {
  await file.appendFile(`${JSON.stringify(line)}\n`);
};

async function readLines(file: FileHandle, path: string): Promise<Line[]> {
  const text = await file.readFile('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
  try {
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  } catch (cause) {
    throw new Failure(`${path} is no journal of an import: ${String(cause)}. Move it away.`);
  }
}

function requireOwner(head: Line, owner: JournalOwner, path: string): void {
  if (head.baseUrl === owner.baseUrl && head.account === owner.account) return;
  throw new Failure(
    `${path} is the journal of an import into ${head.baseUrl} as ${head.account}, this one goes into ${owner.baseUrl} as ${owner.account}. Move it away to import the file there too.`,
  );
}
