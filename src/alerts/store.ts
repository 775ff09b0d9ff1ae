import { type Selectable, sql } from 'kysely';
import { counted } from '../database/count-up-to.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Now } from '../time/clock.ts';
import { jsonOf, parsedJson } from '../vocabulary/int64.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Alert, AlertFilters, NewAlert } from './schema.ts';

/** An alert with what the API does not show. */
export interface StoredAlert {
  readonly id: number;
  readonly email: string;
  readonly createdMs: number;
  /** Animals that were available before are not mailed. */
  readonly sinceMs: number;
  /** The animals of the next mail. */
  readonly found: readonly number[];
  readonly alert: Alert;
}

interface AlertStoreParts {
  readonly now: Now;
  readonly mails: { add(tx: Queries, kind: AlertMail, alertIds: readonly number[]): Promise<void> };
  /** A keyed hash of an address that refused. */
  readonly refusalOf: (email: string) => string;
  readonly hashesOf: (alert: { readonly id: number; readonly createdMs: number }) => {
    readonly hash: string;
    readonly end_hash: string;
  };
}

/** The kinds of mails about alerts. Their subject is the id of the alert. */
export type AlertMail = 'alert.confirmation' | 'alert.found';

/** Alerts of visitors: docs/decisions/0056-alerts.md. An alert that has ended is deleted; a refusal is kept. */
export type AlertStore = ReturnType<typeof alertStore>;

const dayMs = 24 * 3_600_000;
const unconfirmedMs = 7 * dayMs;
const confirmedMs = 365 * dayMs;
/** How long nobody can ask for an address that refused. */
export const REFUSED_DAYS = 30;
/** The interval of repeating a search that found nothing. */
const checkMs = 3_600_000;

/** How many alerts a client may ask for in a day. */
export const ALERTS_PER_DAY = 5;

