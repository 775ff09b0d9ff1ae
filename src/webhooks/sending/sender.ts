import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Background } from '../../background.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Claim, DeliveryStore, Settlement } from '../deliveries/store.ts';
import { allot, AT_ONCE, type Waiting } from './allotment.ts';
import type { Attempter, Outcome } from './attempt.ts';
import type { Endpoint, Endpoints } from './endpoints.ts';
import { retryDelayMs } from './schedule.ts';
import { signedHeaders } from './signature.ts';

export interface SenderParts {
  readonly database: Database;
  readonly deliveries: DeliveryStore;
  readonly endpoints: Endpoints;
  readonly attempt: Attempter;
  readonly background: Background;
  readonly log: Log;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Sends what is due. */
export interface Sender {
  /** Something has become due just now. */
  readonly wake: () => void;
  /** Lets requests finish that are on their way, for a moment; what is cut off then is sent again by whoever comes next. */
  close(): Promise<void>;
}

/** A claim with where it goes, and whether that has been failing. */
interface Sending {
  readonly claim: Claim;
  readonly endpoint: Endpoint;
  readonly isFailing: boolean;
}

const pollMs = 100;
const scannedWebhooks = 200;
const graceMs = 2_000;
const userAgent = 'Petstore-Webhooks/1.0';

export function startSender(parts: SenderParts): Sender {
  const { database, deliveries, endpoints, attempt, log, now } = parts;
  const stop = new AbortController();
  /** By the delivery's id. */
  const inFlight = new Map<number, { readonly isFailing: boolean; readonly done: Promise<void> }>();
  /** Of those that fail and of those that do not: each have a turn of their own, since their rooms fill up at different times. */
  const lastServed = { failing: 0, others: 0 };

  async function sendDue(closing: AbortSignal): Promise<void> {
    if (closing.aborted || inFlight.size >= AT_ONCE.inAll) return;
    const all = await allDue();
    // Those that fail never take more than their half of the room, so they may come first.
    const due = [
      ...inTurn(
        all.filter(({ isFailing }) => isFailing),
        lastServed.failing,
      ),
      ...inTurn(
        all.filter(({ isFailing }) => !isFailing),
        lastServed.others,
      ),
    ];
    const failing = [...inFlight.values()].filter(({ isFailing }) => isFailing).length;
    const free = { inAll: AT_ONCE.inAll - inFlight.size, toFailing: AT_ONCE.toFailing - failing };
    const shares = [...allot(due, free)];
    if (shares.length === 0) return;
    const isFailing = new Map(due.map((waiting) => [waiting.webhookId, waiting.isFailing]));
    for (const [webhookId] of shares) lastServed[isFailing.get(webhookId) === true ? 'failing' : 'others'] = webhookId;
    const sendings = await database.transaction(async (tx) => {
      const claimed: Sending[] = [];
      for (const [webhookId, count] of shares) {
        const endpoint = await endpoints.find(tx, webhookId);
        if (endpoint === undefined) continue;
        const claims = await deliveries.claim(tx, webhookId, count);
        claimed.push(...claims.map((claim) => ({ claim, endpoint, isFailing: isFailing.get(webhookId) === true })));
      }
      return claimed;
    });
    for (const sending of sendings) start(sending);
  }

  /** Every webhook that has something due, a bounded number at a time: each turn leaves room for other requests. */
  async function allDue(): Promise<Waiting[]> {
    const due: Waiting[] = [];
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
    // Its claim ran out by the clock, but it is still on its way from here.
    if (inFlight.has(deliveryId)) return;
    const done = send(sending)
      .catch((err: unknown) => log.error({ err, deliveryId }, 'a delivery was not settled; its claim will run out'))
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
    const outcome = await attempt({ url: endpoint.url, headers, body: claim.body }, stop.signal).catch(
      async (error: unknown) => {
        if (!stop.signal.aborted) throw error;
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
    wake,
    async close() {
      const all = Promise.all([...inFlight.values()].map(({ done }) => done));
      await Promise.race([all, setTimeout(graceMs, undefined, { ref: false })]);
      stop.abort();
      await all;
    },
  };
}

const isGood = ({ responseStatus = 0, error }: Outcome): boolean =>
  error === undefined && responseStatus >= 200 && responseStatus < 300;

/** Those behind the one that was served last come first. */
function inTurn(due: readonly Waiting[], lastServed: number): Waiting[] {
  const [after, before] = [
    due.filter(({ webhookId }) => webhookId > lastServed),
    due.filter(({ webhookId }) => webhookId <= lastServed),
  ];
  return [...after, ...before];
}
