import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { backupJob } from '../../src/backups/job.ts';
import { openMailServer } from '../support/mail.ts';
import { endAll, newFolder } from '../support/process.ts';
import { BACKENDS, testClock } from '../support/service.ts';
import { backupsOf, dayMs, never } from './scene.ts';

afterAll(endAll);

test.each(BACKENDS)('backups that fail make one mail, and show in health and metrics, on %s', async (_, start) => {
  const clock = testClock();
  const mail = await openMailServer();
  const folder = join(await newFolder(), 'not-mounted');
  const backupUrl = pathToFileURL(folder).href;
  const settings = { smtpUrl: mail.url, publicUrl: 'https://pets.shelter.example' };
  const first = await start({ now: clock.now, settings });
  // Without BACKUP_URL nothing is said of backups.
  expect((await first.call('GET', '/v1/admin/health')).body).not.toHaveProperty('backups');
  const { accountId } = await first.newAccount();
  const { database } = await first.beside();
  await database.transaction(async (tx) => {
    const accounts = tx.updateTable('accounts');
    await accounts.set({ email: 'ann@shelter.example' }).where('role', '=', 'operator').execute();
    // Another operator, who is suspended, gets no mail.
    await accounts.set({ role: 'operator', suspended_at: clock.now() }).where('id', '=', accountId).execute();
  });
  await database.close();
  await first.stop();

  const service = await start({ now: clock.now, settings: { ...settings, backupUrl }, dataDir: first.dataDir });
  const healthOf = async () => (await service.call('GET', '/v1/admin/health', { key: first.operatorKey })).body.backups;
  const received = await mail.next();
  expect(received.to).toEqual(['ann@shelter.example']);
  expect(received.text).toContain('There is no backup yet.');
  const failing = {
    url: `${backupUrl}/production`,
    failingSince: new Date(clock.now()).toISOString(),
    lastError: `There is no folder ${folder}. Make it, or mount its disk.`,
  };
  expect(await healthOf()).toEqual(failing);

  const { open, backups } = await backupsOf(service, backupUrl);
  const { mails } = open;
  const job = backupJob({ backups, database: open.database, mails, now: clock.now, everyMs: dayMs });
  /** A mail leaves the queue just after it has arrived. */
  const expectNoOther = async () => {
    await expect.poll(() => mails.waiting(10)).toBe(0);
    expect(mail.waiting()).toBe(0);
  };
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(job.run(never)).rejects.toThrow(failing.lastError);
    // Not before a quarter of an hour has passed.
    await job.run(never);
    clock.advance(15 * 60_000);
  }
  clock.advance(3 * dayMs);
  await job.watch();
  await expectNoOther();
  expect(await healthOf()).toEqual(failing);

  const second = await start({
    now: clock.now,
    settings: { ...settings, backupUrl },
    dataDir: first.dataDir,
    serves: false,
  });
  const metrics = async () => (await second.call('GET', '/metrics', { key: null })).text;
  await expect.poll(metrics).toMatch(/^petstore_backups_failing\{.*\} 1$/m);
  await second.stop();

  await mkdir(folder);
  await job.run(never);
  const lastAt = new Date(clock.now()).toISOString();
  // The service may be making it.
  await expect.poll(healthOf).toMatchObject({ url: failing.url, lastAt });
  expect(await healthOf()).not.toHaveProperty('lastError');
  clock.advance(2 * dayMs);
  await job.watch();
  expect(await healthOf()).not.toHaveProperty('lastError');
  clock.advance(1);
  await job.watch();
  await job.watch();
  expect((await mail.next()).text).toContain('> No backup has been made for more than twice the time');
  await expectNoOther();
});
