import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';

const claimMs = 20_000;
/** How often a claim is renewed. */
const everyMs = claimMs / 4;
/** The clock of another machine may be ahead by the difference. A time beyond was written before the clock was set back. */
const mostAheadMs = 60_000;

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
        if (untilMs > now() && untilMs <= now() + mostAheadMs) return false;
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

class TakenOver extends Error {}

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
  let renewedMs = performance.now();
  if (!(await claim.take())) return undefined;
  const lost = new AbortController();
  const held = AbortSignal.any([stop, lost.signal]);
  async function require(tx?: Queries): Promise<void> {
    held.throwIfAborted();
    const beganMs = performance.now();
    const isOwn = tx === undefined ? await database.transaction((own) => claim.renew(own)) : await claim.renew(tx);
    if (!isOwn) throw new TakenOver('Another process has taken over.');
    // A transaction of the work may be rolled back.
    if (tx === undefined) renewedMs = beganMs;
  }
  const renew = () =>
    require().catch((error: unknown) => {
      // While the database is away for a moment, the claim still holds.
      if (error instanceof TakenOver || performance.now() - renewedMs >= claimMs - everyMs) lost.abort(error);
    });
  const timer = setInterval(() => void renew(), everyMs);
  try {
    return { result: await work({ stop: held, require }) };
  } finally {
    clearInterval(timer);
    await claim.end();
  }
}
