import { randomInt } from 'node:crypto';
import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { deleteOldest } from '../database/delete-oldest.ts';
import { isHidden, isPublic, isPublicOrganization } from '../database/listed.ts';
import { newest } from '../database/newest.ts';
import type { Tables } from '../database/tables.ts';
import { chunks } from '../kit/chunks.ts';
import { present } from '../kit/present.ts';
import { aboutListingSite, type Sealing } from '../secrets/sealing.ts';
import type { Now } from '../time/clock.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import {
  type FtpSecurity,
  LISTING_SITES,
  type ListingSiteName,
  type Resending,
  type RunCause,
  type RunOutcome,
  type SiteState,
  usualFile,
  type WaitingReason,
} from '../vocabulary/listing-sites.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { ListingRun, ListingSite, ListingSiteSettings } from './schema.ts';

/** With whether a run has begun and not ended: both are read at one moment. */
export type SiteRow = Selectable<Tables['listing_sites']> & { readonly is_running: SqlBool };
export type AnimalRow = Selectable<Tables['listing_animals']>;

/** One organization's account at one site. */
export interface SiteKey {
  readonly organizationId: number;
  readonly site: ListingSiteName;
}

/** Between two regular runs, and the longest wait after a failure. A run that is due later was planned before the clock was set back. */
export const EVERY_MS = 4 * 60 * 60 * 1_000;
const ftpPort = 21;
/** How long what was done is kept. */
const keptMs = 93 * 24 * 60 * 60 * 1_000;
const rowsAtOnce = 500;
/** Whose animals are looked at together: up to some tens of thousands. */
const sitesAtOnce = 200;
/** A run that began earlier has died. */
const longestRunMs = 60 * 60 * 1_000;

export type ListingSiteStore = ReturnType<typeof listingSiteStore>;

