import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Background } from '../../jobs/background.ts';
import { chunks } from '../../kit/chunks.ts';
import { aboutWebhook, type Sealing } from '../../secrets/sealing.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Now, RealNow } from '../../time/clock.ts';
import type { Begin, Begun } from '../deliveries/beginning.ts';
import type { Following } from '../deliveries/following.ts';
import type { Claim, DeliveryStore, Settlement } from '../deliveries/store.ts';
import type { MakeAttempt, Outcome } from './attempt.ts';
import { type Candidate, openCandidates } from './candidates.ts';
import type { Endpoint, EndpointStore } from './endpoint-store.ts';
import { fairShares, type Holder, isPaced, MAX_IN_FLIGHT } from './fair-share.ts';
import { openPace } from './pace.ts';
import { retryDelayMs, SLOW_MS } from './schedule.ts';
import { signedHeaders } from './signature.ts';

export interface SenderParts {
  readonly database: Database;
  readonly deliveries: DeliveryStore;
  readonly begin: Begin;
  readonly following: Pick<Following, 'found' | 'rangeOf' | 'began'>;
  readonly endpoints: EndpointStore;
  readonly attempt: MakeAttempt;
  readonly background: Background;
  readonly log: Log;
  readonly now: Now;
  /** The real time in Unix milliseconds: receivers compare it with theirs, and take it to answer. */
  readonly realNow: RealNow;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly secrets: Pick<Sealing, 'open'>;
}

/** A claim, and the endpoint to send to. */
interface Sending {
  readonly claim: Claim;
  readonly endpoint: Endpoint;
  readonly holder: Holder;
}

const pollMs = 100;
/** Webhooks in one transaction, so that others come between. */
const servedAtOnce = 10;
const graceMs = 2_000;
/** How many are remembered as served. A forgotten one was served longest ago, so it is first again. */
const rememberedTurns = 10_000;
const userAgent = 'Petstore-Webhooks/1.0';

