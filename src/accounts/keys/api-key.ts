import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ENVIRONMENTS, type Environment } from '../../vocabulary/environments.ts';

/** A secret key is for servers; a publishable key may stand in a web page. */
export type KeyKind = 'secret' | 'publishable';

/** Cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

const PREFIXES = {
  production: { secret: 'psk_live_', publishable: 'ppk_live_' },
  staging: { secret: 'psk_test_', publishable: 'ppk_test_' },
} as const satisfies Record<Environment, Record<KeyKind, string>>;

const SHAPES = {
  production: /^p[sp]k_live_[0-9A-Za-z]{38}$/,
  staging: /^p[sp]k_test_[0-9A-Za-z]{38}$/,
} as const satisfies Record<Environment, RegExp>;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixLength = 9;
const randomLength = 32;
const checksumLength = 6;

/** `psk_live_`, 32 characters of randomness (190 bits), and 6 of a checksum over all before. */
export function generateApiKey(kind: KeyKind, environment: Environment, random: RandomBytes): string {
  const unchecked = PREFIXES[environment][kind] + randomCharacters(randomLength, random);
  return unchecked + checksumOf(unchecked);
}

/** Whether this can be a key of the environment at all: a typo, a cut or the other environment's key cannot. */
export function isWellFormed(key: string, environment: Environment): boolean {
  return SHAPES[environment].test(key) && key.endsWith(checksumOf(key.slice(0, -checksumLength)));
}

/** What is stored of a key. A key is too random to be guessed from it, so no slow hash and no salt are needed. */
export const hashOf = (key: string): string => hash('sha256', key, 'hex');

/** What people recognise a key by, with its last four characters. */
export const prefixOf = (key: string): string => key.slice(0, prefixLength);

/** The environment that keys with this prefix are for. */
export const environmentOf = (prefix: string): Environment | undefined =>
  ENVIRONMENTS.find((environment) => Object.values<string>(PREFIXES[environment]).includes(prefix));

export const lastFourOf = (key: string): string => key.slice(-4);

/** Bytes beyond the largest multiple of 62 are left out: taken modulo 62, they would favour the first characters. */
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
  for (let place = 0; place < checksumLength; place += 1) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
