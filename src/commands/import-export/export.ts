import { once } from 'node:events';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Petstore, type Order, type Pet, type PetstoreEvent } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { csvCell } from '../../importing/csv.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { jsonOf } from '../../vocabulary/int64.ts';
import { exists } from '../files.ts';
import { type OpenEnvironment, withExistingEnvironment } from '../local/environment.ts';
import { failureOf } from '../remote/connect.ts';
import { readLogin } from '../remote/login-file.ts';

export interface ExportOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly out?: string;
  readonly direct?: boolean;
  readonly environment: Environment;
}

/** How one kind of resource is read, through the API or from the database, and the columns of its CSV. */
interface Kind<Item extends object> {
  readonly fromApi: (client: Petstore) => AsyncIterable<Item>;
  readonly fromDatabase: (opened: OpenEnvironment) => Promise<AsyncIterable<Item>>;
  readonly columns: Readonly<Record<string, (item: Item) => string | number | bigint | undefined>>;
}

/** Loads the database's code only when it is needed. */
const database = () => import('./export-from-database.ts');

const pets: Kind<Pet> = {
  fromApi: (client) => client.pets.list({}),
  fromDatabase: async (opened) => (await database()).petsOf(opened),
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    categoryId: ({ categoryId }) => categoryId,
    status: ({ status }) => status,
  },
};

const orders: Kind<Order> = {
  fromApi: (client) => client.orders.list({}),
  fromDatabase: async (opened) => (await database()).ordersOf(opened),
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
  fromDatabase: async (opened) => (await database()).eventsOf(opened),
  columns: {
    sequence: ({ sequence }) => sequence,
    id: ({ id }) => id,
    type: ({ type }) => type,
    timestamp: ({ timestamp }) => timestamp,
    data: ({ data }) => jsonOf(data),
  },
};

/** Writes all resources of a kind, one page at a time, in constant memory. */
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
    return withExistingEnvironment(environment, settings(), async (opened) => write(await kind.fromDatabase(opened)));
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

/** Joins lines into larger writes. */
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

/** Writes under another name and renames at the end: the file at `path` is always a complete export. */
async function toFile(path: string, chunks: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await openUnfinished(path, unfinished).catch((cause: unknown) => {
    throw new Failure(`${path} cannot be written: ${(cause as Error).message}.`, { cause });
  });
  try {
    await pipeline(chunks, file.createWriteStream({ flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function openUnfinished(path: string, unfinished: string): Promise<FileHandle> {
  // Renaming over a device, such as `/dev/null`, would replace it for the whole machine.
  if ((await exists(path)) && !(await stat(path)).isFile())
    throw new Error('it is not a regular file. Without --out, the export goes to standard output');
  // A leftover may be a symbolic link, or readable by others.
  await rm(unfinished, { force: true });
  return open(unfinished, 'wx', 0o600);
}
