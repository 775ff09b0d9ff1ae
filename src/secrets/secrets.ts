import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { storedOnce } from '../database/meta.ts';
import { Failure } from '../failure.ts';
import type { Environment } from '../vocabulary/environments.ts';
import {
  aboutListingSite,
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

/** Counts the secrets by the prefix of their sealing; plain ones have none. */
export const SECRETS_BY_PREFIX = `
  select case when value like '${SEALED}%' then substr(value, 1, ${PREFIX_LENGTH}) else '' end as prefix, count(*) as count
  from (
    select value from meta where name in (${SERVICE_SECRETS.map((name) => `'${name}'`).join(', ')})
    union all select secret from webhooks where secret <> ''
    union all select previous_secret from webhooks where previous_secret is not null
    union all select password from listing_sites
  ) as secrets
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
  const isForeign = (column: 'value' | 'secret' | 'previous_secret' | 'password') =>
    sql<boolean>`(${sql.join(
      [
        sql`${sql.ref(column)} like ${`${SEALED}%`}`,
        ...prefixes.map((own) => sql`${sql.ref(column)} not like ${`${own}%`}`),
      ],
      sql` and `,
    )})`;
  const ofMeta = read
    .selectFrom('meta')
    .select('value')
    .where('name', 'in', SERVICE_SECRETS)
    .where(isForeign('value'))
    .limit(1);
  const ofWebhooks = (column: 'secret' | 'previous_secret') =>
    read.selectFrom('webhooks').select(`${column} as value`).where(isForeign(column)).limit(1);
  const ofSites = read.selectFrom('listing_sites').select('password as value').where(isForeign('password')).limit(1);
  for (const query of [ofMeta, ofWebhooks('secret'), ofWebhooks('previous_secret'), ofSites]) {
    const { value } = (await query.executeTakeFirst()) ?? {};
    if (value != null) open(value, '');
  }
}

/** Seals plain secrets, and secrets under an earlier key, a bounded number of rows at a time. */
async function sealAll(database: Database, sealing: Sealing): Promise<void> {
  const { prefix } = sealing;
  if (prefix === undefined) return;
  await database.transaction((tx) => sealMeta(tx, sealing, prefix));
  while (await database.transaction((tx) => sealSites(tx, sealing, prefix)));
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    after = await database.transaction((tx) => sealWebhooks(tx, sealing, prefix, from));
  }
}

async function sealMeta(tx: Queries, sealing: Sealing, prefix: string): Promise<void> {
  const rows = await tx
    .selectFrom('meta')
    .select(['name', 'value'])
    .where('name', 'in', SERVICE_SECRETS)
    .where('value', 'not like', `${prefix}%`)
    .execute();
  for (const { name, value } of rows)
    await tx
      .updateTable('meta')
      .set({ value: sealing.seal(sealing.open(value, name), name) })
      .where('name', '=', name)
      .execute();
}

/** Returns whether there may be more. */
async function sealSites(tx: Queries, { seal, open }: Sealing, prefix: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('listing_sites')
    .select(['organization_id', 'site', 'password'])
    .where('password', 'not like', `${prefix}%`)
    .limit(rowsAtATime)
    .execute();
  for (const { organization_id: id, site, password } of rows)
    await tx
      .updateTable('listing_sites')
      .set({ password: seal(open(password, aboutListingSite(id, site)), aboutListingSite(id, site)) })
      .where('organization_id', '=', id)
      .where('site', '=', site)
      .execute();
  return rows.length === rowsAtATime;
}

/** Returns the id of the last webhook that was sealed; undefined if none was left. */
async function sealWebhooks(tx: Queries, { seal, open }: Sealing, prefix: string, after: number) {
  const rows = await tx
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret'])
    .where('id', '>', after)
    // A deleted one has none.
    .where('secret', '!=', '')
    .where((column) => column('secret', 'not like', `${prefix}%`).or('previous_secret', 'not like', `${prefix}%`))
    .orderBy('id')
    .limit(rowsAtATime)
    .execute();
  for (const { id, secret, previous_secret: previous } of rows) {
    const sealed = (value: string) => seal(open(value, aboutWebhook(id)), aboutWebhook(id));
    await tx
      .updateTable('webhooks')
      .set({ secret: sealed(secret), previous_secret: previous === null ? null : sealed(previous) })
      .where('id', '=', id)
      .execute();
  }
  return rows.at(-1)?.id;
}
