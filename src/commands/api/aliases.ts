import { text as textOf } from 'node:stream/consumers';
import { Option } from 'commander';
import type { Category, Int64, Petstore } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import { parseInt64 } from '../../vocabulary/int64.ts';
import type { CliCommand } from '../table/command.ts';
import type { Terminal } from '../terminal.ts';
import { addCommonOptions, addFlags, type CommonOptions } from './commands.ts';
import { optionOf, parsed, valueIn } from './flags.ts';
import { type Flag, operationOf } from './operation.ts';
import { runOperation } from './run-operation.ts';

/** A part of an alias that stands for a flag of the operation, or for `--body`. */
interface Part {
  readonly to: string;
  /** Its name as an argument; an option is named by its key. */
  readonly name?: string;
  readonly says?: string;
  readonly read?: (text: string, context: { readonly terminal: Terminal; readonly petstore: Petstore }) => unknown;
  readonly isOptional?: boolean;
  readonly otherwise?: readonly string[];
}

/** A name that people know for an operation. */
interface Alias {
  /** With the values that are given, for an alias of several operations. */
  readonly operation: string | { readonly flagsOf: string; readonly choose: (given: Given) => string };
  readonly says?: string;
  readonly args?: readonly (string | Part)[];
  readonly options?: Readonly<Record<string, string | Part>>;
  /** What is removed. */
  readonly removes?: string;
  /** What is shown: the first item of the list, whose id is given. */
  readonly shows?: string;
  readonly isDefault?: true;
  readonly examples: readonly string[];
}

type Given = ReadonlyMap<string, unknown>;

const category: Part = {
  to: 'categoryId',
  says: 'category of the animal, by name or number',
  read: async (text, { petstore }) => categoryIdOf(text, await Array.fromAsync(petstore.categories.list())),
};
const file = (to: string, says: string): Part => ({
  to,
  says,
  name: 'file',
  read: (text) => (text === '-' ? '-' : `@${text}`),
});

const transition = (action: 'approve' | 'deliver' | 'cancel' | 'return'): readonly [string, Alias] => [
  `orders ${action}`,
  { operation: `${action}Order`, args: ['orderId'], examples: [`petstore orders ${action} 7`] },
];

