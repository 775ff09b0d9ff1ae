import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { storedOnce } from '../database/meta.ts';
import { Failure } from '../failure.ts';
import type { Environment } from '../vocabulary/environments.ts';
import {
  aboutListingSite,
  aboutSource,
  aboutWebhook,
  NotOpened,
  PREFIX_LENGTH,
  SEALED,
  type Sealing,
  sealingWith,
} from './sealing.ts';

/** The rows of `meta` that hold secrets of the service. */
const SERVICE_SECRETS = [
  'browser_secret',
  'cursor_secret',
  'reservation_secret',
  'token_secret',
  'visitor_secret',
] as const;
type ServiceSecret = (typeof SERVICE_SECRETS)[number];

/** A column whose values that are not empty are secrets. */
interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** What the value of this row is sealed as. */
  readonly about: (...key: readonly (number | string)[]) => string;
  /** SQL for the rows that hold secrets, if others do not. */
  readonly only?: string;
}

const ofWebhook = {
  table: 'webhooks',
  key: ['id'],
  about: (id) => aboutWebhook(Number(id)),
} satisfies Partial<SecretColumn>;
const COLUMNS: readonly SecretColumn[] = [
  {
    table: 'meta',
    column: 'value',
    key: ['name'],
    about: String,
    only: `name in (${SERVICE_SECRETS.map((name) => `'${name}'`).join(', ')})`,
  },
  { ...ofWebhook, column: 'secret' },
  { ...ofWebhook, column: 'previous_secret' },
  {
    table: 'listing_sites',
    column: 'password',
    key: ['organization_id', 'site'],
    about: (organizationId, site) => aboutListingSite(Number(organizationId), String(site)),
  },
  { table: 'directory_sources', column: 'key', key: ['id'], about: (id) => aboutSource(Number(id)) },
];

/** SQL for the rows with a secret in this column. */
const holding = ({ table, column, only = 'true' }: SecretColumn): string =>
  `from ${table} where ${column} <> '' and ${only}`;

/** Counts the secrets by the prefix of their sealing; plain ones have none. */
export const SECRETS_BY_PREFIX = `
  select case when value like '${SEALED}%' then substr(value, 1, ${PREFIX_LENGTH}) else '' end as prefix, count(*) as count
  from (${COLUMNS.map((one) => `select ${one.column} as value ${holding(one)}`).join(' union all ')}) as secrets
  group by 1`;

const rowsAtATime = 500;

export type Secrets = Awaited<ReturnType<typeof openSecrets>>;

/**
 * The secrets that the database holds. Before it resolves, each is sealed with the first key, if there is one.
 *
 * @param secretKeys the keys in SECRET_KEY
 * @throws Failure if a value is sealed with a key that is not given
 */
export async function openSecrets(database: Database, environment: Environment, secretKeys: readonly string[]) {
  const sealing = sealingWith(secretKeys);
  try {
    await requireKeys(database, sealing);
    await sealAll(database, sealing);
    return { ...sealing, ofService: await ofService(database, sealing) };
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    throw new Failure(`A secret in the ${environment} database ${error.message}.`, { cause: error });
  }
}

/** The secrets of the service. The first start makes them. */
async function ofService(database: Database, { seal, open }: Sealing) {
  const entries: [ServiceSecret, Buffer][] = [];
  for (const name of SERVICE_SECRETS) {
    const row = await database.read.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
    const make = () => seal(randomBytes(32).toString('base64'), name);
    // Reading first spares every later start a commit.
    const stored = row?.value ?? (await database.transaction((tx) => storedOnce(tx, name, make())));
    entries.push([name, Buffer.from(open(stored, name), 'base64')]);
  }
  return Object.fromEntries(entries) as Record<ServiceSecret, Buffer>;
}

/** @throws NotOpened if a value is sealed with a key that is not given */
async function requireKeys({ read }: Database, { prefixes, open }: Sealing): Promise<void> {
  for (const one of COLUMNS) {
    const column = sql.ref(one.column);
    const isForeign = [
      sql`${column} like ${`${SEALED}%`}`,
      ...prefixes.map((own) => sql`${column} not like ${`${own}%`}`),
    ];
    const { rows } = await sql<{ value: string }>`
      select ${column} as value ${sql.raw(holding(one))} and ${sql.join(isForeign, sql` and `)} limit 1`.execute(read);
    for (const { value } of rows) open(value, '');
  }
}

/** Seals plain secrets, and secrets under an earlier key, a bounded number of rows at a time. */
async function sealAll(database: Database, sealing: Sealing): Promise<void> {
  const { prefix } = sealing;
  if (prefix === undefined) return;
  for (const one of COLUMNS) {
    let after: Key | undefined;
    do after = await database.transaction((tx) => sealSome(tx, sealing, `${prefix}%`, one, after));
    while (after !== undefined);
  }
}

type Key = readonly (number | string)[];

/** Returns the last row that was sealed; undefined if none was left. */
async function sealSome(
  tx: Queries,
  { seal, open }: Sealing,
  sealed: string,
  one: SecretColumn,
  after: Key | undefined,
): Promise<Key | undefined> {
  const { table, column, key, about } = one;
  const names = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, number | string>>`
    select ${names}, ${sql.ref(column)} as secret ${sql.raw(holding(one))} and ${sql.ref(column)} not like ${sealed}
    ${after === undefined ? sql`` : sql`and (${names}) > (${sql.join(after)})`}
    order by ${names} limit ${rowsAtATime}`.execute(tx);
  let last: Key | undefined;
  for (const { secret, ...row } of rows) {
    last = Object.values(row);
    const value = seal(open(String(secret), about(...last)), about(...last));
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${value} where (${names}) = (${sql.join(last)})`.execute(tx);
  }
  return last;
}
