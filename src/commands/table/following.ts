import { InvalidArgumentError } from 'commander';
import type { Int64, NewWebhook } from '../../../client/src/petstore.ts';
import { EVENT_KINDS } from '../../vocabulary/event-kinds.ts';
import type { TailOptions } from '../remote/events.ts';
import type { ListenOptions } from '../remote/listen.ts';
import type { ListOptions } from '../remote/lists.ts';
import type { AddWebhookOptions } from '../remote/webhooks.ts';
import { type Call, int64, type Means, pages } from './call.ts';

const WANTED = EVENT_KINDS.filter((kind) => kind !== 'webhook.test');

/** What tells of changes: the live stream, and webhooks. */
export function addFollowing(program: Call, { terminal }: Means): void {
  program
    .command('events')
    .description('What happens, as it happens.')
    .command('tail')
    .description('Print events as they happen, until Ctrl-C. A connection that breaks is taken up again where it was.')
    .option('--types <kinds>', 'only these kinds, separated by commas; docs/events.md has all', kindsOf(EVENT_KINDS))
    .option('--after <sequence>', 'begin behind this one, at most 30 days back; without it, with the next', sequence)
    .json()
    .example('petstore events tail', 'petstore events tail --types pet.created,pet.status_changed --after 0 --json')
    .action(async (options: TailOptions) => {
      const { tailEvents } = await import('../remote/events.ts');
      await tailEvents(terminal(), options);
    });

  const webhooks = program.command('webhooks').description('Webhooks: where the service sends events by itself.');
  const webhookId = ['<webhook-id>', 'the id of the webhook', int64] as const;

  pages(webhooks.command('list').description('List your webhooks, newest first.'))
    .example('petstore webhooks list')
    .action(async (options: ListOptions) => {
      const { listWebhooks } = await import('../remote/webhooks.ts');
      await listWebhooks(terminal(), options);
    });

  webhooks
    .command('add')
    .description('Add a webhook. Its secret is shown this once.')
    .argument('<url>', 'where the requests go')
    .option('--events <kinds>', 'the kinds wanted, separated by commas; without it, all', kindsOf(WANTED), WANTED)
    .option('--description <text>', 'what it is for')
    .json()
    .example('petstore webhooks add https://shelter.example/hooks --events pet.created,pet.status_changed')
    .action(async (url: string, options: AddWebhookOptions) => {
      const { addWebhook } = await import('../remote/webhooks.ts');
      await addWebhook(terminal(), url, options);
    });

  webhooks
    .command('remove')
    .description('Remove a webhook.')
    .argument(...webhookId)
    .json()
    .example('petstore webhooks remove 3')
    .action(async (id: Int64, options: { json?: boolean }) => {
      const { removeWebhook } = await import('../remote/webhooks.ts');
      await removeWebhook(terminal(), id, options);
    });

  webhooks
    .command('test')
    .description('Send a test event to a webhook, and tell what it answered.')
    .argument(...webhookId)
    .json()
    .example('petstore webhooks test 3')
    .action(async (id: Int64, options: { json?: boolean }) => {
      const { testWebhook } = await import('../remote/webhooks.ts');
      await testWebhook(terminal(), id, options);
    });

  webhooks
    .command('listen')
    .description('Receive webhooks on this machine, verify and print them, until Ctrl-C.')
    .option(
      '--register',
      'add a webhook that leads here, and remove it at the end; the service needs WEBHOOKS_ALLOW_PRIVATE=true',
    )
    .option('--secret <secret>', 'verify with the secret of a webhook that leads here by itself')
    .option(
      '--events <kinds>',
      'the kinds to register for, separated by commas; without it, all',
      kindsOf(WANTED),
      WANTED,
    )
    .option('--port <port>', 'listen on this port of 127.0.0.1; without it, on any that is free', portOf, 0)
    .json()
    .example(
      'petstore webhooks listen --register',
      'petstore webhooks listen --secret whsec_… --port 3000    # where a tunnel ends',
    )
    .action(async (options: ListenOptions) => {
      const { listen } = await import('../remote/listen.ts');
      await listen(terminal(), options);
    });
}

const kindsOf =
  (known: readonly string[]) =>
  (text: string): NewWebhook['events'] => {
    const kinds = text.split(',').map((kind) => kind.trim());
    const wrong = kinds.find((kind) => !known.includes(kind));
    if (wrong !== undefined)
      throw new InvalidArgumentError(`There is no kind ${JSON.stringify(wrong)}; there are ${known.join(', ')}.`);
    return kinds as NewWebhook['events'];
  };

function sequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function portOf(text: string): number {
  const port = sequence(text);
  if (port > 65_535) throw new InvalidArgumentError('It must be a port, up to 65535.');
  return port;
}
