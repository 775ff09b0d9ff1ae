import type { Database, Queries } from '../../database/database.ts';
import { generateToken, hashOf, isToken, type RandomBytes } from '../../secrets/token.ts';
import type { RealNow } from '../../time/clock.ts';
import type { KeysAfterReset, LinkPurpose } from '../../vocabulary/links.ts';
import type { Account } from '../schema.ts';

/**
 * Who received the link: the operator at the first start; the person to whom an operator gives it; or the owner, by mail to the account's address
 * (`mailed`) or to the address that the link confirms (`confirmation`).
 */
type LinkKind = 'first_start' | 'operator' | 'mailed' | 'confirmation';

export interface Link {
  readonly accountId: number;
  readonly kind: LinkKind;
  /** The address that the link confirms, of a `confirmation`. */
  readonly email: string | undefined;
}

type NewLink =
  | { readonly accountId: number; readonly kind: Exclude<LinkKind, 'confirmation'> }
  | { readonly accountId: number; readonly kind: 'confirmation'; readonly email: string };

/** Links for setting a password without the current one, and for confirming an address. Each works once. */
export type LinkStore = ReturnType<typeof linkStore>;

const dayMs = 24 * 3_600_000;

const PURPOSES: Readonly<Record<LinkPurpose, { readonly page: string; readonly validMs: number }>> = {
  password: { page: '/portal/set-password', validMs: dayMs },
  confirmation: { page: '/portal/confirm', validMs: 7 * dayMs },
};

export const purposeOf = ({ kind }: Pick<Link, 'kind'>): LinkPurpose =>
  kind === 'confirmation' ? 'confirmation' : 'password';

/** What happens to the keys of the account when the link sets its password. */
export function keysAfter({ kind }: Link, { awaiting }: Pick<Account, 'awaiting'>): KeysAfterReset {
  // Until its address was confirmed, anybody may have made the account, and its keys.
  if (kind === 'operator' || awaiting === 'confirmation') return 'revoked';
  return kind === 'first_start' ? 'kept' : 'offered';
}

export function linkStore(
  { read }: Database,
  { now, random }: { readonly now: RealNow; readonly random: RandomBytes },
) {
  return {
    /** `path` is the page's path on the site, with the token. Browsers send the part after `#` to no server, so no log has the token. */
    async make(tx: Queries, link: NewLink) {
      const token = generateToken('link', random);
      const { page, validMs } = PURPOSES[purposeOf(link)];
      const expiresMs = now() + validMs;
      await tx
        .insertInto('password_links')
        .values({
          hash: hashOf(token),
          account_id: link.accountId,
          expires_at: expiresMs,
          kind: link.kind,
          email: link.kind === 'confirmation' ? link.email : null,
        })
        .execute();
      return { path: `${page}#token=${token}`, expiresMs };
    },

    /** Undefined if the link was used, has expired, has another purpose or never existed. */
    async find(token: string, purpose?: LinkPurpose): Promise<Link | undefined> {
      if (!isToken('link', token)) return undefined;
      const row = await read
        .selectFrom('password_links')
        .select(columns)
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      const link = row && linkOf(row);
      return link !== undefined && (purpose === undefined || purpose === purposeOf(link)) ? link : undefined;
    },

    /** Finds a link that `find` has found, and uses it up: of concurrent calls one finds it. */
    async take(tx: Queries, token: string): Promise<Link | undefined> {
      const row = await tx
        .deleteFrom('password_links')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .returning(columns)
        .executeTakeFirst();
      return row === undefined ? undefined : linkOf(row);
    },

    async removeAll(tx: Queries, accountId: number) {
      await tx.deleteFrom('password_links').where('account_id', '=', accountId).execute();
    },

    /** Deletes expired links. */
    async sweep(tx: Queries, nowMs: number) {
      await tx.deleteFrom('password_links').where('expires_at', '<=', nowMs).execute();
    },
  };
}

/**
 * Ends the links that operators have made for others: who has lost the rights of an operator may have one that leads to another operator's
 * account. Those who stay make theirs again.
 */
export async function endOperatorsLinks(tx: Queries): Promise<void> {
  await tx
    .deleteFrom('password_links')
    .where('kind', '=', 'operator' satisfies LinkKind)
    .execute();
}

const columns = ['account_id', 'kind', 'email'] as const;

const linkOf = (row: { account_id: number; kind: string | null; email: string | null }): Link => ({
  accountId: row.account_id,
  kind: (row.kind as LinkKind | null) ?? 'mailed',
  email: row.email ?? undefined,
});
