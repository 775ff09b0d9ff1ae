import { InvalidArgumentError } from 'commander';
import type { NewWebhook } from '../../../client/src/petstore.ts';
import { EVENT_KINDS, WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import { withAliases } from './aliases.ts';
import { type CliCommand, int64 } from './command.ts';

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

  const webhooks = withAliases(
    program
      .command('webhooks')
      .description('List, add, remove, test and receive webhooks, and see what became of their deliveries.'),
  );

  webhooks
    .command('test')
    .description('Send a test event to a webhook and print its response.')
    .argument('<webhook-id>', 'the id of the webhook', int64)
    .json()
    .example('petstore webhooks test 3')
    .runs(async () => (await import('../remote/webhooks.ts')).testWebhook);

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

function sequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function portOf(text: string): number {
  const port = sequence(text);
  if (port > 65_535) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return port;
}
