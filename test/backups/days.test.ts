import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { databaseName } from '../../src/backups/backup.ts';
import { backupJob } from '../../src/backups/job.ts';
import { keptOf } from '../../src/backups/kept.ts';
import { backupState } from '../../src/backups/state.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { command, jsonOf } from '../support/command.ts';
import { openMailServer } from '../support/mail.ts';
import { endAll, newFolder } from '../support/process.ts';
import { startOnSqlite, testClock } from '../support/service.ts';
import { contentsOf, dayMs, never, newBackupUrl, quickBackupsOf, timesIn } from './scene.ts';

afterAll(endAll);

// A Monday, and the first day of a month.
const startMs = Date.UTC(2026, 5, 1, 3);
const daily = (day: number) => new Date(startMs + day * dayMs).toISOString();

test('thirty days of backups: kept as stated, tried once a month, and a broken one makes one mail', async () => {
  const clock = testClock(startMs);
  const mail = await openMailServer();
  const service = await startOnSqlite({
    now: clock.now,
    settings: { smtpUrl: mail.url, publicUrl: 'https://pets.shelter.example' },
  });
  const backupUrl = await newBackupUrl();
  const { open, files, backups } = await quickBackupsOf(service, backupUrl);
  const { database, mails } = open;
  await database.transaction((tx) =>
    tx.updateTable('accounts').set({ email: 'ann@shelter.example' }).where('role', '=', 'operator').execute(),
  );
  // No digest of the day comes between.
  await service.call('PATCH', '/v1/account/notifications', { body: { day: 'off' } });
  const job = backupJob({ backups, database, mails, now: clock.now, everyMs: dayMs });
  const state = () => backupState(database.read);
  const petId = await addPet(service, {});
  const photos: { id: number; urls: Record<string, string> }[] = [];
  const liveOn = async (day: number) => {
    clock.set(startMs + day * dayMs);
    await addPet(service, {});
    if (day % 6 === 0) photos.push((await postPhoto(service, petId)).body);
    // No backup that is kept in the end has it.
    if (day === 12) await service.call('DELETE', `/v1/pets/${petId}/photos/${photos[0]!.id}`);
  };

  for (let day = 0; day < 30; day += 1) {
    await liveOn(day);
    await job.run(never);
    await job.run(never);
    await job.watch();
    expect(await timesIn(files)).toContain(daily(day));
  }
  expect(await state()).toEqual({ madeMs: startMs + 29 * dayMs, triedMs: startMs });
  // 1 to 30 June: seven days, the Sundays before, and the month, whose latest is that of the days.
  const kept = [29, 28, 27, 26, 25, 24, 23, 20, 13];
  expect(await timesIn(files)).toEqual(kept.map(daily));
  const named = photos.slice(1).map(({ urls }) => urls['share']!.split('/')[2]!);
  expect((await contentsOf(files)).photos).toEqual(named.toSorted());

  await truncate(join(fileURLToPath(backupUrl), 'production', databaseName(daily(29))), 1_000);
  await liveOn(30);
  const says = `The backup of ${daily(29)} cannot be restored: the file ${databaseName(daily(29))} is damaged.`;
  await expect(job.run(never)).rejects.toThrow(says);
  await job.watch();
  // Meanwhile there is a backup, so that none is due.
  clock.advance(3_600_000);
  await job.run(never);
  expect(await state()).toMatchObject({ madeMs: startMs + 30 * dayMs, triedMs: startMs, failing: { reason: says } });
  const received = await mail.next();
  expect(received.to).toEqual(['ann@shelter.example']);
  expect(received.text).toContain('Subject: The backups of pets.shelter.example fail');
  expect(received.text).toContain(`> ${says}`);

  await liveOn(31);
  await job.run(never);
  expect(await state()).toEqual({ madeMs: startMs + 31 * dayMs, triedMs: startMs + 31 * dayMs });
  expect(await timesIn(files)).not.toContain(daily(29));
  await expect.poll(() => mails.waiting(10)).toBe(0);
  expect(mail.waiting()).toBe(0);

  const listed = await jsonOf(['backups', 'list'], { BACKUP_URL: backupUrl });
  expect(listed[0]).toMatchObject({
    at: daily(31),
    rows: { pets: 33 },
    photos: 5,
    kept: ['daily', 'weekly', 'monthly'],
  });
  const dataDir = await newFolder();
  const restored = await command(['restore', '--from', backupUrl, '--at', daily(24).slice(0, 10)], {
    DATA_DIR: dataDir,
  });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const again = await startOnSqlite({ dataDir, now: clock.now });
  const { body } = await again.call('GET', `/v1/pets/${petId}/photos`, { key: service.operatorKey });
  expect(body).toEqual(photos.slice(1, 5));
  for (const url of Object.values(photos[4]!.urls)) expect((await fetch(again.origin + url)).status).toBe(200);
});

test('of a year of backups, seven days, four weeks and twelve months are kept', () => {
  const days = Array.from({ length: 500 }, (_, day) => Date.UTC(2026, 0, 1, 3) + day * dayMs);
  const kept = keptOf(days);
  const datesOf = (as: string) =>
    [...kept]
      .filter(([, reasons]) => reasons.some((reason) => reason === as))
      .map(([ms]) => new Date(ms).toISOString().slice(0, 10));
  expect(datesOf('daily')).toEqual([
    '2027-05-15',
    '2027-05-14',
    '2027-05-13',
    '2027-05-12',
    '2027-05-11',
    '2027-05-10',
    '2027-05-09',
  ]);
  // Weeks begin on Monday.
  expect(datesOf('weekly').toSorted()).toEqual(['2027-04-25', '2027-05-02', '2027-05-09', '2027-05-15']);
  expect(datesOf('monthly').toSorted()).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-15',
  ]);
  // Day by day, the same are left.
  const left = new Set<number>();
  for (const ms of days) {
    left.add(ms);
    const now = keptOf([...left]);
    for (const old of left) if (!now.has(old)) left.delete(old);
  }
  expect(left).toEqual(new Set(kept.keys()));
});
