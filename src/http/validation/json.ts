import { isUtf8 } from 'node:buffer';
import { integerOfJson } from '../../vocabulary/int64.ts';
import { ApiError } from '../errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON exactly: an integer beyond 2^53 becomes a bigint; a repeated member, `__proto__`, invalid UTF-8 and deep nesting are
 * refused.
 *
 * The common path is one linear scan and the native parser. Only a text with a fraction, an exponent or an integer beyond 2^53 is
 * parsed a second time, from the source text of its numbers.
 *
 * @throws ApiError `invalid_json`
 */
export function parseJson(bytes: Buffer, maxDepth: number, maxValues = Infinity): unknown {
  if (!isUtf8(bytes)) throw invalid('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  if (text.startsWith('\u{feff}')) throw invalid('it begins with a byte order mark');
  const scanned = scan(text, maxDepth, maxValues);
  const value = parsed(text);
  const walked = walk(value);
  // A repeated member has a colon in the text but no member of its own in the value.
  if (walked.members !== scanned.colons) throw invalid('an object has the same member twice');
  return scanned.hasPoint || walked.hasUnsafeNumber ? JSON.parse(text, exactNumber) : value;
}

/**
 * Like `parseJson`, but each number is its own source text (`JSON.rawJSON`): what is sent on has the same digits.
 *
 * @throws ApiError `invalid_json`
 */
export function parseJsonVerbatim(bytes: Buffer, maxDepth: number): unknown {
  parseJson(bytes, maxDepth);
  return JSON.parse(bytes.toString('utf8'), (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value,
  );
}

/** The source text of a number that `parseJsonVerbatim` read; undefined for every other value. */
export const numberSource = (value: unknown): string | undefined =>
  JSON.isRawJSON(value) ? (value as { rawJSON: string }).rawJSON : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 120) : 'it cannot be parsed');
  }
}

/**
 * Scans the text before it is parsed: neither the parser nor `walk` may recurse into 100,000 levels.
 *
 * @returns the colons outside strings, in valid JSON the number of members; and whether some number may have a fraction or an exponent
 */
function scan(text: string, maxDepth: number, maxValues: number) {
  let colons = 0;
  let commas = 0;
  let hasPoint = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        if (depth > maxDepth) throw invalid(`it nests deeper than ${maxDepth} levels`);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x3a: // :
        colons += 1;
        break;
      case 0x2c: // ,
        commas += 1;
        if (commas >= maxValues) throw invalid(`it has more than ${maxValues} values`);
        break;
      case 0x2e: // .
      case 0x45: // E
      case 0x65: // e, of a number or of `true`
        hasPoint = true;
        break;
      default:
    }
  }
  return { colons, hasPoint };
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    i += code === BACKSLASH ? 2 : 1;
  }
  return i;
}

function walk(value: unknown, seen = { members: 0, hasUnsafeNumber: false }) {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) seen.hasUnsafeNumber = true;
  } else if (Array.isArray(value)) {
    for (const item of value) walk(item, seen);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__') throw invalid('it has a member named `__proto__`');
      seen.members += 1;
      walk(member, seen);
    }
  }
  return seen;
}

function exactNumber(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  // The nearest double of an integer is an integer.
  if (Number.isFinite(value) && !Number.isInteger(value)) return value;
  const exact = integerOfJson(context.source);
  if (exact !== undefined) return exact;
  // The parser rounds `1.00000000000000000001` to 1: it must not pass for an integer.
  return Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Number.NaN : value;
}

function invalid(reason: string): ApiError {
  return new ApiError('invalid_json', `The body is not acceptable JSON: ${reason}.`);
}
