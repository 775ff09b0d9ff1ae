import { InvalidArgumentError } from 'commander';
import type { NewWebhook } from '../../../client/src/petstore.ts';
import { EVENT_KINDS, WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { type CliCommand, choice, int64, listOptions } from './command.ts';

/** The commands for events: the live stream, and webhooks with their deliveries. */
export function addEvents(program: CliCommand): void {
  program
    .command('events')
    .description('Follow events.')
    .command('tail')
    .description(
      'Print events as they happen, until Ctrl-C. After a broken connection, the stream resumes where it stopped.',
    )
    .option('--types <types>', 'only these types, separated by commas; docs/events.md lists them', kindsOf(EVENT_KINDS))
    .option(
      '--after <sequence>',
      'start after this sequence number, at most 30 days back; by default with the next event',
      sequence,
    )
    .json()
    .example('petstore events tail', 'petstore events tail --types pet.created,pet.status_changed --after 0 --json')
    .runs(async () => (await import('../remote/events.ts')).tailEvents);

  const webhooks = program
    .command('webhooks')
    .description('List, add, remove, test and receive webhooks, and see what became of their deliveries.');
  const webhookId = ['<webhook-id>', 'the id of the webhook', int64] as const;

  listOptions(webhooks.command('list').description('List your webhooks, newest first.'))
    .example('petstore webhooks list')
    .runs(async () => (await import('../remote/webhooks.ts')).listWebhooks);

  webhooks
    .command('add')
    .description('Add a webhook. Its secret is shown only once.')
    .argument('<url>', 'the URL that receives the events')
    .option(
      '--events <types>',
      'types of events, separated by commas; by default all',
      kindsOf(WANTED_KINDS),
      WANTED_KINDS,
    )
    .option('--description <text>', 'description of the webhook')
    .json()
    .example('petstore webhooks add https://shelter.example/hooks --events pet.created,pet.status_changed')
    .runs(async () => (await import('../remote/webhooks.ts')).addWebhook);

  webhooks
    .command('remove')
    .description('Remove a webhook.')
    .argument(...webhookId)
    .json()
    .example('petstore webhooks remove 3')
    .runs(async () => (await import('../remote/webhooks.ts')).removeWebhook);

  webhooks
    .command('test')
    .description('Send a test event to a webhook and print its response.')
    .argument(...webhookId)
    .json()
    .example('petstore webhooks test 3')
    .runs(async () => (await import('../remote/webhooks.ts')).testWebhook);

  addDeliveries(webhooks);

  webhooks
    .command('listen')
    .description('Receive, verify and print webhooks on this machine, until Ctrl-C.')
    .option(
      '--register',
      'add a webhook for this machine, and remove it at the end; the service needs WEBHOOKS_ALLOW_PRIVATE=true',
    )
    .option('--secret <secret>', 'verify with the secret of an existing webhook that sends to this machine')
    .option(
      '--events <types>',
      'types of events to register for, separated by commas; by default all',
      kindsOf(WANTED_KINDS),
      WANTED_KINDS,
    )
    .option('--port <port>', 'port on 127.0.0.1; by default any free port', portOf, 0)
    .json()
    .example(
      'petstore webhooks listen --register',
      'petstore webhooks listen --secret whsec_… --port 3000    # the local end of a tunnel',
    )
    .runs(async () => (await import('../remote/listen.ts')).listen);
}

function addDeliveries(webhooks: CliCommand): void {
  listOptions(
    webhooks
      .command('deliveries')
      .description('List deliveries to your webhooks, newest first.')
      .argument('[webhook-id]', 'only to this webhook', int64)
      .option('--failed', 'only those whose last attempt failed, whether another one follows or not')
      .addOption(choice('--status <status>', 'only this status', ['pending', 'succeeded', 'failed']))
      .option('--types <types>', 'only these types of events, separated by commas', kindsOf(EVENT_KINDS))
      .option('--since <time>', 'only those that began at or after this time, such as 2026-11-21T00:00:00Z'),
  )
    .example('petstore webhooks deliveries --failed', 'petstore webhooks deliveries 3 --types order.expired --json')
    .runs(async () => (await import('../remote/deliveries.ts')).listDeliveries);

  webhooks
    .command('delivery')
    .description('Show what was sent and answered in each attempt of a delivery.')
    .argument('<webhook-id>', 'the id of the webhook', int64)
    .argument('<delivery-id>', 'the id of the delivery', int64)
    .json()
    .example('petstore webhooks delivery 3 981')
    .runs(async () => (await import('../remote/deliveries.ts')).showDelivery);

  webhooks
    .command('redeliver')
    .description('Send the events of up to 50 deliveries again, each as a new delivery.')
    .argument('<delivery-ids...>', 'the ids of the deliveries', int64s)
    .json()
    .example('petstore webhooks redeliver 981 982')
    .runs(async () => (await import('../remote/deliveries.ts')).redeliver);
}

const kindsOf =
  (known: readonly string[]) =>
  (text: string): NewWebhook['events'] => {
    const kinds = text.split(',').map((kind) => kind.trim());
    const wrong = kinds.find((kind) => !known.includes(kind));
    if (wrong !== undefined)
      throw new InvalidArgumentError(
        `There is no event type ${JSON.stringify(wrong)}. The types are ${known.join(', ')}.`,
      );
    return kinds as NewWebhook['events'];
  };

const int64s = (text: string, before: readonly Int64[] = []): readonly Int64[] => [...before, int64(text)];

function sequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function portOf(text: string): number {
  const port = sequence(text);
  if (port > 65_535) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return port;
}
