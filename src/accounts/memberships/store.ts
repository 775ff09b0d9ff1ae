import type { SelectQueryBuilder } from 'kysely';
import type { Selectable } from 'kysely';
import type { Database, Queries, Write } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Tables } from '../../database/tables.ts';
import { present } from '../../kit/present.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import { type EventKind, kindsReadWith } from '../../vocabulary/event-kinds.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { OrganizationRole } from '../../vocabulary/organizations.ts';
import {
  type AccountEvent,
  announce,
  type ChangeParts,
  ChangeRefused,
  refuseForBoard,
  requireOpen,
  unassign,
} from '../account-changes.ts';
import { accountColumns } from '../account-row.ts';
import type { Account } from '../schema.ts';
import type { Member } from './schema.ts';

/** An organization that an account belongs to, and its role there. */
export interface Membership {
  readonly id: number;
  readonly role: OrganizationRole;
}

/** An account belongs to at most one organization, and no method finds a closed account. */
export type MembershipStore = ReturnType<typeof membershipStore>;

/** Events whose data says who adopts, and who writes. */
const PERSONAL = kindsReadWith('orders:read', 'messages:read');

const columns = ['id', 'email', 'name', 'organization_role', 'suspended_at'] as const;

export function membershipStore(
  { read }: Database,
  parts: ChangeParts & {
    /** Deletes the deliveries of these kinds of events to the webhooks of the account. */
    readonly forgetDeliveries: (tx: Queries, accountId: number, kinds: readonly EventKind[]) => Promise<unknown>;
    /** Appends the events that visitors see other animals of organizations, because of the account. */
    readonly announceAnimals: (tx: Queries, accountId: number, by: Actor) => Promise<void>;
    /** Whether an operator decides about new accounts. */
    readonly approves: boolean;
    /** Gives the organization what these accounts own alone. */
    readonly bring: (
      tx: Queries,
      accounts: SelectQueryBuilder<Tables, 'accounts', { id: number }>,
      organizationId: number,
    ) => Promise<void>;
  },
) {
  const members = (db: Queries, organizationId: Int64) =>
    db
      .selectFrom('accounts')
      .select(columns)
      .where('organization_id', '=', organizationId as number);

  /** Writes the membership and its event. */
  async function save(
    write: Write,
    accountId: number,
    membership: Membership | null,
    event: Omit<AccountEvent, 'row'>,
  ): Promise<void> {
    const row = await write.tx
      .updateTable('accounts')
      .set({
        organization_id: membership?.id ?? null,
        organization_role: membership?.role ?? null,
        ...(membership === null && { notifications: null }),
      })
      .where('id', '=', accountId)
      .returning(accountColumns)
      .executeTakeFirstOrThrow();
    await announce(write, parts, { ...event, row });
  }

  /**
   * Lets the account join the organization.
   *
   * @param bringAnimals also gives it the animals, categories and imports of the account, with their orders and applications
   * @throws ChangeRefused if the account belongs to an organization, is closed, or is the board's
   */
  async function join(
    tx: Queries,
    accountId: number,
    { bringAnimals, ...membership }: Membership & { readonly bringAnimals: boolean },
    by: Actor,
  ): Promise<void> {
    const row = await tx
      .selectFrom('accounts')
      .select(accountColumns)
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    requireOpen(row);
    refuseForBoard(row, 'a member of an organization');
    if (row.organization_id !== null)
      throw new ChangeRefused('member', 'The account belongs to an organization; it must leave that one first.');
    // A manager of the organization, or an operator, has invited it.
    if (row.awaiting === 'approval')
      await tx.updateTable('accounts').set({ awaiting: null }).where('id', '=', accountId).execute();
    if (bringAnimals) {
      await parts.bring(tx, tx.selectFrom('accounts').select('id').where('id', '=', accountId), membership.id);
      await parts.announceAnimals(tx, accountId, by);
    }
    await save({ tx, by }, accountId, membership, { kind: 'account.joined' });
  }

  const setRole = (tx: Queries, accountId: number, membership: Membership, by: Actor): Promise<void> =>
    save({ tx, by }, accountId, membership, { kind: 'account.updated' });

  /** Ends the membership. What the account has added for the organization stays there. */
  async function leave(tx: Queries, accountId: number, organizationId: number, by: Actor): Promise<void> {
    await parts.forgetDeliveries(tx, accountId, PERSONAL);
    // Nobody vouches any more for an account that no operator has approved.
    if (parts.approves)
      await tx
        .updateTable('accounts')
        .set({ awaiting: 'approval' })
        .where('id', '=', accountId)
        .where('approved_at', 'is', null)
        .where('awaiting', 'is', null)
        .execute();
    await unassign(tx, accountId);
    await save({ tx, by }, accountId, null, { kind: 'account.left', organizationId });
  }

  return {
    /** Up to `count` members with an id below `before`, newest account first. */
    list: async (organizationId: Int64, count: number, before: Int64 | undefined): Promise<Member[]> =>
      (await newest(members(read, organizationId), count, before)).map(memberOf),

    async find(tx: Queries, organizationId: Int64, accountId: Int64): Promise<Member | undefined> {
      const row = await members(tx, organizationId)
        .where('id', '=', accountId as number)
        .executeTakeFirst();
      return row === undefined ? undefined : memberOf(row);
    },

    /** Whether the organization would have no manager who can act without this account. */
    async isLastManager(tx: Queries, organizationId: number, accountId: number): Promise<boolean> {
      const managers = members(tx, organizationId)
        .where('organization_role', '=', 'manager')
        .where('suspended_at', 'is', null);
      const { 0: first, 1: second } = await managers.orderBy('id').limit(2).execute();
      return first?.id === accountId && second === undefined;
    },

    join,
    setRole,
    leave,

    /**
     * Gives the account the membership that an operator chooses, or none. The animals of both organizations stay where they are.
     *
     * @throws ChangeRefused
     */
    async move(
      tx: Queries,
      { id, organization: current }: Pick<Account, 'id' | 'organization'>,
      wanted: Membership | null,
      by: Actor,
    ): Promise<void> {
      if (current?.id === wanted?.id) {
        if (wanted !== null && wanted.role !== current?.role) await setRole(tx, id, wanted, by);
        return;
      }
      if (current !== undefined) await leave(tx, id, current.id, by);
      if (wanted !== null) await join(tx, id, { ...wanted, bringAnimals: false }, by);
    },
  };
}

const memberOf = (row: Pick<Selectable<Tables['accounts']>, (typeof columns)[number]>): Member =>
  present({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.organization_role as OrganizationRole,
    suspended: row.suspended_at !== null,
  });
