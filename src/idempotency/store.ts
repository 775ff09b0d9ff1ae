import type { Database, Queries } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { Sink } from '../database/sink.ts';
import type { RealMoment } from '../time/clock.ts';

/** The scope of a key: the same key text of another account, method or path is another key. */
export interface KeyScope {
  readonly accountId: number;
  readonly method: string;
  /** With the values of its parameters, without the query, which belongs to the payload. */
  readonly path: string;
  readonly key: string;
}

/** A response, and the fingerprint of the request's payload. */
export interface StoredAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const lifetimeMs = 24 * 60 * 60 * 1_000;
const sweptRows = 500;

export type AnswerStore = ReturnType<typeof answerStore>;

export function answerStore({ read }: Database) {
  const find = prepared(read, (db, p: KeyScope) =>
    db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'status', 'headers', 'body', 'created_at'])
      .where('account_id', '=', p.accountId)
      .where('method', '=', p.method)
      .where('path', '=', p.path)
      .where('key', '=', p.key),
  );
  return {
    /** The response to the key, even an expired one, while it is stored. */
    async find(scope: KeyScope, nowMs: number): Promise<(StoredAnswer & { readonly isExpired: boolean }) | undefined> {
      const [row] = await find(read, scope);
      if (row === undefined) return undefined;
      const headers = JSON.parse(row.headers) as Record<string, string>;
      return { ...row, headers, isExpired: row.created_at <= nowMs - lifetimeMs };
    },

    /**
     * Stores a response. Reads only the row of its own key, so that transactions of other keys never conflict with it.
     *
     * @throws UniqueViolation, here or at the commit, if there is a response to the key, even an expired one
     */
    async add(sink: Sink, { accountId, ...scope }: KeyScope, answer: StoredAnswer, nowMs: number): Promise<void> {
      const headers = JSON.stringify(answer.headers);
      await sink.storeAnswer({ ...scope, ...answer, account_id: accountId, headers, created_at: nowMs });
    },

    /** Deletes the response to the key if it has expired. */
    async removeExpired(tx: Queries, scope: KeyScope, nowMs: number): Promise<void> {
      await tx
        .deleteFrom('idempotency_keys')
        .where('account_id', '=', scope.accountId)
        .where('method', '=', scope.method)
        .where('path', '=', scope.path)
        .where('key', '=', scope.key)
        .where('created_at', '<=', nowMs - lifetimeMs)
        .execute();
    },
  };
}

/** Deletes expired responses, the oldest first and a bounded number at once. True if there may be more. */
export async function sweepAnswers(tx: Queries, nowMs: RealMoment): Promise<boolean> {
  const oldest = await tx
    .selectFrom('idempotency_keys')
    .select('created_at')
    .where('created_at', '<=', nowMs - lifetimeMs)
    .orderBy('created_at')
    .limit(sweptRows)
    .execute();
  const last = oldest.at(-1);
  if (last !== undefined) await tx.deleteFrom('idempotency_keys').where('created_at', '<=', last.created_at).execute();
  return oldest.length === sweptRows;
}
