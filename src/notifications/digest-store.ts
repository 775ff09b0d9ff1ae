import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { hidingReason, isHidden } from '../database/listed.ts';
import { WAITING_STATUSES } from '../vocabulary/application-lifecycle.ts';

/** More than anybody reads in a mail; the rest is in the console. */
const mostListed = 1_000;

export type DigestStore = ReturnType<typeof digestStore>;

/** What waits in an organization at a moment. Each list is one search of an index, and ends after `mostListed`. */
export function digestStore({ read }: Database) {
  const orders = (organizationId: number, status: string) =>
    read
      .selectFrom('orders')
      .innerJoin('pets', 'pets.id', 'pet_id')
      .select(['orders.id', 'pets.name', 'adopter_name', 'is_withheld', 'visit_at', 'expires_at', 'orders.created_at'])
      .where('orders.organization_id', '=', organizationId)
      .where('orders.status', '=', status)
      .orderBy('orders.id')
      .limit(mostListed);

  const applications = (organizationId: number) =>
    read
      .selectFrom('applications')
      .innerJoin('pets', 'pets.id', 'pet_id')
      .select(['applications.id', 'pets.name', 'adopter_name', 'is_withheld', 'applications.created_at'])
      .where('applications.organization_id', '=', organizationId)
      .orderBy('applications.id')
      .limit(mostListed);

  /** Those that are in care. */
  const animals = (organizationId: number, nowMs: number) =>
    read
      .selectFrom('pets')
      .leftJoin('pet_profiles', 'pet_profiles.pet_id', 'pets.id')
      .select(['pets.id', 'pets.name'])
      .where('pets.organization_id', '=', organizationId)
      .where('pets.status', 'in', ['available', 'pending'])
      .where(sql<SqlBool>`${hidingReason(nowMs)} is distinct from 'outcome'`)
      .orderBy('pets.id')
      .limit(mostListed);

  return {
    /** Orders that nobody has decided, oldest first. */
    placed: (organizationId: number, nowMs: number) =>
      orders(organizationId, 'placed').where('orders.expires_at', '>', nowMs).execute(),

    /** Approved orders with a visit before a moment, in the order of the visits. */
    visits: (organizationId: number, beforeMs: number) =>
      orders(organizationId, 'approved').clearOrderBy().where('visit_at', '<', beforeMs).orderBy('visit_at').execute(),

    /** Applications that nobody has looked at, oldest first. */
    submitted: (organizationId: number) =>
      applications(organizationId).where('applications.status', '=', 'submitted').execute(),

    /** Open applications that the account takes care of, oldest first. */
    assigned: (organizationId: number, accountId: number) =>
      applications(organizationId)
        .where('assignee_id', '=', accountId)
        .where('applications.status', 'in', WAITING_STATUSES)
        .execute(),

    /** Messages that nobody has answered, oldest first. */
    messages: (organizationId: number) =>
      read
        .selectFrom('messages')
        .select(['messages.id', 'from_name', 'message', 'messages.created_at'])
        .where('organization_id', '=', organizationId)
        .where('state', '=', 'open')
        .where('status', '=', 'delivered')
        .orderBy('sequence')
        .limit(mostListed)
        .execute(),

    /** Animals without a photo, or without a story. */
    bare: (organizationId: number, nowMs: number) =>
      animals(organizationId, nowMs)
        .where((column) => column.not(isHidden(nowMs)))
        .where((column) =>
          column.or([
            column.not(
              column.exists(
                column.selectFrom('pet_photos').select('pet_photos.id').whereRef('pet_photos.pet_id', '=', 'pets.id'),
              ),
            ),
            sql<SqlBool>`coalesce(pet_profiles.shown, '') not like '%"description":%'`,
          ]),
        )
        .execute(),

    /** The vaccinations of animals in care, as far as they have a day for the next one: JSON. */
    vaccinated: (organizationId: number, nowMs: number) =>
      animals(organizationId, nowMs).select('staff').where('staff', 'like', '%"nextDate":%').execute(),
  };
}
