import { setTimeout } from 'node:timers/promises';
import { operationOf } from '../api/operation.ts';
import { atService, runOperation } from '../api/run-operation.ts';
import type { JsonOption, Terminal } from '../terminal.ts';

const readMs = 500;

/**
 * Shows the clock once it has advanced.
 *
 * @param by ISO 8601
 */
export const advanceClock = (terminal: Terminal, by: string, { json }: JsonOption): Promise<void> =>
  runOperation(terminal, atService, operationOf('getClock'), new Map(), {
    json,
    prepare: async ({ petstore: { test } }) => {
      await test.advanceClock({ by });
      // It goes on after its answer while receivers of webhooks are slow.
      while ((await test.clock()).advancingTo !== undefined) await setTimeout(readMs);
    },
  });
