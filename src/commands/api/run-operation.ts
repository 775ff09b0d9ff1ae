import { writeFile } from 'node:fs/promises';
import { Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { failureOf, optionsOf } from '../remote/connect.ts';
import { readAddress, readLogin } from '../remote/login-file.ts';
import type { Terminal } from '../terminal.ts';
import { callerOf } from './call.ts';
import type { Operation } from './operation.ts';
import { columnsOf, type ListOptions, printList, printResource, tableRows } from './print.ts';
import { requestOf, requireAll, type Values } from './request.ts';
import { type View, VIEWS } from './views.ts';

export interface RunOptions extends Partial<ListOptions> {
  /** The file for an answer that is not JSON. */
  readonly out?: string | undefined;
  /** The link's token, for an operation that takes one in place of an API key. */
  readonly token?: string | undefined;
  /** Says that something without an answer is done. */
  readonly done?: (() => void) | undefined;
  /** Other calls that come first. They may set values. */
  readonly prepare?: ((petstore: Petstore) => Promise<void>) | undefined;
  /** Take only the first item of a list: the error if there is none. */
  readonly none?: (() => Failure) | undefined;
  /** What the user calls flags that have another name in this command. */
  readonly known?: ReadonlyMap<string, string> | undefined;
}

interface Printing extends ListOptions {
  readonly json: boolean;
  readonly petstore: Petstore;
}

/** The maximum number of rows, unless the caller says another. */
export const DEFAULT_LIMIT = 30;

/** Calls an operation and prints its answer. */
export async function runOperation(
  terminal: Terminal,
  operation: Operation,
  values: Values,
  options: RunOptions,
): Promise<void> {
  requireAll(operation, values, options.known);
  const login = optionsOf(await callerIn(terminal, operation, options));
  const petstore = new Petstore(login);
  try {
    await options.prepare?.(petstore);
    const call = callerOf(login, operation, await requestOf(terminal, operation, values));
    if (options.out !== undefined) return await writeOut(options.out, await call.file(operation.files?.[0] ?? ''));
    const { limit = DEFAULT_LIMIT, all = false, json = false } = options;
    if (!operation.traits.includes('pages') || options.none !== undefined) {
      const answer = await call.resource();
      const [first] = options.none === undefined ? [answer] : (answer as readonly unknown[]);
      if (options.none !== undefined && first === undefined) throw options.none();
      return await print(terminal, operation, first, { ...options, limit: Infinity, json, petstore });
    }
    const pages = call.pages(all ? tableRows : Math.min(limit, tableRows));
    await printItems(terminal, operation, pages, { limit, all, json, petstore });
  } catch (error) {
    throw failureOf(advised(operation, error), login.baseUrl);
  }
}

async function callerIn({ process: { env } }: Terminal, { caller }: Operation, { token }: RunOptions) {
  if (caller === 'key') return readLogin(env);
  if (caller === 'token' && token === undefined) throw new Failure('--token is missing.', { exit: 'usage' });
  return { baseUrl: await readAddress(env), apiKey: token };
}

async function print(
  terminal: Terminal,
  operation: Operation,
  answer: unknown,
  options: RunOptions & Printing,
): Promise<void> {
  const { petstore, json } = options;
  if (answer === undefined) return options.done?.();
  if (Array.isArray(answer)) return printItems(terminal, operation, answer, options);
  const view = viewOf(operation);
  if (view.isFailure?.(answer) === true) terminal.exitWith('failed');
  if (json) terminal.printJson(answer);
  else if (view.show !== undefined) view.show(terminal, answer, await view.load?.(petstore));
  else printResource(terminal, answer as object);
}

async function printItems(
  terminal: Terminal,
  operation: Operation,
  items: AsyncIterable<unknown> | readonly unknown[],
  options: Printing,
): Promise<void> {
  const view = viewOf(operation);
  const isShown = view.columns !== undefined && !options.json;
  const shown = isShown ? view.columns?.(await view.load?.(options.petstore)) : undefined;
  await printList(terminal, items, shown ?? columnsOf(terminal, operation), {
    ...options,
    none: view.none ?? 'Nothing was found.',
  });
}

const viewOf = ({ answer = '' }: Operation) => (VIEWS[answer] ?? {}) as View<unknown>;

async function writeOut(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(file, bytes).catch((error: unknown) => {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
}

/** Production lacks the operations for tests. */
function advised({ isForTests }: Operation, error: unknown): unknown {
  if (isForTests !== true || !(error instanceof PetstoreError) || error.code !== 'route_not_found') return error;
  return new Failure('This service has no clock to advance: only staging has one.', {
    exit: 'refused',
    details: [
      'Set the address and the key of staging with PETSTORE_BASE_URL and PETSTORE_API_KEY, or `petstore login`.',
    ],
    cause: error,
  });
}
