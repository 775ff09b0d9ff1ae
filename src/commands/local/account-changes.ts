import { type Changes, ChangeRefused, requireSignIn } from '../../accounts/account-changes.ts';
import type { Membership } from '../../accounts/memberships/store.ts';
import type { Account } from '../../accounts/schema.ts';
import { buildAccountChanges } from '../../composition/account-changes.ts';
import { Failure } from '../../failure.ts';
import { FORMATS } from '../../http/validation/formats.ts';
import { originOf } from '../../settings/origins.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { OrganizationRole } from '../../vocabulary/organizations.ts';
import type { Plan } from '../../vocabulary/plans.ts';
import type { Terminal } from '../terminal.ts';
import { findAccount, printAccount } from './accounts.ts';
import { type EnvironmentOptions, type OpenEnvironment, withExistingEnvironment } from './environment.ts';

interface LimitsOptions extends EnvironmentOptions {
  readonly perMinute?: number;
  readonly perDay?: number;
  readonly default?: boolean;
}

interface JoinOptions extends EnvironmentOptions {
  readonly role: OrganizationRole;
}

type Change = (open: OpenEnvironment, account: Account) => Promise<Account>;

/** A command that changes an account and prints it. A running service applies the change within a second. */
const changing =
  <Options extends EnvironmentOptions = EnvironmentOptions, Given extends readonly unknown[] = []>(
    changeOf: (options: Options, ...given: Given) => Change,
  ) =>
  async (terminal: Terminal, settings: Settings, which: string, ...rest: [...Given, Options]): Promise<void> => {
    const options = rest.at(-1) as Options;
    const change = changeOf(options, ...(rest.slice(0, -1) as unknown as Given));
    const { environment, json = false, now } = options;
    const work = async (open: OpenEnvironment) => change(open, await findAccount(open, which, environment));
    const changed = await withExistingEnvironment(environment, settings, work, now).catch(refused);
    if (json) terminal.printJson(changed);
    else printAccount(terminal, changed);
  };

const to =
  (changes: Changes): Change =>
  (open, { id }) =>
    open.database.transaction(async (tx) => {
      if (changes.suspended === true) await buildAccountChanges(open).cancelling.ofSuspended(tx, id, COMMAND_LINE);
      return open.accounts.change(tx, id, changes, COMMAND_LINE);
    });

export const suspendAccount = changing(() => to({ suspended: true }));
export const resumeAccount = changing(() => to({ suspended: false }));
export const approveAccount = changing(() => to({ approved: true }));
export const setPlan = changing((_, plan: Plan) => to({ plan }));
export const setRole = changing((_, role: Account['role']) => to({ role }));
export const renameAccount = changing((_, given: string) => to({ name: nameOf(given) }));

export const limitAccount = changing(({ perMinute, perDay, default: reset = false }: LimitsOptions) => {
  const custom = perMinute !== undefined || perDay !== undefined;
  if (custom === reset) throw new Failure('Give either --per-minute and --per-day, or --default.', { exit: 'usage' });
  return (open, account) => {
    const given = { perMinute: perMinute ?? account.limits.perMinute, perDay: perDay ?? account.limits.perDay };
    return to({ limits: reset ? null : given })(open, account);
  };
});

export const joinOrganization = changing(({ role }: JoinOptions, id: number) => moveTo(() => ({ id, role })));

export const leaveOrganization = changing(() =>
  moveTo(({ id, email, organization }) => {
    if (organization === undefined) throw new Failure(`Account ${id} (${email}) belongs to no organization.`);
    return null;
  }),
);

/** Moves the account as the transaction finds it. A change of nothing reads it, and refuses a closed one. */
const moveTo =
  (membershipOf: (account: Account) => Membership | null): Change =>
  ({ database, accounts, organizations, memberships }, { id }) =>
    database.transaction(async (tx) => {
      const account = await accounts.change(tx, id, {}, COMMAND_LINE);
      const membership = membershipOf(account);
      if (membership !== null && (await organizations.find(EVERYTHING, membership.id, tx)) === undefined)
        throw new Failure(`There is no organization ${membership.id}.`);
      await memberships.move(tx, account, membership, COMMAND_LINE);
      return accounts.change(tx, id, {}, COMMAND_LINE);
    });

/** The command line shows every organization. */
export const EVERYTHING = { isOperator: true, organizationId: undefined };

export const closeAccount = changing(() => async (open, { id }) => {
  const { closing, removeAnimals } = buildAccountChanges(open);
  const closed = await open.database.transaction((tx) => closing.close(tx, id, COMMAND_LINE));
  while (await open.database.transaction(removeAnimals));
  return closed;
});

/** Prints a link for setting the account's password. */
export async function printResetLink(
  terminal: Terminal,
  settings: Settings,
  which: string,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  const path = await withExistingEnvironment(environment, settings, async (open) => {
    const account = await findAccount(open, which, environment);
    requireSignIn(account);
    return (await open.database.transaction((tx) => open.links.make(tx, { accountId: account.id, kind: 'operator' })))
      .path;
  }).catch(refused);
  const link = `${originOf(environment, settings)}${path}`;
  if (json) terminal.printJson({ link });
  else terminal.print(link);
}

/** @throws Failure for a change that the store refuses */
function refused(error: unknown): never {
  if (!(error instanceof ChangeRefused)) throw error;
  const advice = error.reason === 'limits' ? ' `petstore accounts plan` changes the plan.' : '';
  throw new Failure(error.message + advice, { cause: error });
}

/** @throws Failure if the API would refuse the name */
export function nameOf(given: string): string {
  const name = given.trim();
  const { length } = Array.from(name);
  if (length >= 1 && length <= 255 && FORMATS['plain-text'].validate(name)) return name;
  throw new Failure(`The name must be ${FORMATS['plain-text'].rule(' of 1 to 255 characters')}.`, { exit: 'usage' });
}
