import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { present } from '../kit/present.ts';
import type { SignupStep, OrganizationRole } from '../vocabulary/organizations.ts';
import { type Limits, OPEN_ORDERS, type Plan, PLANS, WEBHOOKS } from '../vocabulary/plans.ts';
import { timestamp, timestampOrNull } from '../vocabulary/timestamp.ts';
import type { Account } from './schema.ts';

export const accountColumns = [
  'id',
  'email',
  'name',
  'role',
  'plan',
  'per_minute',
  'per_day',
  'suspended_at',
  'created_at',
  'organization_id',
  'organization_role',
  'approved_at',
  'awaiting',
  'closed_at',
] as const;

export type AccountRow = Pick<Selectable<Tables['accounts']>, (typeof accountColumns)[number]>;

export function accountOf(row: AccountRow): Account {
  const { organization_id: organizationId, organization_role: organizationRole } = row;
  return present({
    id: row.id,
    email: row.email,
    name: row.name,
    plan: row.plan as Plan,
    role: row.role as Account['role'],
    limits: limitsOf(row),
    suspended: row.suspended_at !== null,
    approved: row.approved_at !== null,
    awaiting: row.awaiting as SignupStep | null,
    organization: organizationId === null ? null : { id: organizationId, role: organizationRole as OrganizationRole },
    createdAt: timestamp(row.created_at),
    closedAt: timestampOrNull(row.closed_at),
  });
}

/** The columns of an account and of its organization, if it has one, that decide what the account may do. */
export const standingColumns = [
  'accounts.id as account_id',
  'role',
  'plan',
  'per_minute',
  'per_day',
  'accounts.suspended_at',
  'awaiting',
  'approved_at',
  'organization_id',
  'organization_role',
  'organizations.suspended_at as organization_suspended_at',
] as const;

type StandingRow = Omit<AccountRow, 'id' | 'email' | 'name' | 'created_at' | 'closed_at'> & {
  readonly account_id: number;
  readonly organization_suspended_at: number | null;
};

export function standingOf(row: StandingRow) {
  const { organization_id: organizationId, organization_role: role } = row;
  const operator = row.role === 'operator';
  return {
    accountId: row.account_id,
    operator,
    // An operator can still resume the organization.
    suspended: row.suspended_at !== null || (row.organization_suspended_at !== null && !operator),
    awaiting: (row.awaiting as SignupStep | null) ?? undefined,
    stranger: organizationId === null && row.approved_at === null,
    organization: organizationId === null ? undefined : { id: organizationId, role: role as OrganizationRole },
    limits: limitsOf(row),
    mostOpenOrders: OPEN_ORDERS[row.plan as Plan],
    webhooks: WEBHOOKS[row.plan as Plan],
  };
}

/** The account's custom limits, or its plan's. Specification, part 8. */
function limitsOf(row: Pick<AccountRow, 'plan' | 'per_minute' | 'per_day'>): Limits {
  const ofPlan = PLANS[row.plan as Plan];
  return { perMinute: row.per_minute ?? ofPlan.perMinute, perDay: row.per_day ?? ofPlan.perDay };
}
