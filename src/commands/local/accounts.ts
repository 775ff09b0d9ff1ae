import type { Account, AccountFilters } from '../../accounts/schema.ts';
import type { AccountStore } from '../../accounts/store.ts';
import { Failure } from '../../failure.ts';
import { limitStore } from '../../limits/store.ts';
import { dayMs } from '../../limits/windows.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { type Column, type Fact, printFacts, printRows } from '../rows.ts';
import type { Style, Terminal } from '../terminal.ts';
import { withExistingEnvironment, type OpenEnvironment, type EnvironmentOptions } from './environment.ts';

interface ListAccountsOptions extends EnvironmentOptions, Pick<AccountFilters, 'awaiting'> {
  readonly limit: number;
}

/** All accounts, newest first. */
export async function* allAccounts(accounts: AccountStore): AsyncGenerator<Account> {
  let page = await accounts.list({}, 100);
  while (page.length > 0) {
    yield* page;
    page = await accounts.list({}, 100, page.at(-1)?.id);
  }
}

const isId = (which: string): boolean => /^\d{1,15}$/.test(which);

/** Finds an account by its id or its email. */
const lookUpAccount = (accounts: AccountStore, which: string): Promise<Account | undefined> =>
  isId(which) ? accounts.find(Number(which)) : accounts.findByEmail(which);

/** @throws Failure if there is no such account */
export async function findAccount(
  { accounts }: OpenEnvironment,
  which: string,
  environment: Environment,
): Promise<Account> {
  const found = await lookUpAccount(accounts, which);
  if (found !== undefined) return found;
  const named = isId(which) ? which : `with the email ${JSON.stringify(which)}`;
  throw new Failure(`There is no account ${named} in ${environment}. \`petstore accounts list\` shows them.`);
}

/** The operator whose account is the oldest. @throws Failure before the first start */
export async function findOperator({ accounts }: OpenEnvironment): Promise<Account> {
  const operator = await accounts.firstOperator();
  if (operator !== undefined) return operator;
  throw new Failure('The database has no operator yet. The first start of the service creates it.');
}

export async function listAccounts(
  terminal: Terminal,
  settings: Settings,
  options: ListAccountsOptions,
): Promise<void> {
  const { environment, limit, json, ...filters } = options;
  const found = await withExistingEnvironment(environment, settings, ({ accounts }) =>
    accounts.list(filters, limit + 1),
  );
  printRows(terminal, found.slice(0, limit), ACCOUNT_COLUMNS, { json, none: 'No accounts.' });
  if (found.length > limit) terminal.note(`There are more accounts. Use --limit ${limit * 10} to see more.`);
}

const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  { title: 'id', of: ({ id }) => id, right: true },
  { title: 'email', of: ({ email }) => email, shrinks: true },
  { title: 'plan', of: ({ plan }) => plan },
  { title: 'per minute', of: ({ limits }) => limits.perMinute, right: true },
  { title: 'per day', of: ({ limits }) => limits.perDay, right: true },
  { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
  { title: 'state', of: stateOf, style: styleOf },
  { title: 'name', of: ({ name }) => name, shrinks: true },
];

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
  printAccount(terminal, account, [
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

export function printAccount(terminal: Terminal, account: Account, more: readonly Fact[] = []): void {
  const { id, email, name, role, plan, limits, organization, createdAt, closedAt } = account;
  printFacts(terminal, [
    ['Account', id],
    ['Email', email],
    ['Name', name],
    ['Plan', plan],
    ['Limits', `${limits.perMinute.toLocaleString('en')} per minute, ${limits.perDay.toLocaleString('en')} per day`],
    ['State', stateOf(account), styleOf(account)],
    ['Role', role],
    ['Organization', organization && `${organization.id} (${organization.role})`],
    ['Approved', account.approved ? 'yes' : 'no: it signed up by itself'],
    ['Created', createdAt],
    ['Closed', closedAt],
    ...more,
  ]);
}
