import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openClaim } from '../jobs/claim.ts';
import type { Log } from '../telemetry/log.ts';
import type { Now, RealNow } from '../time/clock.ts';
import type { SourceFollowing } from './follow.ts';
import { SourceFault } from './source.ts';
import { isActive, isSilent, Overtaken, type SourceRow, type SourceStore } from './sources.ts';

interface FollowingParts {
  readonly database: Database;
  readonly sources: SourceStore;
  readonly following: SourceFollowing;
  readonly now: Now;
  readonly realNow: RealNow;
  readonly log: Log;
}

/** A source at rest costs twenty requests a minute at most, and a change is known after five seconds. */
const everyMs = 3_000;
/** The pause after a failure doubles, up to the longest. */
const PAUSE_MS = { first: 5_000, longest: 5 * 60_000 } as const;
/** For a step of a source, however many requests it takes. */
const stepMs = 2 * 60_000;
/**
 * Sources that are asked at the same time: of all, of those that are not known to be quick, and of those that took long. The others wait in
 * turn. So there are places for quick sources, however many others do not answer.
 */
const PLACES = [64, 48, 32] as const;
/** A turn ends after this number of steps, or after the step that passes this time. */
const TURN = { steps: 10, ms: 1_000 } as const;
/** Between the steps of a source: its key has 600 requests a minute. */
const stepEveryMs = 100;
/** Animals and organizations of a source that are written at once, and then in a minute. A source that changes more falls behind, and no other one does. */
const WRITES = { atOnce: 1_000, perMinute: 600 } as const;
const claimEveryMs = 5_000;
const tidyEveryMs = 60 * 60_000;

/** How a source is asked. It is in memory: after a start, nothing is known. */
interface Pace {
  /** When its turn comes. */
  nextMs: number;
  failures: number;
  /** How long its last turn took; undefined before that. */
  tookMs: number | undefined;
  /** Animals that may be written; below 0, its turn waits. */
  writes: number;
  writesAtMs: number;
  /** What operators have set: when they change it, the source is asked at once. */
  readonly set: string;
  work: Promise<void> | undefined;
}

/**
 * Follows all sources, in one process at a time: any number of processes may try. Should two work at once nevertheless, the database lets one
 * of them go on.
 */
