import { open } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.ts';
import { writeProbe } from '../../src/database/write-probe.ts';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const readiness = (service: TestService) => service.call('GET', '/readyz', { key: null });

/** Overwrites one page that holds animals, and nothing else. */
async function damageAnimals(file: string): Promise<void> {
  const connection = new SqliteDatabase(file, { readonly: true });
  const page = connection
    .prepare<[], { at: number; size: number }>(
      `select pgoffset as at, pgsize as size from dbstat where name = 'pets' and pagetype = 'leaf' limit 1`,
    )
    .get();
  connection.close();
  if (page === undefined) throw new Error('The table has no leaf.');
  await using handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(page.size, 0xff), 0, page.size, page.at);
}

test('a service is not ready from the first page on that cannot be read', async () => {
  const service = await startOnSqlite();
  for (let i = 0; i < 30; i += 1) await addPet(service, { name: 'R'.repeat(255) });
  await service.stop();
  await damageAnimals(join(service.dataDir, 'production.sqlite'));

  const logged: string[] = [];
  const again = await startOnSqlite({
    dataDir: service.dataDir,
    settings: { logLevel: 'error' },
    logs: { write: (line) => void logged.push(line) },
  });
  const key = { key: service.operatorKey };
  expectError(await again.call('GET', '/v1/pets?limit=100', key), 503, 'service_unavailable');
  expect(logged.join('')).toContain('database disk image is malformed');
  const answer = await readiness(again);
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([
    503,
    'service_unavailable',
    'A part of the database file cannot be read. Restart the service, and run petstore doctor; restore a backup only if it says that the file is damaged.',
  ]);
  expect((await again.call('GET', '/v1/account', key)).status).toBe(200);
});

test('many probes write once a second at most, and each second anew', async () => {
  const clock = testClock(0);
  vi.spyOn(performance, 'now').mockImplementation(clock.now);
  onTestFinished(() => void vi.restoreAllMocks());
  let writes = 0;
  let fails = false;
  const probe = writeProbe(async () => {
    writes += 1;
    if (fails) throw new DatabaseUnavailable(new Error('ENOSPC'));
    return undefined as never;
  });
  await Promise.all(Array.from({ length: 40 }, probe));
  expect(writes).toBe(1);
  fails = true;
  clock.advance(999);
  await probe();
  clock.advance(1);
  await expect(probe()).rejects.toThrow('unavailable');
  await expect(probe()).rejects.toThrow('unavailable');
  fails = false;
  clock.advance(1_000);
  await probe();
  expect(writes).toBe(3);
});

test.each(BACKENDS)('on %s, readiness is a write', async (_, start) => {
  const service = await start();
  expect((await readiness(service)).status).toBe(200);
  const { database } = await service.beside();
  const row = await database.read.selectFrom('meta').select('value').where('name', '=', 'probed_at').executeTakeFirst();
  expect(Number(row?.value)).toBeGreaterThan(0);
});
