import { Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { Failure } from '../../failure.ts';
import { minuteMs } from '../../limits/windows.ts';
import { localOriginOf } from '../../settings/origins.ts';
import { type Settings, settingsOf } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { connect, failureOf } from '../remote/connect.ts';
import type { Terminal } from '../terminal.ts';
import { findAccount, findOperator } from './accounts.ts';
import {
  type EnvironmentOptions,
  withExistingEnvironment,
  requireDatabaseFile,
  type OpenEnvironment,
} from './environment.ts';
import { withOperations } from './in-process.ts';

interface UnbanOptions extends EnvironmentOptions {
  readonly baseUrl?: string;
  /** The same. */
  readonly url?: string;
}

/**
 * Lifts the bans of an account. A running service holds bans in memory and would overwrite those in the database, so the command asks it
 * over the API, with a key that it creates for this one request. If no service runs, it deletes the bans from the database.
 */
export async function unban(
  terminal: Terminal,
  settings: Settings,
  which: string,
  { environment, json = false, url, baseUrl = url }: UnbanOptions,
): Promise<void> {
  const isServed = await mayBeServed(environment, settings);
  const account = await withExistingEnvironment(environment, settings, async (open) => {
    const found = await findAccount(open, which, environment);
    if (isServed)
      await askService(open, found.id, baseUrl?.replace(/\/v1\/?$/, '') ?? localOriginOf(environment, settings));
    else await withOperations(open, environment, settings, (caller) => new Petstore(caller).admin.liftBan(found.id));
    return found;
  });
  if (json) return terminal.printJson({ accountId: account.id, banned: false, environment });
  terminal.print(
    `No key of account ${account.id} (${account.email}) is banned any more.${isServed ? '' : ' No service was running.'}`,
  );
}

/** Whether a service may be running. For PostgreSQL this is unknown, so the answer is yes. */
async function mayBeServed(environment: Environment, settings: Settings): Promise<boolean> {
  if (settingsOf(environment, settings).databaseUrl !== '') return true;
  const unlock = await takeLock(await requireDatabaseFile(environment, settings));
  unlock?.();
  return unlock === undefined;
}

async function askService(open: OpenEnvironment, accountId: number, origin: string): Promise<void> {
  const { id: keyId, key } = await createTemporaryKey(open);
  const baseUrl = `${origin.replace(/\/(v1\/?)?$/, '')}/v1`;
  try {
    await connect({ baseUrl, apiKey: key, from: 'the database' }).admin.liftBan(accountId);
  } catch (cause) {
    throw unbanFailureOf(cause, origin, baseUrl);
  } finally {
    await open.accounts.keys.revoke(keyId, COMMAND_LINE);
  }
}

function unbanFailureOf(cause: unknown, origin: string, baseUrl: string): unknown {
  const { status, code } = cause instanceof PetstoreError ? cause : {};
  if (code === 'network_error' || code === 'timeout')
    return new Failure(
      `The service that uses this database does not respond at ${origin}. Use --base-url to give its address.`,
      { exit: 'unavailable', cause },
    );
  if (status === 401)
    return new Failure(
      `The service at ${origin} uses another database. Use --base-url to give the address of the right one.`,
      {
        cause,
      },
    );
  return failureOf(cause, baseUrl);
}

/** A key of an operator with only the required scope. It expires after a minute, in case this command ends before revoking it. */
async function createTemporaryKey(open: OpenEnvironment) {
  const { accounts, database, now } = open;
  const operator = await findOperator(open);
  return database.transaction((tx) =>
    accounts.keys.create(
      tx,
      operator.id,
      { name: 'petstore accounts unban', kind: 'secret', scopes: ['account'], expiresMs: now() + minuteMs },
      COMMAND_LINE,
    ),
  );
}
