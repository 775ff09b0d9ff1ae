import type { Updateable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Hold } from '../jobs/claim.ts';
import type { Log } from '../telemetry/log.ts';
import type { Now } from '../time/clock.ts';
import type { FtpSecurity, Resending, RunCause, RunOutcome } from '../vocabulary/listing-sites.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { ListingAnimals } from './animals.ts';
import { FtpFailure, type Ftp, type FtpLogin } from './ftp.ts';
import { hashOf, type List, listFor, MAP, reasonToWait } from './list.ts';
import {
  EVERY_MS,
  keyOf,
  type ListingSiteStore,
  NO_FAILURE,
  NOTHING_WAITS,
  type SiteKey,
  type SiteRow,
} from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For all files together: a server that takes a byte a minute makes progress, too. */
const longestMs = 15 * minuteMs;
const firstRetryMs = 5 * minuteMs;
/** After a refused sign-in: an account may be locked for asking often. */
const refusedMs = [hourMs, EVERY_MS];
/** Consecutive refusals that pause the site. */
const mostRefusals = 3;
/** Managers are told when nothing has worked for this long. */
const tellAfterMs = 6 * hourMs;

/** What managers are told of. */
export type ListingNews = 'listing_waiting' | 'listing_failing' | 'listing_paused';

export interface RunParts {
  readonly database: Database;
  readonly sites: ListingSiteStore;
  readonly animals: ListingAnimals;
  readonly ftp: Ftp;
  readonly tell: (tx: Queries, kind: ListingNews, key: SiteKey) => Promise<void>;
  readonly now: Now;
  readonly log: Log;
}

/** How to sign in at the server of the site. */
export const loginOf = (sites: ListingSiteStore, row: SiteRow): FtpLogin => ({
  host: row.host,
  port: row.port,
  username: row.username,
  password: sites.passwordOf(row),
  security: row.security as FtpSecurity,
});

type Ended = Updateable<Tables['listing_runs']> & { readonly outcome: RunOutcome };

/**
 * One run of one site: makes the list, compares it with the last one that the site took, and sends it if it differs and nobody needs to agree.
 * Before a byte is sent, the database says that the server may hold a part of it: so a run that ends at any point is repaired by the next one.
 */
