import type { App } from '../http/app.ts';
import { etagOf, isUnchanged, requireMatch } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { ExactCache } from '../http/exact-cache.ts';
import { type Cursors, pageLinks, pageOf } from '../http/paging.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import { jsonBy, sendJson } from '../http/send-json.ts';
import { NoContent } from '../http/shapes.ts';
import { getPetDeprecation } from './deprecation.ts';
import { ListPetsQuery, NewPet, Pet, PetParams, PetPatch, Pets } from './schema.ts';
import type { PetStore, StoredPet } from './store.ts';
import { mayChange } from './transitions.ts';

const LINK = 'The next page (`rel="next"`) while there is one, and the first (`rel="first"`). RFC 8288.';
const ETAG = "The animal's version, for `If-Match` and `If-None-Match`.";

/** A page of the list as it goes out. */
export interface PetPage {
  readonly json: string;
  readonly link: string;
}

interface PetRouteParts {
  readonly pets: PetStore;
  /** Pages by path and query. They are the same for whoever may read pets. */
  readonly pages: ExactCache<PetPage>;
  readonly cursors: Cursors;
}

/** Specification, part 4, and what it leaves open: update and removal. */
export function petRoutes(v1: App, { pets, pages, cursors }: PetRouteParts): void {
  v1.route({
    method: 'GET',
    url: '/pets',
    schema: {
      operationId: 'listPets',
      tags: ['Pets'],
      summary: 'List animals',
      description: 'Animals that pass all filters, newest first. Follow the `Link` header for the next page.',
      querystring: ListPetsQuery,
      response: { 200: Pets },
    },
    config: { access: 'pets:read', errors: ['invalid_parameter', 'invalid_cursor'], headers: { Link: LINK } },
    handler: (request, reply) => {
      const read = async (): Promise<PetPage> => {
        const { limit, cursor, ...filters } = request.query;
        const before = cursor === undefined ? undefined : cursors.read('/v1/pets', filters, cursor);
        const rows = await pets.list(filters, limit + 1, before);
        const page = pageOf(rows, limit, (last) => cursors.after('/v1/pets', filters, last.id));
        return { json: jsonBy(reply, page.items), link: pageLinks('/v1/pets', request.query, page.next) };
      };
      const send = ({ json, link }: PetPage) => {
        reply.header('link', link);
        sendJson(reply, json);
      };
      // The hot path of the whole service: a page that is still exact is sent without a promise.
      const kept = pages.get(request.url);
      if (kept !== undefined) return send(kept);
      return pages.fill(request.url, read).then(send);
    },
  });

  v1.route({
    method: 'POST',
    url: '/pets',
    schema: {
      operationId: 'createPet',
      tags: ['Pets'],
      summary: 'Add an animal',
      description: 'Without a `status` the animal is `available`. Any int64 `categoryId` is accepted.',
      body: NewPet,
      response: { 201: Pet },
    },
    config: {
      access: 'pets:write',
      errors: ['invalid_json', 'invalid_body', 'unsupported_media_type', 'payload_too_large'],
      headers: { Location: 'The path of the new animal.', ETag: ETAG },
    },
    handler: async (request, reply) => {
      const { pet, version } = await pets.add(principalOf(request).accountId, request.body);
      reply.code(201).headers({ location: `/v1/pets/${pet.id}`, etag: etagOf(version) });
      return pet;
    },
  });

  v1.route({
    method: 'GET',
    url: '/pets/:petId',
    schema: {
      operationId: 'getPet',
      tags: ['Pets'],
      summary: 'Get an animal',
      description: 'Removed on 5 December 2030; list animals by `ids` instead.',
      params: PetParams,
      response: { 200: Pet, 304: NoContent('The animal is still what `If-None-Match` names.') },
    },
    config: {
      access: 'pets:read',
      errors: ['pet_not_found', 'operation_removed'],
      headers: { ETag: ETAG },
      deprecation: getPetDeprecation,
    },
    handler: async (request, reply) => {
      const { pet, version } = existing(await pets.find(request.params.petId));
      if (isUnchanged(request, reply, version)) return reply.code(304).send();
      return pet;
    },
  });

  v1.route({
    method: 'PATCH',
    url: '/pets/:petId',
    schema: {
      operationId: 'updatePet',
      tags: ['Pets'],
      summary: 'Change an animal',
      description: 'A JSON merge patch (RFC 7396), by the account that added the animal or an operator.',
      params: PetParams,
      body: PetPatch,
      response: { 200: Pet },
    },
    config: {
      access: 'pets:write',
      errors: [
        'invalid_json',
        'invalid_body',
        'unsupported_media_type',
        'forbidden',
        'pet_not_found',
        'invalid_status_transition',
        'precondition_failed',
        'payload_too_large',
      ],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const { petId } = request.params;
      const { pet, version } = await pets.change(petId, (found) => {
        const { pet: current, version: seen } = changeable(found, principalOf(request));
        requireMatch(request, seen);
        requireTransition(current, request.body);
        return request.body;
      });
      reply.header('etag', etagOf(version));
      return pet;
    },
  });

  v1.route({
    method: 'DELETE',
    url: '/pets/:petId',
    schema: {
      operationId: 'deletePet',
      tags: ['Pets'],
      summary: 'Remove an animal',
      description: 'By the account that added the animal, or an operator.',
      params: PetParams,
      response: { 204: NoContent('The animal is gone.') },
    },
    config: { access: 'pets:write', errors: ['forbidden', 'pet_not_found', 'precondition_failed'] },
    handler: async (request, reply) => {
      await pets.remove(request.params.petId, (found) => {
        requireMatch(request, changeable(found, principalOf(request)).version);
      });
      return reply.code(204).send();
    },
  });
}

function existing(found: StoredPet | undefined): StoredPet {
  if (found === undefined) throw new ApiError('pet_not_found', 'There is no pet with this `petId`.');
  return found;
}

function changeable(found: StoredPet | undefined, principal: Principal): StoredPet {
  const pet = existing(found);
  if (pet.accountId === principal.accountId || principal.operator) return pet;
  throw new ApiError('forbidden', 'Only the account that added this pet, or an operator, may change it.');
}

function requireTransition(pet: Pet, { status: to = pet.status }: PetPatch): void {
  if (mayChange(pet.status, to)) return;
  throw new ApiError(
    'invalid_status_transition',
    `The \`status\` of a pet cannot go from \`${pet.status}\` to \`${to}\`.`,
  );
}
