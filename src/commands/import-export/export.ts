import { once } from 'node:events';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {
  Application,
  Category,
  ExpandedPet,
  Order,
  Organization,
  Petstore,
  PetstoreEvent,
} from '../../../client/src/petstore.ts';
import { adoptAPetMap } from '../../exporting/adopt-a-pet.ts';
import { MAP_FORMAT, TABLE_FORMATS, type TableFormat } from '../../exporting/formats.ts';
import { isListingFormat, listingOf } from '../../exporting/listing.ts';
import { profileTable } from '../../exporting/own-table.ts';
import type { ExportedPet } from '../../exporting/syndicated.ts';
import { Failure, misuse } from '../../failure.ts';
import { originOf } from '../../settings/origins.ts';
import type { Settings } from '../../settings/settings.ts';
import { isMirrored } from '../../vocabulary/directory.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { type Int64, jsonOf } from '../../vocabulary/int64.ts';
import { type ListingSiteName, WHY_NOT_LISTED, type WhyNotListed } from '../../vocabulary/listing-sites.ts';
import { BYTE_ORDER_MARK, csvCell } from '../../vocabulary/text/csv.ts';
import { exists } from '../files.ts';
import { type OpenEnvironment, withExistingEnvironment } from '../local/environment.ts';
import { withPetstore } from '../remote/connect.ts';
import type { Terminal } from '../terminal.ts';

export type ExportedKind = 'pets' | 'orders' | 'applications' | 'events';

export interface ExportOptions {
  readonly format?: TableFormat | ListingSiteName | typeof MAP_FORMAT;
  readonly out?: string;
  readonly direct?: boolean;
  readonly environment: Environment;
  /** Only the animals of this organization. */
  readonly organization?: number;
  /** RescueGroups' former file had the organization's id there. */
  readonly shelterId?: string;
  /** False with `--no-bom`. */
  readonly bom: boolean;
}

/** How one kind of resource is read, through the API or from the database, and the columns of its CSV. */
interface Kind<Item extends object> {
  readonly fromApi: (client: Petstore, organizationId: number | undefined) => AsyncIterable<Item>;
  readonly fromDatabase: (opened: OpenEnvironment, organizationId: number | undefined) => Promise<AsyncIterable<Item>>;
  readonly columns: Readonly<Record<string, (item: Item) => Cell>>;
}

type Cell = string | number | bigint | undefined;

/** Loads the database's code only when it is needed. */
const database = () => import('./export-from-database.ts');

/** Columns of members as they are. */
const members = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, (item: { readonly [Key in Name]?: Cell }) => item[name]]));

const pets: Kind<ExpandedPet> = {
  fromApi: (client, organizationId) => own(client.pets.list({ expand: ['profile'], ...only(organizationId) })),
  fromDatabase: async (opened, organizationId) => own((await database()).petsOf(opened, only(organizationId))),
  columns: {
    ...members('id', 'name', 'categoryId', 'status'),
    ...profileTable,
  },
};

/** Without the animals of other services, which their shelters export. */
async function* own(animals: AsyncIterable<ExpandedPet>): AsyncGenerator<ExpandedPet> {
  for await (const animal of animals) if (!isMirrored(animal)) yield animal;
}

const only = (organizationId: number | undefined) => (organizationId === undefined ? {} : { organizationId });

const ASKED = {
  ...members('id', 'petId', 'status'),
  adopterName: ({ adopter }: Order | Application) => adopter?.name,
  adopterEmail: ({ adopter }: Order | Application) => adopter?.email,
  adopterPhone: ({ adopter }: Order | Application) => adopter?.phone,
  note: ({ note }: Order | Application) => note,
  answers: ({ answers }: Order | Application) => answers && jsonOf(answers),
};

const orders: Kind<Order> = {
  fromApi: (client) => client.orders.list({}),
  fromDatabase: async (opened) => (await database()).ordersOf(opened),
  columns: {
    ...ASKED,
    ...members('visitAt', 'messageToAdopter', 'expiresAt', 'createdAt', 'updatedAt'),
  },
};

const applications: Kind<Application> = {
  fromApi: (client) => client.applications.list({}),
  fromDatabase: async (opened) => (await database()).applicationsOf(opened),
  columns: {
    ...ASKED,
    ...members('messageToAdopter', 'orderId', 'assigneeId', 'staffNote', 'approvedUntil', 'createdAt', 'updatedAt'),
  },
};

const events: Kind<PetstoreEvent> = {
  fromApi: (client) => client.events.list({ after: 0 }),
  fromDatabase: async (opened) => (await database()).eventsOf(opened),
  columns: {
    ...members('sequence', 'id', 'type', 'timestamp'),
    data: ({ data }) => jsonOf(data),
  },
};

/** Writes all resources of a kind, one page at a time, in constant memory. */
export async function exportAll(
  terminal: Terminal,
  settings: () => Settings,
  what: ExportedKind,
  options: ExportOptions,
): Promise<void> {
  const { format } = options;
  if (format === MAP_FORMAT || isListingFormat(format)) {
    if (what !== 'pets') throw misuse(`The format ${format} is for pets.`);
    if (options.shelterId !== undefined)
      terminal.note('--shelter-id is no longer needed: the file has no such column.');
    if (format === MAP_FORMAT) await writeLines(terminal, adoptAPetMap(), options.out);
    else await exportListing(terminal, settings, format, options);
  } else if (what === 'pets') await exportKind(terminal, settings, pets, options);
  else if (what === 'orders') await exportKind(terminal, settings, orders, options);
  else if (what === 'applications') await exportKind(terminal, settings, applications, options);
  else await exportKind(terminal, settings, events, options);
}

