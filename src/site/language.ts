import type { FastifyRequest } from 'fastify';
import { languagesIn } from '../http/accept.ts';
import { cookieIn } from '../http/request.ts';
import { ENGLISH, LANGUAGE_COOKIE, type SiteSettings } from '../vocabulary/site.ts';
import { languageFor } from '../words/choosing.ts';
import { LANGUAGES } from '../words/languages.ts';

type Offer = Pick<SiteSettings, 'languages' | 'organization'>;

/** The pages of staff and of developers are in English. @param route such as `/console/*` */
export const isForStaff = (route: string): boolean => /^\/(?:console|docs|portal)(?:\/|$)/.test(route);

/** The languages of the site: all there are, or those that its only organization offers. English stands in if it offers none of them. */
export function languagesOf(wanted: readonly string[] | undefined): string[] {
  const all = Object.keys(LANGUAGES);
  if (wanted === undefined) return all;
  const offered = all.filter((language) => wanted.some((tag) => languageFor([tag], [language]) !== undefined));
  return offered.length === 0 ? [ENGLISH] : offered;
}

/** The tags of `?lang=`, the best first. */
function tagsIn(request: FastifyRequest): string[] {
  const { lang } = request.query as { readonly lang?: unknown };
  return typeof lang === 'string' ? lang.split(',') : [];
}

/** Whether the address says in which language the page is. */
export const isLanguageIn = (request: FastifyRequest, { languages }: Offer): boolean =>
  languageFor(tagsIn(request), languages) !== undefined;

/** The language of a document: what its address says, what the visitor chose before, what the browser prefers, what the organization speaks. */
export const languageOf = (request: FastifyRequest, offer: Offer): string =>
  chosen(
    [
      ...tagsIn(request),
      cookieIn(request, LANGUAGE_COOKIE) ?? '',
      ...languagesIn(request.headers['accept-language'] ?? ''),
    ],
    offer,
  );

/** The language of words that a page asks for with `?lang=`. */
export const wantedLanguage = (request: FastifyRequest, offer: Offer): string => chosen(tagsIn(request), offer);

const chosen = (wanted: readonly string[], { languages, organization }: Offer): string =>
  languageFor([...wanted, organization?.locale ?? '', ENGLISH], languages) ?? languages[0] ?? ENGLISH;