/** Sends due deliveries. */
export function startSender(parts: SenderParts) {
  const { database, deliveries, begin, following, endpoints, attempt, log, now } = parts;
  const abortAttempts = new AbortController();
  /** By id of the delivery. */
  const inFlight = new Map<number, { readonly holder: Holder; readonly done: Promise<void> }>();
  const candidates = openCandidates(parts);
  const pace = openPace();
  const turns = openTurns();
  /** By account: the turns of its paced webhooks. */
  const pacedTurns = openTurns();

  async function sendDue(noNewSends: AbortSignal): Promise<void> {
    if (noNewSends.aborted || inFlight.size >= MAX_IN_FLIGHT.total) return;
    const due = inTurn(await candidates.all());
    const holders = [...inFlight.values()].map(({ holder }) => holder);
    const shares = fairShares(due, holders, pace.free());
    const served = due.filter(({ webhookId }) => shares.has(webhookId));
    for (const some of chunks(served, servedAtOnce)) {
      if (noNewSends.aborted) return;
      await serve(some, shares);
      await setImmediate();
    }
  }

  /** The webhook served longest ago comes first; among paced ones, the account served longest ago. */
  function inTurn(due: readonly Candidate[]): Candidate[] {
    const accountTurn = (one: Holder) => (isPaced(one) ? pacedTurns.of(one.accountId) : 0);
    return due.toSorted((a, b) => accountTurn(a) - accountTurn(b) || turns.of(a.webhookId) - turns.of(b.webhookId));
  }

  /** Sends what these webhooks may send now. */
  async function serve(served: readonly Candidate[], shares: ReadonlyMap<number, number>): Promise<void> {
    // Before the transaction begins: it sees no event that was written later.
    const ranges = new Map(served.map(({ webhookId }) => [webhookId, following.rangeOf(webhookId)]));
    const { sendings, begun } = await database.transaction(async (tx) => {
      const claimed: Sending[] = [];
      const made = new Map<number, Begun>();
      for (const holder of served) {
        const { webhookId, isDue, mayBegin } = holder;
        const endpoint = await endpoints.find(tx, webhookId);
        if (endpoint === undefined) continue;
        const count = shares.get(webhookId) ?? 0;
        const claims = isDue ? await deliveries.claim(tx, webhookId, count) : [];
        const range = ranges.get(webhookId);
        const begins = Math.min(mayBegin, count - claims.length);
        if (range !== undefined && begins > 0) {
          const first = await begin(tx, webhookId, range, begins);
          made.set(webhookId, first);
          claims.push(...first.claims);
        }
        claimed.push(...claims.map((claim) => ({ claim, endpoint, holder })));
      }
      return { sendings: claimed, begun: made };
    });
    for (const [webhookId, first] of begun) following.began(webhookId, first);
    for (const { webhookId } of served) {
      turns.note(webhookId);
      candidates.forget(webhookId);
    }
    for (const sending of sendings) {
      if (isPaced(sending.holder)) {
        pacedTurns.note(sending.holder.accountId);
        pace.take();
      }
      start(sending);
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
        candidates.forget(sending.claim.webhookId);
        look();
      });
    inFlight.set(deliveryId, { holder: sending.holder, done });
  }

  async function send({ claim, endpoint }: Sending): Promise<void> {
    const attemptedMs = now();
    const startMs = parts.realNow();
    // Outside the transaction that claims: a secret that was altered delays no other webhook.
    const secrets = endpoint.secrets.map((stored) => parts.secrets.open(stored, aboutWebhook(claim.webhookId)));
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signedHeaders(secrets, { id: claim.eventId, body: claim.body }, parts.realNow()),
    };
    const request = { url: endpoint.url, headers, body: claim.body, number: claim.attempts + 1 };
    const outcome = await attempt(request, abortAttempts.signal).catch(async (error: unknown) => {
      if (!abortAttempts.signal.aborted) throw error;
      await database.transaction((tx) => deliveries.release(tx, claim));
    });
    if (outcome === undefined) return;
    const isQuick = parts.realNow() - startMs < SLOW_MS;
    await settle(claim, endpoint.url, outcome, { attemptedMs, isQuick });
  }

  async function settle(
    claim: Claim,
    url: string,
    outcome: Outcome,
    { attemptedMs, isQuick }: { readonly attemptedMs: number; readonly isQuick: boolean },
  ): Promise<void> {
    const isSuccess = isGood(outcome);
    const isGone = outcome.responseStatus === 410;
    const reason = await database.transaction(async (tx) => {
      const state = stateAfter(claim, isSuccess, isGone);
      const isMine = await deliveries.settle(tx, claim, { ...state, attemptedMs, url, outcome });
      if (!isMine) return undefined;
      if (!isSuccess) return endpoints.noteFailure(tx, claim.webhookId, url, { isGone, isQuick });
      await endpoints.noteSuccess(tx, claim.webhookId, url, isQuick);
      return undefined;
    });
    if (reason !== undefined) log.warn({ webhook: claim.webhookId, reason }, 'a webhook was disabled');
  }

  function stateAfter(
    { attempts }: Claim,
    isSuccess: boolean,
    isGone: boolean,
  ): Pick<Settlement, 'status' | 'nextAttemptMs'> {
    if (isSuccess) return { status: 'succeeded', nextAttemptMs: null };
    const delayMs = isGone ? undefined : retryDelayMs(attempts + 1, parts.random);
    if (delayMs === undefined) return { status: 'failed', nextAttemptMs: null };
    return { status: 'pending', nextAttemptMs: now() + delayMs };
  }

  const look = parts.background.every(pollMs, 'the sending of webhooks', sendDue);
  return {
    /** Looks for what webhooks have to send. */
    look,
    /** Looks for what this webhook has to send, after more was added. */
    lookAt(this: void, webhookId: number): void {
      candidates.forget(webhookId);
      look();
    },
    /** Looks for what all of them have to send, after the time changed. */
    wake(this: void): void {
      candidates.forgetAll();
      look();
    },
    /** Gives requests in flight two seconds to finish, then aborts them and releases their claims. */
    async close() {
      const all = Promise.all([...inFlight.values()].map(({ done }) => done));
      await Promise.race([all, setTimeout(graceMs, undefined, { ref: false })]);
      abortAttempts.abort();
      await all;
    },
  };
}

/** When each was last served, by id. */
function openTurns() {
  const turns = new Map<number, number>();
  let last = 0;
  return {
    of: (id: number): number => turns.get(id) ?? 0,
    note(id: number): void {
      turns.delete(id);
      turns.set(id, ++last);
      const [oldest] = turns.keys();
      if (turns.size > rememberedTurns && oldest !== undefined) turns.delete(oldest);
    },
  };
}

const isGood = ({ responseStatus = 0, error }: Outcome): boolean =>
  error === undefined && responseStatus >= 200 && responseStatus < 300;
