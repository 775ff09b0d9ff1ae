import { timestamp } from './timestamp.ts';

/** Where a source of the directory stands. */
export const SOURCE_STATES = {
  reading: 'everything is being read, for the first time or again',
  following: 'changes arrive within seconds',
  failing: 'the last request failed; it is tried again by itself',
  paused: 'an operator has paused it',
  stopped: 'the source refuses the key, or is another service than the one that was added: `error` says what to do',
  removing: 'everything of the source is being removed',
} as const;
export type SourceState = keyof typeof SOURCE_STATES;

/** Whether another service has the animal. It must have been read with its profile. */
export const isMirrored = ({
  profile,
}: {
  readonly profile?: { readonly origin?: object | undefined } | undefined;
}): boolean => profile?.origin !== undefined;

/** How long a source may be silent: until visitors read when it was last seen, and until they no longer see what it has. */
export const SILENCE_MS = { told: 24 * 60 * 60 * 1_000, hidden: 3 * 24 * 60 * 60 * 1_000 } as const;

/** What one source may have here, how many categories are added for it, of how many it is known which ones stand for them, and how many of its animals that are refused are noted. */
export const MOST_OF_SOURCE = {
  organizations: 500,
  animals: 50_000,
  categories: 50,
  knownCategories: 200,
  refusals: 1_000,
  photoBytes: 2 * 1_024 ** 3,
} as const;

/** How many photos of an animal are copied: its first ones. */
export const MOST_PHOTOS_COPIED = 3;

/** What the copies of all sources take. A source that has less than an equal share of it goes on beyond. */
export const MOST_PHOTO_BYTES = 64 * 1_024 ** 3;

/** How many categories of all sources together are added here. */
export const MOST_CATEGORIES = 1_000;

/** Where what another service has is found there: at its address, or on a page of it. */
export const originOf = (url: string, seenMs: number | null, path = '') => ({
  url: url + path,
  ...(seenMs === null ? {} : { seenAt: timestamp(seenMs) }),
});
