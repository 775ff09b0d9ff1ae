import { once } from 'node:events';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Petstore, type Order, type Pet, type PetstoreEvent } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { csvCell } from '../../importing/csv-cell.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { jsonOf } from '../../vocabulary/int64.ts';
import { exists } from '../files.ts';
import { withExistingEnvironment, type OpenEnvironment } from '../local/environment.ts';
import { failureOf } from '../remote/connect.ts';
import { readLogin } from '../remote/login-file.ts';

export interface ExportOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly out?: string;
  readonly direct?: boolean;
  readonly environment: Environment;
}

/** How one kind of thing is read, from the API or the store, and what a row of CSV has of it. */
interface Kind<Item extends object> {
  readonly fromApi: (client: Petstore) => AsyncIterable<Item>;
  readonly fromStore: (store: OpenEnvironment) => Promise<AsyncIterable<Item>>;
  readonly columns: Readonly<Record<string, (item: Item) => string | number | bigint | undefined>>;
}

/** An export through the API need not wait until it is loaded. */
const direct = () => import('./export-direct.ts');

const pets: Kind<Pet> = {
  fromApi: (client) => client.pets.list({}),
  fromStore: async (store) => (await direct()).petsOf(store),
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    categoryId: ({ categoryId }) => categoryId,
    status: ({ status }) => status,
  },
};

const orders: Kind<Order> = {
  fromApi: (client) => client.orders.list({}),
  fromStore: async (store) => (await direct()).ordersOf(store),
  columns: {
    id: ({ id }) => id,
    petId: ({ petId }) => petId,
    status: ({ status }) => status,
    adopterName: ({ adopter }) => adopter?.name,
    adopterEmail: ({ adopter }) => adopter?.email,
    note: ({ note }) => note,
    expiresAt: ({ expiresAt }) => expiresAt,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  },
};

const events: Kind<PetstoreEvent> = {
  fromApi: (client) => client.events.list({ after: 0 }),
  fromStore: async (store) => (await direct()).eventsOf(store),
  columns: {
    sequence: ({ sequence }) => sequence,
    id: ({ id }) => id,
    type: ({ type }) => type,
    timestamp: ({ timestamp }) => timestamp,
    data: ({ data }) => jsonOf(data),
  },
};

/** Writes everything of a kind, a page at a time: it takes the same memory however much there is. */
export async function exportAll(
  settings: () => Settings,
  what: 'pets' | 'orders' | 'events',
  options: ExportOptions,
): Promise<void> {
  if (what === 'pets') await exportKind(settings, pets, options);
  else if (what === 'orders') await exportKind(settings, orders, options);
  else await exportKind(settings, events, options);
}

async function exportKind<Item extends object>(
  settings: () => Settings,
  kind: Kind<Item>,
  options: ExportOptions,
): Promise<void> {
  const { out, environment } = options;
  const format = options.format ?? (out !== undefined && extname(out) === '.ndjson' ? 'ndjson' : 'csv');
  const write = (items: AsyncIterable<Item>) => {
    const lines = format === 'csv' ? csvOf(items, kind.columns) : ndjsonOf(items);
    return out === undefined ? toPipe(chunked(lines)) : toFile(out, chunked(lines));
  };
  if (options.direct === true)
    return withExistingEnvironment(environment, settings(), async (store) => write(await kind.fromStore(store)));
  const login = await readLogin();
  await write(kind.fromApi(new Petstore(login))).catch((error: unknown) => {
    throw failureOf(error, login.baseUrl);
  });
}

async function* ndjsonOf(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield `${jsonOf(item)}\n`;
}

async function* csvOf<Item extends object>(
  items: AsyncIterable<Item>,
  columns: Kind<Item>['columns'],
): AsyncGenerator<string> {
  yield `${Object.keys(columns).join(',')}\n`;
  const cells = Object.values(columns);
  for await (const item of items) yield `${cells.map((of) => csvCell(of(item))).join(',')}\n`;
}

const chunkLength = 65_536;

/** One write for many lines. */
async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function toPipe(chunks: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  for await (const chunk of chunks) if (!stdout.write(chunk)) await once(stdout, 'drain');
}

/** Under another name until it is whole: what stands at `path` is never half an export. */
async function toFile(path: string, chunks: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await openUnfinished(path, unfinished).catch((cause: unknown) => {
    throw new Failure(`${path} cannot be written: ${(cause as Error).message}.`, { cause });
  });
  try {
    await writeAll(file, chunks);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function openUnfinished(path: string, unfinished: string): Promise<FileHandle> {
  // To replace a device, such as `/dev/null`, would take it from everybody.
  if ((await exists(path)) && !(await stat(path)).isFile())
    throw new Error('it is no file. Without --out all goes to standard output');
  // What was left there by somebody else may lead elsewhere, or be read by others.
  await rm(unfinished, { force: true });
  return open(unfinished, 'wx', 0o600);
}

async function writeAll(file: FileHandle, chunks: AsyncIterable<string>): Promise<void> {
  try {
    // Not `write`, which may write a part and say so.
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
