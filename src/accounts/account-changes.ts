import type { Selectable } from 'kysely';
import type { Queries, Write } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { KindAbout } from '../vocabulary/event-kinds.ts';
import type { SignupStep } from '../vocabulary/organizations.ts';
import { BOARD_EMAIL } from '../vocabulary/site.ts';
import { closedEmail, normalizedEmail } from '../vocabulary/text/address.ts';
import { accountColumns, accountOf, type AccountRow } from './account-row.ts';
import type { Account, AccountChanges, AccountNotice } from './schema.ts';

/**
 * Why an account does not change.
 *
 * - `limits`: custom limits are for Enterprise only. Specification, part 8.
 * - `protected`: the service needs the account as it is: it is the board's, or the last operator's.
 * - `closed`: a closed account stays closed.
 * - `member`: an account belongs to at most one organization.
 */
type Reason = 'limits' | 'protected' | 'closed' | 'member';

export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a change of an account requires. */
export interface ChangeParts {
  readonly now: Now;
  readonly outbox: Outbox;
}

/** What a change of an account's standing requires. */
export interface StandingParts extends ChangeParts {
  /** Tells visitors that they see other animals: those that a suspended account added are hidden. */
  readonly announceAnimals: (tx: Queries, accountId: number, by: Actor) => Promise<void>;
}

/** A membership changes by `MembershipStore.move`. */
type OwnColumns = Omit<AccountChanges, 'organization'>;

export type Changes = { readonly [Name in keyof OwnColumns]?: OwnColumns[Name] | undefined } & {
  /** Null removes it. */
  readonly name?: string | null | undefined;
  readonly email?: string | undefined;
};

type Columns = Partial<Selectable<Tables['accounts']>>;

/** Changing to a plan other than Enterprise removes custom limits. @throws ChangeRefused */
export async function changeAccount(
  write: Write,
  parts: StandingParts,
  row: AccountRow,
  changes: Changes,
): Promise<AccountRow> {
  requireOpen(row);
  const { email = row.email, name = row.name, role = row.role, plan = row.plan, limits } = changes;
  const { suspended = row.suspended_at !== null, approved = row.approved_at !== null } = changes;
  if (limits != null && plan !== 'enterprise') {
    throw new ChangeRefused('limits', `Custom limits are for the plan \`enterprise\`, not for \`${plan}\`.`);
  }
  const nowMs = parts.now();
  const keepsLimits = limits === undefined && plan === 'enterprise';
  const isApproved = approved || role === 'operator';
  const columns = {
    email: normalizedEmail(email),
    name,
    role,
    plan,
    per_minute: keepsLimits ? row.per_minute : (limits?.perMinute ?? null),
    per_day: keepsLimits ? row.per_day : (limits?.perDay ?? null),
    suspended_at: suspended ? (row.suspended_at ?? nowMs) : null,
    approved_at: isApproved ? (row.approved_at ?? nowMs) : null,
    awaiting: isApproved && row.awaiting === 'approval' ? null : row.awaiting,
  };
  const isSuspending = columns.suspended_at !== null && row.suspended_at === null;
  if (isSuspending) refuseForBoard(row, 'suspended');
  if (role !== row.role) refuseForBoard(row, 'given a role');
  if (isSuspending || role !== 'operator') await requireOtherOperator(write.tx, row);
  const saved = await saveAccount(write, parts, row, columns);
  if (saved.suspended_at !== row.suspended_at) await parts.announceAnimals(write.tx, row.id, write.by);
  return saved;
}

/**
 * The owner has shown that mail to this address reaches them: it becomes the account's address, which no longer awaits a confirmation.
 *
 * @param approves whether an operator decides about new accounts
 * @throws UniqueViolation if another account has the address
 */
export function confirmAddress(
  write: Write,
  parts: ChangeParts,
  row: AccountRow,
  { email, approves }: { readonly email: string; readonly approves: boolean },
): Promise<AccountRow> {
  // The inviter vouches for the member.
  const isUnknown = row.approved_at === null && row.organization_id === null;
  const next: SignupStep | null = approves && isUnknown ? 'approval' : null;
  return saveAccount(write, parts, row, { email, awaiting: row.awaiting === 'confirmation' ? next : row.awaiting });
}

