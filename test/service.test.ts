import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openService } from '../src/composition/service.ts';
import { takeLock } from '../src/database/sqlite/lock.ts';
import { databaseFile } from '../src/settings/settings.ts';
import { BACKENDS, startOnSqlite, type TestService } from './support/service.ts';

/** The machine may be busy. */
const patient = { deadlineMs: 15_000 };
let service: TestService | undefined;
afterEach(() => service?.close());

/** Whether no connection of any process has the database open. */
async function isReleased({ settings }: TestService): Promise<boolean> {
  const unlock = await takeLock(databaseFile('production', settings));
  unlock?.();
  return unlock !== undefined;
}

describe.each(BACKENDS)('closing a service on %s', (_, start) => {
  test('runs every later step when one fails: the limits are saved', async () => {
    service = await start();
    const { key } = await service.newAccount({ plan: 'free' });
    await service.stop();

    // The limits are also saved every half second. Here only closing can save them.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const failing = await openService('production', service.settings, patient);
    failing.http.addHook('onClose', () => Promise.reject(new Error('this step fails')));
    const headers = { authorization: `Bearer ${key}` };
    for (let sent = 0; sent < 3; sent += 1) await failing.http.inject({ url: '/v1/pets', headers });
    await expect(failing.close()).rejects.toThrow('this step fails');
    vi.useRealTimers();

    const next = await openService('production', service.settings, patient);
    const { body } = await next.http.inject({ url: '/v1/account/usage', headers });
    await next.close();
    expect(JSON.parse(body)).toMatchObject({ day: { limit: 1_000, remaining: 997 } });
  });
});

test('closing releases the database and its lock when a step fails', async () => {
  service = await startOnSqlite();
  await service.stop();
  const failing = await openService('production', service.settings);
  failing.http.addHook('onClose', () => Promise.reject(new Error('this step fails')));
  expect(await isReleased(service)).toBe(false);
  await expect(failing.close()).rejects.toThrow('this step fails');
  expect(await isReleased(service)).toBe(true);
});

test('a start that fails leaves neither the database nor its lock open', async () => {
  service = await startOnSqlite();
  await service.stop();
  const noFolder = join(service.dataDir, 'file');
  await writeFile(noFolder, '');
  await expect(openService('production', service.settings, { pages: noFolder })).rejects.toThrow('ENOTDIR');
  expect(await isReleased(service)).toBe(true);
});

test('a start that fails says why, even if closing fails too', async () => {
  service = await startOnSqlite();
  await service.stop();
  const noFolder = join(service.dataDir, 'file');
  await writeFile(noFolder, '');
  const closing = vi.spyOn(AsyncDisposableStack.prototype, 'disposeAsync');
  closing.mockImplementationOnce(async function (this: AsyncDisposableStack) {
    closing.mockRestore();
    await this.disposeAsync();
    throw new Error('this step fails');
  });
  await expect(openService('production', service.settings, { pages: noFolder })).rejects.toMatchObject({
    code: 'ENOTDIR',
    whileClosing: { message: 'this step fails' },
  });
  expect(await isReleased(service)).toBe(true);
});
