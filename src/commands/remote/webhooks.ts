import { setTimeout } from 'node:timers/promises';
import type { Delivery, Int64, Petstore } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';

/** The service's timeout for an attempt (15 s), and some time to record it. */
const attemptLimitMs = 20_000;

/** Sends a test event and prints the result of the first attempt. */
export async function testWebhook(terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> {
  const delivery = await withPetstore(terminal, async (petstore) =>
    attempted(petstore, id, await petstore.webhooks.test(id)),
  );
  if (delivery.status !== 'succeeded') terminal.exitWith('failed');
  if (json) return terminal.printJson(delivery);
  const { lastAttempt, status, eventId, nextAttemptAt } = delivery;
  const answer =
    lastAttempt?.responseStatus === undefined
      ? lastAttempt?.error
      : `${lastAttempt.responseStatus}${lastAttempt.responseBody ? `: ${lastAttempt.responseBody}` : ''}`;
  printFacts(terminal, [
    ['Event', eventId],
    ['Delivery', status, status === 'succeeded' ? 'green' : 'red'],
    ['Response', answer],
    ['Duration', lastAttempt && `${lastAttempt.durationMs} ms`],
    ['Next attempt', nextAttemptAt],
  ]);
}

async function attempted(petstore: Petstore, id: Int64, sent: Delivery): Promise<Delivery> {
  const endMs = Date.now() + attemptLimitMs;
  // Each question counts against the limits: the longer it takes, the more rarely it is asked.
  for (let found = sent, waitMs = 250; ; found = await petstore.webhooks.delivery(id, sent.id), waitMs *= 2) {
    if (found.attempts > 0 && found.lastAttempt !== undefined) return found;
    if (Date.now() > endMs)
      throw new Failure(
        `The service did not send the test within ${attemptLimitMs / 1_000} s. Is the webhook disabled?`,
      );
    await setTimeout(Math.min(waitMs, 4_000));
  }
}
