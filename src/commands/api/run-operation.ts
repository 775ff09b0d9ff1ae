import { writeFile } from 'node:fs/promises';
import { Petstore, PetstoreError, type PetstoreOptions } from '../../../client/src/petstore.ts';
import { Failure, misuse, reasonOf } from '../../failure.ts';
import { failureOf, optionsOf } from '../remote/connect.ts';
import { readAddress, readLogin } from '../remote/login-file.ts';
import type { Terminal } from '../terminal.ts';
import { callerOf } from './call.ts';
import type { Operation } from './operation.ts';
import { columnsOf, type ListOptions, printList, printResource, tableRows } from './print.ts';
import { requestOf, requireAll, type Values } from './request.ts';
import type { View } from './view.ts';
import { VIEWS } from './views.ts';

/** Options of operations that are not flags of their requests. */
export interface CommonOptions extends Partial<ListOptions> {
  readonly body?: string;
  /** The file for an answer that is not JSON. */
  readonly out?: string;
  /** The link's token, for an operation that takes one in place of an API key. */
  readonly token?: string;
}

/** What the parts of a command may ask before its operation is called. */
export interface Context {
  readonly terminal: Terminal;
  readonly petstore: Petstore;
}

/** Where an operation is called: at a service, or on a database. Runs `work` there, and explains its failure. */
export type Place<At extends Context> = (
  terminal: Terminal,
  operation: Operation,
  options: CommonOptions,
  work: (caller: PetstoreOptions, context: At) => Promise<void>,
) => Promise<void>;

export interface RunOptions<At extends Context> extends CommonOptions {
  /** Says that something without an answer is done. */
  readonly done?: (() => void) | undefined;
  /** Other calls that come first. They may set values. */
  readonly prepare?: ((context: At) => Promise<void>) | undefined;
  /** Take only the first item of a list: the error if there is none. */
  readonly none?: (() => Failure) | undefined;
  /** What the user calls flags that have another name in this command. */
  readonly known?: ReadonlyMap<string, string> | undefined;
  /** How the answer is shown, if not as all answers of its schema. */
  readonly view?: View | undefined;
}

interface Printing extends ListOptions {
  readonly json: boolean;
  readonly petstore: Petstore;
  readonly view: View<unknown>;
  readonly values: Values;
}

/** The maximum number of rows, unless the caller says another. */
export const DEFAULT_LIMIT = 30;

/** Calls an operation and prints its answer. */
export async function runOperation<At extends Context>(
  terminal: Terminal,
  place: Place<At>,
  operation: Operation,
  values: Values,
  options: RunOptions<At>,
): Promise<void> {
  requireAll(operation, values, options.known);
  const { limit = DEFAULT_LIMIT, all = false, json = false, out, prepare, none } = options;
  await place(terminal, operation, options, async (caller, context) => {
    await prepare?.(context);
    const call = callerOf(caller, operation, await requestOf(terminal, operation, values));
    if (out !== undefined) return writeOut(out, await call.file(operation.files?.[0] ?? ''));
    const view = (options.view ?? VIEWS[operation.answer ?? ''] ?? {}) as View<unknown>;
    const printing = { limit, all, json, petstore: context.petstore, view, values };
    if (operation.traits.includes('pages') && none === undefined)
      return printItems(terminal, operation, call.pages(all ? tableRows : Math.min(limit, tableRows)), printing);
    const answer = await call.resource();
    const [first] = none === undefined ? [answer] : (answer as readonly unknown[]);
    if (none !== undefined && first === undefined) throw none();
    if (first === undefined) options.done?.();
    else await print(terminal, operation, first, { ...printing, limit: Infinity });
  });
}

/** The service that the user has logged in to. */
export const atService: Place<Context> = async (terminal, operation, options, work) => {
  const caller = optionsOf(await callerIn(terminal, operation, options));
  try {
    await work(caller, { terminal, petstore: new Petstore(caller) });
  } catch (error) {
    throw failureOf(advised(operation, error), caller.baseUrl);
  }
};

async function callerIn({ process: { env } }: Terminal, { caller }: Operation, { token }: CommonOptions) {
  if (caller === 'key') return readLogin(env);
  if (caller === 'token' && token === undefined) throw misuse('--token is missing.');
  return { baseUrl: await readAddress(env), apiKey: token };
}

async function print(terminal: Terminal, operation: Operation, answer: unknown, printing: Printing): Promise<void> {
  const { petstore, json, view, values } = printing;
  if (Array.isArray(answer)) return printItems(terminal, operation, answer, printing);
  if (view.isFailure?.(answer) === true) terminal.exitWith('failed');
  if (json) terminal.printJson(answer);
  else if (view.show !== undefined) view.show(terminal, answer, await view.load?.(petstore), values);
  else printResource(terminal, answer as object);
}

async function printItems(
  terminal: Terminal,
  operation: Operation,
  items: AsyncIterable<unknown> | readonly unknown[],
  { view, petstore, ...options }: Printing,
): Promise<void> {
  const isShown = view.columns !== undefined && !options.json;
  const shown = isShown ? view.columns?.(await view.load?.(petstore)) : undefined;
  await printList(terminal, items, shown ?? columnsOf(terminal, operation), {
    ...options,
    none: view.none ?? 'Nothing was found.',
  });
}

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