export function openFollowing({ database, sources, following, now, realNow, log }: FollowingParts) {
  const claim = openClaim(database, 'directory', realNow);
  const paces = new Map<number, Pace>();
  const closing = new AbortController();
  let claimedAt = -Infinity;
  let tidiedAt = -Infinity;

  async function isOurs(): Promise<boolean> {
    if (realNow() - claimedAt < claimEveryMs) return true;
    const isKept = await database.transaction((tx) => claim.renew(tx));
    const isHeld = isKept || (await claim.take());
    if (!isKept) following.forgetNames();
    claimedAt = isHeld ? realNow() : -Infinity;
    return isHeld;
  }

  /** Notes that the source has failed; operators read why. */
  async function fail({ id, key }: SourceRow, error: SourceFault): Promise<void> {
    const source = await sources.find(id);
    // The source may have got another key meanwhile: this failure is about the one before.
    if (source === undefined || source.key !== key) return;
    const stopped = error.kind === 'refused' ? error.message : null;
    if (source.error === error.message && stopped === null) return;
    await database.transaction((tx) => sources.change(tx, source, { error: error.message, stopped }));
  }

  /** Steps of a source, until its turn ends. @returns when the next one comes */
  async function turn(id: number, pace: Pace): Promise<number> {
    const sinceMs = performance.now();
    const tookMs = () => performance.now() - sinceMs;
    let source: SourceRow | undefined;
    try {
      let hasMore = true;
      let steps = 0;
      for (; hasMore && steps < TURN.steps && tookMs() <= TURN.ms && pace.writes >= 0; steps += 1) {
        source = await sources.find(id);
        if (source === undefined || !isActive(source)) return realNow() + everyMs;
        closing.signal.throwIfAborted();
        const deadline = AbortSignal.timeout(stepMs);
        const stop = AbortSignal.any([closing.signal, deadline]);
        const step = await following.step(source, steps === 0, stop).catch((error: unknown) => {
          throw deadline.aborted ? new SourceFault('other', 'A step took longer than two minutes.') : error;
        });
        ({ hasMore } = step);
        pace.writes -= step.written;
      }
      pace.failures = 0;
      // Who takes long rests as long.
      const restMs = hasMore
        ? Math.max(0, steps * stepEveryMs - tookMs(), tookMs() - TURN.ms)
        : Math.max(everyMs, tookMs());
      return realNow() + Math.min(restMs, PAUSE_MS.longest);
    } catch (error) {
      if (error instanceof Overtaken || error instanceof DatabaseUnavailable || closing.signal.aborted)
        return realNow() + everyMs;
      pace.failures += 1;
      if (!(error instanceof SourceFault))
        log.error({ err: error, source: source?.url }, 'a source of the directory failed');
      const fault = error instanceof SourceFault ? error : faultHere(error);
      if (source !== undefined) await fail(source, fault).catch(unlessOvertaken);
      const waitMs = error instanceof SourceFault ? error.waitMs : undefined;
      return realNow() + (waitMs ?? Math.min(PAUSE_MS.first * 2 ** (pace.failures - 1), PAUSE_MS.longest));
    } finally {
      pace.tookMs = tookMs();
    }
  }

  /** When the source may write again. */
  function refilled(pace: Pace): number {
    const perMs = WRITES.perMinute / 60_000;
    pace.writes = Math.min(WRITES.atOnce, pace.writes + (realNow() - pace.writesAtMs) * perMs);
    pace.writesAtMs = realNow();
    return realNow() + Math.max(0, -pace.writes / perMs);
  }

  function start(id: number, pace: Pace): void {
    pace.work = turn(id, pace)
      .then((nextMs) => {
        pace.nextMs = Math.max(nextMs, refilled(pace));
      })
      .catch((err: unknown) => {
        pace.nextMs = realNow() + PAUSE_MS.first;
        log.error({ err, source: id }, 'a source of the directory failed');
      })
      .finally(() => {
        pace.work = undefined;
        fill();
      });
  }

  /** Starts those that wait longest, as long as there are places. */
  function fill(): void {
    if (closing.signal.aborted || claimedAt === -Infinity) return;
    const free: number[] = [...PLACES];
    const take = (pace: Pace) => kindsOf(pace).forEach((kind) => ((free[kind] as number) -= 1));
    for (const pace of paces.values()) if (pace.work !== undefined) take(pace);
    const due = [...paces].filter(([, { work, nextMs }]) => work === undefined && nextMs <= realNow());
    for (const [id, pace] of due.toSorted(([, a], [, b]) => a.nextMs - b.nextMs)) {
      if (kindsOf(pace).some((kind) => (free[kind] as number) <= 0)) continue;
      take(pace);
      start(id, pace);
    }
  }

  return {
    /** Asks the sources whose turn it is; when one has been asked, the next one follows at once. */
    async look(): Promise<void> {
      const known = await sources.all();
      const active = new Map(known.filter(isActive).map((source) => [source.id, setOf(source)]));
      for (const [id, { work, set }] of paces) if (work === undefined && active.get(id) !== set) paces.delete(id);
      for (const [id, set] of active) if (!paces.has(id)) paces.set(id, newPace(set, realNow()));
      if (known.length === 0 || !(await isOurs())) return;
      if (realNow() - tidiedAt >= tidyEveryMs) {
        tidiedAt = realNow();
        await following.tidy();
        for (const source of known) if (isActive(source)) await following.retry(source).catch(unlessOvertaken);
      }
      for (const source of known) if (isSilent(source, now())) await following.hide(source).catch(unlessOvertaken);
      fill();
    },

    /** Ends all requests; the next start goes on. */
    async close(): Promise<void> {
      closing.abort(new Error('The service stops.'));
      await Promise.all([...paces.values()].flatMap(({ work }) => work ?? []));
      if (claimedAt > -Infinity) await claim.end();
    },
  };
}

/** Nothing is known of it. */
const newPace = (set: string, atMs: number): Pace => ({
  nextMs: 0,
  failures: 0,
  tookMs: undefined,
  writes: WRITES.atOnce,
  writesAtMs: atMs,
  set,
  work: undefined,
});

const setOf = ({ version, removed_at: removed }: SourceRow): string => `${version} ${removed}`;

/** The numbers in `PLACES` of the places that it takes. */
function kindsOf({ tookMs }: Pace): number[] {
  if (tookMs === undefined) return [0, 1];
  return tookMs > TURN.ms ? [0, 1, 2] : [0];
}

/** What operators read of a fault of this service: its kind, since a message may hold anything. */
function faultHere(error: unknown): SourceFault {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  const kind = [name, code].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return new SourceFault('other', `The directory failed here: ${kind}. The log says more.`);
}

/** Another process has done it. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}