/** The aliases by their names. */
export const ALIASES: Readonly<Record<string, Alias>> = {
  'pets list': {
    operation: 'listPets',
    says: 'List animals, newest first.',
    options: {
      status: 'status',
      category: { ...category, says: 'only this category, by name or number' },
      name: { to: 'q', says: 'only names that contain this text' },
      since: {
        to: 'updatedSince',
        says: 'only animals added or changed since this time, such as 2026-11-21T00:00:00Z',
      },
    },
    examples: [
      'petstore pets list --status available --category dogs',
      'petstore pets list --all --json | jq -r .name | sort | uniq -c',
    ],
  },
  'pets add': {
    operation: 'createPet',
    says: 'Add an animal.',
    args: ['name'],
    options: {
      category,
      status: 'status',
      profile: file('profile', 'a JSON file with the profile of the animal, or - to read standard input'),
    },
    examples: [
      'petstore pets add Rex --category dogs',
      'petstore pets add Rex --category dogs --profile rex.json',
      'id=$(petstore pets add "Miss Kitty" --category 2 --json | jq .id)',
    ],
  },
  // `getPet` is removed in 2030 (specification, part 4.3).
  'pets get': {
    operation: 'listPets',
    says: 'Show an animal.',
    args: [{ to: 'ids', name: 'pet-id', says: 'the id of the animal' }],
    shows: 'animal',
    examples: ['petstore pets get 42'],
  },
  'pets profile': {
    operation: {
      flagsOf: 'updatePetProfile',
      choose: (given) => {
        if (given.has('replace') && !given.has('body'))
          throw new Failure('--replace needs --file, the new profile.', { exit: 'usage' });
        if (given.size === 1) return 'getPetProfile';
        return given.has('replace') ? 'replacePetProfile' : 'updatePetProfile';
      },
    },
    says: 'Show the profile of an animal. With --file, change it first.',
    args: ['petId'],
    options: {
      file: file('body', 'a JSON file with the members to change, or - to read standard input; null removes a member'),
      replace: { to: 'replace', says: "replace the whole profile by the file's" },
    },
    examples: [
      'petstore pets profile 42',
      `echo '{"houseTrained": true}' | petstore pets profile 42 --file -`,
      'petstore pets profile 42 --file rex.json --replace',
    ],
  },
  'pets set-status': {
    operation: 'updatePet',
    says: "Set an animal's status. While the animal has an open order, the status follows the order.",
    args: ['petId', 'status'],
    examples: ['petstore pets set-status 42 sold'],
  },
  'pets remove': {
    operation: 'deletePet',
    says: 'Delete an animal. This cannot be undone.',
    args: ['petId'],
    removes: 'animal',
    examples: ['petstore pets remove 42'],
  },
  'pets photos list': { operation: 'listPhotos', args: ['petId'], examples: ['petstore pets photos list 42'] },
  'pets photos add': {
    operation: 'addPhoto',
    says: 'Add a photo behind the others. Where and when it was taken is not kept.',
    args: ['petId', file('body', 'the image: JPEG, PNG, WebP, GIF or AVIF')],
    options: { alt: { to: 'alt', says: 'what the photo shows, for people who cannot see it' } },
    examples: ['petstore pets photos add 42 rex.jpg --alt "A brown dog asleep on a red sofa"'],
  },
  'pets photos move': {
    operation: 'updatePhoto',
    says: 'Move a photo to another place. The first photo is the one that lists show.',
    args: ['petId', 'photoId', 'position'],
    examples: ['petstore pets photos move 42 7 0'],
  },
  'pets photos remove': {
    operation: 'deletePhoto',
    says: 'Remove a photo. This cannot be undone.',
    args: ['petId', 'photoId'],
    removes: 'photo',
    examples: ['petstore pets photos remove 42 7'],
  },
  'orders list': {
    operation: 'listOrders',
    says: 'List the orders that you placed and the orders for your animals, newest first.',
    options: { status: 'status', pet: 'petId' },
    examples: ['petstore orders list --status placed'],
  },
  'orders place': {
    operation: 'placeOrder',
    says: 'Place an order for an available animal. The order holds the animal.',
    args: ['petId'],
    options: { 'adopter-name': 'adopter.name', 'adopter-email': 'adopter.email', note: 'note' },
    examples: ['petstore orders place 42 --adopter-name "Ann Lee" --adopter-email ann@example.org'],
  },
  ...Object.fromEntries((['approve', 'deliver', 'cancel', 'return'] as const).map(transition)),
  'orders cancel-all': {
    operation: 'cancelAllOrders',
    says: 'Cancel all open orders of an adopter for your animals. The animals become available again.',
    args: [{ to: 'adopterEmail', name: 'email' }],
    examples: ['petstore orders cancel-all ann@example.org'],
  },
  'messages send': {
    operation: 'submitMessage',
    says: 'Send a message to the operators of the service, or about an animal to its organization.',
    args: [
      {
        to: 'message',
        name: 'text',
        says: 'the message, or - to read it from standard input',
        read: async (text, { terminal }) => (text === '-' ? (await textOf(terminal.process.stdin)).trimEnd() : text),
      },
    ],
    options: { pet: 'petId' },
    examples: [
      'petstore messages send --pet 42 "Is Rex still looking for a home?"',
      'petstore messages send - < letter.txt',
    ],
  },
  'messages list': {
    operation: 'listMessages',
    says: 'List the messages that you sent, newest first.',
    examples: ['petstore messages list'],
  },
  'messages get': {
    operation: 'getMessage',
    says: 'Show a message and its status.',
    args: ['messageId'],
    examples: ['petstore messages get msg_01kap6q0v8d5m9r2t4w7x1y3z6'],
  },
  'webhooks list': {
    operation: 'listWebhooks',
    says: 'List your webhooks, newest first.',
    examples: ['petstore webhooks list'],
  },
  'webhooks add': {
    operation: 'createWebhook',
    says: 'Add a webhook. Its secret is shown only once.',
    args: ['url'],
    options: {
      events: { to: 'events', says: 'types of events, by default all', otherwise: WANTED_KINDS },
      description: 'description',
    },
    examples: ['petstore webhooks add https://shelter.example/hooks --events pet.created,pet.status_changed'],
  },
  'webhooks remove': {
    operation: 'deleteWebhook',
    says: 'Remove a webhook.',
    args: ['webhookId'],
    removes: 'webhook',
    examples: ['petstore webhooks remove 3'],
  },
  'webhooks deliveries': {
    operation: {
      flagsOf: 'listDeliveries',
      choose: (given) => (given.has('webhookId') ? 'listDeliveries' : 'listAllDeliveries'),
    },
    says: 'List deliveries to your webhooks, newest first.',
    args: [{ to: 'webhookId', says: 'only to this webhook', isOptional: true }],
    options: {
      failed: { to: 'hasFailed', says: 'only those whose last attempt failed, whether another one follows or not' },
      status: 'status',
      types: { to: 'types', says: 'only these types of events, separated by commas' },
      since: {
        to: 'createdSince',
        says: 'only those that began at or after this time, such as 2026-11-21T00:00:00Z',
      },
    },
    examples: ['petstore webhooks deliveries --failed', 'petstore webhooks deliveries 3 --types order.expired --json'],
  },
  'webhooks delivery': {
    operation: 'getDelivery',
    says: 'Show what was sent and answered in each attempt of a delivery.',
    args: ['webhookId', 'deliveryId'],
    examples: ['petstore webhooks delivery 3 981'],
  },
  'webhooks redeliver': {
    operation: 'redeliverSeveral',
    says: 'Send the events of up to 50 deliveries again, each as a new delivery.',
    args: ['deliveryIds'],
    examples: ['petstore webhooks redeliver 981 982'],
  },
  'clock show': {
    operation: 'getClock',
    says: "Show staging's time, and when the next thing is due.",
    isDefault: true,
    examples: ['petstore clock show', 'petstore clock show --json'],
  },
};

