import { setTimeout } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable, type Queries } from '../database.ts';
import { Overlap } from './errors.ts';
import type { Connections } from './pool.ts';
import { queriesOn, run } from './queries.ts';

/** Widening of the gate by each transaction that ends freely. */
const widening = 0.05;
/** The longest random wait before a transaction runs again after an overlap. */
const maxRetryWaitMs = 10;

/**
 * Runs one transaction, again after each overlap.
 *
 * @param attempt runs the whole transaction on the connection, from the statements `begin` to the end
 * @param untilMs see `Connections.inTime`
 */
export type Serialize = <T>(attempt: (client: PoolClient, begin: string) => Promise<T>, untilMs?: number) => Promise<T>;

/**
 * Runs transactions that the stores wrote for a single writer. SERIALIZABLE lets transactions overlap if some serial order gives the same
 * result; others fail and run again.
 */
export function serializable(connections: Connections): Serialize {
  const gate = openGate(connections.max);
  // A process that stops in the middle of a transaction must not block others for longer than their deadline.
  const begin = `
    begin isolation level serializable read write;
    set local statement_timeout = ${connections.deadlineMs};
    set local idle_in_transaction_session_timeout = ${connections.deadlineMs}`;
  return (attempt, untilMs) =>
    connections.inTime(async (deadline) => {
      for (let isFirst = true; ; isFirst = false) {
        await gate.enter(isFirst);
        let end: End | undefined;
        try {
          return await deadline.connected((client) => {
            end = 'freely';
            return attempt(client, begin);
          });
        } catch (error) {
          const hasOverlapped = error instanceof Overlap;
          if (end !== undefined && (hasOverlapped || deadline.isOver)) end = 'crowded';
          if (!hasOverlapped || deadline.isOver) throw error;
        } finally {
          gate.leave(end);
        }
        await setTimeout(Math.random() * maxRetryWaitMs);
      }
    }, untilMs);
}

/** How a transaction ended: after an overlap or its deadline it was one of too many. */
type End = 'freely' | 'crowded';

/**
 * Limits how many of this process's transactions run at once. If transactions overlap often, running them one after another is faster than
 * running most of them twice: the gate halves its width after each overlap, and widens slowly. It does so after each deadline, too: a commit
 * that waits for a synchronous standby keeps its connection in the server, and its locks, long after this process has given it up. Each
 * further one would take another connection, until the server has none left for reads.
 */
function openGate(max: number) {
  const waiting: (() => void)[] = [];
  let width = max;
  let inside = 0;
  return {
    /** Transactions that run again go first. */
    async enter(isFirst: boolean): Promise<void> {
      if (inside < Math.floor(width)) {
        inside += 1;
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isFirst) waiting.push(resolve);
      else waiting.unshift(resolve);
      await promise;
    },
    /** @param end undefined for a transaction that did not begin */
    leave(end: End | undefined): void {
      inside -= 1;
      if (end === 'crowded') width = Math.max(1, width / 2);
      else if (end === 'freely') width = Math.min(max, width + widening);
      while (inside < Math.floor(width)) {
        const next = waiting.shift();
        if (next === undefined) return;
        inside += 1;
        next();
      }
    },
  };
}

/** An attempt with the statements of `work`. */
export const attemptOf =
  <T>(work: (tx: Queries) => Promise<T>) =>
  async (client: PoolClient, begin: string): Promise<T> => {
    await run(client, begin);
    let value: T;
    try {
      value = await work(queriesOn(client));
    } catch (error) {
      // A broken connection is destroyed, and the server rolls back.
      if (!(error instanceof DatabaseUnavailable) || error instanceof Overlap) await run(client, 'rollback');
      throw error;
    }
    await commit(client);
    return value;
  };

/**
 * Commits. Without an answer it is unknown whether the transaction was committed: it must not run again.
 *
 * @param sent the last statements, whose answers nobody has waited for: if one fails, the engine rolls back instead
 */
export async function commit(client: PoolClient, sent: readonly Promise<unknown>[] = []): Promise<void> {
  const [committed, ...others] = await Promise.allSettled([run(client, 'commit'), ...sent]);
  const failed = [...others, committed].find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (committed.status === 'fulfilled' && committed.value.command !== 'COMMIT')
    throw new Error('A transaction continued after a failed statement.');
}
