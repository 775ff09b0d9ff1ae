import { ENGLISH } from '../vocabulary/site.ts';
import { dayText, momentText, type PlaceInTime, spokenIn } from '../vocabulary/text/moment.ts';
import { languageFor } from '../words/choosing.ts';
import type { Words } from '../words/en/catalogue.ts';
import { LANGUAGES, speakerOf } from '../words/languages.ts';
import { type Speaker, speaker } from '../words/say.ts';
import type { Link } from './letter.ts';

/** Who reads a mail: in which language, and with whose habits of dates. */
export interface Reader extends Speaker<Words> {
  /** A moment in the time zone of the organization. */
  readonly time: (moment: string) => string;
  readonly day: (moment: string) => string;
  /** A link to a page of the site, which then has the language that the reader has said. */
  readonly linkTo: (url: string, label: string) => Link;
}

/**
 * The language of a mail is the reader's, or else the organization's, or else English. Dates are as in the country that the reader has
 * said, or else in the organization's.
 *
 * @param locale of the reader, if it is known. BCP 47
 */
export async function readerOf(
  locale: string | undefined,
  { timeZone, locale: ofPlace }: PlaceInTime = {},
): Promise<Reader> {
  const languages = Object.keys(LANGUAGES);
  const [own, others] = [locale, ofPlace].map((tag) => tag && languageFor([tag], languages));
  const language = own ?? others ?? ENGLISH;
  const hasCountry = own !== undefined && new Intl.Locale(locale ?? own).region !== undefined;
  const { words } = await speakerOf(language);
  const speaks = speaker(language, words, spokenIn(hasCountry ? locale : ofPlace, language));
  const place = { timeZone, locale: speaks.locale };
  return {
    ...speaks,
    time: (moment) => momentText(moment, place, language),
    day: (moment) => dayText(moment, place, language),
    linkTo: (url, label) => {
      const link = new URL(url);
      if (own !== undefined) link.searchParams.set('lang', own);
      return { label, url: link.href };
    },
  };
}
