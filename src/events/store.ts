import { setImmediate } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Database, Queries } from '../database/database.ts';
import { isOfShownService, isPublicCategory, isPublicEvent, isTrusted, type PublicOnly } from '../database/listed.ts';
import type { Tables } from '../database/tables.ts';
import { EVENT_KINDS, type EventKind, KINDS, kindsAbout, kindsReadWith } from '../vocabulary/event-kinds.ts';
import { type Int64, parseInt64 } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { timestamp } from '../vocabulary/timestamp.ts';

/** An event of the outbox. */
export interface StoredEvent {
  readonly sequence: number;
  readonly id: string;
  readonly kind: EventKind;
  /** Whom the event concerns. */
  readonly accountId: number | null;
  readonly otherAccountId: number | null;
  readonly organizationId: number | null;
  /** The event as JSON: the bytes that the feed, a stream and a webhook send. */
  readonly body: string;
}

/** Which events an account requests and may receive. */
export interface Audience {
  readonly accountId: number;
  readonly organizationId?: number | undefined;
  readonly kinds: ReadonlySet<EventKind>;
  /** Only the events that concern the account, also of kinds that all accounts receive. */
  readonly isConcernedOnly?: boolean;
  /** A visitor or a partner receives the events of what is public at the time of reading, without their actors. */
  readonly publicOnly?: PublicOnly;
}

/** Which events an audit asks for; without `organizationId` and `actor`, all events. */
export interface AuditFilter {
  readonly kinds: ReadonlySet<EventKind>;
  readonly organizationId: number | undefined;
  /** The account that caused them. */
  readonly actor: number | undefined;
  /** The animal that they are about, or whose order or application. */
  readonly petId?: Int64 | undefined;
  /** Whose orders and applications they may be about: the organization's, or those without an organization. */
  readonly wishesOf?: Pick<Owner, 'organizationId'> | undefined;
  /** The order that they are about; together with its animal. */
  readonly orderId?: number | undefined;
}

/** Every read sees the events of all changes committed before it. */
export type EventStore = ReturnType<typeof eventStore>;

/** An id that no organization has. */
const NOBODY = 0;
const sweptRows = 1_000;
const firstRows = 5;

