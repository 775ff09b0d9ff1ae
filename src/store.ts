import { randomBytes } from 'node:crypto';
import { linkStore } from './accounts/link-store.ts';
import { accountStore } from './accounts/store.ts';
import type { Database } from './database/database.ts';
import { openOutbox } from './database/outbox.ts';
import { openSqlite } from './database/sqlite.ts';
import type { Environment } from './environments.ts';
import type { Settings } from './settings.ts';
import { sortableIds } from './sortable-id.ts';
import { reasonOf, StartError } from './start-error.ts';
import { databaseOf, storeFile } from './store-file.ts';
import { isHalfTransferred } from './transfer/mark.ts';

interface StoreOptions {
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Is told how many pieces of work each commit to the embedded store carried. */
  readonly onCommit?: (size: number) => void;
  /** After so long PostgreSQL counts as not answering. */
  readonly deadlineMs?: number;
}

/** One environment's database, and the accounts in it: all that the command line needs. */
export async function openStore(
  environment: Environment,
  settings: Settings,
  { now = Date.now, ...options }: StoreOptions = {},
) {
  const database = await openDatabase(environment, settings, options);
  const newId = sortableIds(now, randomBytes);
  const outbox = openOutbox({ database, now, newId });
  const accounts = accountStore({ database, environment, now, random: randomBytes, outbox });
  const links = linkStore(database, { now, random: randomBytes });
  return { database, now, newId, outbox, accounts, links };
}

async function openDatabase(environment: Environment, settings: Settings, options: StoreOptions): Promise<Database> {
  const { setting, url } = databaseOf(environment, settings);
  const file = storeFile(environment, settings);
  const database = await openAt({ environment, url, file }, options).catch((cause: unknown) => {
    throw new StartError(url === '' ? fileFailure(file, cause) : serverFailure(setting, cause));
  });
  if (await isHalfTransferred(database.read)) {
    await database.close();
    throw new StartError(url === '' ? halfTransferred(`store ${file}`) : halfTransferred(serverOf(setting)));
  }
  return database;
}

/** Opens a PostgreSQL database, or the file where `url` is empty, and brings its tables to this version. */
export async function openAt(
  { environment, url, file }: { readonly environment: Environment; readonly url: string; readonly file: string },
  options: StoreOptions = {},
): Promise<Database> {
  if (url === '') return openSqlite({ file, ...options });
  // A service on the embedded store need not wait until the driver is loaded.
  const { openPostgres } = await import('./database/postgres.ts');
  return openPostgres({ url, environment, ...options });
}

function fileFailure(file: string, cause: unknown): string {
  const { message, code = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) };
  const isPlace = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|FULL).*)$/.test(code);
  const advice = isPlace ? ' Set DATA_DIR to a folder that can be written.' : '';
  return `The store ${file} cannot be opened: ${message}.${advice}`;
}

function serverFailure(setting: string, cause: unknown): string {
  return `The ${serverOf(setting)} cannot be opened: ${reasonOf(cause)}.`;
}

const serverOf = (setting: string): string => `PostgreSQL database of ${setting}`;

const halfTransferred = (place: string): string =>
  `The ${place} is half transferred: run the same \`petstore transfer\` again, and it goes on where it stopped.`;