/** The operation that says which flags an alias has. */
export const flagsOperation = ({ operation }: Alias) =>
  operationOf(typeof operation === 'string' ? operation : operation.flagsOf);

/** Adds the aliases of a group, such as `pets`. */
export function addAliases(group: CliCommand): void {
  for (const [path, alias] of Object.entries(ALIASES)) {
    const [first, ...names] = path.split(' ');
    if (first !== group.name()) continue;
    const parent = names.length === 1 ? group : group.commands.find((command) => command.name() === names[0]);
    addAlias((parent ?? group.command(names[0] ?? '').description(NESTED)) as CliCommand, names.at(-1) ?? '', alias);
  }
}

const NESTED = "List, add, move and remove an animal's photos.";

function addAlias(parent: CliCommand, name: string, alias: Alias): void {
  const { operation, args = [], options = {}, removes, shows, says, examples } = alias;
  const described = flagsOperation(alias);
  const command = parent
    .command(name, { isDefault: alias.isDefault === true })
    .description(says ?? `${described.summary}.`)
    .example(...examples);
  command.operation = described.id;
  const readers = new Map<string, NonNullable<Part['read']>>();
  const flagOf = (part: Part): Flag => {
    if (part.read !== undefined) readers.set(part.to, part.read);
    const found = described.flags.find((flag) => flag.name === part.to);
    if (found !== undefined) return { ...found, says: part.says ?? found.says, required: false };
    return { name: part.to, in: 'body', kind: part.to === 'body' ? 'json' : 'boolean', says: part.says ?? '' };
  };
  const parts = args.map((arg) => (typeof arg === 'string' ? { to: arg } : arg));
  for (const part of parts) addArgument(command, part, flagOf(part));
  const ownOptions = Object.entries(options).map(([key, given]) => {
    const part: Part = typeof given === 'string' ? { to: given } : given;
    return { part, option: optionFor(key, part, flagOf(part)) };
  });
  for (const { option } of ownOptions) command.addOption(option);
  const taken = new Set([...parts, ...ownOptions.map(({ part }) => part)].map(({ to }) => to));
  const names = new Set(Object.keys(options));
  const others = described.flags.filter((flag) => !taken.has(flag.name) && !names.has(flag.name));
  let rest: () => Map<string, unknown> = () => new Map();
  command.lazily(() => void (rest = addFlags(command, others, { isHidden: true })));
  addCommonOptions(command, described, { hasBody: false });
  const known = new Map(ownOptions.map(({ part }, i) => [part.to, Object.keys(options)[i] ?? part.to]));
  command.runs(() => async (terminal: Terminal, ...given: readonly unknown[]) => {
    const common = given.at(-1) as CommonOptions & Record<string, unknown>;
    const entries = [
      ...rest(),
      ...parts.map(({ to }, i) => [to, given[i]] as const),
      ...ownOptions.map(
        ({ part, option }) => [part.to, valueIn(common[option.attributeName()] ?? part.otherwise)] as const,
      ),
    ];
    const values = new Map<string, unknown>(entries.filter(([, value]) => value !== undefined));
    const chosen = typeof operation === 'string' ? described : operationOf(operation.choose(values));
    const prepare = async (petstore: Petstore) => {
      for (const [to, read] of readers)
        if (values.has(to)) values.set(to, await read(String(values.get(to)), { terminal, petstore }));
    };
    const id = values.get(parts.at(-1)?.to ?? '') as Int64;
    const done = () => {
      if (common.json === true) terminal.printJson({ id, removed: true });
      else terminal.print(`Removed ${removes} ${id}.`);
    };
    const none =
      shows === undefined ? undefined : () => new Failure(`There is no ${shows} ${id}.`, { exit: 'refused' });
    await runOperation(terminal, chosen, values, { ...common, prepare, done, none, known });
  });
}

function addArgument(command: CliCommand, { name, to, read, isOptional = false }: Part, flag: Flag): void {
  const label = name ?? to.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const dots = flag.list === true && name === undefined ? '...' : '';
  const option = optionOf(flag);
  const argument = command.createArgument(isOptional ? `[${label}${dots}]` : `<${label}${dots}>`, option.description);
  if (flag.choices !== undefined) argument.choices([...flag.choices]);
  argument.argParser((text, before) => (read === undefined ? parsed(flag, text, before) : text));
  command.addArgument(argument);
}

function optionFor(key: string, { read, name }: Part, flag: Flag): Option {
  if (flag.kind === 'boolean') return new Option(`--${key}`, flag.says);
  const made = optionOf({ ...flag, name: key });
  return read === undefined ? made : new Option(`--${key} <${name ?? 'name'}>`, flag.says);
}

/** Finds a category by its name, ignoring case, or by its number. */
function categoryIdOf(text: string, categories: readonly Category[]): Int64 {
  const folded = text.trim().toLowerCase();
  const id = categories.find(({ name }) => name.toLowerCase() === folded)?.id ?? parseInt64(text.trim());
  if (id !== undefined) return id;
  const names = categories.slice(0, 20).map(({ name }) => name);
  throw new Failure(`There is no category ${JSON.stringify(text)}. Use one of ${names.join(', ')}, or a number.`, {
    exit: 'usage',
  });
}
