import type { Generated } from 'kysely';
import type { Int64 } from '../int64.ts';

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
  categories: CategoriesTable;
  /** The next id to assign, where ids can be given too. */
  id_counters: { name: string; next: number };
  orders: OrdersTable;
  idempotency_keys: IdempotencyKeysTable;
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
