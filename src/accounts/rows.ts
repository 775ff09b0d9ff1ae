import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Limits, type Plan, PLANS } from '../vocabulary/plans.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { KeyKind } from './keys/api-key.ts';
import type { ApiKey } from './keys/schema.ts';
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

export const keyColumns = [
  'id',
  'kind',
  'name',
  'prefix',
  'last_four',
  'scopes',
  'origins',
  'created_at',
  'expires_at',
] as const;

export type AccountRow = Pick<Selectable<Tables['accounts']>, (typeof accountColumns)[number]>;
export type KeyRow = Pick<Selectable<Tables['api_keys']>, (typeof keyColumns)[number]>;

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

export function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    kind: row.kind as KeyKind,
    prefix: row.prefix,
    lastFour: row.last_four,
    scopes: wordsOf(row.scopes) as ApiKey['scopes'],
    ...(row.kind === 'publishable' ? { origins: wordsOf(row.origins) } : {}),
    createdAt: timestamp(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: timestamp(row.expires_at) }),
  };
}

/** Custom limits where the account has them, else its plan's. Specification, part 8. */
export function limitsOf(row: Pick<AccountRow, 'plan' | 'per_minute' | 'per_day'>): Limits {
  const ofPlan = PLANS[row.plan as Plan];
  return { perMinute: row.per_minute ?? ofPlan.perMinute, perDay: row.per_day ?? ofPlan.perDay };
}

/** The words of a column that holds several, separated by spaces. */
export const wordsOf = (column: string): string[] => column.split(' ').filter((word) => word !== '');
