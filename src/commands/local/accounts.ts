import type { Account } from '../../accounts/schema.ts';
import type { AccountStore } from '../../accounts/store.ts';
import { Failure, misuse } from '../../failure.ts';
import { FORMATS } from '../../http/validation/formats.ts';
import { limitStore } from '../../limits/store.ts';
import { dayMs } from '../../limits/windows.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Alias, Aliases, Part } from '../api/aliases.ts';
import type { View } from '../api/view.ts';
import { type Fact, printFacts, printRows } from '../rows.ts';
import { positiveInteger } from '../table/command.ts';
import type { Style, Terminal } from '../terminal.ts';
import { type EnvironmentOptions, type OpenEnvironment, withExistingEnvironment } from './environment.ts';
import type { Local } from './in-process.ts';
import { linkView, organization } from './organizations.ts';

/** All accounts, newest first. */
export async function* allAccounts(accounts: AccountStore): AsyncGenerator<Account> {
  let page = await accounts.list({}, 100);
  while (page.length > 0) {
    yield* page;
    page = await accounts.list({}, 100, page.at(-1)?.id);
  }
}

/** Finds an account by its id or its email. @throws Failure if there is no such account */
export async function findAccount(
  { accounts }: OpenEnvironment,
  which: string,
  environment: Environment,
): Promise<Account> {
  const isId = /^\d{1,15}$/.test(which);
  const found = await (isId ? accounts.find(Number(which)) : accounts.findByEmail(which));
  if (found !== undefined) return found;
  const named = isId ? which : `with the email ${JSON.stringify(which)}`;
  throw new Failure(`There is no account ${named} in ${environment}. \`petstore accounts list\` shows them.`);
}

/** The operator whose account is the oldest. @throws Failure before the first start */
export async function findOperator({ accounts }: OpenEnvironment): Promise<Account> {
  const operator = await accounts.firstOperator();
  if (operator !== undefined) return operator;
  throw new Failure('The database has no operator yet. The first start of the service creates it.');
}

function stateOf({ closedAt, suspended, awaiting, role }: Account): string {
  if (closedAt !== undefined) return 'closed';
  if (suspended) return 'suspended';
  if (awaiting !== undefined) return `awaits ${awaiting}`;
  return role === 'operator' ? 'operator' : 'active';
}

function styleOf({ closedAt, suspended, awaiting }: Account): Style {
  if (closedAt !== undefined) return 'dim';
  if (suspended) return 'red';
  return awaiting === undefined ? 'green' : 'yellow';
}

function factsOf(account: Account): readonly Fact[] {
  const { id, email, name, role, plan, limits, organization: membership, createdAt, closedAt } = account;
  return [
    ['Account', id],
    ['Email', email],
    ['Name', name],
    ['Plan', plan],
    ['Limits', `${limits.perMinute.toLocaleString('en')} per minute, ${limits.perDay.toLocaleString('en')} per day`],
    ['State', stateOf(account), styleOf(account)],
    ['Role', role],
    ['Organization', membership && `${membership.id} (${membership.role})`],
    ['Approved', account.approved ? 'yes' : 'no: it signed up by itself'],
    ['Created', createdAt],
    ['Closed', closedAt],
  ];
}

const view: View<Account> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'email', of: ({ email }) => email, shrinks: true },
    { title: 'plan', of: ({ plan }) => plan },
    { title: 'per minute', of: ({ limits }) => limits.perMinute, right: true },
    { title: 'per day', of: ({ limits }) => limits.perDay, right: true },
    { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
    { title: 'state', of: stateOf, style: styleOf },
    { title: 'name', of: ({ name }) => name, shrinks: true },
  ],
  none: 'No accounts.',
  show: (terminal, account) => printFacts(terminal, factsOf(account)),
};

const account: Part<Local> = {
  to: 'accountId',
  name: 'account',
  says: 'the id or email of the account',
  read: async (text, { open, environment }) => (await findAccount(open, text, environment)).id,
};

const changing = (name: string, says: string, change: Partial<Alias<Local>>): readonly [string, Alias<Local>] => [
  `accounts ${name}`,
  {
    operation: 'updateAccount',
    says,
    args: [account],
    view,
    examples: [`petstore accounts ${name} ann@shelter.example`],
    ...change,
  },
];

