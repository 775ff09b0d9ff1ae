import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { present } from '../../kit/present.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Outcome } from '../sending/attempt.ts';
import type { AttemptDetails, DeliveryAttempt } from './schema.ts';

/** An attempt, and where it went. */
export interface MadeAttempt {
  readonly webhookId: number;
  readonly deliveryId: number;
  /** From 1 on. */
  readonly number: number;
  readonly attemptedMs: number;
  readonly url: string;
  readonly outcome: Outcome;
}

/** What lists and older attempts keep of a response. */
export const SHORT_BODY = 1_024;
const shortHeaders = 2_048;
/** Latest attempts of each webhook whose long responses are kept whole. */
export const LONG_KEPT = 100;
const trimmedRows = 500;

/** Adds the attempt. @param isEchoAllowed whether the response may stay: it may quote what was sent */
export async function addAttempt(tx: Queries, attempt: MadeAttempt, isEchoAllowed: boolean): Promise<void> {
  const { webhookId, deliveryId, number, attemptedMs, url, outcome } = attempt;
  const { responseBody, responseHeaders } = isEchoAllowed ? outcome : {};
  const headers = responseHeaders === undefined ? null : JSON.stringify(responseHeaders);
  const isLong = (responseBody?.length ?? 0) > SHORT_BODY || (headers?.length ?? 0) > shortHeaders;
  await tx
    .insertInto('delivery_attempts')
    .values((column) => ({
      delivery_id: deliveryId,
      number,
      attempted_at: attemptedMs,
      duration_ms: outcome.durationMs,
      // An erasure may have changed it since it was read.
      url: column.selectFrom('webhooks').select('url').where('id', '=', webhookId).where('url', '=', url),
      address: outcome.address ?? null,
      request_headers: JSON.stringify(outcome.requestHeaders),
      response_status: outcome.responseStatus ?? null,
      response_headers: headers,
      response_body: responseBody ?? null,
      is_cut: outcome.isCut === true ? 1 : 0,
      error: outcome.error ?? null,
      long_of: isLong ? webhookId : null,
    }))
    .execute();
}

/** The attempts of a delivery, in order. */
export async function attemptsOf(db: Queries, deliveryId: number): Promise<AttemptDetails[]> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();
  return rows.map((row) =>
    present({
      number: row.number,
      ...attemptOf(row),
      url: row.url,
      address: row.address,
      requestHeaders: pairsOf(row.request_headers),
      responseHeaders: pairsOf(row.response_headers),
      responseTruncated: row.is_cut === 1 ? true : null,
    }),
  );
}

export type AttemptRow = Pick<
  Selectable<Tables['delivery_attempts']>,
  'attempted_at' | 'duration_ms' | 'response_status' | 'response_body' | 'error'
>;

export const attemptOf = (row: AttemptRow): DeliveryAttempt =>
  present({
    at: timestamp(row.attempted_at),
    durationMs: row.duration_ms,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
  });

function pairsOf(json: string | null): { name: string; value: string }[] | null {
  if (json === null) return null;
  const turns = JSON.parse(json) as readonly string[];
  return Array.from({ length: turns.length / 2 }, (_, i) => ({
    name: turns[2 * i] ?? '',
    value: turns[2 * i + 1] ?? '',
  }));
}

/** Shortens a bounded number of long responses that a webhook has beyond its latest ones. Returns whether there may be more. */
export async function trimLongAnswers(tx: Queries): Promise<boolean> {
  const crowded = await tx
    .selectFrom('delivery_attempts')
    .select('long_of')
    .where('long_of', 'is not', null)
    .groupBy('long_of')
    .having(sql`count(*)`, '>', LONG_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (crowded === undefined) return false;
  const older = tx
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'number'])
    .where('long_of', '=', crowded.long_of)
    .orderBy('attempted_at', 'desc')
    .limit(trimmedRows)
    .offset(LONG_KEPT);
  await tx
    .updateTable('delivery_attempts')
    .set({
      response_body: sql<string>`substr(response_body, 1, ${sql.lit(SHORT_BODY)})`,
      response_headers: sql<string>`case when length(response_headers) <= ${sql.lit(shortHeaders)} then response_headers end`,
      is_cut: 1,
      long_of: null,
    })
    .where(sql<SqlBool>`(delivery_id, number) in ${older}`)
    .execute();
  return true;
}
