import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { firstOf } from '../database/first-of.ts';
import { isDue } from '../database/listed.ts';
import { matching } from '../database/matching.ts';
import type { Part } from '../database/pace.ts';
import type { Tables } from '../database/tables.ts';
import type { Position } from '../vocabulary/int64.ts';
import { ORDER_STATUSES, type OrderStatus } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { searchable } from '../vocabulary/text/searchable.ts';
import { answersIn, type OrderRow } from './order-row.ts';
import type { Order, OrderFilters } from './schema.ts';

type OrderQuery = SelectQueryBuilder<Tables, 'orders', object>;

/** Notes and answers are long: few orders at a time. */
export const searchSteps = 50;
const ORDER_OF = { newest: ['id desc'], expires: ['expires_at asc', 'id asc'] } as const;

/** Where an order is in a list that is sorted like this. */
export const positionOf = ({ sort }: Pick<OrderFilters, 'sort'>, { id, expiresAt }: Order): Position =>
  sort === 'expires' ? [Date.parse(expiresAt), id] : [id];

/** Reads lists of orders, and counts what they have. `side` says whom the orders concern; undefined stands for all. */
export function orderLists({ read, scanRows }: Pick<Database, 'read' | 'scanRows'>) {
  /** Reads pages of a list with the columns that `select` adds. */
  function pagesOf(side: Owner | undefined, filters: OrderFilters, nowMs: number) {
    const order = ORDER_OF[filters.sort ?? 'newest'];
    const queries = queriesOf(read, side, filters, nowMs);
    return <Row>(
      select: (query: OrderQuery) => SelectQueryBuilder<Tables, 'orders', Row>,
      { count, after }: Part,
    ): Promise<Row[]> => {
      const first = (query: OrderQuery) => {
        let part = select(after === undefined ? query : query.where(isBehind(filters, after))).limit(count);
        for (const column of order) part = part.orderBy(sql.raw(column));
        return part;
      };
      return firstOf(read, queries.map(first), order, count, true).execute();
    };
  }

  return {
    /** Up to `count` orders behind the position. */
    async list(side: Owner | undefined, filters: OrderFilters, part: Part, nowMs: number): Promise<OrderRow[]> {
      const page = pagesOf(side, filters, nowMs);
      if (filters.q === undefined) return page((query) => query.selectAll(), part);
      return matching(
        {
          page: (some) => page((query) => query.selectAll().select(petName), some),
          isMatch: matcher(filters.q, side),
          positionOf: ({ expires_at: expires, id }) => (filters.sort === 'expires' ? [expires, id] : [id]),
          step: Math.ceil(scanRows / searchSteps),
        },
        part,
      );
    },

    /** How many orders have each status, counted up to `most`. */
    count(
      side: Owner | undefined,
      filters: Pick<OrderFilters, 'petId' | 'organizationId'>,
      most: number,
      nowMs: number,
    ): Promise<Record<OrderStatus, number>> {
      return countedByStatus(read, ORDER_STATUSES, most, (status) =>
        queriesOf(read, side, { ...filters, status: [status] }, nowMs),
      );
    },
  };
}

/** How many rows have each status, counted up to `most`. @param queriesOf those with a status; a row may be in two of them */
export async function countedByStatus<Table extends 'orders' | 'applications', Status extends string>(
  read: Database['read'],
  statuses: readonly Status[],
  most: number,
  queriesOf: (status: Status) => readonly SelectQueryBuilder<Tables, Table, object>[],
): Promise<Record<Status, number>> {
  const counts = statuses.map((status) => {
    const parts = queriesOf(status).map(
      (query) =>
        sql`select id from ${query
          .select(sql<number>`id`.as('id'))
          .limit(most)
          .as('part')}`,
    );
    return sql<number>`(select count(*) from (${sql.join(parts, sql` union `)}) as ids)`.as(status);
  });
  // Kysely cannot tell the names of generic columns.
  const row = (await read.selectNoFrom(counts).executeTakeFirstOrThrow()) as object as Record<Status, number>;
  const entries = statuses.map((status) => [status, Math.min(row[status], most)]);
  return Object.fromEntries(entries) as Record<Status, number>;
}

