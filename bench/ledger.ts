import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

export interface Ledger<Entry> {
  /** Resolves when the entry is on the disk. Entries added at the same time share one fsync. */
  append(entry: Entry): Promise<void>;
  /** Reads all entries back from the file. */
  read(): Entry[];
  close(): Promise<void>;
}

/** Opens a file of JSON lines. It must be outside the service's data folder. */
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
