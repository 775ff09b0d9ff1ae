import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Limits, type Plan, PLANS } from '../vocabulary/plans.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
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
] as const;

export type AccountRow = Pick<Selectable<Tables['accounts']>, (typeof accountColumns)[number]>;

export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    ...(row.name === null ? {} : { name: row.name }),
    plan: row.plan as Plan,
    role: row.role as Account['role'],
    limits: limitsOf(row),
    suspended: row.suspended_at !== null,
    createdAt: timestamp(row.created_at),
  };
}

/** The account's custom limits, or those of its plan. Specification, part 8. */
export function limitsOf(row: Pick<AccountRow, 'plan' | 'per_minute' | 'per_day'>): Limits {
  const ofPlan = PLANS[row.plan as Plan];
  return { perMinute: row.per_minute ?? ofPlan.perMinute, perDay: row.per_day ?? ofPlan.perDay };
}
