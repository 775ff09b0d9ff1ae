import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Background } from '../../background.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Claim, DeliveryStore, Settlement } from '../deliveries/store.ts';
import type { MakeAttempt, Outcome } from './attempt.ts';
import type { Endpoint, EndpointStore } from './endpoint-store.ts';
import { fairShares, MAX_IN_FLIGHT, type WaitingWebhook } from './fair-share.ts';
import { retryDelayMs } from './schedule.ts';
import { signedHeaders } from './signature.ts';

export interface SenderParts {
  readonly database: Database;
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointStore;
  readonly attempt: MakeAttempt;
  readonly background: Background;
  readonly log: Log;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** A claim, the endpoint to send to, and whether that has been failing. */
interface Sending {
  readonly claim: Claim;
  readonly endpoint: Endpoint;
  readonly isFailing: boolean;
}

const pollMs = 100;
const scannedWebhooks = 200;
const graceMs = 2_000;
const userAgent = 'Petstore-Webhooks/1.0';

/** Sends due deliveries. */
export function startSender(parts: SenderParts) {
  const { database, deliveries, endpoints, attempt, log, now } = parts;
  const abortAttempts = new AbortController();
  /** By id of the delivery. */
  const inFlight = new Map<number, { readonly isFailing: boolean; readonly done: Promise<void> }>();
  /** The webhook served last. Failing webhooks take turns separately, since their capacity fills up at other times. */
  const lastServed = { failing: 0, others: 0 };

  /** Failing webhooks come first, since they never take more than half of the capacity; then those after the one served last. */
  const rank = ({ webhookId, isFailing }: WaitingWebhook): number =>
    isFailing ? Number(webhookId <= lastServed.failing) : 2 + Number(webhookId <= lastServed.others);

  async function sendDue(noNewSends: AbortSignal): Promise<void> {
    if (noNewSends.aborted || inFlight.size >= MAX_IN_FLIGHT.total) return;
    const due = (await allDue()).toSorted((a, b) => rank(a) - rank(b));
    const failing = [...inFlight.values()].filter(({ isFailing }) => isFailing).length;
    const free = { total: MAX_IN_FLIGHT.total - inFlight.size, toFailing: MAX_IN_FLIGHT.toFailing - failing };
    const shares = [...fairShares(due, free)];
    if (shares.length === 0) return;
    const failingById = new Map(due.map((waiting) => [waiting.webhookId, waiting.isFailing]));
    for (const [webhookId] of shares)
      lastServed[failingById.get(webhookId) === true ? 'failing' : 'others'] = webhookId;
    const sendings = await database.transaction(async (tx) => {
      const claimed: Sending[] = [];
      for (const [webhookId, count] of shares) {
        const endpoint = await endpoints.find(tx, webhookId);
        if (endpoint === undefined) continue;
        const claims = await deliveries.claim(tx, webhookId, count);
        claimed.push(...claims.map((claim) => ({ claim, endpoint, isFailing: failingById.get(webhookId) === true })));
      }
      return claimed;
    });
    for (const sending of sendings) start(sending);
  }

  /** Every webhook with a due delivery. Reads a bounded number at a time, so that other requests come between. */
  async function allDue(): Promise<WaitingWebhook[]> {
    const due: WaitingWebhook[] = [];
    for (let last = 0; ;) {
      const scanned = await deliveries.waiting(last, scannedWebhooks);
      due.push(...scanned.filter(({ isDue }) => isDue));
      if (scanned.length < scannedWebhooks) return due;
      last = scanned.at(-1)?.webhookId ?? last;
      await setImmediate();
    }
  }

  function start(sending: Sending): void {
    const { deliveryId } = sending.claim;
    // The claim has expired by the clock, but this process is still sending it.
    if (inFlight.has(deliveryId)) return;
    const done = send(sending)
      .catch((err: unknown) =>
        log.error({ err, deliveryId }, 'the outcome of a delivery could not be recorded; its claim will expire'),
      )
      .finally(() => {
        inFlight.delete(deliveryId);
        wake();
      });
    inFlight.set(deliveryId, { isFailing: sending.isFailing, done });
  }

  async function send({ claim, endpoint }: Sending): Promise<void> {
    const attemptedMs = now();
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signedHeaders(endpoint.secrets, { id: claim.eventId, body: claim.body }, attemptedMs),
    };
    const outcome = await attempt({ url: endpoint.url, headers, body: claim.body }, abortAttempts.signal).catch(
      async (error: unknown) => {
        if (!abortAttempts.signal.aborted) throw error;
        await database.transaction((tx) => deliveries.release(tx, claim));
      },
    );
    if (outcome !== undefined) await settle(claim, endpoint.url, outcome, attemptedMs);
  }

  async function settle(claim: Claim, url: string, outcome: Outcome, attemptedMs: number): Promise<void> {
    const isSuccess = isGood(outcome);
    const isGone = outcome.responseStatus === 410;
    const reason = await database.transaction(async (tx) => {
      const isMine = await deliveries.settle(tx, claim, outcome, settlement(claim, isSuccess, isGone, attemptedMs));
      if (!isMine) return undefined;
      if (!isSuccess) return endpoints.noteFailure(tx, claim.webhookId, url, isGone);
      await endpoints.noteSuccess(tx, claim.webhookId);
      return undefined;
    });
    if (reason !== undefined) log.warn({ webhook: claim.webhookId, reason }, 'a webhook was disabled');
  }

  function settlement({ attempts }: Claim, isSuccess: boolean, isGone: boolean, attemptedMs: number): Settlement {
    if (isSuccess) return { status: 'succeeded', attemptedMs, nextAttemptMs: null };
    const delayMs = isGone ? undefined : retryDelayMs(attempts + 1, parts.random);
    if (delayMs === undefined) return { status: 'failed', attemptedMs, nextAttemptMs: null };
    return { status: 'pending', attemptedMs, nextAttemptMs: now() + delayMs };
  }

  const wake = parts.background.every(pollMs, 'the sending of webhooks', sendDue);
  return {
    /** Looks for due deliveries now. */
    wake,
    /** Gives requests in flight two seconds to finish, then aborts them and releases their claims. */
    async close() {
      const all = Promise.all([...inFlight.values()].map(({ done }) => done));
      await Promise.race([all, setTimeout(graceMs, undefined, { ref: false })]);
      abortAttempts.abort();
      await all;
    },
  };
}

const isGood = ({ responseStatus = 0, error }: Outcome): boolean =>
  error === undefined && responseStatus >= 200 && responseStatus < 300;
