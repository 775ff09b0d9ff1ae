import { InvalidArgumentError } from 'commander';
import type { NewWebhook } from '../../../client/src/petstore.ts';
import { durationMs } from '../../vocabulary/duration.ts';
import { EVENT_KINDS, WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import type { Terminal } from '../terminal.ts';
import { type CliCommand, earlierName, int64, positiveInteger } from './command.ts';

/** These commands call the API of any service, with the user's API key. */
export function addRemote(program: CliCommand): void {
  program.commandsGroup('Call the API of any Petstore service:');
  addLogin(program);
  addApi(program);
  for (const [name, description] of GROUPS) program.command(name).description(description).lazily(named);
  addEvents(program);
  addClock(program);
  addLogs(program);
}

const named = async (group: CliCommand) => (await import('../remote/aliases.ts')).addNames(group);

function addLogin(program: CliCommand): void {
  program
    .command('login')
    .description(
      'Save an API key and the address of its service for the commands below. The key is read from the terminal or a pipe.',
    )
    .option('--base-url <url>', 'base URL of the service; by default the one on this machine')
    .addOption(earlierName('--url <url>'))
    .example('petstore login --base-url https://pets.example/v1', 'petstore login < key.txt')
    .runs(async () => (await import('../remote/login.ts')).login);

  program
    .command('logout')
    .description('Delete the saved API key.')
    .example('petstore logout')
    .runs(async () => (await import('../remote/login.ts')).logout);

  program
    .command('whoami')
    .description('Show the account, the service and the remaining limits of the API key in use.')
    .json()
    .example('petstore whoami')
    .runs(async () => (await import('../remote/login.ts')).whoami);
}

function addApi(program: CliCommand): void {
  const api = program.command('api');
  api
    .description('Call any operation of the API by its name. Without a name, list all operations.')
    .usage('<operation> [options]')
    .argument('[operation]', 'the name of the operation, such as listPets')
    .example('petstore api', 'petstore api listPets --help', 'petstore api placeOrder --petId 42 --json')
    .lazily(async () => (await import('../api/commands.ts')).addOperations(api))
    .runs(async () => {
      const { listOperations } = await import('../api/commands.ts');
      return (_: Terminal, name: string | undefined) => listOperations(api, name);
    });
}

const GROUPS = [
  ['pets', 'List, add, show and remove animals, and set their status.'],
  ['orders', 'List, place and process orders. An order is one adoption.'],
  ['applications', 'List and decide applications. One of several for an animal may become an order.'],
  ['listing-sites', 'Send the animals to Petfinder, Adopt-a-Pet and RescueGroups, and see what they have.'],
  ['directory', 'Show the animals of other services here: list, add, pause and remove its sources.'],
  ['imports', 'List imports of files, and undo them.'],
  ['messages', 'Send messages to the operators of the service or to an organization, and list them.'],
] as const;

/** The commands for events: the live stream, and webhooks with their deliveries. */
function addEvents(program: CliCommand): void {
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
    .description('List, add, remove, test and receive webhooks, and see what became of their deliveries.')
    .lazily(named);

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

/** The commands for staging's clock. */
function addClock(program: CliCommand): void {
  program
    .command('clock')
    .description("Show and advance staging's clock.")
    .lazily(named)
    .command('advance')
    .description(
      "Move staging's time forward, for every account. Everything that is due on the way happens before the command ends.",
    )
    .argument('<duration>', 'how far, such as 48h, 7d, 1d12h, or PT48H as in ISO 8601', duration)
    .json()
    .example('petstore clock advance 48h', 'petstore clock advance P7D --json')
    .runs(async () => (await import('../remote/clock.ts')).advanceClock);
}

function addLogs(program: CliCommand): void {
  program
    .command('logs')
    .description(
      'Show the last requests that were sent with the keys of your account, the newest at the end; with --follow also those that come, until Ctrl-C.',
    )
    .option('-f, --follow', 'print requests as they come')
    .option('--status <status>', 'only this status, such as 404, or this class, such as 4xx')
    .option('--method <method>', 'only this method, such as POST')
    .option('--code <code>', 'only this error code, such as pet_not_found')
    .option('--operation <id>', 'only this operation, such as listPets')
    .option('--key <key-id>', 'only this API key', positiveInteger)
    .option('--request-id <id>', 'only this X-Request-Id')
    .option('--since <time>', 'only requests answered since this time, such as 2026-11-21T09:30:00Z')
    .option('--limit <n>', 'maximum number of requests that were sent before', positiveInteger, 30)
    .json()
    .example(
      'petstore logs --status 4xx',
      'petstore logs --follow --operation createPet',
      'petstore logs --limit 10000 --json | jq -r .operation | sort | uniq -c',
    )
    .runs(async () => (await import('../remote/logs.ts')).showLogs);
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

/** ISO 8601, or its short form: `48h`, `1d12h`. */
function duration(text: string): string {
  const [, days = '', time = ''] = /^((?:\d+w)?(?:\d+d)?)((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.exec(text) ?? [];
  const iso = days + time === '' ? text : `P${days}${time === '' ? '' : `T${time}`}`.toUpperCase();
  if ((durationMs(iso) ?? 0) > 0) return iso;
  throw new InvalidArgumentError('It must be a duration such as 48h, 7d, 1d12h or PT48H.');
}
