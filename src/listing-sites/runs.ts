import type { Database } from '../database/database.ts';
import type { DueWork } from '../jobs/background.ts';
import { alone, type Hold } from '../jobs/claim.ts';
import type { Log } from '../telemetry/log.ts';
import type { RealNow } from '../time/clock.ts';
import type { ListingSiteStore, SiteKey } from './store.ts';

/** An adopted animal leaves within minutes, together with others that are adopted at the same time. */
const HASTE = { quietMs: 2 * 60_000, betweenMs: 10 * 60_000 } as const;
/** A server that hangs keeps places for minutes, and takes none from others. */
const MOST = { runs: 64, ofHost: 8 } as const;
const mostDue = 1_000;

interface RunsParts {
  readonly database: Database;
  readonly sites: ListingSiteStore;
  readonly run: (key: SiteKey, hold: Hold) => Promise<void>;
  readonly realNow: RealNow;
  readonly log: Log;
  /** Looks for what is due, now that there is room, or that somebody asked for another run of the site meanwhile. */
  readonly wake: () => void;
}

/** Runs what is due, each site by itself. Any number of processes may do so on one database: a claim keeps two runs of a site apart. */
export function openListingRuns({ database, sites, run, realNow, log, wake }: RunsParts) {
  const running = new Map<string, { readonly host: string; readonly work: Promise<unknown> }>();
  const closing = new AbortController();

  function start({ host, ...key }: SiteKey & { readonly host: string }): void {
    const name = `listing ${key.organizationId} ${key.site}`;
    if (running.has(name) || closing.signal.aborted || running.size >= MOST.runs) return;
    if ([...running.values()].filter((one) => one.host === host).length >= MOST.ofHost) return;
    const work = alone({ database, name, now: realNow, stop: closing.signal }, (hold) => run(key, hold))
      .catch((err: unknown) => {
        if (!closing.signal.aborted) log.error({ err, ...key }, 'a run for a listing site ended; it is begun again');
      })
      .then((done) => {
        running.delete(name);
        // While another process works, this one would ask without end.
        if (done !== undefined) wake();
      });
    running.set(name, { host, work });
  }

  let lookedAt: SiteKey | undefined;

  /** Begins what is due, as far as there is room. */
  async function look(): Promise<void> {
    lookedAt = await sites.hasten(HASTE, lookedAt);
    for (const site of await sites.due(mostDue)) start(site);
  }

  return {
    look,
    due: (wake: () => void): DueWork => ({
      isBusy: async () => (await sites.due(1)).length > 0,
      async next(afterMs) {
        for (let last = await sites.hasten(HASTE, undefined); last !== undefined;)
          last = await sites.hasten(HASTE, last);
        return sites.nextAfter(afterMs);
      },
      wake,
    }),
    /** Ends all runs; the next start goes on with them. */
    async close(): Promise<void> {
      closing.abort(new Error('The service stops.'));
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}
