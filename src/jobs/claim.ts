import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';

const claimMs = 20_000;

/**
 * Lets one process at a time do some work. A process that was silent for long may be replaced, and has lost its claim then.
 *
 * @param name in `meta`, where the process that works stands with the time until which nobody else may
 */
export function openClaim(database: Database, name: string, now: () => number) {
  const token = randomUUID();
  const value = () => `${token} ${now() + claimMs}`;
  return {
    /** @returns whether nobody else works */
    take: () =>
      database.transaction(async (tx) => {
        const row = await tx.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
        const untilMs = Number(row?.value.split(' ')[1] ?? 0);
        // A time that is too late was written before the clock was set back.
        if (untilMs > now() && untilMs <= now() + claimMs) return false;
        await tx.deleteFrom('meta').where('name', '=', name).execute();
        await tx.insertInto('meta').values({ name, value: value() }).execute();
        return true;
      }),
    /** Prolongs the claim. @returns whether it still holds */
    async renew(tx: Queries): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('meta')
        .set({ value: value() })
        .where('name', '=', name)
        .where('value', 'like', `${token} %`)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    end: () =>
      database.transaction(async (tx) => {
        await tx.deleteFrom('meta').where('name', '=', name).where('value', 'like', `${token} %`).execute();
      }),
  };
}

/** What work that one process does alone is told. */
export interface Hold {
  /** Aborts when the work shall stop, or another process has taken over. */
  readonly stop: AbortSignal;
  /** For what must not happen beside another process, in the transaction that does it: a process that was silent for long does not know yet. @throws if it has lost its claim */
  readonly require: (tx?: Queries) => Promise<void>;
}

/**
 * Does work that no other process does meanwhile.
 *
 * @returns undefined if another process is doing it
 */
export async function alone<Result>(
  { database, name, now, stop }: { database: Database; name: string; now: () => number; stop: AbortSignal },
  work: (hold: Hold) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const claim = openClaim(database, name, now);
  if (!(await claim.take())) return undefined;
  const lost = new AbortController();
  const held = AbortSignal.any([stop, lost.signal]);
  async function require(tx?: Queries): Promise<void> {
    held.throwIfAborted();
    const isOwn = tx === undefined ? await database.transaction((own) => claim.renew(own)) : await claim.renew(tx);
    if (!isOwn) throw new Error('Another process has taken over.');
  }
  const timer = setInterval(() => void require().catch((error: unknown) => lost.abort(error)), claimMs / 4);
  try {
    return { result: await work({ stop: held, require }) };
  } finally {
    clearInterval(timer);
    await claim.end();
  }
}
