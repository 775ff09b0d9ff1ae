import { type FileHandle, open } from 'node:fs/promises';
import { Failure, reasonOf } from '../failure.ts';

/** The record of an import through the API, in a file beside the imported one. */
export interface Journal {
  /** The references that the service has confirmed. */
  readonly imported: ReadonlySet<string>;
  /** When a reference whose answer is not known was first sent, in Unix milliseconds. */
  sentAtMs(reference: string): number | undefined;
  /** Records that these are about to be sent; durable when it resolves. */
  sending(references: readonly string[]): Promise<void>;
  /** Records the service's answers, and what was not sent after all. Durable after the next `sending`, or `close`. */
  answered(answers: Required<Pick<Line, 'imported' | 'refused' | 'unsent'>>): Promise<void>;
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
  readonly refused?: readonly string[];
  readonly unsent?: readonly string[];
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
  const imported = new Set<string>();
  const sent = new Map<string, number>();
  const note = ({ at = 0, sending = [], imported: confirmed = [], refused = [], unsent = [] }: Line) => {
    for (const reference of sending) if (!sent.has(reference)) sent.set(reference, at);
    for (const reference of confirmed) imported.add(reference);
    for (const reference of [...confirmed, ...refused, ...unsent]) sent.delete(reference);
  };
  const write = async (line: Line) => {
    note(line);
    await file.appendFile(`${JSON.stringify(line)}\n`);
  };
  try {
    const lines = await readLines(file, path);
    const [head] = lines;
    if (head === undefined) await write(owner);
    else requireOwner(head, owner, path);
    for (const line of lines) note(line);
  } catch (error) {
    await file.close();
    throw error;
  }
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
}

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
