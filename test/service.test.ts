import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../src/database-location.ts';
import { takeStoreLock } from '../src/database/sqlite/lock.ts';
import { openService } from '../src/service.ts';
import { BACKENDS, startOnSqlite, type TestService, testClock } from './support/service.ts';

let service: TestService | undefined;
afterEach(() => service?.close());

/** The timers that would keep working after everything is closed. */
const activeTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Whether no connection of any process has the database open. */
async function isReleased({ settings }: TestService): Promise<boolean> {
  const unlock = await takeStoreLock(databaseFile('production', settings));
  unlock?.();
  return unlock !== undefined;
}

describe.each(BACKENDS)('closing a service on %s', (_, start) => {
  test('runs every later step when one fails: the limits are saved', async () => {
    const clock = testClock();
    service = await start({ now: clock.now });
    const { key } = await service.newAccount({ plan: 'free' });
    await service.stop();

    const failing = await openService('production', service.settings, { now: clock.now });
    failing.http.addHook('onClose', () => Promise.reject(new Error('this step fails')));
    const origin = await failing.listen();
    const authorization = { authorization: `Bearer ${key}` };
    for (let sent = 0; sent < 3; sent += 1)
      expect((await fetch(`${origin}/v1/pets`, { headers: authorization })).status).toBe(200);
    await expect(failing.close()).rejects.toThrow('this step fails');

    const next = await openService('production', service.settings, { now: clock.now });
    const { body } = await next.http.inject({ url: '/v1/account/usage', headers: authorization });
    await next.close();
    expect(JSON.parse(body)).toMatchObject({ day: { limit: 1_000, remaining: 997 } });
  });
});

test('closing releases the database and its lock when a step fails', async () => {
  service = await startOnSqlite();
  await service.stop();
  const timersBefore = activeTimers();
  const failing = await openService('production', service.settings);
  failing.http.addHook('onClose', () => Promise.reject(new Error('this step fails')));
  expect(await isReleased(service)).toBe(false);
  await expect(failing.close()).rejects.toThrow('this step fails');
  expect(await isReleased(service)).toBe(true);
  expect(activeTimers()).toBe(timersBefore);
});

test('a start that fails leaves no database, lock or timer open', async () => {
  service = await startOnSqlite();
  await service.stop();
  const timersBefore = activeTimers();
  const noFolder = join(service.dataDir, 'file');
  await writeFile(noFolder, '');
  await expect(openService('production', service.settings, { pages: noFolder })).rejects.toThrow('ENOTDIR');
  expect(await isReleased(service)).toBe(true);
  expect(activeTimers()).toBe(timersBefore);
});
