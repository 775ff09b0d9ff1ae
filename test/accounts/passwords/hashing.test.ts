import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { PasswordsBusy, passwordHasher } from '../../../src/accounts/passwords/hashing.ts';
import { CountedArgon2id } from './counted.ts';

const { hash, verify } = passwordHasher(randomBytes);

test('a hash verifies its password and no other', async () => {
  const hashed = await hash('seven quiet otters');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verify('seven quiet otters', hashed)).toBe(true);
  expect(await verify('seven quiet otter', hashed)).toBe(false);
  expect(await verify('', hashed)).toBe(false);
});

test('the same password has another hash each time', async () => {
  const twice = await Promise.all([1, 2].map(() => hash('seven quiet otters')));
  expect(new Set(twice).size).toBe(2);
});

test('passwords that look the same are equal', async () => {
  const hashed = await hash('crème brûlée ﬁrst');
  expect(await verify('crème brûlée first'.normalize('NFD'), hashed)).toBe(true);
});

test('a hash of another cost is verified at that cost', async () => {
  const nonce = Buffer.from('a salt of sixteen');
  const tag = argon2Sync('argon2id', {
    message: 'seven quiet otters',
    nonce,
    memory: 64,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const hashed = `$argon2id$v=19$m=64,t=3,p=2$${text(nonce)}$${text(tag)}`;
  expect(await verify('seven quiet otters', hashed)).toBe(true);
  expect(await verify('seven quiet ottern', hashed)).toBe(false);
  await expect(verify('seven quiet otters', '$2b$10$abc')).rejects.toThrow('PHC form');
});

test('a wrong password and an account without one cost one hash each, as a right password does', async () => {
  const counted = new CountedArgon2id();
  const hasher = passwordHasher(randomBytes, counted.argon2id);
  const hashed = await hasher.hash('seven quiet otters');
  for (const [password, stored, isRight] of [
    ['seven quiet otters', hashed, true],
    ['eight loud otters', hashed, false],
    ['seven quiet otters', null, false],
    ['seven quiet otters', undefined, false],
  ] as const) {
    counted.computed = 0;
    expect([await hasher.verify(password, stored), counted.computed]).toEqual([isRight, 1]);
  }
});

test('a flood is refused beyond forty that wait, and all others are served', async () => {
  const counted = new CountedArgon2id({ isHeld: true });
  const hasher = passwordHasher(randomBytes, counted.argon2id);
  const refused: unknown[] = [];
  const hashing = Array.from({ length: 50 }, () =>
    hasher.hash('seven quiet otters').catch((error: unknown) => void refused.push(error)),
  );
  await Promise.all(hashing.slice(42));
  expect(refused).toHaveLength(8);
  for (const error of refused) expect(error).toBeInstanceOf(PasswordsBusy);
  expect(counted.computed).toBe(2);
  counted.release();
  const hashes = await Promise.all(hashing);
  expect(hashes.filter((hashed) => hashed !== undefined)).toHaveLength(42);
  expect(await hasher.verify('a', await hasher.hash('a'))).toBe(true);
});