export function listingRun({ database, sites, animals, ftp, tell, now, log }: RunParts) {
  /** @returns the site and the run; undefined if another process was faster, or nothing is due any more */
  const begin = (key: SiteKey): Promise<{ row: SiteRow; runId: number } | undefined> =>
    database.transaction(async (tx) => {
      const row = await sites.find(key, tx);
      if (row === undefined || !sites.isDue(row) || !(await sites.isRunnable(row, tx))) return undefined;
      return { row, runId: await sites.beginRun(tx, key, row) };
    });

  /** Writes how the run ended, unless the site was changed meanwhile. @param next in how many milliseconds the next one begins, and why; unless somebody asked for one meanwhile */
  async function end(
    tx: Queries,
    { row, runId }: { readonly row: SiteRow; readonly runId: number },
    ended: Ended,
    change: Updateable<Tables['listing_sites']>,
    next: { readonly inMs: number; readonly cause: RunCause } = { inMs: EVERY_MS, cause: 'schedule' },
  ): Promise<boolean> {
    const current = await sites.find(keyOf(row), tx);
    // It was set up anew meanwhile: the next run begins from what is there now.
    const isSame = current?.version === row.version;
    await sites.endRun(tx, runId, isSame ? ended : { ...ended, outcome: 'interrupted' });
    if (!isSame) return false;
    const isAsked = current.next_cause !== null;
    await sites.change(tx, keyOf(row), {
      ...change,
      ...(isAsked ? { resend: current.resend } : { next_at: now() + next.inMs, next_cause: next.cause }),
    });
    return true;
  }

  async function fail(tx: Queries, run: { row: SiteRow; runId: number }, ended: Ended, error: unknown): Promise<void> {
    const { row } = run;
    const isKnown = error instanceof FtpFailure;
    if (!isKnown)
      log.error({ err: error, site: row.site, organization: row.organization_id }, 'a run for a listing site failed');
    const message = isKnown
      ? error.message
      : 'The list could not be made or sent; the log of the service has the cause.';
    const refusals = isKnown && error.kind === 'sign_in' ? row.refusals + 1 : 0;
    const failures = row.failures + 1;
    const since = Math.min(row.failing_since ?? now(), now());
    const isPaused = refusals >= mostRefusals;
    const untilTellMs = row.failing_told === null ? since + tellAfterMs - now() : Infinity;
    const isTold = !isPaused && untilTellMs <= 0;
    // The last run before managers are told comes when they are to be told.
    const retryMs = Math.min(
      EVERY_MS,
      firstRetryMs * 2 ** (failures - 1),
      untilTellMs > 0 ? Math.max(minuteMs, untilTellMs) : Infinity,
    );
    const inMs = refusals > 0 ? (refusedMs[refusals - 1] ?? EVERY_MS) : retryMs;
    const change = {
      failures,
      refusals,
      failing_since: since,
      error: message,
      ...(isTold && { failing_told: 1 }),
      ...(isPaused && { paused_at: now() }),
    };
    if (!(await end(tx, run, { ...ended, error: message }, change, { inMs, cause: 'retry' }))) return;
    if (isPaused) await tell(tx, 'listing_paused', keyOf(row));
    if (isTold) await tell(tx, 'listing_failing', keyOf(row));
  }

  return async function run(key: SiteKey, hold: Hold): Promise<void> {
    const begun = await begin(key);
    if (begun === undefined) return;
    const { row, runId } = begun;
    const steps: { readonly at: string; readonly text: string }[] = [];
    const note = (text: string): void => void steps.push({ at: timestamp(now()), text });
    const endedAs = (outcome: RunOutcome, list?: List): Ended => ({
      outcome,
      steps: JSON.stringify(steps),
      ...(list && {
        animals: list.statuses.size,
        available: list.available,
        not_listed: list.notListed,
        bytes: list.bytes.length,
      }),
    });
    /** A transaction of a run that no other one has replaced. */
    const whileHeld = async (work: (tx: Queries) => Promise<void>): Promise<void> => {
      await database.transaction(async (tx) => {
        await hold.require(tx);
        await work(tx);
      });
    };
    /** While the run lasts, a manager may pause the site, or the organization may vanish from the board. */
    const requireRunnable = async (tx?: Queries): Promise<void> => {
      await hold.require(tx);
      if (!(await sites.isRunnable(row, tx)))
        throw new FtpFailure('The site was set up anew or paused meanwhile, or the organization is no longer listed.');
    };
    let list: List | undefined;
    try {
      const known = await sites.animals(key);
      const made = (list = await listFor(row, animals, known, String(runId)));
      const { statuses, available, hash, bytes, periodOf } = made;
      const sendsMap = row.sends_map === 1;
      const isTaken = row.taken_hash === hash && (!sendsMap || row.taken_map === hashOf(MAP.bytes));
      if (isTaken && row.in_doubt === null && row.resend === null) {
        note('The site has this list.');
        return await whileHeld(
          async (tx) => void (await end(tx, begun, endedAs('unchanged', made), { ...NO_FAILURE, ...NOTHING_WAITS })),
        );
      }

      // A list that waits or fails keeps the new addresses: only so it stays the same list.
      const renewed = row.resend === 'photos' ? { resend: 'list' satisfies Resending } : {};
      const rowsOf = (listed: (petId: number) => Partial<{ status: string; listed_since: number }>) =>
        [...statuses.keys()].map((pet_id) => {
          const { status = null, listed_since = null } = listed(pet_id);
          return { pet_id, period: periodOf(pet_id), status, listed_since, is_leaving: null };
        });
      const before = (petId: number): { readonly status?: string; readonly listed_since?: number } => {
        const found = known.get(petId);
        // One that may have been away has arrived only when the list is taken.
        if (found?.period !== periodOf(petId) || found.status === null) return {};
        return { status: found.status, ...(found.listed_since !== null && { listed_since: found.listed_since }) };
      };
      const gone = [...known.values()].filter(({ pet_id }) => !statuses.has(pet_id));

      const reason = reasonToWait(row, made);
      if (reason !== undefined && row.consent_hash !== hash) {
        note('The list waits for the consent of a manager.');
        const waiting = {
          waiting_hash: hash,
          waiting_reason: reason,
          waiting_since: row.waiting_hash === null ? now() : row.waiting_since,
          waiting_animals: statuses.size,
          waiting_available: available,
          // A manager may have agreed to this list since the run began.
          ...(row.waiting_hash !== hash && { consent_hash: null, consent_by: null }),
          ...renewed,
        };
        return await whileHeld(async (tx) => {
          // Without the animals of an organization that has just left the board, the list would seem to be empty.
          await requireRunnable(tx);
          if (!(await end(tx, begun, endedAs('waiting', made), { ...NO_FAILURE, ...waiting }))) return;
          await sites.saveAnimals(tx, key, [...rowsOf(before), ...gone]);
          if (row.waiting_hash === null || row.waiting_reason !== reason || row.consent_hash !== null)
            await tell(tx, 'listing_waiting', key);
        });
      }

      await whileHeld(async (tx) => {
        await requireRunnable(tx);
        await sites.change(tx, key, { in_doubt: Math.max(row.in_doubt ?? 0, available), ...renewed });
        await sites.saveAnimals(tx, key, [...rowsOf(before), ...gone.map((left) => ({ ...left, is_leaving: 1 }))]);
      });
      const data = { path: row.file, bytes };
      const isMapDue = sendsMap && (row.resend !== null || row.taken_map !== hashOf(MAP.bytes));
      const tooLong = AbortSignal.timeout(longestMs);
      const files = isMapDue ? [MAP, data] : [data];
      const sending = { before: () => requireRunnable(), note };
      await ftp
        .send(loginOf(sites, row), files, sending, AbortSignal.any([hold.stop, tooLong]))
        .catch((error: unknown) => {
          throw tooLong.aborted
            ? new FtpFailure(`The server took longer than ${longestMs / minuteMs} minutes.`)
            : error;
        });
      await whileHeld(async (tx) => {
        const taken = (petId: number) => ({
          status: statuses.get(petId) as string,
          listed_since: Math.min(before(petId).listed_since ?? now(), now()),
        });
        const isCurrent = await end(
          tx,
          begun,
          { ...endedAs('sent', made), consent_by: reason === undefined ? null : row.consent_by },
          {
            ...NO_FAILURE,
            ...NOTHING_WAITS,
            taken_hash: hash,
            taken_map: sendsMap ? hashOf(MAP.bytes) : null,
            taken_animals: statuses.size,
            taken_available: available,
            last_success_at: now(),
            in_doubt: null,
            resend: null,
          },
        );
        if (isCurrent) await sites.saveAnimals(tx, key, rowsOf(taken));
      });
    } catch (error) {
      // Another process, or the next start, finds the site due and goes on.
      if (hold.stop.aborted) return;
      await whileHeld((tx) => fail(tx, begun, endedAs('failed', list), error));
    }
  };
}