/** Removes what is personal, and with it every way to sign in. @throws ChangeRefused */
export async function closeAccount(write: Write, parts: ChangeParts, row: AccountRow): Promise<AccountRow> {
  const { tx } = write;
  requireOpen(row);
  refuseForBoard(row, 'closed');
  await requireOtherOperator(tx, row);
  const columns = {
    email: closedEmail(row.id),
    name: null,
    password: null,
    role: 'member',
    organization_id: null,
    organization_role: null,
    awaiting: null,
    closed_at: parts.now(),
  };
  const closed = await update(tx, row.id, columns);
  await unassign(tx, row.id);
  await announce(write, parts, { kind: 'account.closed', row: closed, organizationId: row.organization_id });
  return closed;
}

/** The account takes care of nothing any more. */
export async function unassign(tx: Queries, accountId: number): Promise<void> {
  for (const table of ['messages', 'applications'] as const)
    await tx.updateTable(table).set({ assignee_id: null }).where('assignee_id', '=', accountId).execute();
}

/** Writes the columns, and an event for what they change. */
async function saveAccount(write: Write, parts: ChangeParts, row: AccountRow, columns: Columns): Promise<AccountRow> {
  const saved = await update(write.tx, row.id, columns);
  const isChanged = (name: (typeof accountColumns)[number]) => saved[name] !== row[name];
  if (isChanged('suspended_at')) {
    const kind = saved.suspended_at === null ? 'account.resumed' : 'account.suspended';
    await announce(write, parts, { kind, row: saved });
  }
  if (accountColumns.some((name) => name !== 'suspended_at' && isChanged(name)))
    await announce(write, parts, { kind: 'account.updated', row: saved });
  return saved;
}

export interface AccountEvent {
  readonly kind: KindAbout<'account'>;
  readonly row: AccountRow;
  /** The organization whose members learn of it; by default the account's. */
  readonly organizationId?: number | null;
}

/** Writes an event about the account, for its owner and for the members of its organization. */
export async function announce(
  { tx, by }: Write,
  { outbox }: Pick<ChangeParts, 'outbox'>,
  { kind, row, organizationId = row.organization_id }: AccountEvent,
): Promise<void> {
  const { email: _email, name: _name, ...notice } = accountOf(row);
  const parties = { by, accountId: row.id, organizationId: organizationId ?? undefined };
  await outbox.append(tx, kind, notice satisfies AccountNotice, parties);
}

const update = (tx: Queries, accountId: number, columns: Columns): Promise<AccountRow> =>
  tx
    .updateTable('accounts')
    .set(columns)
    .where('id', '=', accountId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow();

/** Requires an account that somebody may sign in to. @throws ChangeRefused */
export function requireSignIn({ email, closedAt }: Pick<Account, 'email' | 'closedAt'>): void {
  if (closedAt !== undefined) throw new ChangeRefused('closed', 'The account is closed: nobody can sign in to it.');
  refuseForBoard({ email }, 'signed in to');
}

/** @throws ChangeRefused */
export function requireOpen({ closed_at: closedAt }: AccountRow): void {
  if (closedAt !== null) throw new ChangeRefused('closed', 'The account is closed and can no longer change.');
}

/** @throws ChangeRefused */
export function refuseForBoard({ email }: Pick<AccountRow, 'email'>, what: string): void {
  if (email !== BOARD_EMAIL) return;
  throw new ChangeRefused(
    'protected',
    `The account \`${BOARD_EMAIL}\` is the board's system account and cannot be ${what}.`,
  );
}

/** Requires that an operator remains who can act. The check is in the transaction: two operators cannot remove each other. */
async function requireOtherOperator(tx: Queries, { id, role }: AccountRow): Promise<void> {
  if (role !== 'operator') return;
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'operator')
    .where('suspended_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return;
  throw new ChangeRefused('protected', 'This is the last operator account: make another account an operator first.');
}
