import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ENVIRONMENTS, type Environment } from '../vocabulary/environments.ts';
import type { RandomBytes } from './token.ts';

/** A secret key is for servers; a publishable key may be in a web page; with a partner key another service reads what visitors see. */
export type KeyKind = 'secret' | 'publishable' | 'partner';

const PREFIXES = {
  production: { secret: 'psk_live_', publishable: 'ppk_live_', partner: 'ptk_live_' },
  staging: { secret: 'psk_test_', publishable: 'ppk_test_', partner: 'ptk_test_' },
} as const satisfies Record<Environment, Record<KeyKind, string>>;

const SHAPES = {
  production: /^p[spt]k_live_[0-9A-Za-z]{38}$/,
  staging: /^p[spt]k_test_[0-9A-Za-z]{38}$/,
} as const satisfies Record<Environment, RegExp>;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixLength = 9;
const randomLength = 32;
const checksumLength = 6;

/** A prefix such as `psk_live_`, 32 random characters (190 bits), and 6 characters of CRC-32 over both. */
export function generateApiKey(kind: KeyKind, environment: Environment, random: RandomBytes): string {
  const unchecked = PREFIXES[environment][kind] + randomCharacters(randomLength, random);
  return unchecked + checksumOf(unchecked);
}

/** Whether this has the form of a key of the environment. A key with a typo, a truncated one or one of the other environment has not. */
export function isWellFormed(key: string, environment: Environment): boolean {
  return SHAPES[environment].test(key) && key.endsWith(checksumOf(key.slice(0, -checksumLength)));
}

/** A key in the form that Petfinder's clients expect: both are letters and digits, 50 and 40 of them. */
export interface PetfinderPair {
  /** Follows from the key, and tells nothing about it. */
  readonly clientId: string;
  readonly clientSecret: string;
}

const PAIR_PREFIXES = {
  psk_live_: 'SL',
  psk_test_: 'ST',
  ppk_live_: 'PL',
  ppk_test_: 'PT',
} as const satisfies Record<(typeof PREFIXES)[Environment][Exclude<KeyKind, 'partner'>], string>;
const idLength = 50;

export function petfinderPair(key: string): PetfinderPair {
  const prefix = key.slice(0, prefixLength) as keyof typeof PAIR_PREFIXES;
  const bytes = hash('sha512', `petfinder client ${key}`, 'buffer');
  const clientId = Array.from(bytes.subarray(0, idLength), (byte) => alphabet[byte % alphabet.length]).join('');
  return { clientId, clientSecret: PAIR_PREFIXES[prefix] + key.slice(prefixLength) };
}

/** The key of a pair; undefined if the two do not belong together. Whether there is such a key is another question. */
export function keyOfPair({ clientId, clientSecret }: PetfinderPair): string | undefined {
  const [prefix] = Object.entries(PAIR_PREFIXES).find(([, letters]) => letters === clientSecret.slice(0, 2)) ?? [];
  if (prefix === undefined) return undefined;
  const key = prefix + clientSecret.slice(2);
  return petfinderPair(key).clientId === clientId ? key : undefined;
}

/** With the last four characters, what people recognize a key by. */
export const prefixOf = (key: string): string => key.slice(0, prefixLength);

/** The environment that keys with this prefix are for. */
export const environmentOf = (prefix: string): Environment | undefined =>
  ENVIRONMENTS.find((environment) => Object.values<string>(PREFIXES[environment]).includes(prefix));

export const lastFourOf = (key: string): string => key.slice(-4);

/** Skips bytes from the largest multiple of 62 on: taken modulo 62, they would favor the first characters. */
function randomCharacters(count: number, random: RandomBytes): string {
  const fairBytes = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < count) {
    for (const byte of random(count - text.length)) {
      if (byte < fairBytes) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i += 1) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
