import { ChangeRefused } from '../../accounts/account-changes.ts';
import type { ApiKey } from '../../accounts/keys/schema.ts';
import { PETFINDER_KEY } from '../../accounts/keys/store.ts';
import type { Account } from '../../accounts/schema.ts';
import type { AccountStore } from '../../accounts/store.ts';
import { Failure, misuse } from '../../failure.ts';
import { FORMATS } from '../../http/validation/formats.ts';
import { dayMs } from '../../limits/windows.ts';
import { type PetfinderPair, petfinderPair } from '../../secrets/api-key.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { PLANS, type Plan } from '../../vocabulary/plans.ts';
import { OPERATOR_EMAIL } from '../../vocabulary/text/address.ts';
import { type Column, printRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { allAccounts, findAccount, nameOf } from './accounts.ts';
import { withExistingEnvironment, withEnvironment, type EnvironmentOptions } from './environment.ts';

interface CreateKeyOptions extends EnvironmentOptions {
  readonly plan: Plan;
  readonly email?: string;
  readonly perMinute?: number;
  readonly perDay?: number;
  readonly petfinder?: boolean;
}

interface ListKeysOptions extends EnvironmentOptions {
  readonly email?: string;
}

interface RollKeyOptions extends EnvironmentOptions {
  readonly overlapDays?: number;
}

/** Creates a key and prints it. The key cannot be shown again. */
export async function createKey(terminal: Terminal, settings: Settings, options: CreateKeyOptions): Promise<void> {
  const { environment, plan, email, perMinute, perDay, petfinder = false, json = false } = options;
  const custom = perMinute !== undefined || perDay !== undefined;
  const limits = custom
    ? { perMinute: perMinute ?? PLANS[plan].perMinute, perDay: perDay ?? PLANS[plan].perDay }
    : undefined;
  const made = await withEnvironment(environment, settings, async ({ accounts }) => {
    if (email !== undefined) await requireAddress(accounts, email);
    return accounts.createKey({ email, plan, limits, ...(petfinder ? { settings: PETFINDER_KEY } : {}) });
  }).catch((error: unknown) => {
    throw error instanceof ChangeRefused ? misuse(error.message) : error;
  });
  const what = `account ${made.accountId}, key ${made.keyId}, ${made.plan}, ${made.environment}`;
  if (petfinder) printPair(terminal, { ...made, ...petfinderPair(made.key) }, what, json);
  else if (json) terminal.printJson(made);
  else printNewKey(terminal, made.key, what);
}

function printPair(terminal: Terminal, pair: PetfinderPair, what: string, json: boolean): void {
  if (json) return terminal.printJson(pair);
  terminal.print(`client_id      ${terminal.paint('green', pair.clientId)}`);
  terminal.print(`client_secret  ${terminal.paint('green', pair.clientSecret)}`);
  terminal.print(terminal.paint('dim', `${what}. Save both now: they are not shown again.`));
}

/** Requires a valid email for a new account. Existing accounts keep theirs. */
async function requireAddress(accounts: AccountStore, email: string): Promise<void> {
  const address = email.trim();
  if (address.toLowerCase() === OPERATOR_EMAIL || (await accounts.findByEmail(address)) !== undefined) return;
  if (address.length <= 254 && FORMATS.email.validate(address)) return;
  throw misuse(`${JSON.stringify(email)} must be ${FORMATS.email.rule()}, such as ann@shelter.example.`);
}

export async function listKeys(terminal: Terminal, settings: Settings, options: ListKeysOptions): Promise<void> {
  const { environment, email, json } = options;
  const rows = await withExistingEnvironment(environment, settings, async (open) => {
    const { accounts } = open;
    const owners = email === undefined ? allAccounts(accounts) : [await findAccount(open, email, environment)];
    const found: OwnedKey[] = [];
    for await (const owner of owners)
      for (const key of await accounts.keys.list(owner.id, 10_000))
        found.push({ ...key, accountId: owner.id, email: owner.email });
    return found.toSorted((a, b) => b.id - a.id);
  });
  printRows(terminal, rows, KEY_COLUMNS, { json, none: 'No keys.' });
}

type OwnedKey = ApiKey & { readonly accountId: number; readonly email: string };

const KEY_COLUMNS: readonly Column<OwnedKey>[] = [
  { title: 'id', of: ({ id }) => id, right: true },
  { title: 'key', of: ({ prefix, lastFour }) => `${prefix}…${lastFour}` },
  { title: 'account', of: ({ email }) => email, shrinks: true },
  { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
  { title: 'last used', of: ({ lastUsedAt }) => lastUsedAt?.slice(0, 10) },
  { title: 'expires', of: ({ expiresAt }) => expiresAt?.slice(0, 10) },
  { title: 'name', of: ({ name }) => name, shrinks: true },
];

export async function rollKey(
  terminal: Terminal,
  settings: Settings,
  keyId: number,
  { environment, overlapDays = 0, json = false }: RollKeyOptions,
): Promise<void> {
  if (overlapDays > 7) throw misuse('--overlap-days must be at most 7.');
  const rolled = await withExistingEnvironment(environment, settings, async ({ accounts }) => {
    const owner = await ownerOf(accounts, keyId);
    if (owner === undefined) throw noSuchKey(keyId, environment);
    const made = await accounts.rollKey(owner.id, keyId, overlapDays * dayMs);
    return { key: made.key, keyId: made.id, accountId: owner.id, plan: owner.plan, environment };
  });
  if (json) return terminal.printJson(rolled);
  const until = overlapDays === 0 ? 'is revoked' : `expires in ${overlapDays} ${overlapDays === 1 ? 'day' : 'days'}`;
  printNewKey(terminal, rolled.key, `account ${rolled.accountId}, key ${rolled.keyId}; key ${keyId} ${until}`);
}

export async function revokeKey(
  terminal: Terminal,
  settings: Settings,
  keyId: number,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  const found = await withExistingEnvironment(environment, settings, ({ accounts }) =>
    accounts.keys.revoke(keyId, COMMAND_LINE),
  );
  if (!found) throw noSuchKey(keyId, environment);
  if (json) terminal.printJson({ keyId, revoked: true, environment });
  else terminal.print(`Key ${keyId} is revoked. A running service refuses it within a second.`);
}

/** Gives the board another key, such as after the previous one was revoked. */
export async function replaceBoardKey(
  terminal: Terminal,
  settings: Settings,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  const { key, id: keyId } = await withExistingEnvironment(environment, settings, ({ accounts, database }) =>
    database.transaction((tx) => accounts.board.replace(tx, COMMAND_LINE)),
  );
  if (json) return terminal.printJson({ key, keyId, environment });
  terminal.print(
    `The board has the new key ${key}, key ${keyId}. Its previous key is revoked: reload pages that are open.`,
  );
}

/** Creates a key with which another service reads what visitors see, and prints it. */
export async function createPartnerKey(
  terminal: Terminal,
  settings: Settings,
  given: string,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  const name = nameOf(given);
  const { key, id: keyId } = await withExistingEnvironment(environment, settings, ({ accounts, database }) =>
    database.transaction((tx) => accounts.board.createPartner(tx, name, COMMAND_LINE)),
  );
  if (json) terminal.printJson({ key, keyId, name, environment });
  else printNewKey(terminal, key, `partner key ${keyId}, ${environment}`);
}

function printNewKey(terminal: Terminal, key: string, what: string): void {
  terminal.print(terminal.paint('green', key));
  terminal.print(terminal.paint('dim', `${what}. Save the key now: it is not shown again.`));
}

async function ownerOf(accounts: AccountStore, keyId: number): Promise<Account | undefined> {
  for await (const account of allAccounts(accounts))
    if ((await accounts.keys.find(account.id, keyId)) !== undefined) return account;
  return undefined;
}

const noSuchKey = (keyId: number, environment: Environment): Failure =>
  new Failure(`There is no key ${keyId} in ${environment}. \`petstore keys list\` shows them.`);
