import type { SiteSettings } from '../vocabulary/site.ts';
import type { SiteWords } from './languages.ts';
import type { Speaker } from './say.ts';

/** A page of the board, to be rendered for those who run no scripts. */
interface AskedPage {
  /** Such as `/pets/3`. */
  readonly path: string;
  /** The query without its question mark, as `AddressOf` gives it. */
  readonly search: string;
  /** Whether the links name the language. */
  readonly isChosen: boolean;
  readonly settings: SiteSettings;
  readonly speaker: Speaker<SiteWords>;
  /** Unix milliseconds, of the environment. */
  readonly nowMs: number;
  /** Sends the page's requests to the API. */
  readonly fetch: typeof globalThis.fetch;
}

/** The address of what a page shows: without what changes nothing, such as unknown parameters, and without the language. */
export type AddressOf = (page: Pick<AskedPage, 'path' | 'search' | 'speaker'>) => string;

/** Renders a page. @returns HTML. It rejects if the API refuses a request. */
export type ContentOf = (page: AskedPage) => Promise<string>;

/** What the site's `content.js` exports. */
export interface Content {
  readonly addressOf: AddressOf;
  readonly contentOf: ContentOf;
}
