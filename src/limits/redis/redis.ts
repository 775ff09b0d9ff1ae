import type { Logger } from 'pino';
import type { LimitLedger } from '../ledger.ts';
import type { Caller, Decision, Limiter } from '../limiter.ts';
import { openMemoryLimiter } from '../memory.ts';
import { accountSubject, applyLimits, newSubject, type Subject } from '../subjects.ts';
import { decision, type Window } from '../windows.ts';
import { type Client, openLink } from './link.ts';
import { type Answer, answerOf, type KnownWindow, takeCall } from './take-script.ts';
import { nothingUntold } from './untold.ts';

/** A request that always writes: a Redis that may only be read is no use. */
const greeting: Caller = { subject: 'greeting', limits: { perMinute: 1e12 } };

/**
 * The limiter of several processes: Redis decides, one call a request, on its own clock.
 *
 * What Redis answers is kept in memory too. While it does not answer, this process goes on from there by itself; when it
 * answers again it is told what was let through meanwhile, account by account with the next request of each. So each process
 * lets through at most one window's limit in addition. No call fails because of Redis.
 *
 * Usage is in the ledger half a second after it happened. That of several processes adds up.
 *
 * @param options.prefix of all keys in Redis. Who else uses it must have another.
 * @param options.now is the tests' clock, in the place of Redis's own and of this process's. Unix milliseconds.
 * @param options.onFallback is told when this process limits by itself from now on, and when it no longer does.
 * @param options.onError is told why usage could not be written. Nothing is lost by that.
 */
export async function openRedisLimiter(options: {
  readonly url: string;
  readonly prefix: string;
  readonly ledger: LimitLedger;
  readonly now?: (() => number) | undefined;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly onFallback: (on: boolean) => void;
  readonly onError: (error: unknown) => void;
}): Promise<Limiter> {
  const { url, prefix, now, log, onFallback, onError } = options;
  /** How far Redis's clock is ahead of this process's. */
  let aheadMs = 0;
  const here = await openMemoryLimiter({
    ledger: onlyUsage(options.ledger),
    now: now ?? (() => Date.now() + aheadMs),
    onError,
  });
  const untold = nothingUntold();

  /** Names with the same braces are on one node of a cluster. */
  const keyName = (subject: string, keyId: number) => `${prefix}{${subject}}:key:${keyId}`;

  function callOf({ subject: name, keyId, limits }: Caller, cost: number): (string | number)[] {
    const { minute, day } = here.subject(name);
    return takeCall({
      names: [`${prefix}{${name}}`, ...(keyId === undefined ? [] : [keyName(name, keyId)])],
      cost,
      limits,
      nowMs: now?.(),
      minute: knownOf(minute),
      day: knownOf(day),
      ban: keyId !== undefined && untold.bans.has(keyId) ? here.keys.get(keyId) : undefined,
    });
  }

  function knownOf(window: Window | undefined): KnownWindow {
    if (window === undefined) return { alone: 0, used: 0, resetMs: 0 };
    return { alone: untold.admitted(window), used: window.used, resetMs: Math.max(0, window.resetMs) };
  }

  function forgetTold({ subject: name, keyId }: Caller): void {
    const { minute, day } = here.subject(name);
    untold.forget(minute);
    if (day !== undefined) untold.forget(day);
    if (keyId !== undefined) untold.bans.delete(keyId);
  }

  async function askToTake(client: Client, caller: Caller, cost: number): Promise<Decision> {
    const call = callOf(caller, cost);
    forgetTold(caller);
    const answer = await client.run(...call).then(answerOf, (error: unknown) => link.fail(client, error));
    // What was asked may have been counted, or will be by a Redis that was frozen: it is not told of it again.
    if (answer === undefined || link.client() !== client) return takeHere(caller, cost, { asked: true });
    const { nowMs, outcome, key } = answer;
    if (now === undefined) aheadMs = nowMs - Date.now();
    if (caller.keyId !== undefined) {
      if (key.strikes === 0 && key.banLevel === 0) here.keys.delete(caller.keyId);
      else here.keys.set(caller.keyId, key);
    }
    const subject = here.subject(caller.subject);
    here.countUsage(subject, cost, outcome, nowMs);
    return picture(subject, caller, answer);
  }

  async function askToPeek(client: Client, caller: Caller): Promise<Decision> {
    const answer = await client.run(...callOf(caller, 0)).then(answerOf, (error: unknown) => link.fail(client, error));
    return answer === undefined ? here.peek(caller) : picture(newSubject(caller.subject), caller, answer);
  }

  function takeHere(caller: Caller, cost: number, { asked }: { readonly asked: boolean }): Decision {
    const decided = here.take(caller, cost);
    const { minute, day } = here.subject(caller.subject);
    if (decided.refusedBy === undefined && !asked) {
      untold.admit(minute, cost);
      if (day !== undefined) untold.admit(day, cost);
    }
    if (decided.banned && caller.keyId !== undefined) untold.bans.add(caller.keyId);
    return decided;
  }

  async function tellLifts(client: Client): Promise<void> {
    const names = [...untold.lifts];
    await Promise.all(names.map((name) => client.delete(name)));
    for (const name of names) untold.lifts.delete(name);
  }

  const link = await openLink({
    url,
    async greet(client) {
      await client.run(...callOf(greeting, 1));
      while (untold.lifts.size > 0) await tellLifts(client);
    },
    onGone(reason) {
      onFallback(true);
      log.warn({ reason }, 'Redis cannot be used: until it can, this process limits requests by itself');
    },
    onBack() {
      onFallback(false);
      log.info('Redis can be used again: it decides about the limits');
    },
  });

  return {
    take(caller, cost) {
      const client = link.client();
      return client === undefined ? takeHere(caller, cost, { asked: false }) : askToTake(client, caller, cost);
    },

    peek(caller) {
      const client = link.client();
      return client === undefined ? here.peek(caller) : askToPeek(client, caller);
    },

    async liftBans(accountId, keyIds) {
      here.liftBans(accountId, keyIds);
      for (const keyId of keyIds) {
        untold.bans.delete(keyId);
        untold.lifts.add(keyName(accountSubject(accountId), keyId));
      }
      const client = link.client();
      if (client !== undefined) await tellLifts(client).catch((error: unknown) => link.fail(client, error));
    },

    usage: (accountId, sinceDay) => here.usage(accountId, sinceDay),

    async close() {
      await link.close();
      await here.close();
    },
  };
}

function picture(subject: Subject, { limits }: Caller, answer: Answer): Decision {
  const day = applyLimits(subject, limits);
  Object.assign(subject.minute, answer.minute);
  if (day !== undefined) Object.assign(day, answer.day);
  return decision(subject.minute, day, answer.nowMs, answer.outcome);
}

/** Windows and bans are Redis's to keep. */
function onlyUsage(ledger: LimitLedger): LimitLedger {
  return {
    load: async () => ({ dayWindows: [], bans: [] }),
    save: async ({ usage }) => {
      if (usage.length > 0) await ledger.save({ usage, dayWindows: [], bans: [], liftedKeyIds: [] });
    },
    usageOfDays: (accountId, sinceDay) => ledger.usageOfDays(accountId, sinceDay),
  };
}
