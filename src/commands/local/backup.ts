import { mkdir, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { databaseFile } from '../../database-location.ts';
import {
  BadStore,
  copyStore,
  inspectStore,
  removeFiles,
  settleStore,
  type StoreContents,
  syncToDisk,
} from '../../database/sqlite/copy.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { Failure } from '../../failure.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { isThere, sizeOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { databaseSetting, requireStore } from './place.ts';

export interface BackupOptions {
  readonly environment: Environment;
  readonly json?: boolean;
}

export interface RestoreOptions extends BackupOptions {
  readonly force?: boolean;
}

/** Makes a verified copy of an environment's store, which is whole or not there. */
export async function backup(
  terminal: Terminal,
  settings: Settings,
  file: string,
  { environment, json = false }: BackupOptions,
): Promise<void> {
  requireEmbedded(environment, settings, (url) => `pg_dump --format=custom --file=${file} "$${url}"`);
  const store = await requireStore(environment, settings);
  const target = resolve(file);
  if (await isThere(target)) throw new Failure(`${file} is there already. Name a new file.`);
  if (!(await isThere(dirname(target))))
    throw new Failure(`There is no folder ${dirname(target)}. Make it, or name another.`);
  const startMs = performance.now();
  const partial = `${target}.partial`;
  const copied = await copyStore(store, partial).catch((error: unknown) => {
    throw failureOf(store, error);
  });
  await rename(partial, target);
  await syncToDisk(dirname(target));
  const ms = Math.round(performance.now() - startMs);
  if (json) return terminal.printJson({ environment, file: target, bytes: copied.bytes, rows: copied.rows, ms });
  terminal.print(`${terminal.paint('green', '✓')} ${target}`);
  terminal.print(
    terminal.paint('dim', `  ${environment}: ${summary(copied)}; ${sizeOf(copied.bytes)}, verified, on the disk.`),
  );
}

/** Puts a backup in the place of an environment's store, in one step: a crash leaves the one or the other. */
export async function restore(
  terminal: Terminal,
  settings: Settings,
  file: string,
  { environment, force = false, json = false }: RestoreOptions,
): Promise<void> {
  requireEmbedded(environment, settings, (url) => `pg_restore --clean --if-exists --dbname="$${url}" ${file}`);
  const store = databaseFile(environment, settings);
  const partial = `${store}.partial`;
  if (!(await isThere(file))) throw new Failure(`There is no file ${file}.`);
  if (resolve(file) === resolve(partial))
    throw new Failure(`${file} would be overwritten. Give it another name first.`);
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await takeLock(store);
  if (unlock === undefined)
    throw new Failure(`A service has the store ${store} open. Stop it first, and start it again afterwards.`);
  try {
    await requireReplaceable(store, force);
    const copied = await copyStore(file, partial).catch((error: unknown) => {
      throw failureOf(file, error);
    });
    try {
      requireFit(file, copied, environment);
      await settleStore(store).catch((error: unknown) => {
        throw failureOf(store, error);
      });
      await rename(partial, store);
    } finally {
      await removeFiles(partial);
    }
    await syncToDisk(dirname(store));
    if (json) return terminal.printJson({ environment, file: store, bytes: copied.bytes, rows: copied.rows });
    terminal.print(`${terminal.paint('green', '✓')} ${store} is what ${file} was`);
    terminal.print(terminal.paint('dim', `  ${environment}: ${summary(copied)}. Start the service when you like.`));
  } finally {
    unlock();
  }
}

/** PostgreSQL has tools of its own, which know it better. */
function requireEmbedded(environment: Environment, settings: Settings, instead: (setting: string) => string): void {
  const setting = databaseSetting(environment, settings);
  if (setting === undefined) return;
  throw new Failure(`The data of ${environment} is in PostgreSQL (${setting}), which has its own tool for this.`, {
    details: [instead(setting)],
  });
}

async function requireReplaceable(store: string, force: boolean): Promise<void> {
  if (force || !(await isThere(store))) return;
  let held: string;
  try {
    const contents = inspectStore(store);
    if (contents.rows['accounts'] === 0) return;
    held = `holds ${summary(contents)}`;
  } catch (error) {
    if (!(error instanceof BadStore)) throw error;
    held = error.message;
  }
  throw new Failure(`The store ${store} ${held}. --force replaces it.`);
}

/** A store of a newer version would not start, and the keys of another environment would open nothing. */
function requireFit(file: string, { unknown, keyPrefixes }: StoreContents, environment: Environment): void {
  if (unknown.length > 0)
    throw new Failure(`${file} is of a newer version of Petstore (${unknown.join(', ')}). Install that first.`);
  const other = environment === 'production' ? 'staging' : 'production';
  const foreign = other === 'production' ? /_live_$/ : /_test_$/;
  if (keyPrefixes.some((prefix) => foreign.test(prefix)))
    throw new Failure(
      `${file} is a store of ${other}, whose keys would not work in ${environment}. Use --environment ${other}.`,
    );
}

function failureOf(file: string, error: unknown): unknown {
  if (error instanceof BadStore) return new Failure(`${file} ${error.message}.`, { cause: error });
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (/^(E[A-Z]+|SQLITE_\w+)$/.test(code))
    return new Failure(`${file} cannot be copied: ${message}.`, { cause: error });
  return error;
}

/** What a store holds, in a few words. */
export const summary = ({ rows }: StoreContents): string =>
  ['accounts', 'pets', 'orders', 'events'].map((table) => counted(rows[table] ?? 0, table)).join(', ');

const counted = (count: number, things: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? things.slice(0, -1) : things}`;
