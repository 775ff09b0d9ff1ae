import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, PasswordsBusy, verifyPassword } from '../../src/accounts/password.ts';

test('a password is verified by its hash, and no other is', async () => {
  const hashed = await hashPassword('seven quiet otters', randomBytes);
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('seven quiet otters', hashed)).toBe(true);
  expect(await verifyPassword('seven quiet otter', hashed)).toBe(false);
  expect(await verifyPassword('', hashed)).toBe(false);
});

test('the same password has another hash each time', async () => {
  const twice = await Promise.all([1, 2].map(() => hashPassword('seven quiet otters', randomBytes)));
  expect(new Set(twice).size).toBe(2);
});

test('a password that looks the same is the same', async () => {
  const hashed = await hashPassword('crème brûlée ﬁrst', randomBytes);
  expect(await verifyPassword('crème brûlée first'.normalize('NFD'), hashed)).toBe(true);
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
  expect(await verifyPassword('seven quiet otters', hashed)).toBe(true);
  expect(await verifyPassword('seven quiet ottern', hashed)).toBe(false);
  await expect(verifyPassword('seven quiet otters', '$2b$10$abc')).rejects.toThrow('PHC form');
});

test('a flood is refused beyond forty that wait, and all others are served', async () => {
  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, () => hashPassword('seven quiet otters', randomBytes)),
  );
  const refused = settled.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordsBusy);
  expect(await verifyPassword('a', await hashPassword('a', randomBytes))).toBe(true);
});
