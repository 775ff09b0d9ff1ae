import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagOfContent, etagWithin, isUnchanged, isWithin, requirePreconditions } from '../http/conditional.ts';
import { existing } from '../http/errors.ts';
import { actorOf, isOwnedBy, isVisitor, type Principal, principalOf, publicOnlyFor } from '../http/principal.ts';
import { NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Now } from '../time/clock.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { merged } from '../vocabulary/merge-patch.ts';
import { requireChangeable, requireNoOrder } from './changeable.ts';
import { leaves } from './hiding.ts';
import { requireAcceptable } from './profile/rules.ts';
import { NewPetProfile, PetProfile, PetProfilePatch } from './profile/schema.ts';
import type { StoredProfile } from './profile/store.ts';
import { shownProfile } from './profile/view.ts';
import { PetParams } from './schema.ts';
import type { PetStore, StoredPet } from './store.ts';

const headers = {
  ETag: 'The version of what the reader sees of the profile, for `If-Match`, and what follows from the day and the status, for `If-None-Match`.',
};

/** Of the operations that change a profile. */
const changing = {
  access: 'pets:write',
  whose: 'owner',
  errors: ['forbidden', 'mirrored', 'pet_not_found', 'pet_has_open_order', 'precondition_failed'],
  headers,
} as const;

interface ProfileRouteParts {
  readonly pets: PetStore;
  readonly effects: Effects;
  /** If the pet's hold has ended and that is not written yet, writes the expiry: see `Expiry`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** The profile of an animal: facts for adopters, and notes of staff. */
export function profileRoutes(v1: App, { pets, effects, writeExpiry, now }: ProfileRouteParts): void {
  const { profiles } = pets;
  const find = async (petId: number, principal: Principal, db?: Queries): Promise<StoredProfile> =>
    existing(
      (await profiles.of([petId], { db, publicOnly: publicOnlyFor(principal) })).get(petId),
      'pet_not_found',
      'petId',
    );

  /** The visible part of it, and its ETag. Other principals' must not reveal that staff have noted something. */
  function shownTo(principal: Principal, stored: StoredProfile) {
    const isOwn = !isVisitor(principal) && isOwnedBy(principal, stored.owner);
    const profile = shownProfile(stored, isOwn, now());
    return { profile, etag: isOwn ? etagWithin(stored.version, profile) : etagOfContent(profile) };
  }

  /** Changes the profile of the animal that the path names. */
  const change = (
    request: FastifyRequest & { readonly params: { readonly petId: Int64 } },
    reply: FastifyReply,
    after: (before: NewPetProfile) => NewPetProfile,
  ) =>
    effects.run(request, reply, async (tx): Promise<PetProfile> => {
      const principal = principalOf(request);
      const found = requireChangeable(await pets.find(request.params.petId, { db: tx }), principal);
      await writeExpiry(tx, found);
      const { id } = found.pet;
      const before = await find(id, principal, tx);
      requirePreconditions(request, shownTo(principal, before).etag, isWithin(before.version));
      const wanted = after(before.profile);
      await requireAcceptable(tx, profiles, wanted, { path: '', petId: id, before: before.profile, nowMs: now() });
      const change = { before, after: wanted };
      if (leaves(change, found.pet.status) === true) await requireNoOrder(tx, pets, found);
      await pets.save({ tx, by: actorOf(principal) }, found, { profile: change });
      const { profile, etag } = shownTo(principal, await find(id, principal, tx));
      reply.header('etag', etag);
      return profile;
    });

  v1.get('/pets/:petId/profile', {
    schema: {
      operationId: 'getPetProfile',
      summary: 'Get the profile of an animal',
      description:
        'Returns the profile of an animal. Absent members are unknown. `staff` is there only for members of the organization that has the animal, or, without an organization, for the account that added it; and for operators.',
      params: PetParams,
      response: { 200: PetProfile, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      errors: ['pet_not_found', 'precondition_failed'],
      headers,
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const pet = await pets.find(request.params.petId, { publicOnly: publicOnlyFor(principal), withPages: true });
      const { id } = existing(pet, 'pet_not_found', 'petId').pet;
      const { profile, etag } = shownTo(principal, await find(id, principal));
      if (isUnchanged(request, reply, etag)) return reply.code(304).send();
      return profile;
    },
  });

  v1.put('/pets/:petId/profile', {
    schema: {
      operationId: 'replacePetProfile',
      summary: 'Replace the profile of an animal',
      description:
        'Replaces the profile of an animal, `staff` included. Only the account that added the animal, its organization and operators may do that.',
      params: PetParams,
      body: NewPetProfile,
      response: { 200: PetProfile },
    },
    config: changing,
    handler: (request, reply) => change(request, reply, () => request.body),
  });

  v1.patch('/pets/:petId/profile', {
    schema: {
      operationId: 'updatePetProfile',
      summary: 'Change the profile of an animal',
      description:
        'Applies a JSON merge patch (RFC 7396): null removes a member, and a list replaces the list. Only the account that added the animal, its organization and operators may do that.',
      params: PetParams,
      body: PetProfilePatch,
      response: { 200: PetProfile },
    },
    config: changing,
    handler: (request, reply) => change(request, reply, (before) => merged(before, request.body)),
  });
}
