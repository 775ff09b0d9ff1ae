import type { Tables } from '../database/tables.ts';

/** `pending_events` holds nothing once the events have their numbers, which is before a transfer. */
export type TableName = Exclude<keyof Tables, 'pending_events'>;
export type KeyType = 'int64' | 'text';

/** What a transfer must know of a table; its columns it asks the database for. */
export interface Transferred {
  /** The columns of the primary key, in its order. */
  readonly key: Readonly<Record<string, KeyType>>;
  /** Whether the database assigns the key, and never the same twice. */
  readonly assigned?: true;
  /** Whether there are rows in it before the service has ever started. */
  readonly seeded?: true;
}

/** All that an environment is, in an order in which no row comes before one that it refers to. */
export const TABLES: { readonly [Name in TableName]: Transferred } = {
  meta: { key: { name: 'text' }, seeded: true },
  accounts: { key: { id: 'int64' }, assigned: true },
  api_keys: { key: { id: 'int64' }, assigned: true },
  sessions: { key: { hash: 'text' } },
  password_links: { key: { hash: 'text' } },
  quota_days: { key: { account_id: 'int64' } },
  bans: { key: { key_id: 'int64' } },
  usage_days: { key: { account_id: 'int64', day: 'int64' } },
  id_counters: { key: { name: 'text' }, seeded: true },
  categories: { key: { id: 'int64' }, seeded: true },
  pets: { key: { id: 'int64' }, assigned: true },
  import_references: { key: { account_id: 'int64', reference: 'text' } },
  orders: { key: { id: 'int64' }, assigned: true },
  idempotency_keys: { key: { account_id: 'int64', method: 'text', path: 'text', key: 'text' } },
  events: { key: { sequence: 'int64' }, assigned: true },
  messages: { key: { sequence: 'int64' }, assigned: true },
  webhooks: { key: { id: 'int64' }, assigned: true },
  deliveries: { key: { id: 'int64' }, assigned: true },
  outbox_readers: { key: { name: 'text' }, seeded: true },
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Of the row of `meta` that is there from the beginning of a transfer until all of it has been checked. */
export const MARK = 'transfer';

/** Rows of `meta` that are about the one database, and are not copied. */
export const OWN_FACTS: readonly string[] = ['environment', MARK];
