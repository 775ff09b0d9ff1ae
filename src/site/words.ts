import { type StaticFile, staticFile } from '../http/static-files.ts';
import type { Environment } from '../vocabulary/environments.ts';
import type { Words } from '../words/en/catalogue.ts';
import { SITE_ROOMS, speakerOf } from '../words/languages.ts';
import type { Speaker } from '../words/say.ts';
import { speciesBySpelling } from '../words/species-spellings.ts';

/** The words that a document brings: of the first view. */
export const firstWords = ({ language, words }: Speaker<Words>, environment: Environment) => {
  const { first, animals, staging } = words;
  return { language, words: { first, animals, ...(environment === 'staging' && { staging }) } };
};

/** All words of the site in a language, and what it calls the stored words of animals. */
export function openWordFiles() {
  const files = new Map<string, StaticFile>();
  let species: StaticFile | undefined;
  return {
    /** Every species by its spellings in all languages. */
    species: (): StaticFile =>
      (species ??= staticFile('/species.json', Buffer.from(JSON.stringify(speciesBySpelling())))),

    async of(language: string): Promise<StaticFile> {
      const known = files.get(language);
      if (known !== undefined) return known;
      const { words: all, terms } = await speakerOf(language);
      const words = Object.fromEntries(SITE_ROOMS.map((room) => [room, all[room]]));
      const file = staticFile('/words.json', Buffer.from(JSON.stringify({ language, words, terms })));
      files.set(language, file);
      return file;
    },
  };
}
