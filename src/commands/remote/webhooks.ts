import { setTimeout } from 'node:timers/promises';
import type {
  Delivery,
  Int64,
  NewWebhook,
  Petstore,
  Webhook,
  WebhookHealthState,
} from '../../../client/src/petstore.ts';
import { EXITS, Failure } from '../../failure.ts';
import { WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Style, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { type ListOptions, printList } from './lists.ts';

interface AddWebhookOptions extends JsonOption {
  readonly events: NewWebhook['events'];
  readonly description?: string;
}

const STATES: Readonly<Record<WebhookHealthState, readonly [string, Style]>> = {
  healthy: ['active', 'green'],
  retrying: ['retrying', 'yellow'],
  failing: ['failing', 'red'],
  disabled: ['disabled', 'red'],
};

export async function listWebhooks(terminal: Terminal, options: ListOptions): Promise<void> {
  await withPetstore(async (petstore) => {
    const health = options.json === true ? [] : (await petstore.webhooks.health()).webhooks;
    const found = new Map(health.map(({ webhookId, state }) => [webhookId, state]));
    const stateOf = ({ id, disabled }: Webhook) => STATES[disabled ? 'disabled' : (found.get(id) ?? 'healthy')];
    const reasonOf = ({ disabledReason }: Webhook) => (disabledReason === undefined ? '' : ` (${disabledReason})`);
    await printList(
      terminal,
      (page) => petstore.webhooks.list(page),
      [
        { title: 'id', of: ({ id }) => id, right: true },
        { title: 'url', of: ({ url }) => url, shrinks: true },
        {
          title: 'state',
          of: (webhook) => stateOf(webhook)[0] + reasonOf(webhook),
          style: (webhook) => stateOf(webhook)[1],
        },
        {
          title: 'events',
          of: ({ events }) => (events.length === WANTED_KINDS.length ? 'all' : events.join(' ')),
          shrinks: true,
        },
        { title: 'description', of: ({ description }) => description, shrinks: true },
      ],
      { ...options, none: 'No webhooks.' },
    );
  });
}

export async function addWebhook(terminal: Terminal, url: string, options: AddWebhookOptions): Promise<void> {
  const { events, description, json = false } = options;
  const wanted: NewWebhook = { url, events, ...(description !== undefined && { description }) };
  const made = await withPetstore((petstore) => petstore.webhooks.create(wanted));
  if (json) return terminal.printJson(made);
  printFacts(terminal, [
    ['Webhook', made.id],
    ['URL', made.url],
    ['Events', made.events.join(' ')],
    ['Secret', made.secret, 'green'],
  ]);
  terminal.note('Save the secret for the receiver now: it is not shown again.', 'dim');
}

export async function removeWebhook(terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> {
  await withPetstore((petstore) => petstore.webhooks.delete(id));
  if (json) terminal.printJson({ id, removed: true });
  else terminal.print(`Removed webhook ${id}.`);
}

/** The service's timeout for an attempt (15 s), and some time to record it. */
const attemptLimitMs = 20_000;

/** Sends a test event and prints the result of the first attempt. */
export async function testWebhook(terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> {
  const delivery = await withPetstore(async (petstore) => attempted(petstore, id, await petstore.webhooks.test(id)));
  if (delivery.status !== 'succeeded') process.exitCode = EXITS.failed.code;
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
  for (let found = sent; ; found = await petstore.webhooks.delivery(id, sent.id)) {
    if (found.attempts > 0 && found.lastAttempt !== undefined) return found;
    if (Date.now() > endMs)
      throw new Failure(
        `The service did not send the test within ${attemptLimitMs / 1_000} s. Is the webhook disabled?`,
      );
    await setTimeout(250);
  }
}
