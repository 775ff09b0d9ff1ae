import { type Selectable, sql, type SqlBool } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Tables } from '../../database/tables.ts';
import { generateToken, hashOf, isToken, type RandomBytes } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { OrganizationRole } from '../../vocabulary/organizations.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Invitation, NewInvitation } from './schema.ts';

/** An invitation as anyone with its link sees it. */
export interface OpenInvitation extends Invitation {
  readonly organization: { readonly id: number; readonly name: string };
}

/**
 * Links for joining an organization. Each works once, for a week, while its creator may invite and the organization is not suspended;
 * no method finds another one.
 */
export type InvitationStore = ReturnType<typeof invitationStore>;

const validMs = 7 * 24 * 3_600_000;

/** The site's page that accepts the invitation. Browsers send the part after `#` to no server, so no log has the token. */
const pathOf = (token: string): string => `/portal/join#token=${token}`;

export function invitationStore(
  { read }: Database,
  { now, random }: { readonly now: Now; readonly random: RandomBytes },
) {
  const valid = (db: Queries) =>
    db
      .selectFrom('invitations')
      .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
      .select([
        'invitations.id',
        'invitations.role',
        'invitations.email',
        'invitations.created_at',
        'expires_at',
        'organization_id',
        'organizations.name as organization_name',
      ])
      .where('expires_at', '>', now())
      .where('organizations.suspended_at', 'is', null)
      .where(mayInvite);

  return {
    async make(tx: Queries, organizationId: number, { role, email }: NewInvitation, by: Actor) {
      const token = generateToken('invitation', random);
      const row = await tx
        .insertInto('invitations')
        .values({
          organization_id: organizationId,
          invited_by: by.type === 'account' ? by.accountId : null,
          hash: hashOf(token),
          role,
          email: email === undefined ? null : normalizedEmail(email),
          created_at: now(),
          expires_at: now() + validMs,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...invitationOf(row), path: pathOf(token) };
    },

    /** Up to `count` invitations of the organization with an id below `before`, newest first. */
    async list(organizationId: number, count: number, before: Int64 | undefined): Promise<Invitation[]> {
      const open = valid(read).where('organization_id', '=', organizationId);
      return (await newest(open, count, before, 'invitations.id')).map(invitationOf);
    },

    /** Whether the organization had such an invitation. */
    async remove(tx: Queries, organizationId: number, id: Int64): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id as number)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Reads in the transaction, or what is committed. */
    async find(token: string, db: Queries = read): Promise<OpenInvitation | undefined> {
      if (!isToken('invitation', token)) return undefined;
      const row = await valid(db).where('hash', '=', hashOf(token)).executeTakeFirst();
      if (row === undefined) return undefined;
      const { organization_id: id, organization_name: name } = row;
      return { ...invitationOf(row), organization: { id, name } };
    },

    /** Uses the invitation up. Only one of several concurrent transactions succeeds. */
    async use(tx: Queries, { id }: OpenInvitation) {
      await tx.deleteFrom('invitations').where('id', '=', id).execute();
    },

    /** Deletes expired invitations, which are few, all at once. */
    async sweep(tx: Queries, nowMs: number): Promise<false> {
      await tx.deleteFrom('invitations').where('expires_at', '<=', nowMs).execute();
      return false;
    },
  };
}

/** Whether the inviter is still a manager of the organization, or an operator. */
const mayInvite = sql<SqlBool>`(invited_by is null or invited_by in (
  select accounts.id from accounts
  where accounts.suspended_at is null and accounts.closed_at is null and (accounts.role = 'operator' or (
    accounts.organization_id = invitations.organization_id and accounts.organization_role = 'manager'))))`;

function invitationOf(
  row: Pick<Selectable<Tables['invitations']>, 'id' | 'role' | 'email' | 'created_at' | 'expires_at'>,
): Invitation {
  return {
    id: row.id,
    role: row.role as OrganizationRole,
    ...(row.email === null ? {} : { email: row.email }),
    createdAt: timestamp(row.created_at),
    expiresAt: timestamp(row.expires_at),
  };
}
