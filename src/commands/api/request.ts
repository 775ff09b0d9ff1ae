import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseJson } from '../../../client/src/json.ts';
import { misuse, reasonOf } from '../../failure.ts';
import type { Terminal } from '../terminal.ts';
import type { Flag, Operation } from './operation.ts';

/** The values of flags, by their names, and the value of `--body`. */
export type Values = ReadonlyMap<string, unknown>;

/** The parts of a request, as the client takes them. */
export interface Request {
  readonly ids: readonly unknown[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** @throws Failure if a file cannot be read */
export async function requestOf(terminal: Terminal, operation: Operation, values: Values): Promise<Request> {
  const given = (where: Flag['in']) =>
    operation.flags.flatMap(({ in: place, name }) =>
      place === where && values.has(name) ? [[name, values.get(name)] as const] : [],
    );
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values.get(name));
  const headers = Object.fromEntries(given('header').map(([name, value]) => [name, String(value)]));
  const body = await bodyOf(terminal, operation, values);
  return { ids, query: Object.fromEntries(given('query')), headers, ...(body !== undefined && { body }) };
}

/**
 * Names everything that is missing. With `--body` or a whole object, the service names missing members.
 *
 * @param known what the user calls flags that have another name in this command
 * @throws Failure
 */
export function requireAll(
  { flags, body }: Operation,
  values: Values,
  known: ReadonlyMap<string, string> = new Map(),
): void {
  const shown = (name: string) => `--${known.get(name) ?? name}`;
  const parentOf = (name: string) => name.slice(0, Math.max(name.lastIndexOf('.'), 0));
  const missing = flags.filter(
    ({ name, in: where, required }) =>
      required === true &&
      !values.has(name) &&
      (where !== 'body' || (!values.has('body') && parentOf(name) === '')) &&
      ![...values.keys()].some((other) => other.startsWith(`${name}.`)),
  );
  const names = missing.map(({ name }) => shown(name));
  if (body?.required === true && !body.types.includes('application/json') && !values.has('body')) names.push('--body');
  if (names.length > 0) throw misuse(`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing.`);
  for (const { name, required } of flags) {
    const parent = parentOf(name);
    if (required !== true || parent === '' || values.has(name) || values.has(parent) || values.has('body')) continue;
    const siblings = flags.filter((flag) => parentOf(flag.name) === parent);
    if (!siblings.some((flag) => values.has(flag.name))) continue;
    const together = siblings.filter((flag) => flag.required === true).map((flag) => shown(flag.name));
    throw misuse(`${together.join(' and ')} go together.`);
  }
}

async function bodyOf(terminal: Terminal, { flags, body }: Operation, values: Values): Promise<object | undefined> {
  if (body === undefined) return undefined;
  const whole = values.get('body') as string | undefined;
  if (!body.types.includes('application/json'))
    return whole === undefined ? undefined : readFileBody(terminal, whole, body.types);
  const members = flags.filter(({ in: where, name }) => where === 'body' && values.has(name));
  if (whole === undefined && members.length === 0 && !body.required) return undefined;
  const made = whole === undefined ? {} : await readJson(terminal, whole);
  if (typeof made !== 'object' || made === null || (Array.isArray(made) && members.length > 0))
    throw misuse('--body must be a JSON object.');
  // An object before its members.
  for (const { name, kind } of members) {
    const value = values.get(name);
    setMember(
      made,
      name.split('.'),
      kind === 'json' && value !== null ? await readJson(terminal, value as string) : value,
    );
  }
  return made;
}

function setMember(object: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const members = object as Record<string, object | null | undefined>;
  if (rest.length === 0) members[name] = value as object;
  else setMember((members[name] ??= {}), rest, value);
}

/** The bytes that a value names: of `@FILE`, of standard input for `-`, or its own. */
async function bytesOf({ process: { stdin } }: Terminal, text: string): Promise<{ name: string; bytes: Buffer }> {
  const isFile = text.startsWith('@') && text !== '@-';
  const isPiped = text === '-' || text === '@-';
  const name = isPiped ? 'Standard input' : isFile ? text.slice(1) : 'The value';
  const read = isPiped ? buffer(stdin) : isFile ? readFile(name) : Promise.resolve(Buffer.from(text));
  const bytes = await read.catch((error: unknown) => {
    throw misuse(`${name} cannot be read: ${reasonOf(error)}.`);
  });
  return { name, bytes };
}

async function readJson(terminal: Terminal, text: string): Promise<unknown> {
  const { name, bytes } = await bytesOf(terminal, text);
  try {
    return parseJson(bytes.toString());
  } catch (error) {
    throw misuse(`${name} is not JSON: ${reasonOf(error)}.`);
  }
}

/** Its bytes decide its type, so any file name will do. */
async function readFileBody(terminal: Terminal, text: string, types: readonly string[]): Promise<Blob> {
  const { name, bytes } = await bytesOf(terminal, text);
  const ending = extname(name).slice(1).toLowerCase();
  const type = types.find((known) => known === `image/${ending}`) ?? 'image/jpeg';
  return new Blob([new Uint8Array(bytes)], { type });
}
