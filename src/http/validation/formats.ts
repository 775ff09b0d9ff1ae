/**
 * The string formats that our schemas name: how each is checked, and how the rule ends the sentence "It must be …".
 */
export const FORMATS = {
  'plain-text': {
    validate: (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text),
    rule: 'a string without control characters',
  },
  'multiline-text': {
    validate: (text: string) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text),
    rule: 'a string without control characters but tabs and line ends',
  },
  'date-time': {
    validate: (text: string) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10)),
    rule: 'a time like `2026-11-21T09:30:00Z` (RFC 3339)',
  },
  email: {
    validate: (text: string) => emailAddress.test(text),
    rule: 'an email address',
  },
  origin: {
    validate: (text: string) => URL.canParse(text) && new URL(text).origin === text,
    rule: 'a web origin like `https://shelter.example`, without a path',
  },
} as const satisfies Record<string, { validate: (text: string) => boolean; rule: string }>;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** `Date.parse` takes 30 February for 2 March. */
const isDay = (day: string): boolean => new Date(day).toISOString().startsWith(day);

/** What browsers accept in `<input type=email>` (the HTML standard), with a dot in the domain. */
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
