import type { Generated } from 'kysely';
import type { Int64 } from '../vocabulary/int64.ts';

/** Times in all tables are Unix milliseconds. Ids are assigned by the database, start at 1, and are never used again. */
export interface Tables {
  /** One row a name: facts about this store itself, such as the secret that signs its cursors. */
  meta: { name: string; value: string };
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  /** The day window of each account that has one open. */
  quota_days: { account_id: number; used: number; resets_at: number };
  /** The last ban of each key that was ever banned; `level` counts from 1. */
  bans: { key_id: number; level: number; until: number };
  /** Requests of each account on each UTC day (days since 1970-01-01). */
  usage_days: { account_id: number; day: number; admitted: number; refused: number; strikes: number };
  pets: PetsTable;
  /** By what an animal was known in the file that it was imported from; it stays when the animal is removed. */
  import_references: { account_id: number; reference: string; pet_id: number };
  categories: CategoriesTable;
  /** The next id to assign, where ids can be given too. */
  id_counters: { name: string; next: number };
  orders: OrdersTable;
  idempotency_keys: IdempotencyKeysTable;
  events: EventsTable;
  /** Events of changes that are committed, or will be, on an engine that numbers them later: see `EventOrder`. */
  pending_events: Omit<EventsTable, 'sequence'> & { place: Generated<number> };
  messages: MessagesTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  /** The number of the last event that each reader of the outbox is done with. */
  outbox_readers: { name: string; sequence: number };
  sessions: SessionsTable;
  /** Each lets whoever has its token set the account's password, once. `hash` is the token's SHA-256, in hex. */
  password_links: { hash: string; account_id: number; expires_at: number };
}

interface AccountsTable {
  id: Generated<number>;
  /** Lower case. */
  email: string;
  name: string | null;
  /** Argon2id in PHC form; null for an account made at the command line, which cannot sign in. */
  password: string | null;
  role: string;
  plan: string;
  /** Custom limits, for Enterprise only; null means the plan's own. */
  per_minute: number | null;
  per_day: number | null;
  suspended_at: number | null;
  created_at: number;
}

interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the whole key, in hex. The key itself is nowhere. */
  hash: string;
  kind: string;
  name: string | null;
  /** What people recognise the key by: `psk_live_` and its last four characters. */
  prefix: string;
  last_four: string;
  /** Separated by spaces. */
  scopes: string;
  origins: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

interface PetsTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** The name as it is searched: compatibility-normalised and in one case. */
  name_folded: string;
  category_id: Int64;
  status: string;
  /** Counts the changes, for the ETag. */
  version: number;
  created_at: number;
  updated_at: number;
}

interface CategoriesTable {
  id: Int64;
  name: string;
  description: string | null;
  /** Null of the categories that were there from the start. */
  account_id: number | null;
}

interface OrdersTable {
  id: Generated<number>;
  pet_id: number;
  pet_account_id: number;
  account_id: number;
  status: string;
  adopter_name: string | null;
  adopter_email: string | null;
  note: string | null;
  expires_at: number;
  created_at: number;
  updated_at: number;
  version: number;
}

/** An answer that is given again to the same request. */
interface IdempotencyKeysTable {
  account_id: number;
  method: string;
  path: string;
  key: string;
  fingerprint: string;
  status: number;
  /** JSON. */
  headers: string;
  body: string;
  created_at: number;
}

/** The outbox. `sequence` counts in the order of the commits. */
interface EventsTable {
  sequence: Generated<number>;
  id: string;
  kind: string;
  at: number;
  /** JSON. */
  data: string;
  /** The accounts that are told; both null tells all. */
  account_id: number | null;
  other_account_id: number | null;
}

interface MessagesTable {
  /** In the order in which they were accepted. */
  sequence: Generated<number>;
  id: string;
  account_id: number;
  message: string;
  status: string;
  /** How often its delivery was tried. */
  attempts: number;
  /** Until when the process that delivers it may take; after that another one takes it over. */
  claimed_until: number | null;
  created_at: number;
  /** When it came into the store's inbox. */
  delivered_at: number | null;
}

interface WebhooksTable {
  id: Generated<number>;
  account_id: number;
  url: string;
  /** The kinds wanted, separated by spaces. */
  events: string;
  /** It is told of no event up to this one: of none from before it was made, or while it was disabled. */
  after_sequence: number;
  description: string | null;
  disabled_at: number | null;
  /** Why the service disabled it by itself. */
  disabled_reason: string | null;
  secret: string;
  /** Signs too, until `previous_secret_until`. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  /** Since when every attempt has failed. */
  failing_since: number | null;
  /** From then on nobody sees it; it goes when the last of its deliveries has gone. */
  deleted_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

interface DeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** The event, as it is sent in every attempt. */
  event_id: string;
  kind: string;
  body: string;
  status: string;
  attempts: number;
  /** When the next attempt is due; null when there is none any more. */
  next_attempt_at: number | null;
  /** Until when the process that sends it may take; after that another one takes it over. */
  claimed_until: number | null;
  /** Of the last attempt. */
  attempted_at: number | null;
  response_status: number | null;
  response_body: string | null;
  duration_ms: number | null;
  error: string | null;
  created_at: number;
}

interface SessionsTable {
  /** SHA-256 of the token, in hex. The token itself is in the browser's cookie only. */
  hash: string;
  account_id: number;
  /** It ends then unless it is used before; never later than `ends_at`. */
  idle_until: number;
  ends_at: number;
}
