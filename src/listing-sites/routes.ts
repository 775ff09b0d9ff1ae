import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import { whyNotListed } from '../exporting/listing.ts';
import type { App } from '../http/app.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { actorOf, FOR_MANAGERS, managedOrganization, principalOf } from '../http/principal.ts';
import { NoContent, PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Network } from '../network/network.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { Pet } from '../pets/schema.ts';
import type { PetStore } from '../pets/store.ts';
import { SEALED } from '../secrets/sealing.ts';
import type { Environment } from '../vocabulary/environments.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { LISTING_SITES, type ListingSiteName } from '../vocabulary/listing-sites.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { ListingAnimals } from './animals.ts';
import { type Ftp, FtpFailure } from './ftp.ts';
import { loginOf } from './run.ts';
import {
  ListingAnimals as ListingAnimalsShape,
  ListingAnimalsQuery,
  ListingConsent,
  ListingRuns,
  ListingSite,
  ListingSiteParams,
  ListingSites,
  ListingSiteSettings,
  ListingSiteTest,
  NewListingRun,
  OrganizationParams,
} from './schema.ts';
import { isSameAccount, type ListingSiteStore, type SiteKey, type SiteRow } from './store.ts';

/** Signing in takes some servers most of a minute. */
const testMs = 55_000;
const mostNames = 100;
/** Animals that are read at a time where a list shows few of them. */
const pageRows = 200;
/** The most that a request reads. A page then has fewer than were asked for, and the next one goes on from there. */
const mostRows = 2_000;

export interface ListingSiteRouteParts {
  readonly sites: ListingSiteStore;
  readonly organizations: OrganizationStore;
  readonly pets: PetStore;
  readonly animals: ListingAnimals;
  readonly ftp: Ftp;
  readonly network: Network;
  readonly environment: Environment;
  readonly lists: Lists;
  readonly effects: Effects;
  /** Begins what is due. */
  readonly wake: () => void;
}

type SiteRequest = FastifyRequest & {
  readonly params: { readonly organizationId: Int64; readonly site: ListingSiteName };
};

const url = '/organizations/:organizationId/listing-sites/:site';
const errors = [...FOR_MANAGERS.errors, 'listing_site_not_found'] as const;