/** Writes the file of a site that lists animals. */
async function exportListing(
  terminal: Terminal,
  settings: () => Settings,
  format: ListingSiteName,
  options: ExportOptions,
): Promise<void> {
  const { direct = false, environment, organization, out } = options;
  const write = async (
    items: (organizationId: number) => AsyncIterable<ExpandedPet>,
    categories: readonly Category[],
    organizationId: number | undefined,
    origin: string,
  ) => {
    if (organizationId === undefined) throw misuse(WHICH_ORGANIZATION);
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const facts = { nowMs: Date.now(), origin, categoryName: (id: Int64) => names.get(id) };
    const missing: string[] = [];
    let count = 0;
    const leave = ({ id, name }: ExportedPet, reasons: readonly WhyNotListed[]) => {
      if (reasons.some((reason) => GONE.has(reason))) return;
      count += 1;
      if (count <= mostNamed)
        missing.push(`  ${id} ${name}: ${reasons.map((reason) => `${WHY_NOT_LISTED[reason]}.`).join(' ')}`);
    };
    await writeLines(terminal, listingOf(items(organizationId), format, facts, leave), out);
    if (count > mostNamed) missing.push(`  and ${count - mostNamed} more`);
    const animals = count === 1 ? 'animal is' : 'animals are';
    if (count > 0) terminal.note([`${count} ${animals} not in the file:`, ...missing].join('\n'));
  };
  if (direct)
    return withExistingEnvironment(environment, settings(), async (opened) => {
      const { petsOf, categoriesOf, onlyOrganization, organizationOf } = await database();
      const which = organization ?? (await onlyOrganization(opened));
      if (which !== undefined) requireListable(await organizationOf(opened, which));
      const items = (organizationId: number) => own(petsOf(opened, { organizationId }, true));
      await write(items, await categoriesOf(opened), which, originOf(environment, settings()));
    });
  await withPetstore(terminal, async (client, { baseUrl }) => {
    const which = organization ?? (await client.account.get()).organization?.id;
    if (which !== undefined) requireListable(await client.organizations.get(which));
    const categories = await Array.fromAsync(client.categories.list({}));
    const items = (organizationId: number) =>
      withStanding(own(client.pets.list({ expand: ['profile', 'photos'], organizationId })));
    await write(items, categories, which, baseUrl);
  });
}

/**
 * A file without animals removes all of them at the site, so nobody gets one by a mistake in the organization.
 *
 * @throws Failure
 */
function requireListable(organization: Organization | undefined): void {
  if (organization === undefined) throw new Failure('There is no organization with this id.', { exit: 'refused' });
  if (organization.origin !== undefined)
    throw misuse("Another service has this organization's animals, and lists them.");
  // Only its members and operators read this.
  if (organization.listed === undefined) throw misuse(ONLY_MEMBERS);
}

/** @throws Failure for animals of others, whose holds and outcomes the key does not read: they would be listed as available */
async function* withStanding(pets: AsyncIterable<ExpandedPet>): AsyncGenerator<ExpandedPet> {
  for await (const pet of pets) {
    // It was removed a moment ago.
    if (pet.profile?.publishedAt === undefined) continue;
    if (pet.profile.staff === undefined) throw misuse(ONLY_MEMBERS);
    yield pet;
  }
}

/** Nobody expects these animals in the file. */
const GONE: ReadonlySet<WhyNotListed> = new Set(['outcome', 'adopted']);
const mostNamed = 10;

const ONLY_MEMBERS = 'Only members of the organization and operators can list its animals.';
const WHICH_ORGANIZATION = 'Say with --organization whose animals the file is to list.';

async function exportKind<Item extends object>(
  terminal: Terminal,
  settings: () => Settings,
  kind: Kind<Item>,
  options: ExportOptions,
): Promise<void> {
  const { out, environment, organization, bom } = options;
  const named = TABLE_FORMATS.find((name) => out !== undefined && extname(out) === `.${name}`);
  const format = (options.format ?? named ?? 'csv') as TableFormat;
  const write = (items: AsyncIterable<Item>) =>
    writeLines(terminal, format === 'csv' ? csvOf(items, kind.columns, bom) : JSON_WRITERS[format](items), out);
  if (options.direct === true)
    return withExistingEnvironment(environment, settings(), async (opened) =>
      write(await kind.fromDatabase(opened, organization)),
    );
  await withPetstore(terminal, (client) => write(kind.fromApi(client, organization)));
}

type Lines = AsyncIterable<string> | Iterable<string>;

const writeLines = (terminal: Terminal, lines: Lines, out: string | undefined): Promise<void> =>
  out === undefined ? toPipe(terminal, chunked(lines)) : toFile(out, chunked(lines));

const JSON_WRITERS = { ndjson: ndjsonOf, json: jsonArrayOf } as const;

async function* jsonArrayOf(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield `${before}${jsonOf(item)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* ndjsonOf(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield `${jsonOf(item)}\n`;
}

async function* csvOf<Item extends object>(
  items: AsyncIterable<Item>,
  columns: Kind<Item>['columns'],
  hasMark: boolean,
): AsyncGenerator<string> {
  if (hasMark) yield BYTE_ORDER_MARK;
  yield `${Object.keys(columns).join(',')}\n`;
  const cells = Object.values(columns);
  for await (const item of items) yield `${cells.map((of) => csvCell(of(item))).join(',')}\n`;
}

const chunkLength = 65_536;

/** Joins lines into larger writes. */
async function* chunked(lines: Lines): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function toPipe({ process: { stdout } }: Terminal, chunks: AsyncIterable<string>): Promise<void> {
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
