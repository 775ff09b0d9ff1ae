import { isDeepStrictEqual } from 'node:util';
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { countUpTo } from '../../database/count-up-to.ts';
import type { Database, Queries, Write } from '../../database/database.ts';
import { newestOfFew } from '../../database/newest.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { Part } from '../../database/pace.ts';
import type { Tables } from '../../database/tables.ts';
import { present } from '../../kit/present.ts';
import type { Now } from '../../time/clock.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import { type ApplicationStatus, isWaiting } from '../../vocabulary/application-lifecycle.ts';
import type { EventKind } from '../../vocabulary/event-kinds.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { type Owner, ownerKey } from '../../vocabulary/owner.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Sides } from '../order-row.ts';
import {
  isOfAdopter,
  isOfKnownAdopter,
  isOfOthers,
  isOfOthersThanMembers,
  isOfSide,
  sideOf,
} from '../outstanding-store.ts';
import { petSideOf } from '../store.ts';
import {
  type ApplicationRow,
  type StoredApplication,
  storedOf,
  withoutAdopter,
  withoutStaff,
} from './application-row.ts';
import { applicationLists } from './list.ts';
import type { Application, ApplicationFilters, NewApplication } from './schema.ts';

interface ApplicationStoreParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: Now;
  /** Mails to the applicants that have a link. */
  readonly mails: { add(tx: Queries, kind: ApplicationMail, ids: readonly number[]): Promise<void> };
}

/** When an application gets one of these statuses, the service mails the applicant. An acceptance is told by the mail of the order. */
export const MAILED_STATUSES = ['submitted', 'declined', 'closed'] as const satisfies readonly ApplicationStatus[];
export type ApplicationMail = `application.${(typeof MAILED_STATUSES)[number]}`;

/** What the animal's side keeps about an application. */
interface Kept {
  readonly assigneeId?: number | null | undefined;
  readonly staffNote?: string | null | undefined;
  readonly approvedUntilMs?: number | undefined;
}

/** What comes with a new status. */
interface Conclusion {
  readonly orderId?: number | undefined;
  readonly messageToAdopter?: string | undefined;
}

/** An application to be submitted. */
type Submitted = Omit<NewApplication, 'answers' | 'petId'> & Pick<Application, 'answers'> & { readonly petId: number };

type ApplicationQuery = SelectQueryBuilder<Tables, 'applications', ApplicationRow>;

/** Applications: they hold nothing, and of several for an animal one at most becomes an order. */
export type ApplicationStore = ReturnType<typeof applicationStore>;