/** Which sites list the animals of an organization, and what was sent there. */
export function listingSiteStore(
  database: Database,
  {
    now,
    publicUrl,
    seal,
    open,
  }: Pick<Sealing, 'seal' | 'open'> & {
    readonly now: Now;
    /** Where the sites fetch photos; empty if they get none. */
    readonly publicUrl: string;
  },
) {
  const { read } = database;
  const rowsOf = (db: Queries, organizationId: Int64) =>
    db
      .selectFrom('listing_sites')
      .selectAll()
      .select((of) =>
        of
          .exists(
            of
              .selectFrom('listing_runs')
              .select('id')
              .whereRef('listing_runs.organization_id', '=', 'listing_sites.organization_id')
              .whereRef('listing_runs.site', '=', 'listing_sites.site')
              .where('ended_at', 'is', null)
              // Its process may have died, and the site be paused since.
              .where('started_at', '>', now() - longestRunMs),
          )
          .as('is_running'),
      )
      .where('organization_id', '=', organizationId as number);

  const find = ({ organizationId, site }: SiteKey, db: Queries = read): Promise<SiteRow | undefined> =>
    rowsOf(db, organizationId).where('site', '=', site).executeTakeFirst();

  const change = async (tx: Queries, key: SiteKey, to: Updateable<Tables['listing_sites']>) => {
    await tx.updateTable('listing_sites').set(to).where(isOf(key)).execute();
  };

  async function forget(tx: Queries, key: SiteKey, table: 'listing_animals' | 'listing_runs' | 'listing_sites') {
    await tx.deleteFrom(table).where(isOf(key)).execute();
  }

  const shown = (row: SiteRow): ListingSite => shownSite(row, publicUrl);

  /** The sites to which something may be sent. */
  const runnable = (db: Queries = read) =>
    db
      .selectFrom('listing_sites')
      .innerJoin('organizations', 'organizations.id', 'organization_id')
      .where(isPublicOrganization)
      .where('paused_at', 'is', null);

  return {
    find,
    change,

    isDue: ({ next_at: atMs, paused_at: paused }: SiteRow): boolean =>
      paused === null && (atMs <= now() || atMs > now() + EVERY_MS),

    shown,

    async list(organizationId: Int64): Promise<ListingSite[]> {
      const rows = await rowsOf(read, organizationId).execute();
      const order = Object.keys(LISTING_SITES);
      return rows.toSorted((one, other) => order.indexOf(one.site) - order.indexOf(other.site)).map(shown);
    },

    /** The password of the account. */
    passwordOf: (row: SiteRow): string => open(row.password, aboutListingSite(row.organization_id, row.site)),

    /** @param settings has a password, unless `before` holds one for the same account */
    async save(
      tx: Queries,
      key: SiteKey,
      settings: ListingSiteSettings,
      before: SiteRow | undefined,
    ): Promise<SiteRow> {
      const { organizationId, site } = key;
      const { password, paused = false } = settings;
      const target = targetOf(site, settings);
      const nowMs = now();
      const isSame = before !== undefined && isSameTarget(before, target);
      const values = {
        ...target,
        header_line: site === 'adopt-a-pet' ? Number(settings.headerLine ?? true) : null,
        sends_map: site === 'adopt-a-pet' ? Number(settings.map === true) : null,
        ...(password !== undefined && { password: seal(password, aboutListingSite(organizationId, site)) }),
        paused_at: paused ? (before?.paused_at ?? nowMs) : null,
        // Refusals of the sign-in pause a site by themselves. One that somebody has paused waits for them.
        ...(paused && before?.paused_at === null && { refusals: 0 }),
        updated_at: nowMs,
        // An account that was removed and set up again is another one, also for a run that has begun before.
        version: before === undefined ? randomInt(2 ** 47) : before.version + 1,
        ...(!paused && { ...NO_FAILURE, next_at: nowMs, next_cause: 'schedule' }),
        ...(!isSame && NOTHING_TAKEN),
      } satisfies Updateable<Tables['listing_sites']>;
      if (before === undefined)
        await tx
          .insertInto('listing_sites')
          .values({
            next_at: nowMs,
            ...NO_FAILURE,
            ...values,
            organization_id: organizationId,
            site,
            created_at: nowMs,
          } as Insertable<Tables['listing_sites']>)
          .execute();
      else {
        // Another account at the site has nothing of ours.
        if (!isSame) await forget(tx, key, 'listing_animals');
        await change(tx, key, values);
      }
      return (await find(key, tx)) as SiteRow;
    },

    /** Forgets the account and what was sent. The site keeps what it has. */
    async remove(tx: Queries, key: SiteKey): Promise<void> {
      for (const table of ['listing_animals', 'listing_runs', 'listing_sites'] as const) await forget(tx, key, table);
    },

    /** Up to `count` sites with a run that is due. What visitors do not see is sent nowhere. */
    async due(count: number): Promise<(SiteKey & { readonly host: string })[]> {
      const rows = await runnable()
        .select(['organization_id', 'site', 'host'])
        .where((column) => column('next_at', '<=', now()).or('next_at', '>', now() + EVERY_MS))
        .orderBy('next_at')
        .limit(count)
        .execute();
      return rows.map((row) => ({ ...keyOf(row), host: row.host }));
    },

    /** Whether something may still be sent to the site as it was set up then. */
    async isRunnable(row: SiteRow, db?: Queries): Promise<boolean> {
      const found = await runnable(db)
        .select('site')
        .where(isOf(keyOf(row)))
        .where('listing_sites.version', '=', row.version)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** When the next run after this time is due, in Unix milliseconds; Infinity if none is. */
    async nextAfter(afterMs: number): Promise<number> {
      const { at } = await runnable()
        .select(({ fn }) => fn.min<number | null>('next_at').as('at'))
        .where('next_at', '>', afterMs)
        .executeTakeFirstOrThrow();
      return at ?? Infinity;
    },

    /**
     * Brings the next run forward where a site still lists an animal that can no longer be adopted: it begins after a quiet time, so that several
     * changes go together, and not too soon after the last one. Looks at a bounded number of sites.
     *
     * @param after the last site that was looked at
     * @returns the last one that was looked at now; undefined behind the last of all
     */
    async hasten(
      { quietMs, betweenMs }: { readonly quietMs: number; readonly betweenMs: number },
      after: SiteKey | undefined,
    ): Promise<SiteKey | undefined> {
      const nowMs = now();
      const seen = await runnable()
        .select(['organization_id', 'site'])
        .where(sql<SqlBool>`(organization_id, site) > (${after?.organizationId ?? 0}, ${after?.site ?? ''})`)
        .orderBy('organization_id')
        .orderBy('site')
        .limit(sitesAtOnce)
        .execute();
      const [first, last] = [seen[0], seen.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      const rows = await runnable()
        .select(['organization_id', 'site', 'last_attempt_at'])
        .where('organization_id', '>=', first.organization_id)
        .where('organization_id', '<=', last.organization_id)
        .where('failures', '=', 0)
        .where('waiting_hash', 'is', null)
        .where('next_at', '>', nowMs + quietMs)
        .where(
          sql<SqlBool>`exists (select 1 from listing_animals left join pets on pets.id = listing_animals.pet_id
            where listing_animals.organization_id = listing_sites.organization_id and listing_animals.site = listing_sites.site
              and listing_animals.status <> 'sold' and (pets.id is null or pets.status = 'sold' or pets.organization_id is null
                or pets.organization_id <> listing_sites.organization_id or ${isHidden(nowMs)} or not ${isPublic('pets')}))`,
        )
        .execute();
      for (const row of rows) {
        // The last attempt may have been before the clock was set back.
        const lastMs = Math.min(nowMs, row.last_attempt_at ?? 0);
        const at = Math.max(nowMs + quietMs, lastMs + betweenMs);
        await database.transaction(async (tx) => {
          const found = await find(keyOf(row), tx);
          if (found !== undefined && found.next_at > at)
            await change(tx, keyOf(row), { next_at: at, next_cause: 'removal' satisfies RunCause });
        });
      }
      return seen.length < sitesAtOnce ? undefined : keyOf(last);
    },

    /** Makes a run due now. @param by the account that asks; undefined at the command line */
    ask: (tx: Queries, key: SiteKey, by: number, resend?: Resending): Promise<void> =>
      change(tx, key, {
        next_at: now(),
        next_cause: 'asked',
        next_by: by === 0 ? null : by,
        ...(resend !== undefined && { resend }),
      }),

    /** Newest first. */
    runs: async (key: SiteKey, count: number, before: Int64 | undefined): Promise<ListingRun[]> =>
      (await newest(read.selectFrom('listing_runs').selectAll().where(isOf(key)), count, before)).map(shownRun),

    /** What the site has, or was about to get, by animal. */
    async animals(
      key: SiteKey,
      db: Queries = read,
      petIds?: readonly number[],
    ): Promise<ReadonlyMap<number, AnimalRow>> {
      let query = db.selectFrom('listing_animals').selectAll().where(isOf(key));
      if (petIds !== undefined) query = query.where('pet_id', 'in', petIds);
      return new Map((await query.execute()).map((row) => [row.pet_id, row]));
    },

    /** Which of these animals visitors see, or would if they were not on hold and had not left. */
    async public(petIds: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await read
        .selectFrom('pets')
        .select('id')
        .where('id', 'in', petIds)
        .where(isPublic('pets'))
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Replaces what the site has, or is about to get. */
    async saveAnimals(tx: Queries, key: SiteKey, animals: Iterable<Omit<AnimalRow, 'organization_id' | 'site'>>) {
      await forget(tx, key, 'listing_animals');
      const { organizationId: organization_id, site } = key;
      for (const some of chunks([...animals], rowsAtOnce))
        await tx
          .insertInto('listing_animals')
          .values(some.map((row) => ({ ...row, organization_id, site })))
          .execute();
    },

    async beginRun(tx: Queries, key: SiteKey, row: SiteRow): Promise<number> {
      const { organizationId: organization_id, site } = key;
      await tx
        .updateTable('listing_runs')
        .set({ ended_at: now(), outcome: 'interrupted' satisfies RunOutcome })
        .where(isOf(key))
        .where('ended_at', 'is', null)
        .execute();
      const { id } = await tx
        .insertInto('listing_runs')
        .values({
          organization_id,
          site,
          started_at: now(),
          cause: row.next_cause ?? ('retry' satisfies RunCause),
          asked_by: row.next_by,
          steps: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await change(tx, key, { last_attempt_at: now(), next_cause: null, next_by: null });
      return id;
    },

    async endRun(tx: Queries, runId: number, ended: Updateable<Tables['listing_runs']>): Promise<void> {
      await tx
        .updateTable('listing_runs')
        .set({ ...ended, ended_at: now() })
        .where('id', '=', runId)
        .execute();
    },

    /** Deletes a bounded number of old runs. Returns whether there may be more. */
    sweep: (tx: Queries, nowMs: number): Promise<boolean> =>
      deleteOldest(tx, 'listing_runs', { order: 'started_at', upTo: nowMs - keptMs, key: ['id'] }),
  };
}

const isOf = ({ organizationId, site }: SiteKey) =>
  sql<SqlBool>`organization_id = ${organizationId} and site = ${site}`;

export const keyOf = ({ organization_id, site }: Pick<SiteRow, 'organization_id' | 'site'>): SiteKey => ({
  organizationId: organization_id,
  site: site as ListingSiteName,
});

/** Nothing fails, or has failed since somebody saw to it. */
export const NO_FAILURE = { failures: 0, refusals: 0, failing_since: null, failing_told: null, error: null } as const;

export const NOTHING_WAITS = {
  waiting_hash: null,
  waiting_reason: null,
  waiting_since: null,
  waiting_animals: null,
  waiting_available: null,
  consent_hash: null,
  consent_by: null,
} as const;

/** What is known of an account to which nothing was sent. */
const NOTHING_TAKEN = {
  ...NOTHING_WAITS,
  taken_hash: null,
  taken_map: null,
  taken_animals: null,
  taken_available: null,
  in_doubt: null,
  last_success_at: null,
} as const;

type Target = Pick<SiteRow, 'host' | 'port' | 'security' | 'username' | 'file'>;

/** Where the file goes. */
function targetOf(site: ListingSiteName, settings: ListingSiteSettings): Target {
  const {
    username,
    host = LISTING_SITES[site].host,
    port = ftpPort,
    security = 'none' satisfies FtpSecurity,
  } = settings;
  return { host: host.toLowerCase(), port, security, username, file: settings.file ?? usualFile(site, username) };
}

/** Whether a list went to the same account and file. */
const isSameTarget = (before: Target, after: Target): boolean =>
  (['host', 'port', 'username', 'file'] as const).every((part) => before[part] === after[part]);

/** Whether the account at the server is the same, so that its password may stay. */
export const isSameAccount = (site: ListingSiteName, before: Target, settings: ListingSiteSettings): boolean => {
  const after = targetOf(site, settings);
  return (['host', 'port', 'username'] as const).every((part) => before[part] === after[part]);
};

/** How many available animals the site has, or may have if a list reached it that it was not seen to take. Null before the first list. */
export const availableAt = ({
  taken_available: taken,
  in_doubt: inDoubt,
}: Pick<SiteRow, 'taken_available' | 'in_doubt'>): number | null =>
  taken === null ? null : Math.max(taken, inDoubt ?? 0);

const time = (ms: number | null): string | undefined => (ms === null ? undefined : timestamp(ms));

function stateOf(row: SiteRow): SiteState {
  if (row.paused_at !== null) return 'paused';
  if (row.failures > 0) return 'failing';
  if (row.waiting_hash !== null) return 'waiting';
  return row.taken_hash === null ? 'new' : 'sent';
}

function shownSite(row: SiteRow, publicUrl: string): ListingSite {
  return present({
    site: row.site as ListingSiteName,
    host: row.host,
    port: row.port,
    security: row.security as FtpSecurity,
    username: row.username,
    file: row.file,
    headerLine: row.header_line === null ? null : row.header_line === 1,
    map: row.sends_map === null ? null : row.sends_map === 1,
    photosFrom: publicUrl === '' ? null : publicUrl,
    paused: row.paused_at !== null,
    state: stateOf(row),
    running: Boolean(row.is_running),
    waiting:
      row.waiting_hash === null
        ? null
        : present({
            list: row.waiting_hash,
            reason: row.waiting_reason as WaitingReason,
            since: timestamp(row.waiting_since ?? 0),
            animals: row.waiting_animals ?? 0,
            available: row.waiting_available ?? 0,
            availableBefore: availableAt(row),
            agreed: row.consent_hash === row.waiting_hash,
          }),
    error:
      row.error === null
        ? null
        : { since: timestamp(row.failing_since ?? 0), message: row.error, refused: row.refusals > 0 },
    animals: row.taken_animals,
    lastAttemptAt: time(row.last_attempt_at),
    lastSuccessAt: time(row.last_success_at),
    nextRunAt: row.paused_at === null ? timestamp(row.next_at) : null,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  });
}

const shownRun = (row: Selectable<Tables['listing_runs']>): ListingRun =>
  present({
    id: row.id,
    startedAt: timestamp(row.started_at),
    endedAt: time(row.ended_at),
    cause: row.cause as RunCause,
    askedBy: row.asked_by,
    consentBy: row.consent_by,
    outcome: row.outcome as RunOutcome | null,
    animals: row.animals,
    available: row.available,
    notListed: row.not_listed,
    bytes: row.bytes,
    error: row.error,
    steps: JSON.parse(row.steps) as ListingRun['steps'],
  });
