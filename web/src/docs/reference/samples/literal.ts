import { parseJson } from '../../../../../client/src/json.ts';
import { isJson } from '../../../design/text/json-text.ts';

/** How a language writes the values of JSON. */
export interface Notation {
  readonly string: (value: string) => string;
  /** A member of an object. */
  readonly member: (name: string, value: string) => string;
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** Behind the digits of an integer beyond ±2^53−1. */
  readonly bigSuffix: string;
  readonly indent: string;
}

/** A quoted string in which only the quote and the backslash are escaped. */
export const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const longestLine = 60;

/** JSON as a literal of a language; what is short stands on one line. Text that is not JSON is a string. */
export function literalOf(json: string, notation: Notation): string {
  return isJson(json) ? literal(parseJson(json), notation, '') : notation.string(json);
}

function literal(value: unknown, notation: Notation, indent: string): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value === 'bigint') return `${value}${notation.bigSuffix}`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return notation.words[`${value}`];
  if (typeof value !== 'object' || value === null) return notation.words.null;
  const deeper = indent + notation.indent;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.object;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation, deeper))
    : Object.entries(value).map(([name, item]) => notation.member(name, literal(item, notation, deeper)));
  if (items.length === 0) return Array.isArray(value) ? '[]' : notation.emptyObject;
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= longestLine && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close.trim()}`;
}