export function eventStore({ read, scanRows, events }: Database) {
  const rowsAfter = (db: Queries, sequence: number, count: number) =>
    db.selectFrom('events').selectAll().where('sequence', '>', sequence).orderBy('sequence').limit(count);

  /** One query for each end: asked for both at once, an engine may scan every row. */
  async function end(of: 'min' | 'max'): Promise<number> {
    const row = await read
      .selectFrom('events')
      .select(({ fn }) => fn[of]('sequence').as('sequence'))
      .executeTakeFirst();
    return row?.sequence ?? 0;
  }

  /** The last of the events about the animal that one query may read: the oldest of that many below `top`. Undefined if there are fewer. */
  async function nthAbout(petId: Int64, top: number): Promise<number | undefined> {
    const nth = read
      .selectFrom('events')
      .select('sequence')
      .where('pet_id', '=', petId as number)
      .where('sequence', '<', top)
      .orderBy('sequence', 'desc')
      .limit(1)
      .offset(scanRows - 1);
    return (await nth.executeTakeFirst())?.sequence;
  }

  /** The events for visitors among those that `isForVisitors` has found. */
  async function withPublicCategories(rows: readonly Row[], publicOnly: PublicOnly): Promise<readonly Row[]> {
    const ids = rows.filter(isAboutCategory).map(categoryIdIn);
    if (ids.length === 0) return rows;
    const found = await read
      .selectFrom('categories')
      .select('id')
      .where('id', 'in', ids)
      .where(isPublicCategory(publicOnly))
      .execute();
    const shown = new Set(found.map(({ id }) => id));
    return rows.filter((row) => !isAboutCategory(row) || shown.has(categoryIdIn(row)));
  }

  const wanted = (
    db: Queries,
    { accountId, organizationId = NOBODY, kinds, publicOnly = false, isConcernedOnly = false }: Audience,
    after: number,
    top: number,
    count: number,
  ) =>
    rowsAfter(db, after, count)
      .where('sequence', '<=', top)
      .where('kind', 'in', [...kinds].filter(isReceived))
      .where((column) => {
        if (publicOnly !== false) return isForVisitors(column, publicOnly);
        const concerns = [
          column('account_id', '=', accountId),
          column('other_account_id', '=', accountId),
          column('organization_id', '=', organizationId),
        ];
        return column.or(isConcernedOnly ? concerns : [column('kind', 'in', FOR_EVERYONE), ...concerns]);
      });

  return {
    /** Up to `count` events after the sequence `after`, in order, for all receivers. */
    async after(sequence: number, count: number): Promise<StoredEvent[]> {
      await events.assignNumbers();
      return (await rowsAfter(read, sequence, count).execute()).map(storedOf);
    },

    /** Up to `count` events for the audience after the sequence `after` and up to `top`, in order, without those that have no number yet. */
    within: async (db: Queries, audience: Audience, after: number, top: number, count: number) =>
      (await wanted(db, audience, after, top, count).execute()).map(storedOf),

    /** How many events `within` would find. */
    count: (audience: Audience, after: number, top: number, most: number): Promise<number> =>
      countUpTo(read, wanted(read, audience, after, top, most), most),

    /** The events with these sequences, as JSON. */
    async bodies(db: Queries, sequences: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (sequences.length === 0) return new Map();
      const rows = await db.selectFrom('events').selectAll().where('sequence', 'in', sequences).execute();
      return new Map(rows.map((row) => [row.sequence, storedOf(row).body]));
    },

    /**
     * Up to `count` events for the audience after the sequence `after`, in order. The audience has no other event up to the sequence
     * `upTo`, and never will; a visitor, unless something becomes public. Fewer than `count` if more would weigh more than `maxBytes`.
     */
    async list(audience: Audience, after: number, count: number, maxBytes = Infinity) {
      await events.assignNumbers();
      const { kinds, publicOnly = false } = audience;
      const last = await end('max');
      const found: StoredEvent[] = [];
      let bytes = 0;
      // Few rows at first, in case they are long; then twice as many each time.
      let step = maxBytes === Infinity ? count : firstRows;
      const isAny = [...kinds].some(isReceived);
      let position = isAny ? Math.max(after, (await end('min')) - 1) : last;
      // Skips other accounts' events a bounded number at a time, so that other requests come between.
      while (position < last) {
        const top = Math.min(position + scanRows, last);
        const most = Math.min(count - found.length, step);
        step *= 2;
        const rows = await wanted(read, audience, position, top, most).execute();
        const shown = publicOnly === false ? rows : await withPublicCategories(rows, publicOnly);
        for (const row of shown) {
          const event = storedOf(publicOnly === false ? row : { ...row, actor: null });
          bytes += Buffer.byteLength(event.body);
          const before = found.at(-1);
          if (bytes > maxBytes && before !== undefined) return { found, upTo: before.sequence };
          found.push(event);
        }
        const newest = rows.at(-1);
        position = rows.length === most && newest !== undefined ? newest.sequence : top;
        if (found.length === count) return { found, upTo: position };
        await setImmediate();
      }
      return { found, upTo: Math.max(after, last) };
    },

    /** The position of a reader of all events up to the sequence: the last one in this database's history, even if that reader may not read it. */
    async positionAt(upTo: number): Promise<string> {
      const row = await read
        .selectFrom('events')
        .select(['sequence', 'id'])
        .where('sequence', '<=', upTo)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? NO_EVENTS : positionOf(row);
    },

    /**
     * Whether every event after the position is there: they have not been deleted, nor has the database been replaced by one in which
     * other changes followed, such as a backup.
     */
    async isKept(position: string): Promise<boolean> {
      if (position === NO_EVENTS) return (await end('min')) <= 1;
      const rows = await rowsAfter(read, sequenceIn(position) - 1, 1).execute();
      return rows.some((row) => positionOf(row) === position);
    },

    /** Up to `count` events that say who caused them, with a sequence below `before`, newest first. */
    async audit(
      { kinds, organizationId, wishesOf, actor, petId, orderId }: AuditFilter,
      count: number,
      before: Int64 = Infinity,
    ) {
      await events.assignNumbers();
      const found: StoredEvent[] = [];
      const oldest = await end('min');
      let position = Math.min(Number(before), (await end('max')) + 1);
      // As in `list`: a bounded number at a time.
      while (position > oldest && found.length < count && kinds.size > 0) {
        const bottom =
          petId === undefined ? Math.max(position - scanRows, oldest) : ((await nthAbout(petId, position)) ?? oldest);
        let query = read
          .selectFrom('events')
          .selectAll()
          .where('sequence', '<', position)
          .where('sequence', '>=', bottom)
          .where('actor', 'is not', null)
          .where('kind', 'in', [...kinds]);
        if (wishesOf !== undefined) query = query.where(isOfSide(wishesOf));
        if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
        if (petId !== undefined) query = query.where('pet_id', '=', petId as number);
        // An event's data begins with the id of its resource.
        if (orderId !== undefined)
          query = query.where('kind', 'in', ABOUT_ORDERS).where('data', 'like', `{"id":${orderId},%`);
        // In JSON a number ends before a comma or a brace.
        if (actor !== undefined)
          query = query.where((column) =>
            column('actor', 'like', `%"accountId":${actor},%`).or('actor', 'like', `%"accountId":${actor}}%`),
          );
        const rows = await query
          .orderBy('sequence', 'desc')
          .limit(count - found.length)
          .execute();
        found.push(...rows.map(storedOf));
        position = bottom;
        await setImmediate();
      }
      return found;
    },

    /** The event with this id, which the same transaction has written and numbered. */
    async written(tx: Queries, id: string): Promise<StoredEvent> {
      // Searches from the end, where the event must be: there is no index of ids.
      const newest = tx.selectFrom('events').selectAll().orderBy('sequence', 'desc').limit(1);
      return storedOf(await newest.where('id', '=', id).executeTakeFirstOrThrow());
    },

    /** The sequence of the last event; 0 without events. */
    async last(): Promise<number> {
      await events.assignNumbers();
      return end('max');
    },

    /**
     * Deletes a bounded number of events up to the time `endMs`, and their deliveries first. Returns whether there may be more. The last
     * event stays, as the position of readers of all events.
     */
    async sweep(tx: Queries, endMs: number): Promise<boolean> {
      const oldest = tx.selectFrom('events').select(['sequence', 'at']).orderBy('sequence').limit(sweptRows);
      const past = tx
        .selectFrom(oldest.as('oldest'))
        .select('sequence')
        .where('at', '<=', endMs)
        .where(
          'sequence',
          '<',
          tx.selectFrom('events').select(({ fn }) => fn.max('sequence').as('last')),
        );
      const sent = tx.selectFrom('deliveries').select('id').where('event_sequence', 'in', past).limit(sweptRows);
      const deliveries = await tx.deleteFrom('deliveries').where('id', 'in', sent).executeTakeFirst();
      if (deliveries.numDeletedRows === BigInt(sweptRows)) return true;
      const events = await tx.deleteFrom('events').where('sequence', 'in', past).executeTakeFirst();
      return events.numDeletedRows === BigInt(sweptRows);
    },
  };
}

