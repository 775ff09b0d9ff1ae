import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { etagOfContent, isUnchanged, requirePreconditions } from '../../http/conditional.ts';
import { ApiError, existing } from '../../http/errors.ts';
import { SpooledBody, spoolBytes } from '../../http/pipeline/spool.ts';
import { actorOf, isVisitor, type Principal, principalOf } from '../../http/principal.ts';
import { NoContent, NotModified } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTOS, PHOTO_TYPES } from '../../vocabulary/photos.ts';
import { requireChangeable } from '../changeable.ts';
import { PetParams } from '../schema.ts';
import type { PetStore, StoredPet } from '../store.ts';
import type { DecodedPhoto } from './decoding/answers.ts';
import type { Decoder } from './decoding/decoder.ts';
import { AddPhotoQuery, Photo, PhotoParams, PhotoPatch, Photos } from './schema.ts';
import type { PhotoFiles } from './storage/photo-files.ts';
import type { PhotoStore } from './store.ts';

interface PhotoRouteParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly files: PhotoFiles;
  readonly decoder: Decoder;
  /** As in `petRoutes`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  readonly effects: Effects;
  /** A name for the files of a photo: see `PhotoFiles`. */
  readonly newName: () => string;
  readonly log: Log;
}

const ETAG = 'The version of the photo, for `If-Match` and `If-None-Match`.';

/** The photos of an animal. `files.ts` serves them. */
export function photoRoutes(v1: App, parts: PhotoRouteParts): void {
  const { pets, photos, files, decoder, writeExpiry, effects, newName, log } = parts;
  const url = '/pets/:petId/photos';
  const changing = ['forbidden', 'pet_not_found'] as const;

  const changeable = async (petId: Int64, principal: Principal, db?: Queries): Promise<StoredPet> =>
    requireChangeable(await pets.find(petId, db), principal);

  /** What is noted of a change, in the transaction of the change. */
  async function note(tx: Queries, found: StoredPet, principal: Principal): Promise<void> {
    await writeExpiry(tx, found);
    await pets.noteChange(tx, found, ['photos'], actorOf(principal));
  }

  /** The photos of an animal that the principal sees. */
  async function shown(petId: Int64, principal: Principal): Promise<Photo[]> {
    const { pet } = existing(await pets.find(petId, undefined, isVisitor(principal)), 'pet_not_found', 'petId');
    return photos.list(pet.id);
  }

  const withId = (list: readonly Photo[], id: Int64): Photo =>
    existing(
      list.find((photo) => photo.id === id),
      'photo_not_found',
      'photoId',
    );

  /** Whether a photo of the image would be added: if not, it need not be decoded. */
  async function isWanted(petId: Int64, principal: Principal, { sha256 }: SpooledBody): Promise<boolean> {
    try {
      const { pet } = await changeable(petId, principal);
      return (await photos.findImage(pet.id, sha256)) === undefined && (await photos.list(pet.id)).length < MAX_PHOTOS;
    } catch (error) {
      // The transaction answers with it, unless there is a stored answer.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Removes files that no photo names. If that fails, the sweep does it. */
  const discard = (name: string): Promise<void> =>
    files.remove(name).catch((err: unknown) => {
      log.warn({ err, name }, 'the files of a photo could not be removed yet');
    });

  void v1.register(async (images: App) => {
    spoolBytes(images, { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES });

    images.route({
      method: 'POST',
      url,
      schema: {
        operationId: 'addPhoto',
        tags: ['Pets'],
        summary: 'Add a photo',
        description: `The body is the image itself: JPEG, PNG, WebP, GIF or AVIF, which its bytes decide, of up to 20 MiB and 50 megapixels. It is turned upright, and nothing of it but the pixels is kept: no place, no camera, no time. The photo comes behind the others; an animal has at most ${MAX_PHOTOS}. An image that the animal has already is not added again: the response is its photo.`,
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
        const name = newName();
        let decoded: DecodedPhoto | undefined;
        if (await isWanted(petId, principal, image)) {
          decoded = await decoder.decode(image.path, principal.accountId);
          await files.put(name, decoded.files).catch(cannotBeKept);
        }
        let isKept = false;
        try {
          return await effects.run(request, reply, async (tx) => {
            isKept = false;
            const found = await changeable(petId, principal, tx);
            let photo = await photos.findImage(found.pet.id, image.sha256, tx);
            if (photo === undefined) {
              if ((await photos.list(found.pet.id, tx)).length >= MAX_PHOTOS)
                throw new ApiError('too_many_photos', `An animal has at most ${MAX_PHOTOS} photos; remove one first.`);
              if (decoded === undefined) return cannotBeKept(new Error('The photos have changed meanwhile.'));
              const added = { name, hash: image.sha256, alt: request.query.alt, decoded };
              photo = await photos.add(tx, found.pet.id, added);
              await note(tx, found, principal);
              isKept = true;
            }
            const location = `/v1/pets/${found.pet.id}/photos/${photo.id}`;
            reply.code(201).headers({ location, etag: etagOfContent(photo) });
            return photo;
          });
        } finally {
          // A transaction that failed after its work may have been committed all the same: then the sweep decides.
          if (decoded !== undefined && !isKept) await discard(name);
        }
      },
    });
  });

  v1.route({
    method: 'GET',
    url,
    schema: {
      operationId: 'listPhotos',
      tags: ['Pets'],
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

  v1.route({
    method: 'GET',
    url: `${url}/:photoId`,
    schema: {
      operationId: 'getPhoto',
      tags: ['Pets'],
      summary: 'Get a photo',
      description: 'Returns what is known of the photo. Its `urls` name its files.',
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

  v1.route({
    method: 'PATCH',
    url: `${url}/:photoId`,
    schema: {
      operationId: 'updatePhoto',
      tags: ['Pets'],
      summary: 'Describe or move a photo',
      description: 'Applies a JSON merge patch (RFC 7396) to the description and the place of the photo.',
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
        if (await photos.change(tx, found.pet.id, before.id, request.body)) await note(tx, found, principal);
        const photo = withId(await photos.list(found.pet.id, tx), before.id);
        reply.header('etag', etagOfContent(photo));
        return photo;
      }),
  });

  v1.route({
    method: 'DELETE',
    url: `${url}/:photoId`,
    schema: {
      operationId: 'deletePhoto',
      tags: ['Pets'],
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
        await note(tx, found, principal);
        return removed;
      });
      if (name !== undefined) await discard(name);
      return reply.code(204).send();
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

const cannotBeKept = (cause: unknown): never => {
  throw new ApiError('service_unavailable', 'The photo could not be kept; send it again.', {
    headers: { 'retry-after': '5' },
    cause,
  });
};
