import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Animal } from '../animals.ts';
import type { AddedOne, ImportTarget, Owed, OwedOne } from '../target.ts';
import type { NamedPhoto } from './addresses.ts';
import { type FetchPhoto, PHOTOS_AT_ONCE } from './fetching.ts';

/** A photo that was added, or why it was not. */
export interface PhotoResult {
  readonly animal: Animal;
  readonly photo: NamedPhoto;
  readonly reason?: string;
}

/** What the photo of an animal is remembered by until it is there. */
const photoKey = (reference: string, { url }: Pick<NamedPhoto, 'url'>): string =>
  `photo:${hash('sha256', `${reference}\n${url}`, 'base64url')}`;

/** Of all photos of an animal. */
export const photoKeys = ({ reference, photos }: Pick<Animal, 'reference' | 'photos'>): readonly string[] =>
  photos.map((photo) => photoKey(reference, photo));

/**
 * Fetches and adds the photos that these animals are owed: several animals at once, and an animal's photos in order. Ends early when the
 * signal aborts.
 */
export async function* addPhotos(
  target: ImportTarget,
  fetch: FetchPhoto,
  animals: readonly Animal[],
  signal: AbortSignal,
): AsyncGenerator<PhotoResult> {
  const withPhotos = animals.filter(({ photos }) => photos.length > 0);
  if (withPhotos.length === 0 || signal.aborted) return;
  const owed = await target.owed(withPhotos.map((animal) => ({ ...animal, keys: photoKeys(animal) })));
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);

  async function* photosOf(animal: Animal, { petId, keys }: Owed): AsyncGenerator<PhotoResult> {
    for (const photo of animal.photos) {
      const key = photoKey(animal.reference, photo);
      if (!keys.has(key)) continue;
      if (stopped.aborted) return;
      try {
        const added = await one({ reference: animal.reference, petId, key }, photo.url);
        if (added === 'gone') return;
        yield { animal, photo, ...(added === 'added' ? {} : added) };
      } catch (error) {
        if (stopped.aborted) return;
        throw error;
      }
    }
  }
  async function one(of: OwedOne, url: string): Promise<AddedOne> {
    const image = await fetch(url, stopped);
    if ('reason' in image) return image;
    try {
      return await target.addPhoto(of, image, stopped);
    } finally {
      await rm(image.path, { force: true });
    }
  }

  yield* merged(
    withPhotos.flatMap((animal) => {
      const of = owed.get(animal.reference);
      return of === undefined ? [] : [photosOf(animal, of)];
    }),
    PHOTOS_AT_ONCE,
    () => stop.abort(),
  );
}

/** What the generators yield, as it comes; at most `atOnce` run at the same time. At the end, none runs any more. @param end asks them to end early */
async function* merged<Item>(
  generators: readonly AsyncGenerator<Item>[],
  atOnce: number,
  end: () => void,
): AsyncGenerator<Item> {
  const waiting = generators.values();
  const running = new Map<AsyncGenerator<Item>, Promise<readonly [AsyncGenerator<Item>, IteratorResult<Item>]>>();
  const step = (one: AsyncGenerator<Item>) =>
    running.set(
      one,
      one.next().then((result) => [one, result] as const),
    );
  const startNext = () => {
    const next = waiting.next();
    if (next.done !== true) step(next.value);
  };
  for (let i = 0; i < atOnce; i += 1) startNext();
  try {
    while (running.size > 0) {
      const [one, result] = await Promise.race(running.values());
      if (result.done === true) {
        running.delete(one);
        startNext();
      } else {
        step(one);
        yield result.value;
      }
    }
  } finally {
    end();
    await Promise.allSettled(running.values());
  }
}
