import { type StaticFile, staticFile } from '../http/static-files.ts';
import type { Words } from '../words/en/catalogue.ts';
import { SITE_ROOMS, speakerOf } from '../words/languages.ts';
import type { Speaker } from '../words/say.ts';

/** The words that a document brings: of the first view. */
export const firstWords = ({ language, words: { first, animals } }: Speaker<Words>) => ({
  language,
  words: { first, animals },
});

/** The words of the site in a language, for what follows the first view, and for the embedded board. */
export function openWordFiles() {
  const files = new Map<string, StaticFile>();
  async function fileOf(path: string, read: () => Promise<unknown>): Promise<StaticFile> {
    const file = files.get(path) ?? staticFile(path, Buffer.from(JSON.stringify(await read())));
    files.set(path, file);
    return file;
  }
  return {
    /** All words of the pages. */
    of: (language: string): Promise<StaticFile> =>
      fileOf(`/${language}/words.json`, async () => {
        const all = (await speakerOf(language)).words;
        return { language, words: Object.fromEntries(SITE_ROOMS.map((room) => [room, all[room]])) };
      }),

    /** What the stored words of animals are called; null in English. */
    termsOf: (language: string): Promise<StaticFile> =>
      fileOf(`/${language}/terms.json`, async () => (await speakerOf(language)).terms ?? null),
  };
}