export function applicationStore({ database, outbox, now, mails }: ApplicationStoreParts) {
  const { read } = database;
  const lists = applicationLists(database);
  const select = (db: Queries) => db.selectFrom('applications').selectAll();
  const firstOf = async (query: ApplicationQuery): Promise<StoredApplication | undefined> => {
    const row = await query.executeTakeFirst();
    return row && storedOf(row);
  };
  const waiting = (db: Queries) => select(db).where(isOpen);
  const append = (tx: Queries, kind: EventKind, found: StoredApplication, by: Actor) => {
    const { data, parties } = eventOf(found, by);
    return outbox.append(tx, kind, data, parties);
  };

  /** Ends many at once, which must be waiting. */
  async function endAll(
    { tx, by }: Write,
    found: readonly StoredApplication[],
    status: 'closed' | 'withdrawn',
    messageToAdopter?: string,
  ): Promise<void> {
    if (found.length === 0) return;
    const nowMs = now();
    await tx
      .updateTable('applications')
      .set((eb) => ({
        status,
        updated_at: nowMs,
        message_to_adopter: messageToAdopter ?? null,
        visitor: null,
        pet_removed: null,
        ...(status === 'closed' ? { answered_at: eb.fn.coalesce('answered_at', eb.val(nowMs)) } : {}),
      }))
      .where(
        'id',
        'in',
        found.map(({ application }) => application.id),
      )
      .execute();
    const ended = found.map((one) => withStatus(one, status, nowMs, { messageToAdopter }));
    await outbox.appendAll(
      tx,
      `application.${status}`,
      ended.map((one) => eventOf(one, by)),
    );
    if (status === 'closed') await mails.add(tx, 'application.closed', linkedIds(ended));
  }

  /** Those that accounts submitted for themselves: see `StoredApplication.placerId`. */
  const ownWaiting = (tx: Queries) => waiting(tx).where('by_visitor', 'is', null).where('by_member', 'is', null);

  /** Some at a time: nobody knows how many an account, or a visitor with its key, has submitted. */
  async function withdrawAll(write: Write, query: ApplicationQuery): Promise<void> {
    for (;;) {
      const rows = await query.orderBy('id').limit(endedAtOnce).execute();
      await endAll(write, rows.map(storedOf), 'withdrawn');
      if (rows.length < endedAtOnce) return;
    }
  }

  return {
    /** Up to `count` applications behind the position: those that concern the side; undefined stands for all. */
    list: async (side: Owner | undefined, filters: ApplicationFilters, part: Part): Promise<StoredApplication[]> =>
      (await lists.list(side, filters, part)).map(storedOf),

    /** How many applications that concern the side have each status, counted up to `most`. */
    count: (side: Owner | undefined, filters: Pick<ApplicationFilters, 'petId' | 'organizationId'>, most: number) =>
      lists.count(side, filters, most),

    /** Reads in the transaction, or what is committed. */
    find: (id: Int64, db: Queries = read): Promise<StoredApplication | undefined> =>
      firstOf(select(db).where('id', '=', id as number)),

    /** The applications with these ids, in the order of their ids. */
    async findAll(tx: Queries, ids: readonly Int64[]): Promise<StoredApplication[]> {
      const rows = await select(tx)
        .where('id', 'in', ids as readonly number[])
        .orderBy('id')
        .execute();
      return rows.map(storedOf);
    },

    /** The application with this hash of a link's token. */
    findByLink: (hash: string, db: Queries = read): Promise<StoredApplication | undefined> =>
      firstOf(select(db).where('link_hash', '=', hash)),

    /**
     * Adds an application. Undefined if the adopter waits for this animal already.
     *
     * @param linkHashOf makes the hash of the token of the applicant's link, if there is to be one
     */
    async add(
      { tx, by }: Write,
      { accountId, byVisitor, byMember, petOwner, isWithheld, visitor }: Sides,
      { petId, adopter, note, answers = [], locale }: Submitted,
      linkHashOf: ((application: Application) => string) | undefined,
    ): Promise<StoredApplication | undefined> {
      const nowMs = now();
      const row = {
        pet_id: petId,
        pet_account_id: petOwner.accountId,
        organization_id: petOwner.organizationId ?? null,
        account_id: accountId,
        by_visitor: byVisitor ? 1 : null,
        by_member: byMember ? 1 : null,
        is_withheld: isWithheld ? 1 : null,
        visitor: visitor ?? null,
        status: 'submitted',
        adopter_name: adopter.name,
        adopter_email: adopter.email,
        adopter_phone: adopter.phone ?? null,
        note: note ?? null,
        answers: jsonOrNull(answers),
        locale: locale ?? null,
        message_to_adopter: null,
        order_id: null,
        assignee_id: null,
        staff_note: null,
        approved_until: null,
        link_hash: null,
        pet_removed: null,
        answered_at: null,
        created_at: nowMs,
        updated_at: nowMs,
      };
      const inserted = await tx
        .insertInto('applications')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted === undefined) return undefined;
      const { id } = inserted;
      const hash = linkHashOf?.(storedOf({ ...row, id }).application) ?? null;
      const added = storedOf({ ...row, id, link_hash: hash });
      await append(tx, 'application.submitted', added, by);
      if (hash !== null) {
        await tx.updateTable('applications').set({ link_hash: hash }).where('id', '=', id).execute();
        await mails.add(tx, 'application.submitted', [id]);
      }
      return added;
    },

    /** Changes what the applicant says. */
    async change(
      { tx, by }: Write,
      found: StoredApplication,
      said: Pick<Application, 'adopter' | 'note' | 'answers'>,
    ): Promise<StoredApplication> {
      const { adopter, note, answers } = found.application;
      if (isDeepStrictEqual(present(said), present({ adopter, note, answers }))) return found;
      const nowMs = now();
      const { adopter: _adopter, note: _note, answers: _answers, ...others } = found.application;
      const application = { ...others, ...said, updatedAt: timestamp(nowMs) };
      const changed = { ...found, application };
      await tx
        .updateTable('applications')
        .set({
          adopter_name: said.adopter?.name ?? null,
          adopter_phone: said.adopter?.phone ?? null,
          note: said.note ?? null,
          answers: jsonOrNull(said.answers ?? []),
          updated_at: nowMs,
        })
        .where('id', '=', application.id)
        .execute();
      await append(tx, 'application.updated', changed, by);
      return changed;
    },

    /** Changes what the animal's side keeps. No event tells it. */
    async keep(tx: Queries, found: StoredApplication, kept: Kept): Promise<StoredApplication> {
      const { assigneeId, staffNote, approvedUntilMs } = kept;
      const { application } = found;
      const isSame =
        (assigneeId === undefined || assigneeId === (application.assigneeId ?? null)) &&
        (staffNote === undefined || staffNote === (application.staffNote ?? null)) &&
        approvedUntilMs === undefined;
      if (isSame) return found;
      await tx
        .updateTable('applications')
        .set({
          ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
          ...(staffNote === undefined ? {} : { staff_note: staffNote }),
          ...(approvedUntilMs === undefined ? {} : { approved_until: approvedUntilMs }),
        })
        .where('id', '=', application.id)
        .execute();
      const row = await select(tx).where('id', '=', application.id).executeTakeFirstOrThrow();
      return storedOf(row);
    },

    /** Ends every approval of the address by the owner of the animal. */
    async endApprovals(tx: Queries, owner: Owner, email: string): Promise<void> {
      await tx
        .updateTable('applications')
        .set({ approved_until: null })
        .where(isOfAdopter(email))
        .where('approved_until', 'is not', null)
        .where(isOfSide(owner))
        .execute();
    },

    /** Until when organizations keep their approval of the adopters of these applications, by the id of the application. */
    async approvals(found: readonly StoredApplication[], db: Queries = read): Promise<ReadonlyMap<number, string>> {
      const emails = [...new Set(found.flatMap(({ application: { adopter } }) => adopter?.email.toLowerCase() ?? []))];
      if (emails.length === 0) return new Map();
      const rows = await db
        .selectFrom('applications')
        .select(({ fn }) => [
          sql<string>`lower(adopter_email)`.as('email'),
          sideKey.as('side'),
          fn.max('approved_until').as('until'),
        ])
        .where('adopter_email', 'is not', null)
        .where(sql<string>`lower(adopter_email)`, 'in', emails)
        .where('approved_until', '>', now())
        .groupBy([sql`lower(adopter_email)`, sideKey])
        .execute();
      const until = new Map(rows.map((row) => [`${row.side} ${row.email}`, Number(row.until)]));
      return new Map(
        found.flatMap(({ application: { id, adopter }, petOwner }) => {
          const untilMs = until.get(`${ownerKey(petOwner)} ${adopter?.email.toLowerCase()}`);
          return untilMs === undefined ? [] : [[id, timestamp(untilMs)] as const];
        }),
      );
    },

    async setStatus(
      { tx, by }: Write,
      found: StoredApplication,
      status: ApplicationStatus,
      { orderId, messageToAdopter }: Conclusion = {},
    ): Promise<StoredApplication> {
      const nowMs = now();
      const changed = withStatus(found, status, nowMs, { orderId, messageToAdopter });
      await tx
        .updateTable('applications')
        .set((eb) => ({
          status,
          updated_at: nowMs,
          message_to_adopter: messageToAdopter ?? null,
          order_id: orderId ?? null,
          ...(isWaiting(status) ? {} : { visitor: null, pet_removed: null }),
          ...(status === 'withdrawn' ? {} : { answered_at: eb.fn.coalesce('answered_at', eb.val(nowMs)) }),
        }))
        .where('id', '=', found.application.id)
        .execute();
      await append(tx, `application.${status}`, changed, by);
      if (status === 'declined') await mails.add(tx, 'application.declined', linkedIds([changed]));
      return changed;
    },

    closeAll: (write: Write, found: readonly StoredApplication[], messageToAdopter: string | undefined) =>
      endAll(write, found, 'closed', messageToAdopter),

    /** Withdraws the open applications of an adopter, at all organizations. */
    async withdrawOfAdopter(tx: Queries, email: string, by: Actor): Promise<void> {
      await withdrawAll({ tx, by }, waiting(tx).where(isOfAdopter(email)));
    },

    /** Of the open applications of two addresses of one person for an animal, leaves the one that is furthest, or else the older one. */
    async withdrawTwins(tx: Queries, email: string, other: string, by: Actor): Promise<void> {
      const rows = await Promise.all([email, other].map((one) => waiting(tx).where(isOfAdopter(one)).execute()));
      const byPet = Map.groupBy(rows.flat().map(storedOf), ({ application }) => application.petId);
      const isReviewed = ({ application }: StoredApplication) => Number(application.status === 'in_review');
      const twins = [...byPet.values()].flatMap((all) =>
        all.toSorted((a, b) => isReviewed(b) - isReviewed(a) || a.application.id - b.application.id).slice(1),
      );
      await endAll({ tx, by }, twins, 'withdrawn');
    },

    /**
     * Withdraws the open applications that the account submitted for animals of others.
     *
     * @param withVisitors also those that visitors submitted with publishable keys of the account
     */
    async withdrawOfAccount(tx: Queries, accountId: number, withVisitors: boolean, by: Actor): Promise<void> {
      const submitted = withVisitors ? waiting(tx) : ownWaiting(tx);
      const ofOthers = submitted.where('account_id', '=', accountId).where(isOfOthers(await sideOf(tx, accountId)));
      await withdrawAll({ tx, by }, ofOthers);
    },

    /** Withdraws the open applications that accounts of the organization submitted for animals of others. */
    async withdrawOfMembers(tx: Queries, organizationId: number, by: Actor): Promise<void> {
      const members = tx.selectFrom('accounts').select('id').where('organization_id', '=', organizationId);
      const submitted = ownWaiting(tx).where('account_id', 'in', members);
      await withdrawAll({ tx, by }, submitted.where(isOfOthersThanMembers(organizationId)));
    },

    /** Up to `count` open applications for animals that were removed, or given away. */
    async ofRemovedPets(count: number, db: Queries = read): Promise<StoredApplication[]> {
      const rows = await select(db).where('pet_removed', 'is not', null).orderBy('id').limit(count).execute();
      return rows.map(storedOf);
    },

    /** Removes the applications that the account submitted, or visitors with its keys. */
    async removeOf(tx: Queries, accountId: number): Promise<void> {
      await tx.deleteFrom('applications').where('account_id', '=', accountId).execute();
    },

    /** How many that visitors submitted for this adopter are open, counted up to `most`. */
    countOfAdopter: (tx: Queries, email: string, most: number): Promise<number> =>
      countUpTo(
        tx,
        waiting(tx).where(isOfAdopter(email)).where('visitor', 'is not', null).clearSelect().select('id'),
        most,
      ),

    /** How many from one client address are open, counted up to `most`. */
    countOfVisitor: (tx: Queries, visitor: string, most: number): Promise<number> =>
      countUpTo(tx, waiting(tx).clearSelect().select('id').where('visitor', '=', visitor), most),

    /** How many that the account of this side submitted for animals of others are open, counted up to `most`. */
    countOfAccount(tx: Queries, side: Owner, most: number): Promise<number> {
      const submitted = ownWaiting(tx).where('account_id', '=', side.accountId).where(isOfOthers(side));
      return countUpTo(tx, submitted.clearSelect().select('id'), most);
    },

    /** How many with links visitors, or staff, submitted for this adopter within the time before this one, counted up to `most`. */
    countLinkedBefore(
      { id, createdAt, adopter: { email } }: Application & Required<Pick<Application, 'adopter'>>,
      byVisitor: boolean,
      withinMs: number,
      most: number,
    ): Promise<number> {
      const earlier = select(read)
        .where(isOfAdopter(email))
        .clearSelect()
        .select('id')
        .where('link_hash', 'is not', null)
        .where('by_visitor', byVisitor ? 'is not' : 'is', null)
        .where('id', '<', id)
        .where('created_at', '>', Date.parse(createdAt) - withinMs);
      return countUpTo(read, earlier, most);
    },

    /** The newest applications of this adopter to the organization, or to all, and how many there are, counted up to `most`. */
    async ofAdopter(email: string, organizationId: Int64 | undefined, count: number, most: number) {
      const known = select(read).where(isOfKnownAdopter(email, organizationId));
      const { rows, total } = await newestOfFew(read, known, count, most);
      return { applications: rows.map(storedOf), total };
    },
  };
}

