import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HidingReason } from '../vocabulary/animals/hiding.ts';

/**
 * What visitors see: docs/decisions/0027-what-visitors-see.md. Every store decides with these conditions, in the query that answers, so
 * that an organization is gone from every answer as soon as it is unlisted or suspended.
 */

/** Whether an organization is public. */
export const isPublicOrganization: RawBuilder<SqlBool> = sql<SqlBool>`(organizations.listed_at is not null and organizations.suspended_at is null)`;

/** Whether only what visitors see is read; `own` leaves out what is of other services, which no partner receives from this one. */
export type PublicOnly = boolean | 'own';

/** Whether an organization is public, for these readers. */
export const isPublicOrganizationFor = (publicOnly: PublicOnly): RawBuilder<SqlBool> =>
  publicOnly === 'own'
    ? sql<SqlBool>`(${isPublicOrganization} and organizations.source_id is null)`
    : isPublicOrganization;

const publicOrganizations = (publicOnly: PublicOnly) =>
  sql`(select organizations.id from organizations where ${isPublicOrganizationFor(publicOnly)})`;
const suspendedAccounts = sql`(select accounts.id from accounts where accounts.suspended_at is not null)`;
const operators = sql`(select accounts.id from accounts where accounts.role = 'operator')`;

type Owned = 'pets' | 'pet_counts' | 'categories' | 'events';
const account = (table: Owned) => sql.ref(`${table}.account_id`);

/** The plus sign keeps the condition away from the indexes: most matching rows may be far from those that a query reads. */
const organization = (table: Owned) => sql`+${sql.ref(`${table}.organization_id`)}`;

/** Whether a row belongs to a public organization, and a suspended account did not add it. */
export const isPublic = (table: Owned, publicOnly: PublicOnly = true): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${organization(table)} in ${publicOrganizations(publicOnly)} and (${account(table)} in ${suspendedAccounts}) is not true)`;

const hasLeft = (nowMs: number) => sql`(pets.hidden_from is not null and pets.hidden_from <= ${nowMs})`;

/**
 * Whether a pet is hidden whatever its status: visitors do not see it, and nobody can order it. `hiddenFrom` and `hiddenUntil` of a profile
 * say why: docs/decisions/0070-hidden-animals.md, docs/decisions/0080-holds.md.
 */
export const isHidden = (nowMs: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${hasLeft(nowMs)} or coalesce(pets.hidden_until > ${nowMs}, pets.is_hidden = 1))`;

/** Why a pet is hidden; null if it is not. */
export const hidingReason = (
  nowMs: number,
): RawBuilder<HidingReason | null> => sql`case when ${hasLeft(nowMs)} then 'outcome'
  when pets.hidden_until > ${nowMs} then 'hold' when pets.hidden_until is null and pets.is_hidden = 1 then 'outcome' end`;

/** Whether a pet is hidden by a hold during which visitors see its page. */
export const isComingSoon = (nowMs: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(pets.shows_page = 1 and pets.hidden_until is not null and pets.hidden_until > ${nowMs} and not ${hasLeft(nowMs)})`;

/** Whether visitors see a pet. */
export const isSeen = (nowMs: number, publicOnly: PublicOnly = true): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isPublic('pets', publicOnly)} and not ${isHidden(nowMs)})`;

/** Whether visitors see the page of a pet. */
export const hasPublicPage = (nowMs: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isPublic('pets')} and (not ${isHidden(nowMs)} or ${isComingSoon(nowMs)}))`;

/**
 * Whether an event is about what is public, and no older than the time from which on visitors see the organization: what happened before is
 * not for them, nor what happens to an animal while it is hidden.
 */
export const isPublicEvent = (
  publicOnly: PublicOnly = true,
): RawBuilder<SqlBool> => sql<SqlBool>`(${isPublic('events', publicOnly)} and events.is_hidden is null and events.at >= (
  select organizations.listed_at from organizations where organizations.id = events.organization_id))`;

/** Whether an event is about an organization whose service these readers see, whether it is public or not. */
export const isOfShownService = (publicOnly: PublicOnly): RawBuilder<SqlBool> =>
  publicOnly === 'own'
    ? sql<SqlBool>`(${organization('events')} in (select organizations.id from organizations where organizations.source_id is null))`
    : sql<SqlBool>`(1 = 1)`;

/** Whether a row belongs to nobody, or is public, or an operator's. Every database starts with such categories, and sources of the directory add some. */
export const isTrusted = (table: 'categories' | 'events', publicOnly: PublicOnly = true): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${account(table)} is null or ${table === 'events' ? isPublicEvent(publicOnly) : isPublic(table, publicOnly)} or (${account(table)} in ${operators} and ${account(table)} not in ${suspendedAccounts}))`;

/** Whether a category is trusted and has an animal that visitors see, or saw a second ago. One search of an index per public organization finds it. */
export const isPublicCategory = (
  publicOnly: PublicOnly = true,
): RawBuilder<SqlBool> => sql<SqlBool>`(${isTrusted('categories', publicOnly)} and (
  select max((select 1 from pets where pets.organization_id = organizations.id and pets.category_id = categories.id
    and pets.is_hidden = 0 and pets.account_id not in ${suspendedAccounts} limit 1))
  from organizations where ${isPublicOrganizationFor(publicOnly)}) = 1)`;

/**
 * Whether an order is due: its hold has ended, and the expiry is not written yet. Every read shows such an order as expired and its animal
 * as `available`: docs/decisions/0023-expiry-without-writing.md.
 */
export const isDue = (nowMs: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(orders.status = 'placed' and orders.expires_at <= ${nowMs})`;
