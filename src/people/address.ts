import { domainToASCII, domainToUnicode } from 'node:url';
import { isAddress } from '../vocabulary/text/address.ts';

/** An email address to find in fields and in texts. Upper and lower case are the same, and so are both forms of an international domain. */
export interface Address {
  /** In the form that accounts and adopters have it: an international domain is in ASCII. */
  readonly text: string;
  /** Every text with the address matches one of these LIKE patterns, if case is ignored. Other texts may match them too. */
  readonly patterns: readonly string[];
  /** What a field that holds this address is in lower case; undefined if the database does not know the case of its letters. */
  readonly lowerCase: string | undefined;
  /** Whether a field that holds one address holds this one. */
  is(field: unknown): boolean;
  /** Whether a text contains the address as a whole, not only as a part of a longer one. */
  isIn(text: string): boolean;
  replacedIn(text: string, by: string): string;
}

type Range = readonly [start: number, end: number];

export function addressOf(email: string): Address {
  const wanted = normalized(email);
  const forms = [...new Set([wanted, withDomain(wanted, domainToUnicode)])];

  function* wholeIn(text: string): Generator<Range> {
    const lower = lowerCase(text);
    for (const form of forms) {
      for (let start = lower.indexOf(form); start >= 0; start = lower.indexOf(form, start + 1)) {
        const end = start + form.length;
        if (isBoundaryBefore(text, start) && isBoundaryAfter(text, end)) yield [start, end];
      }
    }
  }

  /** Also finds it in a link, where some characters are percent-encoded. */
  function rangesIn(text: string): Range[] {
    const ranges = [...wholeIn(text)];
    if (text.includes('%')) {
      const { decoded, starts } = percentDecoded(text);
      for (const [start, end] of wholeIn(decoded)) ranges.push([starts[start] ?? 0, starts[end] ?? text.length]);
    }
    return ranges.toSorted(([one], [other]) => one - other);
  }

  const isIn = (text: string): boolean => rangesIn(text).length > 0;
  return {
    text: wanted,
    patterns: forms.flatMap(patternsOf),
    lowerCase: isInternational.test(wanted) ? undefined : wanted,
    is(field) {
      if (typeof field !== 'string') return false;
      // Text that is no address may still contain one: the command line makes accounts with any email.
      return isAddress(field.trim()) ? normalized(field) === wanted : isIn(field);
    },
    isIn,
    replacedIn(text, by) {
      let result = '';
      let from = 0;
      for (const [start, end] of rangesIn(text)) {
        if (start < from) continue;
        result += text.slice(from, start) + by;
        from = end;
      }
      return result + text.slice(from);
    },
  };
}

/** An address in the form for comparing. */
export const normalized = (email: string): string => withDomain(lowerCase(email.trim()), domainToASCII);

/** Only an international domain has two forms. These functions would read `1.2` as an IP address, and answer '' for anything but a domain. */
function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return isInternational.test(domain) ? address.slice(0, at) + (convert(domain) || domain) : address;
}

const isInternational = /[^\0-\x7f]|(?:^|\.)xn--/;

/** Unlike `toLowerCase` it leaves the length as it is. */
const lowerCase = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );

/** Characters that join the words of an address, such as `jo.ann@x.example`. Others, such as `=`, separate it from a text. */
const JOINERS = "._+-'&";
const endsInLetter = /[\p{L}\p{N}\p{M}]$/u;
const beginsWithLetter = /^[\p{L}\p{N}]/u;

function isBoundaryBefore(text: string, start: number): boolean {
  let wordEnd = start;
  while (wordEnd > 0 && JOINERS.includes(text.charAt(wordEnd - 1))) wordEnd -= 1;
  // No address has two dots in a row: they end a sentence.
  if (text.slice(wordEnd, start).includes('..')) return true;
  return !endsInLetter.test(text.slice(Math.max(0, wordEnd - 2), wordEnd));
}

/** A letter continues a domain, and so does one after a dot or hyphens. */
function isBoundaryAfter(text: string, end: number): boolean {
  let wordStart = end;
  if (text.charAt(end) === '.') wordStart += 1;
  else while (text.charAt(wordStart) === '-') wordStart += 1;
  return !beginsWithLetter.test(text.slice(wordStart, wordStart + 2));
}

/** Decodes the printable ASCII characters, and says where each character of the result begins in the text. */
function percentDecoded(text: string): { readonly decoded: string; readonly starts: readonly number[] } {
  let decoded = '';
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    const [encoded] = /^%[2-7][\da-f]/i.exec(text.slice(at, at + 3)) ?? [];
    decoded += encoded === undefined ? text.charAt(at) : String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    starts.push(at);
    at += encoded?.length ?? 1;
  }
  return { decoded, starts };
}

/** One for the address as it is, and one for a link, which encodes at least the `@`. */
function patternsOf(address: string): string[] {
  const special = /[^a-z\d.@-]+/g;
  const encoded = address.replaceAll(special, '%').replace('@', '_40');
  // The wildcard replaces characters with a meaning in a pattern, and letters whose case the database does not know.
  return [`%${address.replaceAll(/[%_]|[^\0-\x7f]/gu, '_')}%`, `%${encoded}%`];
}
