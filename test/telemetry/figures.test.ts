import { readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { backup } from '../../src/commands/local/backup.ts';
import { openTerminal } from '../../src/commands/terminal.ts';
import { openBackground } from '../../src/jobs/background.ts';
import { VERSION } from '../../src/package.ts';
import { openDecoder } from '../../src/pets/photos/decoding/decoder.ts';
import { databaseFile } from '../../src/settings/settings.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { BACKENDS, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const { now } = testClock();
const hourMs = 3_600_000;

async function metricsOf(service: TestService): Promise<string> {
  return (await service.call('GET', '/metrics', { key: null })).text;
}

/** The values of the metrics of the service, by name and labels without the environment. */
async function valuesOf(service: TestService): Promise<Record<string, number>> {
  const found = (await metricsOf(service)).matchAll(/^(petstore_\w+)\{(.*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...found].map(([, name = '', labels = '', value]) => {
      const own = labels.split(/,(?=\w+=)/).filter((label) => !label.startsWith('environment='));
      return [own.length === 0 ? name : `${name}{${own.join()}}`, Number(value)];
    }),
  );
}

describe.each(BACKENDS)('on %s', (engine, start) => {
  test('/metrics tells how the service, its database and its queues are', async () => {
    const options = { now, settings: { webhooksAllowPrivate: 'true', databasePoolSize: 2 } as const };
    const first = await start(options);
    const add = (path: string, body: object) => first.call('POST', path, { body });
    const { body: webhook } = await add('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['pet.created'] });
    const { body: off } = await add('/v1/webhooks', {
      url: 'http://127.0.0.1:1/',
      events: ['pet.created'],
      disabled: true,
    });
    const { database } = await first.beside();
    // Another process has claimed them.
    const delivery = (webhookId: number, dueMs: number) => ({
      webhook_id: webhookId,
      event_id: 'evt_1',
      kind: 'pet.created',
      body: '{}',
      status: 'pending',
      attempts: 0,
      claimed_until: now() + hourMs,
      next_attempt_at: dueMs,
      created_at: dueMs,
    });
    await database.transaction(async (tx) => {
      const late = [1, 2, 3].map((hours) => delivery(webhook.id, now() - hours * hourMs));
      await tx
        .insertInto('deliveries')
        .values([...late, delivery(off.id, now() - 9 * hourMs)])
        .execute();
      await tx.updateTable('webhooks').set({ failing_since: now() }).execute();
      const mail = { kind: 'test', attempts: 0, due_at: now() + hourMs, created_at: now() };
      await tx
        .insertInto('mails')
        .values([1, 2].map((subject) => ({ ...mail, subject: String(subject) })))
        .execute();
    });
    if (engine === 'PostgreSQL') {
      const held = Promise.withResolvers<void>();
      const using = [1, 2].map(() => database.transaction(() => held.promise));
      await expect.poll(() => database.pool()).toEqual({ pool_in_use: 2, pool_waiting: 0 });
      const reading = database.read.selectFrom('pets').select('id').execute();
      await expect.poll(() => database.pool()).toEqual({ pool_in_use: 2, pool_waiting: 1 });
      held.resolve();
      await Promise.all([...using, reading]);
    } else {
      const sizeOfLog = async () => (await stat(`${databaseFile('production', first.settings)}-wal`)).size;
      expect(await sizeOfLog()).toBeGreaterThan(0);
      // The service may write between the two.
      await expect
        .poll(async () => [(await database.sizes())['database_log_bytes'], await sizeOfLog()])
        .toSatisfy(([told, found]) => told === found);
    }
    await database.close();
    await first.stop();

    const service = await start({ ...options, dataDir: first.dataDir });
    await expect
      .poll(() => valuesOf(service))
      .toMatchObject({
        [`petstore_build_info{version="${VERSION}"}`]: 1,
        petstore_ready: 1,
        petstore_mails_waiting: 2,
        petstore_photos_waiting: 0,
        petstore_webhook_deliveries_waiting: 4,
        petstore_webhook_delivery_overdue_seconds: 3 * 3_600,
        petstore_webhooks_failing: 1,
        'petstore_job_last_success_timestamp_seconds{name="the sampling of health"}': now() / 1_000,
        'petstore_job_interval_seconds{name="the sampling of health"}': 10,
        'petstore_job_interval_seconds{name="the sweep of photos"}': 3_600,
      });
    const values = await valuesOf(service);
    expect(values['petstore_database_bytes']).toBeGreaterThan(100_000);
    expect(values).not.toHaveProperty('petstore_last_backup_timestamp_seconds');
    if (engine === 'PostgreSQL') {
      expect(values).toMatchObject({ petstore_pool_in_use: expect.any(Number), petstore_pool_waiting: 0 });
      expect(values).not.toHaveProperty('petstore_disk_bytes');
    } else {
      const { blocks, bsize } = await statfs(service.dataDir);
      // Its log may have been written into it since it was measured.
      await expect
        .poll(async () => [
          (await valuesOf(service))['petstore_database_bytes'],
          (await stat(databaseFile('production', service.settings))).size,
        ])
        .toSatisfy(([told, found]) => told === found);
      expect(values).toMatchObject({ petstore_disk_bytes: blocks * bsize });
      expect(values).toHaveProperty('petstore_database_log_bytes');
      expect(values['petstore_disk_free_bytes']).toBeGreaterThan(0);
      expect(values['petstore_disk_free_bytes']).toBeLessThan(blocks * bsize);
      expect(values).not.toHaveProperty('petstore_pool_in_use');
    }
    await service.stop();
  });
});

test('a backup stores its time, and a database that is gone is not ready', async () => {
  const first = await startOnSqlite({ now });
  const terminal = openTerminal(process, { colors: false });
  vi.spyOn(terminal, 'print').mockImplementation(() => {});
  await backup(terminal, first.settings, join(first.dataDir, 'copy'), {
    environment: 'production',
    now: () => 1_234_000,
  });
  await first.stop();
  const service = await startOnSqlite({ now, dataDir: first.dataDir });
  await expect.poll(() => valuesOf(service)).toMatchObject({ petstore_last_backup_timestamp_seconds: 1_234 });
  await rm(databaseFile('production', service.settings));
  await expect.poll(() => valuesOf(service)).toMatchObject({ petstore_ready: 0 });
});

test('a job that fails is not noted as alive', async () => {
  const alive: unknown[] = [];
  const log = openLog({ level: 'silent', environment: 'production', destination: { write: () => {} } });
  const background = openBackground(log, (...job) => alive.push(job));
  let runs = 0;
  const run = background.every(hourMs, 'the job', async () => {
    runs += 1;
    if (runs === 1) throw new Error('It fails.');
  });
  expect(alive).toEqual([['the job', hourMs]]);
  run();
  await expect.poll(() => runs).toBe(1);
  await setImmediate();
  expect(alive).toHaveLength(1);
  run();
  await expect.poll(() => alive).toHaveLength(2);
  await background.close();
});

test('the decoder counts the images that wait', async () => {
  const decoder = openDecoder();
  expect(decoder.waiting()).toBe(0);
  const decoded = [1, 2].map((accountId) => decoder.decode('/nowhere', { accountId }));
  expect(decoder.waiting()).toBe(2);
  await Promise.allSettled(decoded);
  expect(decoder.waiting()).toBe(0);
  decoder.close();
});

test('the alerts and the dashboard ask for metrics that the service has', async () => {
  const service = await startOnSqlite({ now });
  const types = (await metricsOf(service)).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  const known = new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((of) => `${name}_${of}`) : [name],
    ),
  );
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
    const named = new Set(text.match(/\b(?:petstore|process|nodejs)_\w+/g));
    expect(named.size).toBeGreaterThan(8);
    expect([...named.difference(known)]).toEqual([]);
  }
});
