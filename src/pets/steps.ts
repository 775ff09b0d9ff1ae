import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { isPublicOrganization } from '../database/listed.ts';
import type { Pace } from '../database/pace.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { PET_STATUSES, type PetStatus } from '../vocabulary/pet-lifecycle.ts';

/** Whose pets a query reads: everybody's, those that visitors see, or those of one organization. */
export interface Among {
  readonly publicOnly: boolean;
  readonly organizationId?: Int64 | undefined;
  /** One of these organizations; at least one. */
  readonly organizationIds?: readonly number[] | undefined;
  readonly status?: PetStatus | undefined;
}

/** How many rows the first step reads, about, and at most any. */
export interface StepRows {
  readonly first: number;
  readonly most: number;
}

/** The condition that a row belongs to the step. */
type Step = RawBuilder<SqlBool>;

interface PacedStep {
  readonly step: Step;
  /** About how many rows it reads. */
  readonly rows: number;
}

export const isOfOrganizations = ({ publicOnly, organizationId, organizationIds }: Among): boolean =>
  publicOnly || organizationId !== undefined || organizationIds !== undefined;

/** Divides the pets with ids below `before` into steps, from the newest down. Other requests run between two steps. */
export async function* steps(
  read: Queries,
  among: Among,
  most: StepRows,
  before?: Int64,
  pace: Pace = () => setImmediate(),
): AsyncGenerator<Step> {
  const top = Number(before ?? Number.MAX_SAFE_INTEGER);
  await pace(0);
  for await (const { step, rows } of isOfOrganizations(among)
    ? stepsOfOrganizations(read, among, most, top)
    : stepsOfAll(read, most, top)) {
    yield step;
    await pace(rows);
  }
}

async function* stepsOfAll(read: Queries, { most }: StepRows, before: number): AsyncGenerator<PacedStep> {
  const newest = await read
    .selectFrom('pets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  let top = Math.min(before, (newest?.id ?? 0) + 1);
  while (top > 1) {
    const bottom = Math.max(top - most, 1);
    yield { step: sql<SqlBool>`pets.id >= ${bottom} and pets.id < ${top}`, rows: top - bottom };
    top = bottom;
  }
}

/** With so few pets among which to search, the index of names is not asked. */
const few = 2_000;

/** Whether the organizations have few pets. */
export async function isAmongFew(read: Queries, among: Among): Promise<boolean> {
  if (!isOfOrganizations(among)) return false;
  const some = read
    .selectFrom('pets')
    .select('id')
    .where('organization_id', 'in', organizationsOf(read, among).select('organizations.id'))
    .limit(few + 1);
  const { count } = await read
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count <= few;
}

function organizationsOf(read: Queries, { publicOnly, organizationId, organizationIds }: Among) {
  let organizations = read.selectFrom('organizations');
  if (publicOnly) organizations = organizations.where(isPublicOrganization);
  if (organizationIds !== undefined) organizations = organizations.where('organizations.id', 'in', organizationIds);
  return organizationId === undefined
    ? organizations
    : organizations.where('organizations.id', '=', organizationId as number);
}

/** Follows the index by organization, status and id: the pets of others between them cost nothing, however many they are. */
async function* stepsOfOrganizations(
  read: Queries,
  among: Among,
  { first, most }: StepRows,
  before: number,
): AsyncGenerator<PacedStep> {
  const organizations = organizationsOf(read, among);
  const statuses = storedAs(among.status);
  const { count } = await organizations.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();

  let top = before;
  for (let rows = first; top > 1; rows = Math.min(4 * rows, most)) {
    // Fewer than three of each would hardly be more than one in total: there are always some organizations with a very new pet.
    const ofEach = Math.min(most, Math.max(3, Math.ceil(rows / (count * statuses.length))));
    // Above the highest of these ids there are at most `ofEach` pets of each organization and status, and as many of one of them.
    const nthNewest = (stored: PetStatus) =>
      sql<number | null>`max((select pets.id from pets
      where pets.organization_id = organizations.id and pets.status = ${sql.lit(stored)} and pets.id < ${top}
      order by pets.id desc limit 1 offset ${ofEach - 1}))`.as(stored);
    const nths = await organizations.select(statuses.map(nthNewest)).executeTakeFirstOrThrow();
    const bottom = Math.max(1, ...Object.values(nths).map(Number));
    // SQLite reads the tables of a cross join in this order.
    const step = sql<SqlBool>`pets.id in ${organizations
      .crossJoin('pets as own')
      .select('own.id')
      .whereRef('own.organization_id', '=', 'organizations.id')
      .where('own.status', 'in', statuses)
      .where('own.id', '>=', bottom)
      .where('own.id', '<', top)}`;
    yield { step, rows };
    top = bottom;
  }
}

/** The statuses with which pets that are shown with this status may be stored. */
export function storedAs(status: PetStatus | undefined): readonly PetStatus[] {
  if (status === undefined) return PET_STATUSES;
  return status === 'available' ? ['available', 'pending'] : [status];
}
