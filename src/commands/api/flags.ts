import { InvalidArgumentError, Option } from 'commander';
import { nearest } from '../../http/validation/unknown.ts';
import { MAX_INT64, MIN_INT64, parseInt64 } from '../../vocabulary/int64.ts';
import type { Flag } from './operation.ts';

/** What stands for the value of a flag in the help. */
const PLACEHOLDERS: Readonly<Record<Flag['kind'], string>> = {
  integer: '<integer>',
  number: '<number>',
  boolean: '[yes-or-no]',
  text: '<text>',
  json: '<json>',
};

/** The option of a command for a flag. */
export function optionOf(flag: Flag): Option {
  const { kind, name, format, choices, list, required } = flag;
  const placeholder = format === 'date-time' ? '<time>' : format === 'date' ? '<date>' : PLACEHOLDERS[kind];
  const notes = [
    ...(list === true && kind !== 'json'
      ? [splits(flag) ? 'several: with commas, or repeated' : 'several: repeated']
      : []),
    ...(kind === 'json' ? ['JSON, @FILE, or - for standard input'] : []),
    ...(required !== true
      ? []
      : [name.includes('.') ? `required with the rest of --${name.replace(/\.\w+$/, '')}` : 'required']),
  ];
  const option = new Option(`--${name} ${placeholder}`, described(flag, notes));
  if (choices !== undefined) option.choices(choices);
  return option.argParser((text, before) => parsed(flag, text, before) ?? NULL);
}

/** Commander takes null for a flag without a value. */
const NULL = Symbol('null');

/** The value of an option, which may be null. */
export const valueIn = (value: unknown): unknown => (value === NULL ? null : value);

/** `Name of the animal.` as the help of an option: `name of the animal (required)`. A text that does not begin with a word follows the flag's name. */
function described({ name, says }: Flag, notes: readonly string[]): string {
  const text = says.replace(/\.$/, '').replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  const named = /^[a-z]/.test(text)
    ? [text]
    : [wordsOf(name.split('.').at(-1) ?? name), ...(text === '' ? [] : [text])];
  return named.join(': ') + (notes.length === 0 ? '' : ` (${notes.join('; ')})`);
}

/** `houseTrained` is `house trained`. */
export const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether a comma separates values: a text of its own may contain one. */
const splits = ({ in: where, kind, choices }: Flag): boolean =>
  where === 'query' || kind !== 'text' || choices !== undefined;

/** @param before the value of the same flag so far, if it is repeated */
export function parsed(flag: Flag, text: string, before?: unknown): unknown {
  if (flag.nullable === true && text === 'null') return null;
  if (flag.kind === 'json') return text;
  if (flag.list !== true) return scalar(flag, text);
  const found = (splits(flag) ? text.split(',') : [text]).map((part) => scalar(flag, part.trim()));
  return Array.isArray(before) ? [...(before as unknown[]), ...found] : found;
}

function scalar(flag: Flag, text: string): unknown {
  const { kind, choices, min = MIN_INT64, max = MAX_INT64 } = flag;
  switch (kind) {
    case 'integer': {
      const value = parseInt64(text);
      if (value !== undefined && value >= min && value <= max) return value;
      break;
    }
    case 'number':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
      break;
    case 'boolean': {
      const value = BOOLEANS[text.toLowerCase()];
      if (value !== undefined) return value;
      break;
    }
    case 'text':
    case 'json':
      if (choices === undefined || choices.includes(text)) return text;
  }
  throw new InvalidArgumentError(`It must be ${ruleOf(flag)}.${choices === undefined ? '' : meant(text, choices)}`);
}

const BOOLEANS: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };

function ruleOf({ kind, choices, min, max }: Flag): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  if (kind === 'boolean') return 'yes or no';
  const what = kind === 'integer' ? 'a whole number' : 'a number';
  if (min !== undefined && max !== undefined) return `${what} from ${min} to ${max}`;
  if (min !== undefined) return `${what} of at least ${min}`;
  return max === undefined ? what : `${what} of at most ${max}`;
}

export function meant(text: string, known: readonly string[]): string {
  const found = nearest(text, known);
  return found === undefined ? '' : ` Did you mean ${found}?`;
}
