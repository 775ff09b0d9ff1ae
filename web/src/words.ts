import { signal } from '@preact/signals';
import { ENGLISH } from '../../src/vocabulary/site.ts';
import type { SiteWords } from '../../src/words/languages.ts';
import { type Speaker, speaker } from '../../src/words/say.ts';
import type { Terms } from '../../src/words/terms.ts';

/** What a document has in it, or `/words` answers. */
interface GivenWords {
  readonly language: string;
  readonly words: SiteWords;
  /** Only `/words` has them. */
  readonly terms?: Terms;
}

/** A signal: when the rest of the words has come, what is on display says it with them. */
const current = signal<Speaker<SiteWords> | undefined>(undefined);
let all: Promise<void> | undefined;

function take({ language, words, terms }: GivenWords): void {
  // Dates as in the reader's country, if it speaks the language of the page.
  // Some systems add what is no language tag, such as `en-US@posix`.
  const tags = navigator.languages.filter((tag) => /^[a-z\d-]+$/i.test(tag));
  const region = tags.find((tag) => tag === language || tag.startsWith(`${language}-`));
  current.value = { ...speaker(language, words, region), terms };
}

/** For `content.js`, which speaks another language with each page. */
export function speakAs(speaker: Speaker<SiteWords>): void {
  current.value = speaker;
}

/** Reads the words of the first view from the document; the development server's has none, so English is requested. */
export async function loadWords(): Promise<void> {
  const text = document.getElementById('page-words')?.textContent;
  if (import.meta.env.DEV && text === undefined) await load(`/words/${ENGLISH}`);
  else take(JSON.parse(text as string) as GivenWords);
}

/** Loads all words once. A failure is forgotten, so that one can ask again. */
const load = (address: string): Promise<void> =>
  (all ??= request(address).catch((failure: unknown) => {
    all = undefined;
    throw failure;
  }));

async function request(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No words: ${response.status}`);
  take((await response.json()) as GivenWords);
}

/** All words for a page of another site, in the first of these languages that the service offers. */
export const loadWordsFrom = (origin: string, wanted: readonly string[]): Promise<void> =>
  load(`${origin}/words?${new URLSearchParams({ lang: wanted.join(',') })}`);

/** The words of the pages after the first view. */
export const laterWords = (): Promise<void> => load(`/words/${speaks().language}`);

/** Everything is rendered after the words of the first view are there. */
export function speaks(): Speaker<SiteWords> {
  if (current.value === undefined) throw new Error('The words are used before they are loaded.');
  return current.value;
}

type Says = Speaker<SiteWords>['say'];
type Parts = Speaker<SiteWords>['parts'];

export const say: Says = ((...message: Parameters<Says>) => speaks().say(...message)) as Says;
export const parts: Parts = ((...message: Parameters<Parts>) => speaks().parts(...message)) as Parts;
/** The catalogue of the page's language. */
export const words = (): SiteWords => speaks().words;
