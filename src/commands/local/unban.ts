import { PetstoreError } from '../../../client/src/petstore.ts';
import { OPERATOR_EMAIL } from '../../accounts/store.ts';
import { reachableAt } from '../../addresses.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { Failure } from '../../failure.ts';
import { limitLedger } from '../../limits/ledger.ts';
import { minuteMs } from '../../limits/windows.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { connect, failureOf } from '../remote/connect.ts';
import type { Terminal } from '../terminal.ts';
import { findAccount, type UnbanOptions } from './accounts.ts';
import { inExistingStore, type Store } from './in-store.ts';
import { databaseSetting, requireStore } from './place.ts';

/**
 * A running service has the bans in its memory and writes them over those in the store, so it must lift them itself: it is asked to, with a key
 * that is made in the store for this one request. Only where no service has the store open are they taken out of the store.
 */
export async function unban(
  terminal: Terminal,
  settings: Settings,
  which: string,
  { environment, json = false, url }: UnbanOptions,
): Promise<void> {
  const isServed = await mayBeServed(environment, settings);
  const account = await inExistingStore(environment, settings, async (store) => {
    const found = await findAccount(store, which, environment);
    if (isServed) await askService(store, found.id, url ?? reachableAt(environment, settings));
    else await liftInStore(store, found.id);
    return found;
  });
  if (json) return terminal.printJson({ accountId: account.id, banned: false, environment });
  terminal.print(
    `No key of account ${account.id} (${account.email}) is banned any more.${isServed ? '' : ' No service was running.'}`,
  );
}

/** Whether anybody has the store open. Of a database nobody can tell. */
async function mayBeServed(environment: Environment, settings: Settings): Promise<boolean> {
  if (databaseSetting(environment, settings) !== undefined) return true;
  const unlock = await takeLock(await requireStore(environment, settings));
  unlock?.();
  return unlock === undefined;
}

async function liftInStore({ accounts, database }: Store, accountId: number): Promise<void> {
  const liftedKeyIds = await accounts.keysOf(accountId);
  await limitLedger(database).save({ dayWindows: [], bans: [], usage: [], liftedKeyIds });
}

async function askService(store: Store, accountId: number, origin: string): Promise<void> {
  const { id: keyId, key } = await keyOfMinute(store);
  const baseUrl = `${origin.replace(/\/(v1\/?)?$/, '')}/v1`;
  try {
    await connect({ baseUrl, apiKey: key, from: 'the store' }).admin.liftBan(accountId);
  } catch (cause) {
    throw reasonOf(cause, origin, baseUrl);
  } finally {
    await store.accounts.keys.revoke(keyId);
  }
}

function reasonOf(cause: unknown, origin: string, baseUrl: string): unknown {
  const { status, code } = cause instanceof PetstoreError ? cause : {};
  if (code === 'network_error' || code === 'timeout')
    return new Failure(
      `The service that has this store open does not answer at ${origin}. Say with --url where it is.`,
      { exit: 'unavailable', cause },
    );
  if (status === 401)
    return new Failure(
      `What answers at ${origin} has another store. Say with --url where the service of this one is.`,
      {
        cause,
      },
    );
  return failureOf(cause, baseUrl);
}

/** An operator's key that may do no more than this, and ends by itself should we be stopped before we revoke it. */
async function keyOfMinute({ accounts, database, now }: Store) {
  const operator = await accounts.findByEmail(OPERATOR_EMAIL);
  if (operator === undefined)
    throw new Failure('The store has no operator yet: the first start of the service makes it.');
  return database.transaction((tx) =>
    accounts.keys.create(tx, operator.id, {
      name: 'petstore accounts unban',
      kind: 'secret',
      scopes: ['account'],
      expiresMs: now() + minuteMs,
    }),
  );
}
