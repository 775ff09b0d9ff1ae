import { type StaticFile, staticFile } from '../http/static-files.ts';
import type { Words } from '../words/en/catalogue.ts';
import { SITE_ROOMS, speakerOf } from '../words/languages.ts';
import type { Speaker } from '../words/say.ts';

/** The words that a document brings: of the first view. */
export const firstWords = ({ language, words: { first, animals } }: Speaker<Words>) => ({
  language,
  words: { first, animals },
});

/** All words of the site in a language, for pages after the first view and for the embedded board. */
export function openWordFiles() {
  const files = new Map<string, StaticFile>();
  return {
    async of(language: string): Promise<StaticFile> {
      const known = files.get(language);
      if (known !== undefined) return known;
      const all = (await speakerOf(language)).words;
      const words = Object.fromEntries(SITE_ROOMS.map((room) => [room, all[room]]));
      const file = staticFile('/words.json', Buffer.from(JSON.stringify({ language, words })));
      files.set(language, file);
      return file;
    },
  };
}
