import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { countUpTo } from '../../database/count-up-to.ts';
import type { Database, Queries } from '../../database/database.ts';
import { matching } from '../../database/matching.ts';
import { newest, newestOfFew } from '../../database/newest.ts';
import type { Part } from '../../database/pace.ts';
import type { Tables } from '../../database/tables.ts';
import { present } from '../../kit/present.ts';
import type { Now } from '../../time/clock.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { searchable } from '../../vocabulary/text/searchable.ts';
import { MOST_COUNTED_THREADS, THREAD_STATES, type ThreadState } from '../../vocabulary/thread-states.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { type Listed, messageOf } from '../store.ts';
import type { Answer, InboxCounts, InboxMessage, Thread } from './schema.ts';

/** Which messages: those to the organization, or all; and of these the ones with a state and an assignee. */
export interface InboxFilter {
  readonly organizationId?: number | undefined;
  readonly state?: ThreadState | undefined;
  /** `none`: nobody takes care of them. */
  readonly assignee?: number | 'none' | undefined;
  /** Only those with this text in the message, in the name or address of the sender, or in the name of the animal. */
  readonly q?: string | undefined;
}

/** A message has up to 4,096 characters: of such rows, a step reads fewer than of others. */
const searchSteps = 50;

type Row = Selectable<Tables['messages']>;

interface ThreadStoreParts {
  readonly now: Now;
  readonly mails: {
    readonly isOn: boolean;
    add(tx: Queries, kind: 'message.answer', answerIds: readonly number[]): Promise<void>;
  };
}

/** The delivered messages, each with its answers, for those who receive them. */
export type ThreadStore = ReturnType<typeof threadStore>;

export function threadStore({ read, scanRows }: Database, { now, mails }: ThreadStoreParts) {
  const delivered = (db: Queries, { organizationId, state, assignee }: InboxFilter) => {
    let query = db.selectFrom('messages').where('status', '=', 'delivered');
    if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
    if (state !== undefined) query = query.where('state', '=', state);
    if (assignee === 'none') return query.where('assignee_id', 'is', null);
    return assignee === undefined ? query : query.where('assignee_id', '=', assignee);
  };

  const answersTo = async (db: Queries, sequence: number): Promise<Answer[]> => {
    const rows = await db
      .selectFrom('message_answers')
      .selectAll()
      .where('message_sequence', '=', sequence)
      .orderBy('id')
      .execute();
    return rows.map(answerOf);
  };

  async function find(id: string, db: Queries = read): Promise<Thread | undefined> {
    const row = await delivered(db, {}).selectAll().where('id', '=', id).executeTakeFirst();
    return row && { ...inboxMessageOf(row), answers: await answersTo(db, row.sequence) };
  }

  return {
    /** Up to `count` delivered messages behind the position, newest first. */
    async list(filter: InboxFilter, part: Part): Promise<Listed<InboxMessage>[]> {
      const page = <Found>(query: SelectQueryBuilder<Tables, 'messages', Found>, { count, after }: Part) =>
        newest(query, count, after?.[0], 'sequence');
      const all = delivered(read, filter).selectAll();
      const rows =
        filter.q === undefined
          ? await page(all, part)
          : await matching(
              {
                page: (some) => page(all.select(petName), some),
                isMatch: matcher(filter.q),
                positionOf: ({ sequence }) => [sequence],
                step: Math.ceil(scanRows / searchSteps),
              },
              part,
            );
      return rows.map((row) => ({ id: row.sequence, item: inboxMessageOf(row) }));
    },

    /** How many messages are in each state, counted up to `MOST_COUNTED_THREADS`. */
    async counts(filter: Omit<InboxFilter, 'state'>): Promise<InboxCounts> {
      const counts: InboxCounts = { open: 0, answered: 0, closed: 0 };
      for (const state of THREAD_STATES) {
        const some = delivered(read, { ...filter, state }).select('sequence');
        counts[state] = await countUpTo(read, some, MOST_COUNTED_THREADS);
      }
      return counts;
    },

    find,

    /**
     * The newest messages of this sender to the organization, and how many there are, counted up to `most`; undefined stands for all.
     *
     * @param email upper and lower case are the same
     */
    async ofSender(email: string, organizationId: Int64 | undefined, count: number, most: number) {
      const sent = delivered(read, { organizationId: organizationId as number | undefined })
        .selectAll()
        // SQLite uses the index of senders only if the query repeats its condition.
        .where('from_email', 'is not', null)
        .where(sql`lower(from_email)`, '=', sql`lower(${email})`);
      const { rows, total } = await newestOfFew(read, sent, count, most, 'sequence');
      return { messages: rows.map(inboxMessageOf), total };
    },

    /** Adds an answer, which makes the message answered, and mails it if there is an address. */
    async answer(tx: Queries, { id, from }: Thread, accountId: number, message: string): Promise<Thread> {
      const { sequence } = await tx
        .updateTable('messages')
        .set({ state: 'answered' })
        .where('id', '=', id)
        .returning('sequence')
        .executeTakeFirstOrThrow();
      const isMailed = mails.isOn && from !== undefined;
      const mail = isMailed ? 'waiting' : null;
      const answer = { message_sequence: sequence, account_id: accountId, message, created_at: now(), mail };
      const added = await tx.insertInto('message_answers').values(answer).returning('id').executeTakeFirstOrThrow();
      if (isMailed) await mails.add(tx, 'message.answer', [added.id]);
      return (await find(id, tx)) as Thread;
    },

    async change(tx: Queries, { id }: Thread, state: ThreadState, assigneeId: number | null): Promise<Thread> {
      await tx.updateTable('messages').set({ state, assignee_id: assigneeId }).where('id', '=', id).execute();
      return (await find(id, tx)) as Thread;
    },
  };
}

const petName = sql<string | null>`(select name_folded from pets where pets.id = messages.pet_id)`.as('pet_name');

function matcher(q: string): (row: Row & { readonly pet_name: string | null }) => boolean {
  const wanted = searchable(q);
  return ({ message, from_name: name, from_email: email, pet_name: animal }) =>
    wanted !== '' &&
    (animal?.includes(wanted) === true ||
      [name, email, message].some((text) => text !== null && searchable(text).includes(wanted)));
}

function inboxMessageOf(row: Row): InboxMessage {
  if (row.delivered_at === null) throw new Error(`Message ${row.id} is delivered but has no time.`);
  const { from_name: name, from_email: email } = row;
  return present({
    ...messageOf(row),
    accountId: row.account_id,
    sentBy: row.by_visitor === null ? 'account' : 'visitor',
    from: name === null || email === null ? null : { name, email },
    locale: row.locale,
    petId: row.pet_id,
    orderId: row.order_id,
    organizationId: row.organization_id,
    state: row.state as ThreadState,
    assigneeId: row.assignee_id,
    deliveredAt: timestamp(row.delivered_at),
  });
}

const answerOf = (row: Selectable<Tables['message_answers']>): Answer => ({
  id: row.id,
  message: row.message,
  accountId: row.account_id,
  createdAt: timestamp(row.created_at),
  ...(row.mail === null ? {} : { mail: row.mail as NonNullable<Answer['mail']> }),
});
