import { countUpTo } from '../database/count-up-to.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Now } from '../time/clock.ts';

/** A mail that this process may send, until `due_at`: another process then takes over. */
export interface ClaimedMail {
  readonly id: number;
  readonly kind: string;
  /** Identifies what the mail is about; the kind says what that is. */
  readonly subject: string;
  /** The number of claims so far, this one included. */
  readonly attempts: number;
  readonly createdAtMs: number;
}

/** Mails that wait to be sent: docs/decisions/0053-mail-queue.md. Rows have neither a text nor an address. */
export type MailStore = ReturnType<typeof mailStore>;

/** Longer than sending a mail may take: see `openMailDelivery`. */
const claimMs = 20_000;

/** @param isOn whether there is a mail server; without one, nothing is written */
export function mailStore({ read }: Database, { now, isOn }: { readonly now: Now; readonly isOn: boolean }) {
  const due = (db: Queries, kinds: readonly string[], withinMs = 0) =>
    db
      .selectFrom('mails')
      .select('id')
      .where('due_at', '<=', now() + withinMs)
      .where('kind', 'in', kinds);
  const isAny = async (some: ReturnType<typeof due>): Promise<boolean> =>
    (await some.limit(1).executeTakeFirst()) !== undefined;

  return {
    isOn,

    /** Adds a mail about each subject, in the transaction of what it reports. */
    async add(tx: Queries, kind: string, subjects: readonly (string | number)[]): Promise<void> {
      if (!isOn || subjects.length === 0) return;
      const at = now();
      const rows = subjects.map((subject) => ({
        kind,
        subject: String(subject),
        attempts: 0,
        due_at: at,
        created_at: at,
      }));
      await tx.insertInto('mails').values(rows).execute();
    },

    /** Whether there is a mail of these kinds to claim. */
    hasDue: (kinds: readonly string[]): Promise<boolean> => isAny(due(read, kinds)),

    /** Whether there is a mail of these kinds to claim, or one that a process has claimed. */
    isBusy: (kinds: readonly string[]): Promise<boolean> => isAny(due(read, kinds, claimMs)),

    /** The number of mails, counted up to `most`. */
    waiting: (most: number): Promise<number> => countUpTo(read, read.selectFrom('mails').select('id'), most),

    /** Claims up to `count` mails of these kinds, those that wait longest first. */
    async claim(tx: Queries, kinds: readonly string[], count: number): Promise<ClaimedMail[]> {
      const rows = await tx
        .updateTable('mails')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), due_at: now() + claimMs }))
        .where('id', 'in', due(tx, kinds).orderBy('due_at').limit(count))
        // Checked again: another process may have claimed a row while this statement waited for it.
        .where('due_at', '<=', now())
        .returningAll()
        .execute();
      return rows
        .map(({ id, kind, subject, attempts, created_at: createdAtMs }) => ({
          id,
          kind,
          subject,
          attempts,
          createdAtMs,
        }))
        .toSorted((a, b) => a.id - b.id);
    },

    /** Removes a mail that was sent, or never will be. Does nothing, and returns false, if another process has claimed it. */
    async remove(tx: Queries, { id, attempts }: ClaimedMail): Promise<boolean> {
      const removed = await tx
        .deleteFrom('mails')
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },

    /** Makes a mail due again later. */
    async postpone(tx: Queries, { id, attempts }: ClaimedMail, waitMs: number): Promise<void> {
      await tx
        .updateTable('mails')
        .set({ due_at: now() + waitMs })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .execute();
    },
  };
}
