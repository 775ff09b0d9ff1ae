import { type Queries, UniqueViolation } from '../database/database.ts';

/** Whose key it is and for what: the same text elsewhere is another key. */
export interface KeyScope {
  readonly accountId: number;
  readonly method: string;
  /** With the ids in it, without the query. */
  readonly path: string;
  readonly key: string;
}

/** An answer as it was given, and to what. */
export interface KeptAnswer {
  /** Of the payload that it answers. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const keptMs = 24 * 60 * 60 * 1_000;
const sweptRows = 500;

export async function findAnswer(db: Queries, scope: KeyScope, nowMs: number): Promise<KeptAnswer | undefined> {
  const row = await scoped(db, scope)
    .where('created_at', '>', nowMs - keptMs)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, headers: JSON.parse(row.headers) as Record<string, string> };
}

const scoped = (db: Queries, { accountId, method, path, key }: KeyScope) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('account_id', '=', accountId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key);

/**
 * Looks at nothing but the answer's own place, so that transactions of other keys never stand in its way.
 *
 * @throws UniqueViolation when another process has kept an answer meanwhile.
 */
export async function keepAnswer(tx: Queries, scope: KeyScope, answer: KeptAnswer, nowMs: number): Promise<void> {
  const { accountId, method, path, key } = scope;
  const { fingerprint, status, headers, body } = answer;
  const kept = { fingerprint, status, headers: JSON.stringify(headers), body, created_at: nowMs };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, method, path, key, ...kept })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'method', 'path', 'key'])
        .doUpdateSet(kept)
        // An answer that is past its time may still stand there.
        .where('idempotency_keys.created_at', '<=', nowMs - keptMs),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new UniqueViolation(new Error('There is an answer to this key.'));
}

/** Forgets answers past their time, the oldest first and a bounded number at once. Says whether there may be more. */
export async function sweepAnswers(tx: Queries, nowMs: number): Promise<boolean> {
  const oldest = await tx
    .selectFrom('idempotency_keys')
    .select('created_at')
    .where('created_at', '<=', nowMs - keptMs)
    .orderBy('created_at')
    .limit(sweptRows)
    .execute();
  const last = oldest.at(-1);
  if (last !== undefined) await tx.deleteFrom('idempotency_keys').where('created_at', '<=', last.created_at).execute();
  return oldest.length === sweptRows;
}
