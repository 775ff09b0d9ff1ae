import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DEADLINE_MS } from '../../database/database.ts';
import type { App, Step } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import { isVisitor } from '../../http/principal.ts';
import { sendFile } from '../../http/static-files.ts';
import { PHOTO_FILES, type PhotoFile } from '../../vocabulary/photos.ts';
import { PHOTO_NAME, type PhotoFiles } from './storage/photo-files.ts';
import type { PhotoStore } from './store.ts';

const FileParams = Type.Object({ name: Type.String(), file: Type.String() });

/** The files of a photo never change, and no other photo gets their names. */
const forEverybody = 'public, max-age=31536000, immutable';
const forThisCaller = 'private, no-cache';

const unavailable = (cause: unknown): never => {
  throw new ApiError('service_unavailable', 'The photo cannot be read at the moment; try again.', {
    headers: { 'retry-after': '5' },
    cause,
  });
};

/**
 * Serves the files of photos: to everybody, if visitors see the animal; otherwise to sessions and keys that see it.
 *
 * @param identify the steps that find out who sends a request, and refuse principals that may not read animals
 * @param patienceMs pages wait for their photos: storage that does not answer in this time is unavailable
 */
export function photoFiles(
  app: App,
  {
    photos,
    files,
    identify,
    patienceMs = DEADLINE_MS,
  }: {
    readonly photos: PhotoStore;
    readonly files: PhotoFiles;
    readonly identify: readonly Step[];
    readonly patienceMs?: number | undefined;
  },
): void {
  const taken = (step: Step, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    new Promise((resolve, reject) =>
      step.call(app, request, reply, (refusal) => (refusal === undefined ? resolve() : reject(refusal))),
    );

  app.get('/photos/:name/:file', {
    schema: { params: FileParams },
    config: { access: 'pets:read' },
    handler: async (request, reply) => {
      const { name } = request.params;
      const file = PHOTO_FILES.find((known) => known === request.params.file);
      const standing = file !== undefined && PHOTO_NAME.test(name) ? await photos.standing(name) : 'unknown';
      if (standing === 'private') for (const step of identify) await taken(step, request, reply);
      const { principal } = request;
      const isShown =
        standing === 'public' || (standing === 'private' && principal !== undefined && !isVisitor(principal));
      const signal = AbortSignal.timeout(patienceMs);
      const bytes = isShown ? await files.get(name, file as PhotoFile, signal).catch(unavailable) : undefined;
      // Pages of other sites show what is public.
      if (standing === 'public') reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, {
        type: file === 'share.jpg' ? 'image/jpeg' : 'image/webp',
        bytes: existing(bytes, 'photo_not_found', 'name'),
        tag: `${name}-${file}`,
        cacheControl: standing === 'public' ? forEverybody : forThisCaller,
        encoded: new Map(),
      });
    },
  });
}
