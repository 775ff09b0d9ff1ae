import { setTimeout } from 'node:timers/promises';
import { type Petstore, PetstoreError, type TestClock } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { durationMs, durationWords } from '../../vocabulary/duration.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';

const readMs = 500;

export async function showClock(terminal: Terminal, { json = false }: JsonOption): Promise<void> {
  print(terminal, await withPetstore((petstore) => orAdvice(petstore.test.clock())), json);
}

/** @param by ISO 8601 */
export async function advanceClock(terminal: Terminal, by: string, { json = false }: JsonOption): Promise<void> {
  const advance = async (petstore: Petstore): Promise<TestClock> => {
    await petstore.test.advanceClock({ by });
    // It goes on after its answer while receivers of webhooks are slow.
    for (;;) {
      const clock = await petstore.test.clock();
      if (clock.advancingTo === undefined) return clock;
      await setTimeout(readMs);
    }
  };
  print(terminal, await withPetstore((petstore) => orAdvice(advance(petstore))), json);
}

/** Production has no such path. */
const orAdvice = (clock: Promise<TestClock>): Promise<TestClock> =>
  clock.catch((error: unknown) => {
    if (!(error instanceof PetstoreError) || error.code !== 'route_not_found') throw error;
    throw new Failure('This service has no clock to advance: only staging has one.', {
      exit: 'refused',
      details: [
        'Set the address and the key of staging with PETSTORE_BASE_URL and PETSTORE_API_KEY, or `petstore login`.',
      ],
      cause: error,
    });
  });

function print(terminal: Terminal, clock: TestClock, json: boolean): void {
  if (json) return terminal.printJson(clock);
  const aheadMs = durationMs(clock.advancedBy) ?? 0;
  printFacts(terminal, [
    ['Time', clock.now],
    ['Ahead by', aheadMs === 0 ? 'nothing: it is the real time' : durationWords(aheadMs)],
    ['Going to', clock.advancingTo],
    ['Next due', clock.nextDueAt],
  ]);
}
