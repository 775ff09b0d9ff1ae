import type { CategoryStore } from '../categories/store.ts';
import { sourceFollowing } from '../directory/follow.ts';
import { openFollowing } from '../directory/following.ts';
import { openMirror } from '../directory/mirror.ts';
import { openPhotoCopying } from '../directory/photo-copying.ts';
import { mirroredPhotos } from '../directory/photos.ts';
import { directoryRoutes } from '../directory/routes.ts';
import { sourceReader } from '../directory/source.ts';
import { sourceStore } from '../directory/sources.ts';
import type { App } from '../http/app.ts';
import type { PhotoAdding } from '../pets/photo-adding.ts';
import type { PhotoStore } from '../pets/photos/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Core } from './core.ts';

interface DirectoryRooms {
  readonly pets: PetStore;
  readonly categories: CategoryStore;
  readonly photos: PhotoStore;
  readonly adding: PhotoAdding;
}

/** How often it is looked whose turn it is. */
const lookMs = 1_000;

/** The services whose animals this one shows. */
export function buildDirectory(core: Core, { pets, categories, photos, adding }: DirectoryRooms) {
  const {
    database,
    now,
    realNow,
    secrets,
    network,
    background,
    accounts,
    organizations,
    log,
    lists,
    effects,
    origin,
    serviceId,
  } = core;
  const sources = sourceStore(database, { now, serviceId, ...secrets });
  const mirroring = mirroredPhotos({ pets, photos });
  const account = accounts.board.account;
  const mirror = openMirror({ account, pets, organizations, categories, photos: mirroring, now });
  const following = sourceFollowing({
    database,
    sources,
    mirror,
    readerOf: (source, stop) => sourceReader(network, { ...source, key: sources.keyOf(source) }, stop),
    now,
  });
  const all = openFollowing({ database, sources, following, now, realNow, log });
  const wake = background.every(lookMs, 'the directory', () => all.look());
  const copying = openPhotoCopying({ database, pets, photos: mirroring, adding, network, realNow, log });
  background.every(lookMs, 'the photos of the directory', (stop) => copying.copyAll(stop));
  return {
    addRoutes: (v1: App): void =>
      directoryRoutes(v1, {
        sources,
        network,
        origin,
        lists,
        effects,
        withdraw: (tx, source) => mirror.setListed(tx, source, false),
        wake,
      }),
    close: (): Promise<void> => {
      copying.close();
      return all.close();
    },
  };
}
