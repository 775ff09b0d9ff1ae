import type { Database, Queries } from '../../database/database.ts';
import { generateToken, hashOf, isToken, type RandomBytes } from '../token.ts';

/** Links for setting a password without knowing the current one. Each works once, for a day. */
export type LinkStore = ReturnType<typeof linkStore>;

const validMs = 24 * 3_600_000;

/** The site's page that asks for the new password. Browsers send the part after `#` to no server, so no log has the token. */
const pathOf = (token: string): string => `/portal/set-password#token=${token}`;

export function linkStore(
  { read }: Database,
  { now, random }: { readonly now: () => number; readonly random: RandomBytes },
) {
  return {
    /** `path` is that of the page that sets the password, with the token. */
    async make(tx: Queries, accountId: number) {
      const token = generateToken('link', random);
      const expiresMs = now() + validMs;
      await tx
        .insertInto('password_links')
        .values({
          hash: hashOf(token),
          account_id: accountId,
          expires_at: expiresMs,
          purpose: null,
          revokes_keys: null,
        })
        .execute();
      return { path: pathOf(token), expiresMs };
    },

    /** The id of the account whose password the link sets. Undefined if it was used, has expired or never existed. */
    async find(token: string): Promise<number | undefined> {
      if (!isToken('link', token)) return undefined;
      const row = await read
        .selectFrom('password_links')
        .select('account_id')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.account_id;
    },

    /** Finds the account, and uses the link up: of concurrent calls one finds it. */
    async take(tx: Queries, token: string): Promise<number | undefined> {
      const row = await tx
        .deleteFrom('password_links')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .returning('account_id')
        .executeTakeFirst();
      return row?.account_id;
    },

    async removeAll(tx: Queries, accountId: number) {
      await tx.deleteFrom('password_links').where('account_id', '=', accountId).execute();
    },

    /** Deletes expired links. */
    async sweep(tx: Queries) {
      await tx.deleteFrom('password_links').where('expires_at', '<=', now()).execute();
    },
  };
}