/** The orders of a list, as queries that each follow an index. An order may be in two of them. */
function queriesOf(
  read: Database['read'],
  side: Owner | undefined,
  { status, petId, organizationId, sort }: OrderFilters,
  nowMs: number,
): OrderQuery[] {
  const orders: OrderQuery = read.selectFrom('orders');
  const sides = sidesOf(side, organizationId as number | undefined);
  if (petId !== undefined) {
    // An animal has few orders: the other conditions need no index.
    const ofPet = orders.where('pet_id', '=', petId as number).where((row) => row.or(sides));
    return [status === undefined ? ofPet : ofPet.where(statusAt(nowMs), 'in', status)];
  }
  // Only within a status do the indexes have the ends of the holds in order.
  const statuses = status ?? (sort === 'expires' ? ORDER_STATUSES : undefined);
  const ofStatus =
    statuses === undefined ? [orders] : [...new Set(statuses)].flatMap((one) => withStatus(orders, one, sort, nowMs));
  return ofStatus.flatMap((query) => sides.map((isOfSide) => query.where(isOfSide)));
}

/**
 * The orders that concern a side: those that its account placed, and those for its account's own and for its organization's animals.
 * A plus keeps SQLite from following the index of a column that selects less than another one.
 */
export function sidesOf(
  side: Owner | undefined,
  wanted: number | undefined,
  { isPlacerOut = false } = {},
): RawBuilder<SqlBool>[] {
  const ofOrganization = (id: number) => sql<SqlBool>`organization_id = ${id}`;
  if (side === undefined) return [wanted === undefined ? sql<SqlBool>`1 = 1` : ofOrganization(wanted)];
  const { accountId, organizationId } = side;
  const placed = sql<SqlBool>`account_id = ${accountId} and by_visitor is null and by_member is null`;
  const own = organizationId === undefined ? [] : [ofOrganization(organizationId)];
  if (wanted !== undefined) {
    const [ofPlacer, ofOwn] = [
      sql<SqlBool>`${placed} and +organization_id = ${wanted}`,
      wanted === organizationId ? own : [],
    ];
    return isPlacerOut && ofOwn.length === 0 ? [sql<SqlBool>`1 = 0`] : [...(isPlacerOut ? [] : [ofPlacer]), ...ofOwn];
  }
  return [
    ...(isPlacerOut ? [] : [placed]),
    sql<SqlBool>`pet_account_id = ${accountId} and organization_id is null`,
    ...own,
  ];
}

const statusAt = (nowMs: number): RawBuilder<string> =>
  sql<string>`case when ${isDue(nowMs)} then 'expired' else status end`;

/** The orders that have this status now. Of two ranges of the ends of holds, SQLite would follow an index that does not know the side. */
function withStatus(query: OrderQuery, status: OrderStatus, sort: OrderFilters['sort'], nowMs: number): OrderQuery[] {
  const stored = query.where('status', '=', status);
  const end = sql.raw(sort === 'expires' ? '+expires_at' : 'expires_at');
  if (status === 'placed') return [stored.where(sql<SqlBool>`${end} > ${nowMs}`)];
  if (status === 'expired') return [stored, query.where(sql<SqlBool>`orders.status = 'placed' and ${end} <= ${nowMs}`)];
  return [stored];
}

const isBehind = ({ sort }: OrderFilters, position: Position): RawBuilder<SqlBool> =>
  sort === 'expires' ? sql<SqlBool>`(expires_at, id) > (${sql.join(position)})` : sql<SqlBool>`id < ${position[0]}`;

const petName = sql<string | null>`(select name_folded from pets where pets.id = orders.pet_id)`.as('pet_name');

/** What `q` is compared with, of an order or an application. */
type Searched = { readonly pet_name: string | null } & Pick<
  OrderRow,
  'id' | 'pet_id' | 'account_id' | 'by_visitor' | 'by_member' | 'is_withheld'
> &
  Pick<OrderRow, 'adopter_name' | 'adopter_email' | 'note' | 'answers'>;

/** Whether the name or the number of the animal match, its own number, or what the side may read about its adopter. */
export function matcher(q: string, side: Owner | undefined): (row: Searched) => boolean {
  const wanted = searchable(q);
  const number = /^\d{1,15}$/.test(q) ? Number(q) : undefined;
  const has = (text: string | null): boolean => text !== null && searchable(text).includes(wanted);
  const mayRead = (row: Searched): boolean =>
    side === undefined ||
    row.is_withheld === null ||
    (row.account_id === side.accountId && row.by_visitor === null && row.by_member === null);
  return (row) =>
    row.pet_id === number ||
    row.id === number ||
    (wanted !== '' &&
      (row.pet_name?.includes(wanted) === true ||
        (mayRead(row) &&
          [row.adopter_name, row.adopter_email, row.note, ...answersIn(row).map(({ answer }) => answer)].some(has))));
}
