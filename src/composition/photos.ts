import type { Database } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { App } from '../http/app.ts';
import { authenticate, type Credentials } from '../http/pipeline/authenticate.ts';
import { authorize } from '../http/pipeline/authorize.ts';
import type { Scans } from '../http/scans.ts';
import type { Effects } from '../idempotency/effects.ts';
import { photoFetching } from '../importing/photos/fetching.ts';
import type { Network } from '../network/network.ts';
import type { Expiry } from '../orders/expiry.ts';
import { photoAdding } from '../pets/photos/adding.ts';
import { type Decoder, openDecoder } from '../pets/photos/decoding/decoder.ts';
import { photoFiles } from '../pets/photos/files.ts';
import { requireOwner } from '../pets/photos/owner.ts';
import { photoRoutes } from '../pets/photos/routes.ts';
import type { PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import { photoStore } from '../pets/photos/store.ts';
import { sweepPhotos } from '../pets/photos/sweep.ts';
import type { PetStore } from '../pets/store.ts';
import type { Settings } from '../settings/settings.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Background } from '../time/background.ts';
import type { Clock } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { openPhotoFiles } from './photo-files.ts';

interface PhotoParts {
  readonly database: Database;
  readonly now: () => number;
  readonly clock: Clock;
  readonly background: Background;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'photosMissing'>;
  readonly pets: PetStore;
  readonly effects: Effects;
  readonly scans: Scans;
  readonly writeExpiry: Expiry['writeExpiry'];
  readonly credentials: Credentials;
  readonly network: Network;
  readonly decoder?: Decoder | undefined;
}

/** The photos of animals: their store, their files, and the process that decodes them. */
export async function openPhotos(environment: Environment, settings: Settings, parts: PhotoParts) {
  const { database, now, clock, background, log, metrics, credentials, network, decoder = openDecoder() } = parts;
  const photos = photoStore(database, now);
  const stored = await openPhotoFiles(environment, settings, parts);
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
    const deletingMs = clock.deletingMs();
    const nowMs = deletingMs ?? clock.now();
    const missing = await sweepPhotos({ photos, files, nowMs, removes: deletingMs !== undefined }, stop);
    if (missing !== undefined) metrics.photosMissing.set(missing);
    if (missing) log.error({ missing }, 'photos have no files: petstore doctor names them');
  })();
  const adding = photoAdding({
    ...parts,
    photos,
    files,
    decoder,
    onLeftOver: (err, name) => log.warn({ err, name }, 'the files of a photo could not be removed yet'),
  });
  return {
    photos,
    /** What imports fetch and add photos with. */
    imported: { adding, newFetch: photoFetching(network), writeExpiry: parts.writeExpiry },
    addRoutes: (v1: App) => photoRoutes(v1, { ...parts, photos, adding }),
    addFileRoutes: (app: App) => photoFiles(app, { photos, files, identify: [authenticate(credentials), authorize] }),
    waiting: () => decoder.waiting(),
    close: () => decoder.close(),
  };
}
