import type { LimitLedger } from './ledger.ts';
import type { Caller, Decision, Limiter } from './limiter.ts';
import { banMemoryMs, cleanRecord, countStrike, isBanned, isClean, type KeyRecord } from './strikes.ts';
import { accountSubject, applyLimits, isForgettable, newSubject, type Subject } from './subjects.ts';
import { sweeper } from './sweep.ts';
import { openUnsaved } from './unsaved.ts';
import { usageOn } from './usage.ts';
import { closedWindow, dayMs, decision, isStrike, type Outcome, takeFrom, type Window } from './windows.ts';

const sweepPassMs = 60_000;
const admitted: Outcome = { refusedBy: undefined, strike: false, banned: false, banEndsMs: 0 };

/** A limiter that never waits, and whose counts can be set to what is known from elsewhere. */
export interface MemoryLimiter extends Limiter {
  readonly take: (caller: Caller, cost: number) => Decision;
  readonly peek: (caller: Caller) => Decision;
  readonly liftBans: (accountId: number, keyIds: readonly number[]) => void;
  /** The counts of a subject; new ones where there are none yet. */
  readonly subject: (name: string) => Subject;
  /** Only keys with strikes or bans. */
  readonly keys: Map<number, KeyRecord>;
  /** Adds a request that was decided elsewhere to its account's usage. */
  readonly countUsage: (subject: Subject, cost: number, outcome: Outcome, nowMs: number) => void;
}

/**
 * The limiter of a single process: it answers at once, out of memory. Day windows of accounts, bans and usage are in
 * the ledger `flushEveryMs` after they change, and come from there when the process starts again.
 *
 * @param options.now Unix milliseconds.
 * @param options.onError is told why a flush failed, once for all that fail in a row. Nothing is lost by that: the next carries the same.
 */
export async function openMemoryLimiter(options: {
  readonly ledger: LimitLedger;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  readonly flushEveryMs?: number;
}): Promise<MemoryLimiter> {
  const { ledger, now, onError, flushEveryMs = 500 } = options;
  const { subjects, keys } = await load(ledger, now());
  const unsaved = openUnsaved({ ledger, now, keys });

  let isFailing = false;
  const noteFailure = (error: unknown) => {
    if (!isFailing) onError(error);
    isFailing = true;
  };

  const callsPerPass = Math.ceil(sweepPassMs / flushEveryMs);
  const sweepSubjects = sweeper(subjects, isForgettable, callsPerPass);
  const sweepKeys = sweeper(keys, isClean, callsPerPass);
  const timer = setInterval(() => {
    // What is being saved may become unsaved again; it must not have been forgotten by then.
    if (unsaved.saving()) return;
    sweepSubjects(now());
    sweepKeys(now());
    unsaved.flush().then(() => (isFailing = false), noteFailure);
  }, flushEveryMs).unref();

  function subjectOf(name: string): Subject {
    let subject = subjects.get(name);
    if (subject === undefined) {
      subject = newSubject(name);
      subjects.set(name, subject);
    }
    return subject;
  }

  function outcomeOf(
    minute: Window,
    day: Window | undefined,
    keyId: number | undefined,
    cost: number,
    nowMs: number,
  ): Outcome {
    const key = keyId === undefined ? undefined : keys.get(keyId);
    if (key !== undefined && isBanned(key, nowMs)) return refusedByBan(key);
    const refusing = takeFrom(minute, day, cost, nowMs);
    if (refusing === undefined) return admitted;
    const refusedBy = refusing === minute ? 'minute' : 'day';
    if (keyId === undefined || !isStrike(refusing, nowMs)) return { ...admitted, refusedBy };
    const striking = key ?? cleanRecord();
    keys.set(keyId, striking);
    if (!countStrike(striking, minute.limit, nowMs)) return { ...admitted, refusedBy, strike: true };
    unsaved.noteKey(keyId);
    return { ...refusedByBan(striking), strike: true, banned: true };
  }

  function countUsage(subject: Subject, cost: number, outcome: Outcome, nowMs: number): void {
    if (subject.accountId === undefined) return;
    if (subject.usage.length === 0) unsaved.noteAccount(subject);
    const usage = usageOn(subject.usage, Math.floor(nowMs / dayMs));
    if (outcome.refusedBy === undefined) usage.admitted += cost;
    else usage.refused += cost;
    if (outcome.strike) usage.strikes += 1;
  }

  return {
    subject: subjectOf,
    keys,
    countUsage,

    take(caller, cost) {
      const nowMs = now();
      const subject = subjectOf(caller.subject);
      const day = applyLimits(subject, caller.limits);
      const outcome = outcomeOf(subject.minute, day, caller.keyId, cost, nowMs);
      countUsage(subject, cost, outcome, nowMs);
      return decision(subject.minute, day, nowMs, outcome);
    },

    peek(caller) {
      const nowMs = now();
      const subject = subjects.get(caller.subject) ?? newSubject(caller.subject);
      const day = applyLimits(subject, caller.limits);
      const key = caller.keyId === undefined ? undefined : keys.get(caller.keyId);
      const outcome = key !== undefined && isBanned(key, nowMs) ? refusedByBan(key) : admitted;
      return decision(subject.minute, day, nowMs, outcome);
    },

    liftBans(_accountId, keyIds) {
      for (const keyId of keyIds) {
        if (keys.delete(keyId)) unsaved.noteKey(keyId);
      }
    },

    async usage(accountId, sinceDay) {
      await unsaved.flush();
      return ledger.usageOfDays(accountId, sinceDay);
    },

    async close() {
      clearInterval(timer);
      await unsaved.flush();
    },
  };
}

function refusedByBan(key: KeyRecord): Outcome {
  return { refusedBy: 'ban', strike: false, banned: false, banEndsMs: key.banEndsMs };
}

async function load(ledger: LimitLedger, nowMs: number) {
  const saved = await ledger.load(nowMs, nowMs - banMemoryMs);
  const subjects = new Map<string, Subject>();
  for (const { accountId, used, resetMs } of saved.dayWindows) {
    const name = accountSubject(accountId);
    subjects.set(name, { ...newSubject(name), day: { ...closedWindow(dayMs), used, resetMs } });
  }
  const keys = new Map<number, KeyRecord>();
  for (const { keyId, level, endsMs } of saved.bans) {
    keys.set(keyId, { ...cleanRecord(), banLevel: level, banEndsMs: endsMs });
  }
  return { subjects, keys };
}
