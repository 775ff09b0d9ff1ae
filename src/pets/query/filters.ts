import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { isComingSoon, isDue, isHidden, isPublic, type PublicOnly } from '../../database/listed.ts';
import { nameContains } from '../../database/names.ts';
import type { Near } from '../../database/near.ts';
import type { Tables } from '../../database/tables.ts';
import { PET_STATUSES, type PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { isPetNear } from './pet-places.ts';
import type { PetFilters as QueryFilters } from './schema.ts';
import { type OtherTraits, type Trait, traitsOf } from './traits.ts';

/** The filters of a list, with the place that `near` and `within` name, and those that no query parameter has. */
export interface PetFilters extends Omit<QueryFilters, 'near' | 'within'>, OtherTraits {
  readonly near?: Near;
  /** Only what visitors see. */
  readonly publicOnly?: PublicOnly;
  /** Also those that are hidden; by default unless only what visitors see is listed. */
  readonly withHidden?: boolean;
  /** Also those that are hidden although visitors see their pages. */
  readonly withPages?: boolean;
  /** One of these has the pet; at least one. */
  readonly organizationIds?: readonly number[];
  /** The pet is shown with one of these. */
  readonly statuses?: readonly PetStatus[];
  /** The pet belongs to this account alone. */
  readonly ownedBy?: number;
  /** When it was added, in Unix milliseconds: from the first one on, and before the second. */
  readonly addedFrom?: number;
  readonly addedBefore?: number;
}

/** The pets that match the filters. @param traits those that are still to be checked */
export function matching<Row>(
  pets: SelectQueryBuilder<Tables, 'pets', Row>,
  filters: PetFilters,
  { nowMs, position }: Pick<Database, 'position'> & { readonly nowMs: number },
  traits: readonly Trait[] = traitsOf(filters, nowMs),
): SelectQueryBuilder<Tables, 'pets', Row> {
  let query = pets;
  const { publicOnly = false, withHidden = publicOnly === false, withPages = false } = filters;
  if (publicOnly !== false) query = query.where(isPublic('pets', publicOnly));
  const isShown = sql<SqlBool>`not ${isHidden(nowMs)}`;
  if (!withHidden) query = query.where(withPages ? sql<SqlBool>`(${isShown} or ${isComingSoon(nowMs)})` : isShown);
  if (filters.organizationId !== undefined)
    query = query.where('organization_id', '=', filters.organizationId as number);
  if (filters.organizationIds !== undefined) query = query.where('organization_id', 'in', filters.organizationIds);
  if (filters.ownedBy !== undefined)
    query = query.where('account_id', '=', filters.ownedBy).where('organization_id', 'is', null);
  if (filters.status !== undefined) query = query.where(statusAt(nowMs), '=', filters.status);
  if (filters.statuses !== undefined) query = query.where(statusAt(nowMs), 'in', filters.statuses);
  if (filters.addedFrom !== undefined) query = query.where('created_at', '>=', filters.addedFrom);
  if (filters.addedBefore !== undefined) query = query.where('created_at', '<', filters.addedBefore);
  if (filters.categoryId !== undefined) query = query.where('category_id', '=', filters.categoryId);
  if (filters.ids !== undefined) query = query.where('id', 'in', filters.ids as number[]);
  if (filters.updatedSince !== undefined) {
    const sinceMs = Date.parse(filters.updatedSince);
    const endedSince = sql`${petsOfEndedHolds(nowMs)} and expires_at >= ${sinceMs}`;
    query = query.where(sql<SqlBool>`(updated_at >= ${sinceMs} or shown_at >= ${sinceMs} or id in (${endedSince}))`);
  }
  if (filters.q !== undefined) query = query.where(nameContains({ position }, filters.q));
  if (filters.near !== undefined) query = query.where(isPetNear(filters.near));
  for (const { holds } of traits) query = query.where(holds('pets.id'));
  return query;
}

const petsOfEndedHolds = (nowMs: number): RawBuilder<unknown> => sql`select pet_id from orders where ${isDue(nowMs)}`;

/** Whether a pet is stored as `pending` and shown as `available`, because its hold has ended. */
export const isHoldEnded = (nowMs: number): RawBuilder<SqlBool> =>
  sql`(pets.status = 'pending' and pets.id in (${petsOfEndedHolds(nowMs)}))`;

/** The shown status of a pet. */
export const statusAt = (nowMs: number): RawBuilder<string> =>
  sql`case when ${isHoldEnded(nowMs)} then 'available' else pets.status end`;

/** The stored statuses of pets that may be shown with this status. */
export function storedAs(status: PetStatus | undefined): readonly PetStatus[] {
  if (status === undefined) return PET_STATUSES;
  return status === 'available' ? ['available', 'pending'] : [status];
}

/** Whose pets they are matters. */
export const isOfOrganizations = ({ publicOnly = false, organizationId, organizationIds }: PetFilters): boolean =>
  publicOnly !== false || organizationId !== undefined || organizationIds !== undefined;
