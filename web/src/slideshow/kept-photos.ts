import type { ExpandedPet, Photo } from '../../../client/src/petstore.ts';
import { PHOTO_WIDTHS } from '../../../src/vocabulary/photos.ts';

/** The largest file: a smaller photo has no larger ones. */
const urlOf = ({ urls, width }: Photo): string =>
  urls[PHOTO_WIDTHS.findLast((_, index) => index === 0 || (PHOTO_WIDTHS[index - 1] ?? 0) < width) ?? 600];

/** A photo that takes longer must not hold up the others. */
const loadMs = 30_000;

/** Keeps the first photos of animals. An image has its data as long as it is kept, so that it can be shown without the network. */
export function openKeptPhotos() {
  const kept = new Map<string, HTMLImageElement>();
  let wanted: ReadonlySet<string> = new Set();
  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    for (let urls = wanted; ; urls = wanted) {
      for (const url of urls) {
        if (kept.has(url) || !wanted.has(url)) continue;
        const image = new Image();
        image.src = url;
        const deadline = AbortSignal.timeout(loadMs);
        // One that cannot be loaded now is tried again when the animals are read.
        const isLoaded = await Promise.race([
          image.decode().then(
            () => true,
            () => false,
          ),
          new Promise<false>((resolve) => deadline.addEventListener('abort', () => resolve(false))),
        ]);
        if (!isLoaded) image.removeAttribute('src');
        if (isLoaded && wanted.has(url)) kept.set(url, image);
      }
      if (urls === wanted) break;
    }
    isLoading = false;
  }

  return {
    /** Keeps the photos of these animals, and no others. */
    keep(pets: readonly ExpandedPet[]): void {
      wanted = new Set(pets.flatMap(({ photos: [photo] = [] }) => (photo === undefined ? [] : urlOf(photo))));
      for (const url of kept.keys()) if (!wanted.has(url)) kept.delete(url);
      void load();
    },
    /** Undefined if it is not loaded yet. */
    of: (photo: Photo): HTMLImageElement | undefined => kept.get(urlOf(photo)),
  };
}
export type KeptPhotos = ReturnType<typeof openKeptPhotos>;