/** See `ownerKey`. */
const sideKey = sql<number>`coalesce(organization_id, -pet_account_id)`;

/** The condition of the indexes, word for word. */
const isOpen = sql<SqlBool>`(status = 'submitted' or status = 'in_review')`;

/** Applications per statement: an event has ten values. */
const endedAtOnce = 1_000;

const jsonOrNull = (answers: readonly unknown[]): string | null =>
  answers.length === 0 ? null : JSON.stringify(answers);

const linkedIds = (found: readonly StoredApplication[]): number[] =>
  found.flatMap(({ application: { id, adopterHasLink } }) => (adopterHasLink === true ? [id] : []));

/** What an event says about an application, and to whom: see `eventOf` of orders. */
const eventOf = (found: StoredApplication, by: Actor) => ({
  data: found.isWithheld ? withoutAdopter(found.application) : withoutStaff(found.application),
  parties: { by, accountId: found.placerId, ...petSideOf(found) },
});

function withStatus(
  found: StoredApplication,
  status: ApplicationStatus,
  nowMs: number,
  { orderId, messageToAdopter }: Conclusion,
): StoredApplication {
  const { messageToAdopter: _, ...before } = found.application;
  const application = {
    ...before,
    status,
    updatedAt: timestamp(nowMs),
    ...(orderId === undefined ? {} : { orderId }),
    ...(messageToAdopter === undefined ? {} : { messageToAdopter }),
  };
  return { ...found, application };
}
