import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { firstOf } from '../../database/first-of.ts';
import { matching } from '../../database/matching.ts';
import type { Part } from '../../database/pace.ts';
import type { Tables } from '../../database/tables.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../vocabulary/application-lifecycle.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { countedByStatus, matcher, searchSteps, sidesOf } from '../list.ts';
import type { ApplicationRow } from './application-row.ts';
import type { ApplicationFilters } from './schema.ts';

const ORDERS = {
  newest: { isBehind: '<', direction: 'desc' },
  oldest: { isBehind: '>', direction: 'asc' },
} as const;

type ApplicationQuery = SelectQueryBuilder<Tables, 'applications', object>;

/** Reads lists of applications, and counts what they have. `side` says whom they concern; undefined stands for all. */
export function applicationLists({ read, scanRows }: Pick<Database, 'read' | 'scanRows'>) {
  const pagesOf =
    (side: Owner | undefined, filters: ApplicationFilters) =>
    <Row>(
      select: (query: ApplicationQuery) => SelectQueryBuilder<Tables, 'applications', Row>,
      { count, after }: Part,
    ): Promise<Row[]> => {
      const [last] = after ?? [];
      const { isBehind, direction } = ORDERS[filters.sort ?? 'newest'];
      const first = (query: ApplicationQuery) =>
        select(last === undefined ? query : query.where('id', isBehind, last as number))
          .orderBy('id', direction)
          .limit(count);
      return firstOf(read, queriesOf(read, side, filters).map(first), [`id ${direction}`], count, true).execute();
    };

  return {
    /** Up to `count` applications behind the position. */
    async list(side: Owner | undefined, filters: ApplicationFilters, part: Part): Promise<ApplicationRow[]> {
      const page = pagesOf(side, filters);
      if (filters.q === undefined) return page((query) => query.selectAll(), part);
      return matching(
        {
          page: (some) => page((query) => query.selectAll().select(petName), some),
          isMatch: matcher(filters.q, side),
          positionOf: ({ id }) => [id],
          step: Math.ceil(scanRows / searchSteps),
        },
        part,
      );
    },

    /** How many applications have each status, counted up to `most`. */
    count(
      side: Owner | undefined,
      filters: Pick<ApplicationFilters, 'petId' | 'organizationId'>,
      most: number,
    ): Promise<Record<ApplicationStatus, number>> {
      return countedByStatus(read, APPLICATION_STATUSES, most, (status) =>
        queriesOf(read, side, { ...filters, status: [status] }),
      );
    },
  };
}

/** The applications of a list, as queries that each follow an index. An application may be in two of them. */
function queriesOf(
  read: Database['read'],
  side: Owner | undefined,
  { status, petId, organizationId, assignee }: ApplicationFilters,
): ApplicationQuery[] {
  // Whom staff have assigned is theirs to know, not the applicants'.
  const sides = sidesOf(side, organizationId as number | undefined, { isPlacerOut: assignee !== undefined });
  let all: ApplicationQuery = read.selectFrom('applications');
  if (petId !== undefined) all = all.where('pet_id', '=', petId as number);
  if (assignee === 'none') all = all.where('assignee_id', 'is', null);
  else if (assignee !== undefined) all = all.where('assignee_id', '=', Number(assignee));
  if (petId !== undefined || (assignee !== undefined && assignee !== 'none')) {
    // An animal and a person have few applications: the other conditions must lead SQLite to no other index.
    const few = all.where((row) => row.or(sides));
    return [status === undefined ? few : few.where(sql`status || ''`, 'in', status)];
  }
  // Within a status, each index has the ids in order. Applications without an assignee have indexes of their own.
  const statuses = status ?? (assignee === 'none' ? APPLICATION_STATUSES : undefined);
  const ofStatus = statuses === undefined ? [all] : [...new Set(statuses)].map((one) => all.where('status', '=', one));
  return ofStatus.flatMap((query) => sides.map((isOfSide) => query.where(isOfSide)));
}

const petName = sql<string | null>`(select name_folded from pets where pets.id = applications.pet_id)`.as('pet_name');
