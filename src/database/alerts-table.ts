import type { Generated } from 'kysely';

/** What visitors want to be told by mail. */
export interface AlertsTable {
  id: Generated<number>;
  /** Lower case. Of a refused alert, a keyed hash. */
  email: string;
  /** JSON: filters of the list of animals. */
  filters: string;
  /** A keyed hash of the client's address. */
  visitor: string;
  /** SHA-256 of the tokens of its links, in hex; null if it was refused. */
  hash: string | null;
  end_hash: string | null;
  created_at: number;
  confirmed_at: number | null;
  /** Up to when was searched: animals that became available earlier are not told. */
  since: number;
  due_at: number;
  /** JSON: the ids of the animals of the next mail. */
  found: string;
  ends_at: number;
}