/** Where the animals of an organization are listed besides the board. */
export function listingSiteRoutes(v1: App, parts: ListingSiteRouteParts): void {
  const { sites, organizations, pets, animals, ftp, network, environment, lists, effects, wake } = parts;

  /** @throws ApiError `organization_not_found`, `forbidden` */
  async function keyOf(request: SiteRequest, tx?: Queries): Promise<SiteKey> {
    const { organization } = await managedOrganization(organizations, request, tx);
    return { organizationId: organization.id, site: request.params.site };
  }

  async function siteOf(request: SiteRequest, tx?: Queries): Promise<{ key: SiteKey; row: SiteRow }> {
    const key = await keyOf(request, tx);
    return { key, row: existing(await sites.find(key, tx), 'listing_site_not_found', 'site') };
  }

  /** @throws ApiError `invalid_body` */
  function requireSettings({ site }: SiteKey, settings: ListingSiteSettings, before: SiteRow | undefined): void {
    const { host = LISTING_SITES[site].host, password, file, headerLine, map } = settings;
    const fault = network.faultOf(`https://${host}`);
    if (fault !== undefined) throw invalid('host', fault);
    if (environment === 'staging' && Object.values(LISTING_SITES).some((one) => one.host === host.toLowerCase()))
      throw invalid('host', "must be a server for tests: staging sends nothing to the site's own");
    if (site === 'rescuegroups' && file === undefined)
      throw invalid('file', 'is required: it is the name in the Import Account');
    if (site === 'adopt-a-pet' && map === undefined)
      throw invalid('map', 'is required: it says whether an `import.cfg` that is there is replaced');
    if (site !== 'adopt-a-pet' && headerLine !== undefined) throw invalid('headerLine', 'is for `adopt-a-pet`');
    if (site !== 'adopt-a-pet' && map !== undefined) throw invalid('map', 'is for `adopt-a-pet`');
    if (password?.startsWith(SEALED) === true) throw invalid('password', `must not begin with \`${SEALED}\``);
    if (password === undefined && (before === undefined || !isSameAccount(site, before, settings)))
      throw invalid('password', 'is required for a new account');
  }

  async function tryConnection(row: SiteRow): Promise<ListingSiteTest> {
    const signal = AbortSignal.timeout(testMs);
    try {
      const { names, offersTls } = await ftp.look(loginOf(sites, row), row.file, signal);
      return { succeeded: true, names: names.slice(0, mostNames), offersEncryption: offersTls };
    } catch (error) {
      if (signal.aborted)
        return { succeeded: false, error: `The server did not answer within ${testMs / 1_000} seconds.` };
      if (!(error instanceof FtpFailure)) throw error;
      return { succeeded: false, error: error.message };
    }
  }

  /** Tells the history of the organization that somebody changed what is sent. */
  const noteChange = async (tx: Queries, request: SiteRequest): Promise<void> =>
    organizations.announce(tx, request.params.organizationId, actorOf(principalOf(request)));

  v1.get('/organizations/:organizationId/listing-sites', {
    schema: {
      operationId: 'listListingSites',
      summary: 'List the sites that list your animals',
      description: 'The sites to which the animals of the organization are sent, and what each is at.',
      params: OrganizationParams,
      response: { 200: ListingSites },
    },
    config: { ...FOR_MANAGERS, polled: true },
    handler: async (request) => {
      const { organization } = await managedOrganization(organizations, request);
      return sites.list(organization.id);
    },
  });

  v1.get(url, {
    schema: {
      operationId: 'getListingSite',
      summary: 'Get a listing site',
      description: 'What the site is at. The password is never shown.',
      params: ListingSiteParams,
      response: { 200: ListingSite },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: async (request) => sites.shown((await siteOf(request)).row),
  });

  v1.put(url, {
    schema: {
      operationId: 'setListingSite',
      summary: 'Set up a listing site',
      description:
        "Says where the list of the organization's animals is sent from now on: every four hours if it has changed, and within minutes after an adoption. The first list of an account waits for your consent, because it replaces everything that the site holds. Settings that are left out get their default; the password stays. Resumes the site unless it is `paused`.",
      params: ListingSiteParams,
      body: ListingSiteSettings,
      response: { 200: ListingSite },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: async (request, reply) => {
      const saved = await effects.run(request, reply, async (tx) => {
        const key = await keyOf(request, tx);
        const before = await sites.find(key, tx);
        requireSettings(key, request.body, before);
        const row = await sites.save(tx, key, request.body, before);
        await noteChange(tx, request);
        return sites.shown(row);
      });
      wake();
      return saved;
    },
  });

  v1.delete(url, {
    schema: {
      operationId: 'removeListingSite',
      summary: 'Remove a listing site',
      description: 'Sends nothing more to the site, which keeps the last list, and forgets the password and all runs.',
      params: ListingSiteParams,
      response: { 204: NoContent('Nothing is sent to the site any more.') },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { key } = await siteOf(request, tx);
        await sites.remove(tx, key);
        await noteChange(tx, request);
      }),
  });

  v1.post(`${url}/test`, {
    schema: {
      operationId: 'testListingSite',
      summary: 'Try the connection to a listing site',
      description:
        'Signs in at the server and lists the folder of the file. Sends nothing. Some servers take most of a minute to answer.',
      params: ListingSiteParams,
      response: { 200: ListingSiteTest },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: async (request, reply) => {
      const { row } = await siteOf(request);
      const result = await tryConnection(row);
      return effects.run(request, reply, async () => result);
    },
  });

  v1.post(`${url}/runs`, {
    schema: {
      operationId: 'startListingRun',
      summary: 'Run a listing site now',
      description:
        'Makes the list, and sends it if it differs from the last one that the site took and needs no consent. If a run is under way, another one follows it.',
      params: ListingSiteParams,
      body: NewListingRun,
      response: { 202: ListingSite },
    },
    config: { ...FOR_MANAGERS, errors: [...errors, 'listing_site_paused'] },
    handler: async (request, reply) => {
      const asked = await effects.run(request, reply, async (tx) => {
        const { key, row } = await siteOf(request, tx);
        requireUnpaused(row);
        await sites.ask(tx, key, principalOf(request).accountId, request.body.resend);
        return sites.shown((await sites.find(key, tx)) as SiteRow);
      });
      wake();
      return asked;
    },
  });

  v1.get(`${url}/runs`, {
    schema: {
      operationId: 'listListingRuns',
      summary: 'List the runs of a listing site',
      description: 'What was done, newest first. Runs are kept for 93 days.',
      params: ListingSiteParams,
      querystring: PageQuery,
      response: { 200: ListingRuns },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: async (request, reply) => {
      const { key } = await siteOf(request);
      return lists.page(request, reply, { ...key }, (_, count, before) => sites.runs(key, count, before));
    },
  });

  v1.get(`${url}/animals`, {
    schema: {
      operationId: 'listListingAnimals',
      summary: 'List animals with what a listing site has of them',
      description:
        'The available and pending animals of the organization, newest first: since when the site lists each, and why the next list will not have it. With `listed`, a page may have fewer than `limit`, even none, and a next one.',
      params: ListingSiteParams,
      querystring: ListingAnimalsQuery,
      response: { 200: ListingAnimalsShape },
    },
    config: { ...FOR_MANAGERS, errors },
    handler: async (request, reply) => {
      const { key } = await siteOf(request);
      const { organizationId, site } = key;
      async function shown(found: readonly Pet[]) {
        const ids = found.map(({ id }) => id);
        const [described, known, seen] = await Promise.all([
          animals.described(found),
          sites.animals(key, undefined, ids),
          sites.public(ids),
        ]);
        const facts = animals.facts();
        return described.map((pet) => {
          const listedMs = known.get(pet.id)?.listed_since ?? null;
          return {
            id: pet.id,
            petId: pet.id,
            name: pet.name,
            status: pet.status,
            ...(listedMs !== null && { listedSince: timestamp(listedMs) }),
            reasons: seen.has(pet.id) ? [...whyNotListed(pet, site, facts)] : ['withheld' as const],
          };
        });
      }
      let stoppedAt: Int64 | undefined;
      const page = await lists.page(request, reply, { ...key }, async ({ petId, listed }, count, before) => {
        const filters = {
          organizationId,
          statuses: ['available', 'pending'] as const,
          ...(petId !== undefined && { ids: [petId] }),
        };
        // No index knows what the list lacks: more animals are read until enough of them are found.
        const atOnce = listed === undefined ? count : Math.max(count, pageRows);
        const wanted: Awaited<ReturnType<typeof shown>> = [];
        let after = before === undefined ? undefined : ([before] as const);
        for (let read = atOnce; ; read += atOnce) {
          const found = await pets.list(filters, { count: atOnce, after });
          const last = found.at(-1);
          if (last === undefined) return wanted;
          const isWanted = ({ reasons }: { readonly reasons: readonly unknown[] }) =>
            listed === undefined || listed === (reasons.length === 0);
          wanted.push(...(await shown(found)).filter(isWanted));
          if (found.length < atOnce || wanted.length >= count) return wanted.slice(0, count);
          after = [last.id];
          if (read >= mostRows) {
            stoppedAt = last.id;
            return wanted;
          }
        }
      });
      if (stoppedAt !== undefined) lists.endAt(request, reply, { ...key }, [stoppedAt]);
      return page;
    },
  });

  v1.post(`${url}/consent`, {
    schema: {
      operationId: 'consentToList',
      summary: 'Agree to a list that waits',
      description:
        'Agrees to exactly the list that `waiting.list` names, and begins a run that sends it. If the animals have changed in between, the run sends nothing, and the new list waits.',
      params: ListingSiteParams,
      body: ListingConsent,
      response: { 202: ListingSite },
    },
    config: { ...FOR_MANAGERS, errors: [...errors, 'list_changed', 'listing_site_paused'] },
    handler: async (request, reply) => {
      const agreed = await effects.run(request, reply, async (tx) => {
        const { key, row } = await siteOf(request, tx);
        requireUnpaused(row);
        if (row.waiting_hash !== request.body.list)
          throw new ApiError('list_changed', 'This list does not wait for consent: look at the site again.');
        const { accountId } = principalOf(request);
        await sites.change(tx, key, { consent_hash: row.waiting_hash, consent_by: accountId === 0 ? null : accountId });
        await sites.ask(tx, key, accountId);
        await noteChange(tx, request);
        return sites.shown((await sites.find(key, tx)) as SiteRow);
      });
      wake();
      return agreed;
    },
  });
}

/** @throws ApiError `listing_site_paused` */
function requireUnpaused({ paused_at: pausedMs }: SiteRow): void {
  if (pausedMs === null) return;
  throw new ApiError('listing_site_paused', 'The site is paused. Set it up with `paused` false to resume it.');
}

const invalid = (field: string, rule: string): ApiError =>
  new ApiError('invalid_body', `The field \`${field}\` ${rule}.`);
