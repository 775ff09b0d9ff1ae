import { setTimeout } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable, type Queries } from '../database.ts';
import { Overlap } from './errors.ts';
import { type Connections, maxConnections } from './pool.ts';
import { queriesOn, run } from './queries.ts';

/** By so much the gate widens with each transaction that did not overlap. */
const widening = 0.05;
/** Up to so long a transaction waits that overlapped with one of another process. */
const longestWaitMs = 10;

/**
 * What the stores do was written for one writer at a time. SERIALIZABLE lets transactions overlap as long as they could have run one
 * after the other; those that could not run again.
 */
export function serializable(connections: Connections): <T>(work: (tx: Queries) => Promise<T>) => Promise<T> {
  const gate = openGate();
  // A process that stops in the middle of a transaction must not hold up the others for longer than they wait.
  const begin = `
    begin isolation level serializable read write;
    set local statement_timeout = ${connections.deadlineMs};
    set local idle_in_transaction_session_timeout = ${connections.deadlineMs}`;
  return (work) =>
    connections.inTime(async (turn) => {
      for (let isFirst = true; ; isFirst = false) {
        await gate.enter(isFirst);
        let hasOverlapped = false;
        try {
          return await turn.connected((client) => runOnce(client, begin, work));
        } catch (error) {
          hasOverlapped = error instanceof Overlap;
          if (!hasOverlapped || turn.isOver) throw error;
        } finally {
          gate.leave(hasOverlapped);
        }
        await setTimeout(Math.random() * longestWaitMs);
      }
    });
}

/**
 * How many of this process's transactions run at once. Where each overlaps with the next, one after the other is faster than all at
 * once and most of them again: the gate narrows with each overlap, and widens slowly.
 */
function openGate() {
  const waiting: (() => void)[] = [];
  let width = maxConnections;
  let inside = 0;
  return {
    /** Those that come again go before the others. */
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
    leave(hasOverlapped: boolean): void {
      inside -= 1;
      width = hasOverlapped ? Math.max(1, width / 2) : Math.min(maxConnections, width + widening);
      while (inside < Math.floor(width)) {
        const next = waiting.shift();
        if (next === undefined) return;
        inside += 1;
        next();
      }
    },
  };
}

async function runOnce<T>(client: PoolClient, begin: string, work: (tx: Queries) => Promise<T>): Promise<T> {
  await run(client, begin);
  let value: T;
  try {
    value = await work(queriesOn(client));
  } catch (error) {
    // Where the connection is at fault, it is thrown away, and the server rolls back by itself.
    if (!(error instanceof DatabaseUnavailable) || error instanceof Overlap) await run(client, 'rollback');
    throw error;
  }
  // When no answer comes, nobody knows whether it was committed: that is no overlap, and it is never run again.
  const { command } = await run(client, 'commit');
  if (command !== 'COMMIT') throw new Error('A statement had failed in a transaction that went on.');
  return value;
}
