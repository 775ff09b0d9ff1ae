import { daysOf } from '../../vocabulary/animal-profile.ts';
import { durationMs } from '../../vocabulary/duration.ts';
import { isAddress } from '../../vocabulary/text/address.ts';
import { isLocale, isTimeZone } from '../../vocabulary/text/moment.ts';
import { searchable } from '../../vocabulary/text/searchable.ts';

/** The string formats of the schemas. `rule` ends the sentence "It must be …"; `length` is, for example, ` of 1 to 255 characters`. */
export const FORMATS = {
  'plain-text': {
    validate: isPlainText,
    rule: (length = '') => `a string${length} without control characters`,
  },
  'search-text': {
    validate: (text: string) => isPlainText(text) && Array.from(searchable(text)).length <= 255,
    rule: (length = '') => `a string${length} without control characters, also once it is folded`,
  },
  'multiline-text': {
    validate: (text: string) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text),
    rule: (length = '') => `a string${length} without control characters other than tabs and line breaks`,
  },
  'date-time': {
    validate: (text: string) => rfc3339.test(text) && isInUtc(Date.parse(text)) && isDay(text.slice(0, 10)),
    rule: () => 'a time like `2026-11-21T09:30:00Z` (RFC 3339)',
  },
  date: {
    validate: isDay,
    rule: () => 'a day like `2024-05-01`',
  },
  month: {
    validate: (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text),
    rule: () => 'a month like `2026-05`',
  },
  email: {
    validate: (text: string) => emailAddress.test(text),
    rule: (length = '') => `an email address${length}`,
  },
  'web-url': {
    validate: isWebUrl,
    rule: (length = '') => `a URL${length} like \`https://shelter.example/adopt\`, with \`http:\` or \`https:\``,
  },
  'secure-url': {
    validate: (text: string) => isWebUrl(text) && new URL(text).protocol === 'https:',
    rule: (length = '') => `a URL${length} like \`https://video.example/rex\`, with \`https:\``,
  },
  currency: {
    validate: (text: string) => /^[A-Z]{3}$/.test(text),
    rule: () => 'a currency code of three capital letters like `USD` (ISO 4217)',
  },
  distance: {
    validate: isDistance,
    rule: () => 'a distance of up to 500 miles like `50km` or `30mi`',
  },
  duration: {
    validate: isDuration,
    rule: () =>
      'a duration of up to 3,660 days like `PT48H` or `P7D` (ISO 8601, without years and months; only seconds may have a fraction)',
  },
  country: {
    validate: (text: string) => /^[A-Z]{2}$/.test(text),
    rule: () => 'a country code of two capital letters like `US` (ISO 3166-1 alpha-2)',
  },
  'time-zone': {
    validate: isTimeZone,
    rule: () => 'a time zone like `Europe/Berlin` (IANA)',
  },
  locale: {
    validate: isLocale,
    rule: () => 'a locale like `en-GB` (BCP 47)',
  },
  address: {
    validate: isAddress,
    rule: (length = '') => `an email address${length}`,
  },
  origin: {
    validate: isWebOrigin,
    rule: () => 'a web origin like `https://shelter.example`, without a path and without `*`',
  },
} as const satisfies Record<string, { validate: (text: string) => boolean; rule: (length?: string) => string }>;

function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

/**
 * The URL that browsers read in a text, so that all other readers find the same host: a browser takes `https:x.example` and
 * `https://x.example\@other.example` for addresses of x.example. What is no URL stays as it is.
 */
export function hrefOf(text: string): string {
  const trimmed = text.trim();
  const href = isWebUrl(trimmed) ? new URL(trimmed).href : trimmed;
  // People write an origin without a path, and every reader understands that.
  return href === `${trimmed}/` ? trimmed : href;
}

/** A link for a page: it runs no script, and sends no password. */
function isWebUrl(text: string): boolean {
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** An origin that a page on the web can have. */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:') && !hostname.includes('*');
}

const MOST = { km: 804.672, mi: 500 } as const;

function isDistance(text: string): boolean {
  const [, amount, unit = 'mi'] = /^(\d+(?:\.\d+)?|\.\d+)(km|mi)$/.exec(text) ?? [];
  return Number(amount) > 0 && Number(amount) <= MOST[unit as keyof typeof MOST];
}

function isDuration(text: string): boolean {
  const ms = durationMs(text);
  return ms !== undefined && ms > 0 && ms <= 3_660 * 86_400_000;
}

const rfc3339 =
  /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a response can say this moment, in UTC: `9999-12-31T23:59:59-01:00` is in a year of five digits. */
const isInUtc = (ms: number): boolean => !Number.isNaN(ms) && /^\d/.test(new Date(ms).toISOString());

/** `Date.parse` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
}

/** The HTML standard's rule for `<input type=email>`, and a dot in the domain. */
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