export function alertStore({ read }: Database, { now, mails, refusalOf, hashesOf }: AlertStoreParts) {
  // A refusal has no links.
  const current = (db: Queries) =>
    db.selectFrom('alerts').selectAll().where('ends_at', '>', now()).where('hash', 'is not', null);

  const due = (db: Queries) =>
    db
      .selectFrom('alerts')
      .select('id')
      .where('confirmed_at', 'is not', null)
      .where('due_at', '<=', now())
      .where('ends_at', '>', now());

  async function find(token: { readonly hash: string } | { readonly end_hash: string }, db: Queries = read) {
    const [[column, hash]] = Object.entries(token) as [['hash' | 'end_hash', string]];
    const row = await current(db).where(column, '=', hash).executeTakeFirst();
    return row && storedOf(row);
  }

  return {
    find,

    async findById(id: number): Promise<StoredAlert | undefined> {
      const row = await current(read).where('id', '=', id).executeTakeFirst();
      return row && storedOf(row);
    },

    /** The confirmed alerts of the address, newest first. */
    async ofEmail(email: string): Promise<Alert[]> {
      const rows = await current(read)
        .where('email', '=', email.toLowerCase())
        .where('confirmed_at', 'is not', null)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => storedOf(row).alert);
    },

    /** How many alerts the client has asked for within a day. */
    countOf: (tx: Queries, visitor: string): Promise<number> =>
      counted(
        tx
          .selectFrom('alerts')
          .where('visitor', '=', visitor)
          .where('created_at', '>', now() - dayMs),
      ),

    /**
     * Adds an alert, and mails the link that confirms it. If the address got such a mail within a day, or refused one, it only notes that
     * the client has asked: that must count like any other request, or counting would tell who has an alert.
     */
    async add(tx: Queries, { email: typed, filters, locale }: NewAlert, visitor: string): Promise<void> {
      const at = now();
      const email = typed.toLowerCase();
      const reason = await tx
        .selectFrom('alerts')
        .select('id')
        .where((where) =>
          where.or([
            where.and([where('email', '=', email), where('created_at', '>', at - dayMs)]),
            where.and([where('email', '=', refusalOf(email)), where('ends_at', '>', at)]),
          ]),
        )
        .executeTakeFirst();
      const isWanted = reason === undefined;
      const { id } = await tx
        .insertInto('alerts')
        .values({
          email: isWanted ? email : '',
          filters: isWanted ? jsonOf(filters) : '{}',
          visitor,
          hash: null,
          end_hash: null,
          created_at: at,
          confirmed_at: null,
          since: at,
          due_at: at,
          found: '[]',
          locale: (isWanted && locale) || null,
          ends_at: at + (isWanted ? unconfirmedMs : dayMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isWanted) return;
      await tx
        .updateTable('alerts')
        .set(hashesOf({ id, createdMs: at }))
        .where('id', '=', id)
        .execute();
      await mails.add(tx, 'alert.confirmation', [id]);
    },

    /** Confirms the alert, or renews it for another year. */
    async confirm(tx: Queries, { id, alert }: StoredAlert): Promise<Alert> {
      const endsMs = now() + confirmedMs;
      const begin = alert.confirmed ? {} : { since: now(), due_at: now() };
      await tx
        .updateTable('alerts')
        .set({ ...begin, confirmed_at: now(), ends_at: endsMs })
        .where('id', '=', id)
        .execute();
      return { ...alert, confirmed: true, endsAt: timestamp(endsMs) };
    },

    /** Ends an alert, and deletes its address. Ending an unconfirmed one means that it was unwanted: for some time nobody can ask again. */
    async end(tx: Queries, { id, email, alert }: StoredAlert): Promise<void> {
      if (alert.confirmed) await tx.deleteFrom('alerts').where('id', '=', id).execute();
      else
        await tx
          .updateTable('alerts')
          .set({
            email: refusalOf(email),
            filters: '{}',
            locale: null,
            hash: null,
            end_hash: null,
            ends_at: now() + REFUSED_DAYS * dayMs,
          })
          .where('id', '=', id)
          .execute();
    },

    /** Whether a confirmed alert is due. */
    hasDue: async (): Promise<boolean> => (await due(read).limit(1).executeTakeFirst()) !== undefined,

    /** Claims the confirmed alert that waits longest: no other search takes it for an hour. Undefined if none is due. */
    async claim(tx: Queries): Promise<StoredAlert | undefined> {
      const row = await tx
        .updateTable('alerts')
        .set({ due_at: now() + checkMs })
        .where('id', 'in', due(tx).orderBy('due_at').limit(1))
        // Checked again: another process may have claimed the row while this statement waited for it.
        .where('due_at', '<=', now())
        .returningAll()
        .executeTakeFirst();
      return row && storedOf(row);
    },

    /** The animals among these that became available in the time. */
    async availableIn(ids: readonly number[], sinceMs: number, untilMs: number): Promise<number[]> {
      if (ids.length === 0) return [];
      const becameAvailable = sql<number>`case when shown_at > coalesce(status_changed_at, created_at) then shown_at
        else coalesce(status_changed_at, created_at) end`;
      const rows = await read
        .selectFrom('pets')
        .select('id')
        .where('id', 'in', ids)
        .where(becameAvailable, '>', sinceMs)
        .where(becameAvailable, '<=', untilMs)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Notes the end of the searched time for a claimed alert, and mails what was found. The next mail is a day away. */
    async note(tx: Queries, { id }: StoredAlert, found: readonly number[], untilMs: number): Promise<void> {
      const has = found.length > 0;
      const noted = await tx
        .updateTable('alerts')
        .set({ since: untilMs, ...(has && { due_at: now() + dayMs, found: JSON.stringify(found) }) })
        .where('id', '=', id)
        .executeTakeFirst();
      // It may have ended meanwhile.
      if (has && noted.numUpdatedRows > 0n) await mails.add(tx, 'alert.found', [id]);
    },

    /** Deletes alerts and refusals that have ended. */
    async sweep(tx: Queries, nowMs: number): Promise<boolean> {
      await tx.deleteFrom('alerts').where('ends_at', '<=', nowMs).execute();
      return false;
    },
  };
}

function storedOf(row: Selectable<Tables['alerts']>): StoredAlert {
  return {
    id: row.id,
    email: row.email,
    createdMs: row.created_at,
    sinceMs: row.since,
    found: JSON.parse(row.found) as number[],
    alert: {
      filters: parsedJson(row.filters) as AlertFilters,
      ...(row.locale === null ? {} : { locale: row.locale }),
      confirmed: row.confirmed_at !== null,
      createdAt: timestamp(row.created_at),
      endsAt: timestamp(row.ends_at),
    },
  };
}
