import type { Queries } from './database.ts';
import { BACKED_UP_AT } from './meta.ts';
import type { Tables } from './tables.ts';

/**
 * `pending_events` is empty when a transfer begins: all events are numbered first. `pet_counts`, `pet_places` and the sums of stays are
 * not copied: the target's triggers note the animals that arrive. Nor is the index of names, which the target's service makes itself.
 */
export type TableName = Exclude<
  keyof Tables,
  | 'pending_events'
  | 'pet_counts'
  | 'pet_places'
  | 'pet_stays'
  | 'pet_stay_sums'
  | 'pet_stay_changes'
  | 'photo_files'
  | 'pet_name_segments'
  | 'pet_name_grams'
  | 'pet_name_changes'
>;
export type KeyType = 'int64' | 'text';

/** What a transfer knows about a table; the columns come from the database. */
export interface Transferred {
  /** The columns of the primary key, in order. */
  readonly key: Readonly<Record<string, KeyType>>;
  /** The database assigns the key, and never reuses one. */
  readonly assigned?: true;
  /** The migrations insert rows. */
  readonly seeded?: true;
}

/** Every table of an environment. A table comes after the tables that its rows refer to. */
export const TABLES: { readonly [Name in TableName]: Transferred } = {
  meta: { key: { name: 'text' }, seeded: true },
  organizations: { key: { id: 'int64' }, assigned: true },
  organization_logos: { key: { organization_id: 'int64' } },
  accounts: { key: { id: 'int64' }, assigned: true },
  invitations: { key: { id: 'int64' }, assigned: true },
  api_keys: { key: { id: 'int64' }, assigned: true },
  sessions: { key: { hash: 'text' } },
  password_links: { key: { hash: 'text' } },
  quota_days: { key: { account_id: 'int64' } },
  bans: { key: { key_id: 'int64' } },
  usage_days: { key: { account_id: 'int64', day: 'int64' } },
  request_log: { key: { id: 'int64' }, assigned: true },
  operation_days: { key: { account_id: 'int64', day: 'int64', key_id: 'int64', operation: 'text' } },
  key_uses: { key: { key_id: 'int64' } },
  id_counters: { key: { name: 'text' }, seeded: true },
  categories: { key: { id: 'int64' }, seeded: true },
  pets: { key: { id: 'int64' }, assigned: true },
  pet_profiles: { key: { pet_id: 'int64' } },
  pet_handovers: { key: { id: 'int64' }, assigned: true },
  pet_facets: { key: { facet: 'text', pet_id: 'int64' } },
  pet_photos: { key: { id: 'int64' }, assigned: true },
  pet_interest: { key: { pet_id: 'int64', day: 'int64' } },
  imports: { key: { id: 'int64' }, assigned: true },
  import_references: { key: { owner: 'int64', reference: 'text' } },
  orders: { key: { id: 'int64' }, assigned: true },
  applications: { key: { id: 'int64' }, assigned: true },
  listing_sites: { key: { organization_id: 'int64', site: 'text' } },
  listing_runs: { key: { id: 'int64' }, assigned: true },
  listing_animals: { key: { organization_id: 'int64', site: 'text', pet_id: 'int64' } },
  directory_sources: { key: { id: 'int64' }, assigned: true },
  directory_organizations: { key: { source_id: 'int64', their_id: 'int64' } },
  directory_animals: { key: { source_id: 'int64', their_id: 'int64' } },
  directory_categories: { key: { source_id: 'int64', their_id: 'int64' } },
  directory_refusals: { key: { source_id: 'int64', their_id: 'int64' } },
  directory_photos: { key: { pet_id: 'int64', name: 'text' } },
  mails: { key: { id: 'int64' }, assigned: true },
  staged_mails: { key: { id: 'int64' }, assigned: true },
  notices: { key: { id: 'int64' }, assigned: true },
  notice_batches: { key: { id: 'int64' }, assigned: true },
  order_notes: { key: { id: 'int64' }, assigned: true },
  idempotency_keys: { key: { account_id: 'int64', method: 'text', path: 'text', key: 'text' } },
  events: { key: { sequence: 'int64' }, assigned: true },
  messages: { key: { sequence: 'int64' }, assigned: true },
  message_answers: { key: { id: 'int64' }, assigned: true },
  alerts: { key: { id: 'int64' }, assigned: true },
  answer_templates: { key: { id: 'int64' }, assigned: true },
  webhooks: { key: { id: 'int64' }, assigned: true },
  deliveries: { key: { id: 'int64' }, assigned: true },
  delivery_attempts: { key: { delivery_id: 'int64', number: 'int64' } },
  test_clock: { key: { id: 'int64' } },
  outbox_readers: { key: { name: 'text' }, seeded: true },
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** The name of a row in `meta` that marks a target until all of the copy is checked. */
export const MARK = 'transfer';

/** Rows of `meta` that belong to one database, and are not copied. */
export const OWN_FACTS = [
  'environment',
  'probed_at',
  'pet_names_indexer',
  'photos_place',
  'backups',
  'backups_claim',
  'directory',
  'directory_photos',
  BACKED_UP_AT,
  MARK,
];

/** Whether a transfer into this database began and did not end: it may hold anything. */
export async function isHalfTransferred(read: Queries): Promise<boolean> {
  return (await read.selectFrom('meta').select('name').where('name', '=', MARK).executeTakeFirst()) !== undefined;
}
