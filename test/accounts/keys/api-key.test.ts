import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateApiKey, isWellFormed, lastFourOf, prefixOf } from '../../../src/secrets/api-key.ts';
import { hashOf } from '../../../src/secrets/token.ts';

const kinds = fc.constantFrom('secret', 'publishable');
const environments = fc.constantFrom('production', 'staging');
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');

/** Real randomness out of fast-check's, so that a failure can be repeated. */
const randomness = fc.infiniteStream(fc.integer({ min: 0, max: 255 })).map((bytes) => (size: number) => {
  return Uint8Array.from({ length: size }, () => Number(bytes.next().value));
});
const keys = fc
  .tuple(kinds, environments, randomness)
  .map(([kind, environment, random]) => ({ environment, key: generateApiKey(kind, environment, random) }));

test.each([
  ['secret', 'production', 'psk_live_'],
  ['secret', 'staging', 'psk_test_'],
  ['publishable', 'production', 'ppk_live_'],
  ['publishable', 'staging', 'ppk_test_'],
] as const)('a %s key of %s begins with %s', (kind, environment, prefix) => {
  const key = generateApiKey(kind, environment, randomBytes);
  expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
  expect(prefixOf(key)).toBe(prefix);
  expect(key.endsWith(lastFourOf(key))).toBe(true);
});

test('every generated key is well formed in its own environment, and in no other', () => {
  fc.assert(
    fc.property(keys, ({ key, environment }) => {
      expect(isWellFormed(key, environment)).toBe(true);
      expect(isWellFormed(key, environment === 'production' ? 'staging' : 'production')).toBe(false);
    }),
  );
});

test('a key with any one character changed is refused', () => {
  fc.assert(
    fc.property(
      keys,
      fc.nat(46),
      fc.constantFrom(...base62, ' ', '_', '-', 'é'),
      ({ key, environment }, at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormed(key.slice(0, at) + character + key.slice(at + 1), environment)).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a key with two adjacent characters swapped is refused', () => {
  fc.assert(
    fc.property(keys, fc.nat(45), ({ key, environment }, at) => {
      fc.pre(key[at] !== key[at + 1]);
      const swapped = `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`;
      expect(isWellFormed(swapped, environment)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('a truncated or extended key is refused', () => {
  fc.assert(
    fc.property(keys, fc.nat(47), fc.string({ minLength: 1, maxLength: 3 }), ({ key, environment }, length, more) => {
      fc.pre(length < key.length);
      for (const wrong of [key.slice(0, length), key.slice(key.length - length), key + more, more + key, `${key}\n`]) {
        expect(isWellFormed(wrong, environment)).toBe(false);
      }
    }),
  );
});

test('any text can be checked', () => {
  fc.assert(fc.property(fc.string(), environments, (text, environment) => !isWellFormed(text, environment)));
});

test('bytes that would favor some characters are skipped', () => {
  const bytes = [
    ...Array.from({ length: 40 }, () => 255),
    ...Array.from({ length: 40 }, () => 248),
    ...Array.from({ length: 62 }, () => 247),
  ];
  const key = generateApiKey('secret', 'production', (size) => Uint8Array.from(bytes.splice(0, size)));
  expect(key.slice(9, 41)).toBe('z'.repeat(32));
});

test('the hash is SHA-256 in hex', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