type Row = Selectable<Tables['events']>;

/** The position of a reader before the first event. */
const NO_EVENTS = '0';

/** The end of an event's id is random. */
const positionOf = ({ sequence, id }: Pick<Row, 'sequence' | 'id'>): string => `${sequence}-${id.slice(-8)}`;

/** The sequence up to which a reader at the position has read. */
export const sequenceIn = (position: string): number => Number.parseInt(position, 10);

const storedOf = (row: Row): StoredEvent => ({
  sequence: row.sequence,
  id: row.id,
  kind: row.kind as EventKind,
  accountId: row.account_id,
  otherAccountId: row.other_account_id,
  organizationId: row.organization_id,
  // `data` is already JSON, with every integer exact.
  body: `{"id":"${row.id}","type":"${row.kind}","timestamp":"${timestamp(row.at)}","sequence":${row.sequence}${actorIn(row)},"data":${row.data}}`,
});

const actorIn = ({ actor }: Pick<Row, 'actor'>): string => (actor === null ? '' : `,"actor":${actor}`);

/** Whether anybody receives events of the kind: the others are in the audit list alone. */
const isReceived = (kind: EventKind): boolean => KINDS[kind].audience !== 'nobody';

const FOR_EVERYONE = EVENT_KINDS.filter((kind) => KINDS[kind].audience === 'everyone');

const ABOUT_ORDERS: readonly string[] = kindsAbout('order');
const ABOUT_ADOPTERS: readonly string[] = kindsReadWith('orders:read');
const ABOUT_CATEGORIES: readonly string[] = kindsAbout('category');

/**
 * Whether an event is about an animal or an organization that visitors see, about a category that they see if it has such an animal, or
 * tells that they no longer see an organization. `pet.unlisted` is about the organization that has given the animal away.
 */
const isForVisitors = (column: ExpressionBuilder<Tables, 'events'>, publicOnly: PublicOnly): Expression<SqlBool> =>
  column.or([
    column('kind', 'in', kindsAbout('pet', 'organization')).and(isPublicEvent(publicOnly)),
    column('kind', 'in', ABOUT_CATEGORIES).and(isTrusted('events', publicOnly)),
    column('kind', '=', 'organization.unlisted' satisfies EventKind).and(isOfShownService(publicOnly)),
  ]);

/** Whether an event names no adopter, or one who turned to this side. */
const isOfSide =
  ({ organizationId }: Pick<Owner, 'organizationId'>) =>
  (column: ExpressionBuilder<Tables, 'events'>): Expression<SqlBool> =>
    column('kind', 'not in', ABOUT_ADOPTERS).or('organization_id', 'is not distinct from', organizationId ?? null);

const isAboutCategory = ({ kind }: Row): boolean => ABOUT_CATEGORIES.includes(kind);

/** Read from the text: `JSON.parse` would round a large id. */
function categoryIdIn({ data }: Row): Int64 {
  const id = parseInt64(/^\{"id":(-?\d+)/.exec(data)?.[1] ?? '');
  if (id === undefined) throw new Error(`The event of a category does not begin with its id: ${data}`);
  return id;
}

/**
 * Events of pets and categories are for every account, others for the accounts and the organization that they concern. Only the database
 * knows which events are for visitors: see `list`.
 */
export function isFor(audience: Audience, event: StoredEvent): boolean {
  const { accountId, organizationId, kinds, isConcernedOnly = false } = audience;
  if (!kinds.has(event.kind) || !isReceived(event.kind)) return false;
  if (KINDS[event.kind].audience === 'everyone' && !isConcernedOnly) return true;
  if (event.accountId === accountId || event.otherAccountId === accountId) return true;
  return organizationId !== undefined && event.organizationId === organizationId;
}
