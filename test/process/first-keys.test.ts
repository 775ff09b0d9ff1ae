import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFirstKeys } from '../../src/commands/local/first-keys.ts';
import { fromPage } from '../pages/page.ts';
import { dropTestDatabase, testDatabase } from '../support/postgres.ts';
import { endAll, newFolder, petstore, request, type Running, serve } from '../support/process.ts';

const password = 'seven quiet otters';
let dataDir: string;
let running: Running;
let text: string;

/** The setting of the image, whose standard output is a log. */
beforeAll(async () => {
  dataDir = await newFolder();
  await chmod(dataDir, 0o755);
  const [, firstKeys = ''] = /^ +FIRST_KEYS=(\w+) /m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
  running = await serve({ DATA_DIR: dataDir, FIRST_KEYS: firstKeys, LOG_LEVEL: 'trace' });
  text = await readFile(join(dataDir, 'first-keys.txt'), 'utf8');
});
afterAll(endAll);

const written = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

test('the first keys are in a file that only its user can read, and the log names it', async () => {
  expect((await stat(join(dataDir, 'first-keys.txt'))).mode & 0o777).toBe(0o600);
  expect(running.stdout()).toContain(`First keys  ${join(dataDir, 'first-keys.txt')} (`);
});

test('the keys work', async () => {
  for (const environment of ['production', 'staging'] as const) {
    const key = written(environment === 'production' ? /(psk_live_\w+)/ : /(psk_test_\w+)/);
    const { body } = await request(`${running[environment]}/v1/account`, key);
    expect(body).toMatchObject({ role: 'operator', plan: 'enterprise' });
  }
});

test('each link works once', async () => {
  for (const environment of ['production', 'staging'] as const) {
    const origin = running[environment];
    const token = written(new RegExp(`${origin}/portal/set-password#token=(\\S+)`));
    const use = () =>
      request(`${origin}/session/reset-password`, undefined, { body: { token, password }, headers: fromPage });
    expect((await use()).status).toBe(200);
    expect(await use()).toMatchObject({ status: 404, body: { code: 'password_link_not_found' } });
  }
});

test('no key or link is in the output of the process', async () => {
  expect(await running.stop()).toMatchObject({ code: 0 });
  const secrets = [...text.matchAll(/(?:psk_\w+?_|token=)([\w-]+)/g)].map(([, secret = '']) => secret);
  expect(secrets).toHaveLength(5);
  const output = running.stdout() + running.stderr();
  expect(output).toContain('/session/reset-password');
  for (const secret of [...secrets, 'psk_', 'token=']) expect(output).not.toContain(secret);
});

test('a later start writes no file', async () => {
  const again = await serve({ DATA_DIR: dataDir, FIRST_KEYS: 'file' });
  await again.stop();
  expect(again.stdout()).not.toContain('First keys');
  expect(await readFile(join(dataDir, 'first-keys.txt'), 'utf8')).toBe(text);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('first-keys'))).toEqual(['first-keys.txt']);
});

test('a file that exists stays as it is: the new one has a number', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'first-keys.txt'), 'the keys of staging\n');
  const other = await serve({ DATA_DIR: folder, FIRST_KEYS: 'file' }, ['--environment', 'production']);
  await other.stop();
  expect(other.stdout()).toContain(join(folder, 'first-keys-2.txt'));
  expect(await readFile(join(folder, 'first-keys.txt'), 'utf8')).toBe('the keys of staging\n');
  expect(await readFile(join(folder, 'first-keys-2.txt'), 'utf8')).toMatch(/psk_live_\w+/);
});

test('a start that fails, and a file that cannot be written: both are said', async () => {
  const names = ['lost_keys', 'lost_keys_staging'];
  const taken = createServer().listen(0, '127.0.0.1');
  try {
    await once(taken, 'listening');
    const [url = '', stagingUrl = ''] = await Promise.all(names.map(testDatabase));
    const { port } = taken.address() as { port: number };
    // Staging is ready, with its first keys, when production fails.
    const ended = await petstore(['serve'], {
      DATA_DIR: '/proc/below',
      DATABASE_URL: url,
      STAGING_DATABASE_URL: stagingUrl,
      FIRST_KEYS: 'file',
      PORT: String(port),
    });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^petstore: Port .* is in use\./m) });
    expect(ended.stderr).toMatch(/^petstore: The first keys cannot be written .* `petstore keys create /m);
  } finally {
    taken.close();
    for (const name of names) await dropTestDatabase(name);
  }
});

test('a file that cannot be written: the message says how to make other keys', async () => {
  const written = writeFirstKeys('/proc/below', ['psk_live_x']);
  await expect(written).rejects.toThrow(/`petstore keys create .*operator@localhost` .* `petstore accounts reset-link/);
  await expect(written).rejects.not.toThrow('psk_live_x');
});
