import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** A pet that the service has said it has. */
export interface Acknowledged {
  readonly id: number;
  readonly name: string;
  /** The kill that followed it. */
  readonly kill: number;
}

export interface Ledger<Entry> {
  /** Resolves when the entry is on the disk. Entries that come together share one fsync. */
  append(entry: Entry): Promise<void>;
  /** All entries, as the disk has them. */
  read(): Entry[];
  close(): Promise<void>;
}

/** A file outside of the service's folder. */
export async function openLedger<Entry>(path: string): Promise<Ledger<Entry>> {
  const file = await open(path, 'a');
  let lines: string[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    next = undefined;
    const batch = lines.join('');
    lines = [];
    await file.appendFile(batch);
    await file.datasync();
  }

  return {
    append(entry) {
      lines.push(`${JSON.stringify(entry)}\n`);
      next ??= running = running.then(writeAll);
      return next;
    },
    read: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry),
    async close() {
      await running;
      await file.close();
    },
  };
}
