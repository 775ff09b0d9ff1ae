import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { SILENCE_MS } from '../../../src/vocabulary/directory.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { say, speaks, words } from '../words.ts';

type Origin = NonNullable<NonNullable<ExpandedPet['profile']>['origin']>;

/** The page of an animal or an organization at the other service that has it, in the language of this page. */
export function homeOf({ url }: Pick<Origin, 'url'>): string {
  const page = new URL(url);
  page.searchParams.set('lang', speaks().language);
  return page.href;
}

/** When the other service was last seen, if it has been silent for a day. */
export function asOfWords(origin: Origin | undefined): string | undefined {
  if (origin?.seenAt === undefined) return undefined;
  const seen = new Date(origin.seenAt);
  // A page that embeds the board does not know staging's clock.
  const nowMs = IS_OWN ? environmentNow() : Date.now();
  if (nowMs - seen.getTime() < SILENCE_MS.told) return undefined;
  const day = new Intl.DateTimeFormat(speaks().locale, { dateStyle: 'medium' }).format(seen);
  return say(words().first.asOf, { day });
}
