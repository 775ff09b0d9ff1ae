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
  /** An integer beyond ±2^53−1. */
  readonly bigint: (value: bigint) => string;
  readonly indent: string;
}

/** A quoted string in which only the quote and the backslash are escaped. */
export const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const longestLine = 60;

/** Line breaks as escapes, for strings that cannot contain them. */
export const onOneLine = (text: string): string =>
  text.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`);

/** JSON as a literal of a language. Text that is not JSON is a string. */
export function literalOf(json: string, notation: Notation): string {
  return isJson(json) ? literal(parseJson(json), notation) : notation.string(json);
}

export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value === 'bigint') return notation.bigint(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return notation.words[`${value}`];
  if (typeof value !== 'object' || value === null) return notation.words.null;
  const deeper = indent + notation.indent;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation, deeper))
    : Object.entries(value).map(([name, item]) => notation.member(name, literal(item, notation, deeper)));
  if (items.length === 0) return Array.isArray(value) ? '[]' : notation.emptyObject;
  return group(Array.isArray(value) ? ['[', ']'] : notation.object, items, notation, indent);
}

/** Items between brackets, on one line if that is short. */
export function group(
  [open, close]: Notation['object'],
  items: readonly string[],
  notation: Pick<Notation, 'indent'>,
  indent = '',
): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= longestLine && !line.includes('\n')) return line;
  const lines = items.map((item) => `${indent}${notation.indent}${item},\n`);
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}
