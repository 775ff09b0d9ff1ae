import type { Generated } from 'kysely';

export interface RequestLogTables {
  /** The last requests of accounts with their keys, many in one row. */
  request_log: {
    id: Generated<number>;
    account_id: number;
    /** When the first and the last response of the row ended. */
    first_at: number;
    last_at: number;
    /** How many requests the row holds. */
    count: number;
    /** One request a line, in the order that responses ended: see src/request-log/row.ts. */
    lines: string;
  };
  /** Requests of each account by UTC day (days since 1970-01-01), key and operation. */
  operation_days: {
    account_id: number;
    day: number;
    /** 0 for requests from the site, with a session. */
    key_id: number;
    operation: string;
    requests: number;
    /** How many of them got 400 or more. */
    errors: number;
  };
  /** When each key was last used, to ten seconds. */
  key_uses: { key_id: number; last_used_at: number };
}
