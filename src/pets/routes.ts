import type { CategoryStore } from '../categories/store.ts';
import type { Queries } from '../database/database.ts';
import type { App, Deprecation, TestValues } from '../http/app.ts';
import { etagOf, isUnchanged, requirePreconditions } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import { type PageCache, sharedPage } from '../http/page-cache.ts';
import type { Lists } from '../http/paging.ts';
import { sendShared } from '../http/pipeline/compress.ts';
import {
  actorOf,
  ownerOf,
  type Principal,
  principalOf,
  publicOnlyFor,
  requireOwnOrganization,
} from '../http/principal.ts';
import { jsonBy } from '../http/respond.ts';
import { NoContent, NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { TEST_ANIMALS } from '../vocabulary/test-values.ts';
import { requireChangeable, requireNoOrder } from './changeable.ts';
import { requireMayBecome, saveChange } from './changing.ts';
import { openExpand } from './expand.ts';
import { type FacetParts, facetRoutes } from './facet-routes.ts';
import { openListing } from './listing.ts';
import { profileRoutes } from './profile-routes.ts';
import { requireAcceptable } from './profile/rules.ts';
import { ExpandedPet, ExpandQuery, ListPetsQuery, NewPet, type Pet, PetParams, PetPatch, Pets } from './schema.ts';
import type { StoredPet } from './store.ts';

const ETAG = 'The version of the animal, for `If-Match` and `If-None-Match`.';

/** Specification, parts 4.3 and 9: `GET /pets/{petId}` is removed on 5 December 2030. */
const getPetDeprecation: Deprecation = {
  sinceMs: Date.UTC(2025, 11, 5),
  removalMs: Date.UTC(2030, 11, 5),
  successor: ({ petId = '' }) => `/v1/pets?ids=${encodeURIComponent(petId)}`,
  notice: '/docs/reference/pets#getPet',
};

/** The names that force a failure in staging. */
const NAME_TEST_VALUES: TestValues = { effects: TEST_ANIMALS, valueIn: (body) => (body as PetPatch).name };

/** A page of the list as sent. */
export interface PetPage {
  readonly json: string;
  readonly link: string;
  /** The ETag of the pet, if the list was asked for this one only and has it. */
  readonly etag?: string;
}

interface PetRouteParts extends FacetParts {
  /** Pages by path and query: for accounts, the same for all of them, and for visitors. */
  readonly pages: PageCache<PetPage>;
  readonly lists: Lists;
  readonly effects: Effects;
  /** If the pet's hold has ended and that is not written yet, writes the expiry: see `Expiry`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  readonly categories: CategoryStore;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  /** Whether the category of an animal must exist. */
  readonly strictCategories: boolean;
}

/** The operations on pets: the specification's (part 4), and update and removal, which it leaves open. */
export function petRoutes(v1: App, parts: PetRouteParts): void {
  const { pets, photos, pages, effects, writeExpiry, now } = parts;
  const expand = openExpand(pets, photos, now);
  const list = openListing(parts);

  v1.get('/pets', {
    schema: {
      operationId: 'listPets',
      summary: 'List animals',
      description:
        'Returns the animals that match every filter, newest first unless `sort` says otherwise. A publishable key receives the animals of public organizations. Follow the `Link` header for the next page. With exactly one id in `ids`, the response has the `ETag` of that animal, and `If-Match` and `If-None-Match` apply to it; other lists have none and ignore them.',
      querystring: ListPetsQuery,
      response: { 200: Pets, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      sharesTexts: true,
      errors: ['precondition_failed'],
      headers: { ETag: `${ETAG} Only if \`ids\` has exactly one id, and the list this animal.` },
    },
    handler: (request, reply) => {
      const principal = principalOf(request);
      const publicOnly = publicOnlyFor(principal);
      const { expand: members } = request.query;
      const read = async (): Promise<PetPage> => {
        const { found, near, endAt, etag } = await list(request, reply, publicOnly);
        const items = members === undefined ? found : await expand.page(found, members, principal, near);
        const last = items.at(-1);
        if (items.length < found.length && last !== undefined) endAt(last);
        const page = { json: jsonBy(reply, items), link: String(reply.getHeader('link')) };
        return etag === undefined ? page : { ...page, etag };
      };
      const send = (page: PetPage) => {
        const { link, etag } = page;
        reply.header('link', link);
        // The version counts changes of the animal, not of its owner or profile.
        if (etag !== undefined && isUnchanged(request, reply, etag) && members === undefined) {
          reply.code(304).send();
        } else sendShared(request, reply, page);
      };
      const sendLater = async (page: PetPage) => {
        send(page);
        await reply;
      };
      // With its members expanded, a page differs by account.
      if (members !== undefined && publicOnly === false) return read().then(sendLater);
      const key = publicOnly === false ? request.url : `${publicOnly === 'own' ? 'partner' : 'visitor'} ${request.url}`;
      // The hottest path of the service: on the embedded store, a page that is still exact is sent without a promise.
      const page = sharedPage(pages, key, read);
      return page instanceof Promise ? page.then(sendLater) : send(page);
    },
  });

  v1.post('/pets', {
    schema: {
      operationId: 'createPet',
      summary: 'Add an animal',
      description:
        'Adds an animal, which is `available` unless `status` says otherwise. Unless the operator requires known categories, any int64 is accepted as `categoryId`.',
      querystring: ExpandQuery,
      body: NewPet,
      response: { 201: ExpandedPet },
    },
    config: {
      access: 'pets:write',
      whose: 'account',
      errors: ['mirrored'],
      headers: {
        Location:
          'The path of the new animal; once `GET /pets/{petId}` is removed, the path of the list with only this animal.',
        ETag: ETAG,
      },
      testValues: NAME_TEST_VALUES,
    },
    handler: (request, reply) => {
      const { body, query } = request;
      const created = ({ pet, version }: Pick<StoredPet, 'pet' | 'version'>): Pet => {
        const { removalMs, successor } = getPetDeprecation;
        const location = now() < removalMs ? `/v1/pets/${pet.id}` : successor({ petId: String(pet.id) });
        reply.headers({ location, etag: etagOf(version) });
        return pet;
      };
      const isPlain = body.profile === undefined && body.organizationId === undefined && query.expand === undefined;
      if (isPlain && !parts.strictCategories)
        return effects.add(request, reply, async (sink) => {
          const principal = principalOf(request);
          return created(await pets.addPlain(sink, ownerOf(principal), body, actorOf(principal)));
        });
      return effects.run(request, reply, async (tx): Promise<ExpandedPet> => {
        await requireCategory(tx, body.categoryId, parts);
        const principal = principalOf(request);
        const owner = ownerOf(principal);
        const { organizationId = owner.organizationId } = body;
        if (isGivenAway(owner, organizationId, principal)) await requireOrganization(tx, organizationId, parts);
        if (body.profile !== undefined)
          await requireAcceptable(tx, pets.profiles, body.profile, { path: 'profile.', nowMs: now() });
        const pet = created(await pets.add(tx, { ...owner, organizationId }, body, actorOf(principal)));
        return query.expand === undefined ? pet : expand.one(pet, query.expand, principal, tx);
      });
    },
  });

  v1.get('/pets/:petId', {
    schema: {
      operationId: 'getPet',
      summary: 'Get an animal',
      description: 'Deprecated: this operation will be removed on 5 December 2030. Use `GET /pets?ids=` instead.',
      params: PetParams,
      querystring: ExpandQuery,
      response: { 200: ExpandedPet, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      errors: ['pet_not_found', 'operation_removed', 'precondition_failed'],
      headers: {
        ETag: ETAG,
        Link: 'What replaces the operation (`rel="successor-version"`), and why (`rel="deprecation"`). RFC 8288.',
      },
      deprecation: getPetDeprecation,
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const found = await pets.find(request.params.petId, { publicOnly: publicOnlyFor(principal), withPages: true });
      const { pet, version } = existing(found, 'pet_not_found', 'petId');
      const isSame = isUnchanged(request, reply, etagOf(version));
      const { expand: members } = request.query;
      // The version counts changes of the animal, not of its owner or profile.
      if (isSame && members === undefined) return reply.code(304).send();
      return expand.one(pet, members, principal);
    },
  });

  v1.patch('/pets/:petId', {
    schema: {
      operationId: 'updatePet',
      summary: 'Change an animal',
      description:
        'Applies a JSON merge patch (RFC 7396). Only the account that added the animal and operators may change it. While an order holds the animal, its `status` cannot be changed, nor an outcome be added to its profile.',
      params: PetParams,
      querystring: ExpandQuery,
      body: PetPatch,
      response: { 200: ExpandedPet },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      errors: [
        'forbidden',
        'mirrored',
        'pet_not_found',
        'pet_has_open_order',
        'invalid_status_transition',
        'precondition_failed',
      ],
      headers: { ETag: ETAG },
      testValues: NAME_TEST_VALUES,
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = requireChangeable(await pets.find(request.params.petId, { db: tx }), principal);
        await writeExpiry(tx, found);
        requirePreconditions(request, etagOf(found.version));
        const { status = found.pet.status, categoryId = found.pet.categoryId, organizationId } = request.body;
        await requireMayBecome(tx, pets, found, status);
        if (categoryId !== found.pet.categoryId) await requireCategory(tx, categoryId, parts);
        if (isGivenAway(found.owner, organizationId, principal)) {
          await requireNoOrder(tx, pets, found);
          await requireOrganization(tx, organizationId, parts);
        }
        const { pet, version } = await saveChange({ tx, by: actorOf(principal) }, found, request.body, parts);
        reply.header('etag', etagOf(version));
        return expand.one(pet, request.query.expand, principal, tx);
      }),
  });

  v1.delete('/pets/:petId', {
    schema: {
      operationId: 'deletePet',
      summary: 'Remove an animal',
      description:
        'Removes an animal. Only the account that added it and operators may remove it, and only while no order holds it.',
      params: PetParams,
      response: { 204: NoContent('The animal was removed.') },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      errors: ['forbidden', 'mirrored', 'pet_not_found', 'pet_has_open_order', 'precondition_failed'],
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = requireChangeable(await pets.find(request.params.petId, { db: tx }), principalOf(request));
        await writeExpiry(tx, found);
        requirePreconditions(request, etagOf(found.version));
        await requireNoOrder(tx, pets, found);
        await pets.removeAll(tx, [found.pet.id], actorOf(principalOf(request)));
      }),
  });

  facetRoutes(v1, parts);
  profileRoutes(v1, parts);
}

/** Whether the animal is to belong to another organization. @throws ApiError `forbidden` unless an operator asks for it */
function isGivenAway(
  owner: Owner,
  organizationId: number | undefined,
  { operator }: Principal,
): organizationId is number {
  if (organizationId === undefined || organizationId === owner.organizationId) return false;
  if (!operator) throw new ApiError('forbidden', 'Only an operator may give an animal to another organization.');
  return true;
}

async function requireOrganization(
  tx: Queries,
  organizationId: number,
  { organizations }: Pick<PetRouteParts, 'organizations'>,
): Promise<void> {
  const viewer = { isOperator: true, organizationId: undefined };
  const found = await organizations.find(viewer, organizationId, tx);
  if (found !== undefined) return requireOwnOrganization(found);
  throw new ApiError(
    'invalid_body',
    'The field `organizationId` must be the id of an existing organization; GET /v1/organizations lists them.',
  );
}

async function requireCategory(
  tx: Queries,
  categoryId: Int64,
  { categories, strictCategories }: PetRouteParts,
): Promise<void> {
  if (!strictCategories || (await categories.exists(tx, categoryId))) return;
  throw new ApiError(
    'invalid_body',
    'The field `categoryId` must be the id of an existing category; GET /v1/categories lists them.',
  );
}
