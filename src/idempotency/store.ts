import { type Queries, UniqueViolation } from '../database/database.ts';

/** The scope of a key: the same key text of another account, method or path is another key. */
export interface KeyScope {
  readonly accountId: number;
  readonly method: string;
  /** With the values of its parameters, without the query. */
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

export async function findAnswer(db: Queries, scope: KeyScope, nowMs: number): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('account_id', '=', scope.accountId)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .where('created_at', '>', nowMs - lifetimeMs)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, headers: JSON.parse(row.headers) as Record<string, string> };
}

/**
 * Stores a response. Reads only the row of its own key, so that transactions of other keys never conflict with it.
 *
 * @throws UniqueViolation if another process has stored a response to the key
 */
export async function storeAnswer(tx: Queries, scope: KeyScope, answer: StoredAnswer, nowMs: number): Promise<void> {
  const { accountId, method, path, key } = scope;
  const { fingerprint, status, headers, body } = answer;
  const stored = { fingerprint, status, headers: JSON.stringify(headers), body, created_at: nowMs };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, method, path, key, ...stored })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'method', 'path', 'key'])
        .doUpdateSet(stored)
        // An expired response may not have been swept yet.
        .where('idempotency_keys.created_at', '<=', nowMs - lifetimeMs),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new UniqueViolation(new Error('The key has a response already.'));
}

/** Deletes expired responses, the oldest first and a bounded number at once. True if there may be more. */
export async function sweepAnswers(tx: Queries, nowMs: number): Promise<boolean> {
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