export const ACCOUNTS: Aliases<Local> = Object.fromEntries([
  changing('list', 'List the accounts, newest first.', {
    operation: 'listAccounts',
    args: [],
    options: { awaiting: { to: 'awaiting', says: 'only accounts that signed up and still need this' } },
    limit: 100,
    examples: [
      'petstore accounts list',
      'petstore accounts list --awaiting approval',
      'petstore accounts list --json | jq -r .email',
    ],
  }),
  changing('approve', 'Approve an account that signed up by itself: its keys work from now on.', {
    sets: { approved: true },
  }),
  changing('role', 'Make an account an operator, or a member again. One operator always remains.', {
    args: [account, { to: 'role', says: 'the role' }],
    examples: ['petstore accounts role ann@shelter.example operator'],
  }),
  changing('join', 'Let an account join an organization. It leaves the organization that it belongs to.', {
    args: [account, { ...organization, to: 'organization.id' }],
    options: { role: { to: 'organization.role', says: 'its role there, by default staff', otherwise: 'staff' } },
    examples: ['petstore accounts join ann@shelter.example 1', 'petstore accounts join 7 1 --role manager'],
  }),
  changing('leave', 'End the membership of an account. What it has added for the organization stays there.', {
    sets: { organization: null },
    before: async (values, { open, environment }) => {
      const { id, email, organization } = await findAccount(open, String(values.get('accountId')), environment);
      if (organization === undefined) throw new Failure(`Account ${id} (${email}) belongs to no organization.`);
    },
  }),
  changing('rename', 'Correct the name of an account.', {
    args: [account, { to: 'name', says: 'the new name', read: nameOf }],
    // The operation cannot: it returns the renamed account.
    before: async (values, { open: { accounts, database } }) => {
      const name = String(values.get('name'));
      await database.transaction((tx) => accounts.change(tx, Number(values.get('accountId')), { name }, COMMAND_LINE));
    },
    examples: ['petstore accounts rename 7 "Riverside Shelter"'],
  }),
  changing('plan', 'Change the plan of an account. A running service applies it within a second.', {
    args: [account, { to: 'plan', says: 'the plan' }],
    examples: ['petstore accounts plan ann@shelter.example pro'],
  }),
  changing('limits', 'Set custom limits for an Enterprise account, or remove them.', {
    options: {
      'per-minute': { to: 'perMinute', name: 'n', says: 'requests per minute', parse: positiveInteger },
      'per-day': { to: 'perDay', name: 'n', says: 'requests per day', parse: positiveInteger },
      default: { to: 'default', says: "use the plan's limits again" },
    },
    check: (given) => {
      if ((given.has('perMinute') || given.has('perDay')) === given.has('default'))
        throw misuse('Give either --per-minute and --per-day, or --default.');
    },
    before: async (values, { open, environment }) => {
      const { limits } = await findAccount(open, String(values.get('accountId')), environment);
      const { perMinute = limits.perMinute, perDay = limits.perDay } = Object.fromEntries(values);
      values.set('limits', values.has('default') ? null : JSON.stringify({ perMinute, perDay }));
    },
    examples: [
      'petstore accounts limits 7 --per-minute 5000 --per-day 2000000',
      'petstore accounts limits 7 --default',
    ],
  }),
  changing(
    'suspend',
    'Refuse all requests of an account until it is resumed, and cancel its open orders. A running service applies it within a second.',
    { sets: { suspended: true } },
  ),
  changing('resume', 'Lift the suspension of an account.', { sets: { suspended: false } }),
  changing(
    'close',
    'Close an account for good: remove its address and name, its webhooks and the animals that it owns alone, and cancel its orders.',
    { operation: 'closeAccount' },
  ),
  changing(
    'reset-link',
    'Create a link for setting the password of an account. It works once, for 24 hours, and revokes all keys of the account.',
    { operation: 'createPasswordLink', view: linkView },
  ),
]);

/** @throws Failure if the API would refuse the name */
export function nameOf(given: string): string {
  const name = given.trim();
  const { length } = Array.from(name);
  if (length >= 1 && length <= 255 && FORMATS['plain-text'].validate(name)) return name;
  throw misuse(`The name must be ${FORMATS['plain-text'].rule(' of 1 to 255 characters')}.`);
}

/** No operation shows as much. */
export async function showAccount(
  terminal: Terminal,
  settings: Settings,
  which: string,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  const { account, keys, bans, usage } = await withExistingEnvironment(environment, settings, async (open) => {
    const account = await findAccount(open, which, environment);
    const { accounts, database, now } = open;
    const store = limitStore(database);
    const keyIds = new Set(await accounts.keysOf(account.id));
    const { bans } = await store.load(now(), now());
    return {
      account,
      keys: await accounts.keys.list(account.id, 10_000),
      bans: bans
        .filter(({ keyId }) => keyIds.has(keyId))
        .map(({ keyId, endsMs }) => ({ keyId, until: timestamp(endsMs) })),
      usage: (await store.usageOfDays(account.id, Math.floor(now() / dayMs) - 6)).map(({ day, ...counts }) => ({
        date: timestamp(day * dayMs).slice(0, 10),
        ...counts,
      })),
    };
  });
  if (json) return terminal.printJson({ ...account, keys, bans, usage });
  printFacts(terminal, [
    ...factsOf(account),
    ['Keys', keys.map(({ id, prefix, lastFour }) => `${id} (${prefix}…${lastFour})`).join(', ') || 'none'],
    ['Banned', bans.map(({ keyId, until }) => `key ${keyId} until ${until}`).join(', '), 'red'],
  ]);
  if (usage.length === 0) return;
  terminal.print();
  printRows(terminal, usage, [
    { title: 'day', of: ({ date }) => date },
    { title: 'admitted', of: ({ admitted }) => admitted, right: true },
    { title: 'refused', of: ({ refused }) => refused, right: true },
    { title: 'strikes', of: ({ strikes }) => strikes, right: true },
  ]);
}
