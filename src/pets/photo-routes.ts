import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagOfContent, isUnchanged, requirePreconditions } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import { SpooledBody, spoolBytes } from '../http/pipeline/spool.ts';
import { actorOf, type Principal, principalOf, publicOnlyFor } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import { NoContent, NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTOS, PHOTO_TYPES } from '../vocabulary/photos.ts';
import { requireChangeable } from './changeable.ts';
import type { PhotoAdding } from './photo-adding.ts';
import { AddPhotoQuery, Photo, PhotoParams, PhotoPatch, Photos } from './photos/schema.ts';
import type { PhotoStore } from './photos/store.ts';
import { PetParams } from './schema.ts';
import type { PetStore, StoredPet } from './store.ts';

interface PhotoRouteParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly adding: PhotoAdding;
  readonly effects: Effects;
  readonly scans: Scans;
}

const ETAG = 'The version of the photo, for `If-Match` and `If-None-Match`.';

/** The photos of an animal. `files.ts` serves them. */
export function photoRoutes(v1: App, { pets, photos, adding, effects, scans }: PhotoRouteParts): void {
  const url = '/pets/:petId/photos';
  const changing = ['forbidden', 'mirrored', 'pet_not_found'] as const;

  const changeable = async (petId: Int64, principal: Principal, db?: Queries): Promise<StoredPet> =>
    requireChangeable(await pets.find(petId, { db }), principal);

  /** The photos of an animal that the principal sees. */
  async function shown(petId: Int64, principal: Principal): Promise<Photo[]> {
    const found = await pets.find(petId, { publicOnly: publicOnlyFor(principal), withPages: true });
    return photos.list(existing(found, 'pet_not_found', 'petId').pet.id);
  }

  const withId = (list: readonly Photo[], id: Int64): Photo =>
    existing(
      list.find((photo) => photo.id === id),
      'photo_not_found',
      'photoId',
    );

  void v1.register(async (images: App) => {
    spoolBytes(images, { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES });

    images.post(url, {
      schema: {
        operationId: 'addPhoto',
        summary: 'Add a photo',
        description: `The body is the image itself: JPEG, PNG, WebP, GIF, AVIF or HEIC, which its bytes decide, of up to 20 MiB and 50 megapixels; or a form (\`multipart/form-data\`) with this one file and nothing else. It is turned upright, and only its pixels are kept: no place, camera or time. The photo comes behind the others; an animal has at most ${MAX_PHOTOS}. An image that the animal has already is not added again: the response is its photo.`,
        params: PetParams,
        querystring: AddPhotoQuery,
        response: { 201: Photo },
      },
      config: {
        access: 'pets:write',
        whose: 'owner',
        consumes: PHOTO_TYPES,
        errors: [...changing, 'too_many_photos'],
        headers: { Location: 'The path of the photo.', ETag: ETAG },
      },
      handler: async (request, reply) => {
        const principal = principalOf(request);
        const { petId } = request.params;
        const image: unknown = request.body;
        if (!(image instanceof SpooledBody) || image.bytes === 0)
          throw new ApiError('invalid_body', 'The body must be an image.');
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        return adding.add({
          image,
          alt: request.query.alt,
          sender: {
            accountId: principal.accountId,
            isStranger: principal.stranger,
            signal: gone.signal,
            charge: (cpuMs) => scans.charge(request, reply, Math.round(cpuMs / 1_000)),
          },
          by: actorOf(principal),
          find: (db) => changeable(petId, principal, db),
          commit: (work) =>
            effects.run(request, reply, async (tx) => {
              const { photo, petId: id } = await work(tx);
              reply.headers({ location: `/v1/pets/${id}/photos/${photo.id}`, etag: etagOfContent(photo) });
              return photo;
            }),
        });
      },
    });
  });

  v1.get(url, {
    schema: {
      operationId: 'listPhotos',
      summary: 'List the photos of an animal',
      description: `Returns all photos of the animal, at most ${MAX_PHOTOS}, in their order. The first one is shown in lists.`,
      params: PetParams,
      response: { 200: Photos, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      errors: ['pet_not_found', 'precondition_failed'],
      headers: { ETag: 'The version of the list, for `If-Match` and `If-None-Match`.' },
    },
    handler: async (request, reply) => {
      const list = await shown(request.params.petId, principalOf(request));
      if (isUnchanged(request, reply, etagOfContent(list))) return reply.code(304).send();
      return list;
    },
  });

  v1.get(`${url}/:photoId`, {
    schema: {
      operationId: 'getPhoto',
      summary: 'Get a photo',
      description: 'Returns the data of the photo. Its `urls` name its files.',
      params: PhotoParams,
      response: { 200: Photo, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      errors: ['pet_not_found', 'photo_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const photo = withId(await shown(request.params.petId, principalOf(request)), request.params.photoId);
      if (isUnchanged(request, reply, etagOfContent(photo))) return reply.code(304).send();
      return photo;
    },
  });

  v1.patch(`${url}/:photoId`, {
    schema: {
      operationId: 'updatePhoto',
      summary: 'Describe, focus or move a photo',
      description:
        'Applies a JSON merge patch (RFC 7396) to the description, the focus and the place of the photo. A new focus replaces the old one whole.',
      params: PhotoParams,
      body: PhotoPatch,
      response: { 200: Photo },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      errors: [...changing, 'photo_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = await changeable(request.params.petId, principal, tx);
        const list = await photos.list(found.pet.id, tx);
        const before = withId(list, request.params.photoId);
        requirePreconditions(request, etagOfContent(before));
        requirePosition(request.body.position, list.length);
        if (await photos.change(tx, found.pet.id, before.id, request.body))
          await adding.note(tx, found, actorOf(principal));
        const photo = withId(await photos.list(found.pet.id, tx), before.id);
        reply.header('etag', etagOfContent(photo));
        return photo;
      }),
  });

  v1.delete(`${url}/:photoId`, {
    schema: {
      operationId: 'deletePhoto',
      summary: 'Remove a photo',
      description: 'Removes the photo and its files. Browsers and caches that have seen a file may still have it.',
      params: PhotoParams,
      response: { 204: NoContent('The photo was removed.') },
    },
    config: { access: 'pets:write', whose: 'owner', errors: [...changing, 'photo_not_found', 'precondition_failed'] },
    handler: async (request, reply) => {
      const name = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = await changeable(request.params.petId, principal, tx);
        const photo = withId(await photos.list(found.pet.id, tx), request.params.photoId);
        requirePreconditions(request, etagOfContent(photo));
        const removed = await photos.remove(tx, found.pet.id, photo.id);
        await adding.note(tx, found, actorOf(principal));
        return removed;
      });
      if (name !== undefined) await adding.discard(name);
    },
  });
}

function requirePosition(position: number | undefined, count: number): void {
  if (position === undefined || position < count) return;
  throw new ApiError(
    'invalid_body',
    `The field \`position\` must be less than ${count}: the animal has no more photos.`,
  );
}
