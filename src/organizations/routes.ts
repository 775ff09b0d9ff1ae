import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagOf, etagWithin, isUnchanged, isWithin, requirePreconditions } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import {
  actorOf,
  organizationOf,
  principalOf,
  requireManager,
  requireOwnOrganization,
  viewerOf,
} from '../http/principal.ts';
import { NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { merged } from '../vocabulary/merge-patch.ts';
import { questionsOf, requireVersions } from './application.ts';
import { isWithdrawn, publicOf, type StoredOrganization } from './row.ts';
import {
  ListOrganizationsQuery,
  NewOrganization,
  Organization,
  OrganizationParams,
  OrganizationPatch,
  Organizations,
} from './schema.ts';
import { isInsideOf, type OrganizationStore, type Viewer } from './store.ts';

const ETAG = 'The version of the organization, for `If-Match` and `If-None-Match`.';

export interface OrganizationRouteParts {
  readonly organizations: OrganizationStore;
  readonly places: Places;
  readonly lists: Lists;
  readonly effects: Effects;
  readonly now: Now;
  /** Cancels the open orders that accounts of the organization placed for animals of others. */
  readonly cancelOrders: (tx: Queries, organizationId: number, by: Actor) => Promise<unknown>;
  /** Makes a change of what accounts may do apply from the next request on. */
  readonly onStandingChanged: () => void;
}

export function organizationRoutes(
  v1: App,
  { organizations, places, lists, effects, now, cancelOrders, onStandingChanged }: OrganizationRouteParts,
): void {
  v1.get('/organizations', {
    schema: {
      operationId: 'listOrganizations',
      summary: 'List organizations',
      description:
        'The organizations that visitors see, newest first; also your own and, for operators, all others. Follow the `Link` header for the next page.',
      querystring: ListOrganizationsQuery,
      response: { 200: Organizations },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: async (request, reply) => {
      const viewer = viewerOf(principalOf(request));
      const near = await nearOf(places, request.query);
      const read = async ({ name }: { name?: string }, count: number, before: Int64 | undefined) =>
        (await organizations.list(viewer, { name, near }, count, before)).map((found) => shownTo(viewer, found));
      return lists.page(request, reply, { ...viewer }, read, LONG_TEXTS);
    },
  });

  v1.post('/organizations', {
    schema: {
      operationId: 'createOrganization',
      summary: 'Add an organization',
      description: 'Adds an organization. Visitors see it once it is `listed`.',
      body: NewOrganization,
      response: { 201: Organization },
    },
    config: { access: 'operator', headers: { Location: 'The path of the new organization.', ETag: ETAG } },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { application = [], ...profile } = request.body;
        const added = { ...profile, application: questionsOf(application, [], now()) };
        requireVersions(added);
        const { organization, version } = await organizations.add(tx, added, actorOf(principalOf(request)));
        reply.headers({ location: `/v1/organizations/${organization.id}`, etag: etagOf(version) });
        return organization;
      }),
  });

  v1.get('/organizations/:organizationId', {
    schema: {
      operationId: 'getOrganization',
      summary: 'Get an organization',
      description: 'Returns an organization that visitors see, your own or, for operators, any.',
      params: OrganizationParams,
      response: { 200: Organization, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'public',
      errors: ['organization_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(principalOf(request));
      const found = await organizationOf(organizations, request);
      if (isUnchanged(request, reply, tagOf(found))) return reply.code(304).send();
      return shownTo(viewer, found);
    },
  });

  v1.patch('/organizations/:organizationId', {
    schema: {
      operationId: 'updateOrganization',
      summary: 'Change an organization',
      description:
        'Applies a JSON merge patch (RFC 7396). Managers of the organization change what it says about itself; only operators change `listed` and `suspended`. Unlisting or suspending it cancels the open orders that its members have placed for animals of others, and withdraws such applications.',
      params: OrganizationParams,
      body: OrganizationPatch,
      response: { 200: Organization },
    },
    config: {
      access: 'account',
      whose: 'manager',
      errors: ['forbidden', 'mirrored', 'organization_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const changed = await effects.run(request, reply, async (tx) => {
        const found = await organizationOf(organizations, request, tx);
        requireManager(principal, found.organization.id);
        if (!isSuspensionAlone(request.body)) requireOwnOrganization(found);
        if (!principal.operator) requireSameVisibility(found, request.body);
        requirePreconditions(request, tagOf(found), isOfVersion(found));
        const by = actorOf(principal);
        const { application, ...changes } = request.body;
        const questions = application && questionsOf(application, found.organization.application ?? [], now());
        const patch = { ...changes, ...(questions === undefined ? {} : { application: questions }) };
        requireVersions(merged(found.organization, patch));
        const stored = await organizations.change(tx, found, patch, by);
        const { organization } = stored;
        if (isWithdrawn(found.organization, organization)) await cancelOrders(tx, organization.id, by);
        reply.header('etag', tagOf(stored));
        return organization;
      });
      onStandingChanged();
      return changed;
    },
  });
}

/** When another service was last seen changes without a version. */
const tagOf = ({ organization: { origin }, version }: StoredOrganization): string =>
  origin === undefined ? etagOf(version) : etagWithin(version, origin);

const isOfVersion = ({ organization, version }: StoredOrganization) =>
  organization.origin === undefined ? undefined : isWithin(version);

/** Operators may suspend an organization of another service, too. */
const isSuspensionAlone = (patch: OrganizationPatch): boolean =>
  Object.keys(patch).every((member) => member === 'suspended');

const shownTo = (viewer: Viewer, { organization }: StoredOrganization): Organization =>
  isInsideOf(viewer, organization.id) ? organization : publicOf(organization);

/** @throws ApiError `forbidden` */
function requireSameVisibility({ organization }: StoredOrganization, patch: OrganizationPatch): void {
  const { listed = organization.listed, suspended = organization.suspended } = patch;
  if (listed === organization.listed && suspended === organization.suspended) return;
  throw new ApiError('forbidden', 'Only an operator may change `listed` and `suspended`.');
}
