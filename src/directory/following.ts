import type { Database } from '../database/database.ts';
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
/** Sources that are asked at the same time; the others wait in turn. */
const mostAtOnce = 64;
/** Steps of a source in a row, before others that wait come first. */
const mostSteps = 10;
const claimEveryMs = 5_000;

interface Pace {
  nextMs: number;
  failures: number;
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

  async function isOurs(): Promise<boolean> {
    if (realNow() - claimedAt < claimEveryMs) return true;
    const isHeld = (await database.transaction((tx) => claim.renew(tx))) || (await claim.take());
    claimedAt = isHeld ? realNow() : -Infinity;
    return isHeld;
  }

  /** Notes that the source has failed; operators read why. */
  async function fail(source: SourceRow, error: SourceFault): Promise<void> {
    const stopped = error.kind === 'refused' ? error.message : null;
    if (source.error === error.message && stopped === null) return;
    await database.transaction((tx) => sources.change(tx, source, { error: error.message, stopped }));
  }

  async function ask(first: SourceRow, pace: Pace): Promise<void> {
    let source: SourceRow | undefined = first;
    try {
      let hasMore = true;
      for (let steps = 0; hasMore && steps < mostSteps && source !== undefined; steps += 1) {
        closing.signal.throwIfAborted();
        const deadline = AbortSignal.timeout(stepMs);
        const stop = AbortSignal.any([closing.signal, deadline]);
        hasMore = await following.step(source, stop).catch((error: unknown) => {
          throw deadline.aborted ? new SourceFault('other', 'A step took longer than two minutes.') : error;
        });
        if (hasMore) source = await sources.find(source.id);
      }
      pace.failures = 0;
      pace.nextMs = realNow() + (hasMore ? 0 : everyMs);
    } catch (error) {
      if (closing.signal.aborted) return;
      pace.nextMs = realNow() + everyMs;
      if (error instanceof Overtaken) return;
      pace.failures += 1;
      const waitMs = error instanceof SourceFault ? error.waitMs : undefined;
      pace.nextMs = realNow() + (waitMs ?? Math.min(PAUSE_MS.first * 2 ** (pace.failures - 1), PAUSE_MS.longest));
      if (!(error instanceof SourceFault))
        log.error({ err: error, source: first.url }, 'a source of the directory failed');
      else if (source !== undefined) await fail(source, error);
    }
  }

  function start(source: SourceRow): void {
    const pace = paces.get(source.id) ?? { nextMs: 0, failures: 0, work: undefined };
    paces.set(source.id, pace);
    pace.work = ask(source, pace)
      .catch(unlessOvertaken)
      .catch((err: unknown) => log.error({ err, source: source.url }, 'a source of the directory failed'))
      .finally(() => (pace.work = undefined));
  }

  const running = () => [...paces.values()].filter(({ work }) => work !== undefined);

  return {
    /** Asks the sources whose turn it is. */
    async look(): Promise<void> {
      const known = await sources.all();
      for (const [id, { work }] of paces)
        if (work === undefined && !known.some((source) => source.id === id)) paces.delete(id);
      if (known.length === 0 || !(await isOurs())) return;
      for (const source of known) if (isSilent(source, now())) await following.hide(source).catch(unlessOvertaken);
      const nextMs = ({ id }: SourceRow) => paces.get(id)?.nextMs ?? 0;
      const due = known
        .filter((source) => isActive(source) && paces.get(source.id)?.work === undefined && nextMs(source) <= realNow())
        .toSorted((a, b) => nextMs(a) - nextMs(b));
      for (const source of due.slice(0, mostAtOnce - running().length)) start(source);
    },

    /** Ends all requests; the next start goes on. */
    async close(): Promise<void> {
      closing.abort(new Error('The service stops.'));
      await Promise.all(running().flatMap(({ work }) => work ?? []));
      if (claimedAt > -Infinity) await claim.end();
    },
  };
}

/** Another process has done it. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}
