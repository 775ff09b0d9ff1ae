import type { Database, Queries } from '../../database/database.ts';
import { hashOf, type RandomBytes } from '../keys/api-key.ts';
import { generateToken, isToken } from '../token.ts';

/** Links by which people set their password, without the one before: each once, and for a day. */
export interface LinkStore {
  make(tx: Queries, accountId: number): Promise<{ readonly token: string; readonly expiresMs: number }>;
  /** Whose password it sets. Undefined when it was used, has expired, or never was. */
  find(token: string): Promise<number | undefined>;
  /** The same, and uses it: whoever comes second finds nothing. */
  take(tx: Queries, token: string): Promise<number | undefined>;
  removeAll(tx: Queries, accountId: number): Promise<void>;
  /** Takes those that have expired away. */
  sweep(tx: Queries): Promise<void>;
}

const validMs = 24 * 3_600_000;

/** Where the page is that asks for the new password. What stands behind `#` is sent to no server, and comes into no log. */
export const linkPath = (token: string): string => `/portal/set-password#token=${token}`;

export function linkStore(
  { read }: Database,
  { now, random }: { readonly now: () => number; readonly random: RandomBytes },
): LinkStore {
  return {
    async make(tx, accountId) {
      const token = generateToken('link', random);
      const expiresMs = now() + validMs;
      await tx
        .insertInto('password_links')
        .values({ hash: hashOf(token), account_id: accountId, expires_at: expiresMs })
        .execute();
      return { token, expiresMs };
    },

    async find(token) {
      if (!isToken('link', token)) return undefined;
      const row = await read
        .selectFrom('password_links')
        .select('account_id')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.account_id;
    },

    async take(tx, token) {
      const row = await tx
        .deleteFrom('password_links')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .returning('account_id')
        .executeTakeFirst();
      return row?.account_id;
    },

    async removeAll(tx, accountId) {
      await tx.deleteFrom('password_links').where('account_id', '=', accountId).execute();
    },

    async sweep(tx) {
      await tx.deleteFrom('password_links').where('expires_at', '<=', now()).execute();
    },
  };
}
