import { type StaticFile, staticFile } from '../http/static-files.ts';
import { type SiteWords, speakerOf, type Words } from '../words/languages.ts';
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
      const { first, animals }: SiteWords = (await speakerOf(language)).words;
      const words: SiteWords = { first, animals };
      const file = staticFile('/words.json', Buffer.from(JSON.stringify({ language, words })));
      files.set(language, file);
      return file;
    },
  };
}
