import type { Queries } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { App } from '../http/app.ts';
import { authenticate, type Credentials } from '../http/pipeline/authenticate.ts';
import { authorize } from '../http/pipeline/authorize.ts';
import { photoFetching } from '../importing/photos/fetching.ts';
import { photoAdding } from '../pets/photo-adding.ts';
import { photoRoutes } from '../pets/photo-routes.ts';
import { type Decoder, openDecoder } from '../pets/photos/decoding/decoder.ts';
import { photoFiles } from '../pets/photos/files.ts';
import { requireOwner } from '../pets/photos/owner.ts';
import type { PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import { photoStore } from '../pets/photos/store.ts';
import { sweepPhotos } from '../pets/photos/sweep.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import type { Core } from './core.ts';
import { buildPhotoFiles } from './photo-files.ts';

interface PhotoParts {
  readonly pets: PetStore;
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  readonly credentials: Credentials;
  readonly decoder: Decoder | undefined;
  readonly patienceMs: number | undefined;
}

/** The photos of animals: their store, their files, and the process that decodes them. */
export async function buildPhotos(core: Core, parts: PhotoParts) {
  const { pets, writeExpiry, credentials, decoder = openDecoder(), patienceMs } = parts;
  const { environment, settings, database, realClock, background, log, metrics, effects, scans, network } = core;
  const photos = photoStore(database, realClock.now);
  const stored = await buildPhotoFiles(environment, settings, { database, now: realClock.now });
  await requireOwner(database, stored).catch((err: unknown) => {
    if (err instanceof Failure) throw err;
    log.warn({ err }, 'whose photos these are is not known yet: none is removed before');
  });
  const files: PhotoFiles = {
    ...stored,
    async remove(name) {
      // Another database may have got them since the start.
      await requireOwner(database, stored);
      await stored.remove(name);
    },
  };
  background.every(3_600_000, 'the sweep of photos', async (stop) => {
    const deletingMs = realClock.deletingMs();
    const nowMs = deletingMs ?? realClock.now();
    const missing = await sweepPhotos({ photos, files, nowMs, removes: deletingMs !== undefined }, stop);
    if (missing !== undefined) metrics.photosMissing.set(missing);
    if (missing) log.error({ missing }, 'photos have no files: petstore doctor names them');
  })();
  const adding = photoAdding({
    pets,
    photos,
    files,
    decoder,
    writeExpiry,
    onLeftOver: (err, name) => log.warn({ err, name }, 'the files of a photo could not be removed yet'),
  });
  return {
    photos,
    /** What imports fetch and add photos with. */
    imported: { adding, newFetch: photoFetching(network), writeExpiry },
    addRoutes: (v1: App) => photoRoutes(v1, { pets, photos, adding, effects, scans }),
    addFileRoutes: (app: App) =>
      photoFiles(app, { photos, files, identify: [authenticate(credentials), authorize], patienceMs }),
    waiting: () => decoder.waiting(),
    close: () => decoder.close(),
  };
}
