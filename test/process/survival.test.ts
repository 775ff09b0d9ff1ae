import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { endAll, logsOf, migratedFolder, newKey, request, serve } from '../support/process.ts';

afterAll(endAll);

/** The account's usage, which may be of two days if midnight has passed. Reading it costs no request. */
async function usage(origin: string, key: string): Promise<{ left: number; admitted: number; refused: number }> {
  const { body } = await request(`${origin}/v1/account/usage`, key);
  const sumOf = (what: 'admitted' | 'refused'): number =>
    body.days.reduce((sum: number, day: Record<typeof what, number>) => sum + day[what], 0);
  return { left: body.day.remaining, admitted: sumOf('admitted'), refused: sumOf('refused') };
}

async function serveWithKey(limits?: { perMinute: number; perDay: number }) {
  const dataDir = await migratedFolder(['production']);
  const { key, accountId } = await newKey(dataDir, { plan: 'enterprise', ...(limits && { limits }) });
  const start = () => serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, ['--environment', 'production']);
  return { key, accountId, dataDir, start };
}

/** The saved counts of the account's requests, read from the database beside the running service. */
function savedUsage(dataDir: string, accountId: number): number {
  const database = new SqliteDatabase(join(dataDir, 'production.sqlite'), { readonly: true });
  const admitted = database.prepare<[number], number>(
    'select coalesce(sum(admitted), 0) from usage_days where account_id = ?',
  );
  try {
    return admitted.pluck().get(accountId) ?? 0;
  } finally {
    database.close();
  }
}

const times = async (count: number, send: () => Promise<{ status: number }>) => {
  for (let i = 0; i < count; i += 1) await send();
};

describe('the counts of the day', () => {
  test('survive a restart, to the last request before it', async () => {
    const { key, start } = await serveWithKey({ perMinute: 30, perDay: 100 });
    const first = await start();
    const send = () => request(`${first.production}/v1/pets`, key);
    await times(33, send);
    // Requests go on while the service stops: only the stop itself can save the last of them. More would have the key banned.
    let refused = 3;
    const stopped = first.stop();
    for (let i = 0; i < 10; i += 1) {
      const answer = await send().catch(() => undefined);
      if (answer === undefined) break;
      expect(answer.status).toBe(429);
      refused += 1;
    }
    expect(await stopped).toMatchObject({ code: 0 });

    const second = await start();
    expect(await usage(second.production, key)).toMatchObject({ left: 70, admitted: 30, refused });
    const { headers } = await request(`${second.production}/v1/pets`, key);
    expect(headers.get('ratelimit')).toMatch(/"day";r=69;t=\d+$/);
    await second.stop();
  });

  test('lose only the last moment to a kill -9', async () => {
    const { key, accountId, dataDir, start } = await serveWithKey({ perMinute: 1_000, perDay: 1_000 });
    const first = await start();
    await times(40, () => request(`${first.production}/v1/pets`, key));
    await eventually(() => savedUsage(dataDir, accountId) === 40);
    await times(5, () => request(`${first.production}/v1/pets`, key));
    expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

    const second = await start();
    const { left, admitted } = await usage(second.production, key);
    expect(left).toBeLessThanOrEqual(960);
    expect(left).toBeGreaterThanOrEqual(955);
    expect(admitted).toBe(1000 - left);
    await second.stop();
  });
});

test('an acknowledged animal survives a kill -9 immediately after the answer', async () => {
  const { key, start } = await serveWithKey();
  const acknowledged: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const running = await start();
    const clients = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await request(`${running.production}/v1/pets`, key, {
          body: { name: 'Rex', categoryId: round },
        }).catch(() => undefined);
        if (answer?.status !== 201) return;
        acknowledged.push(answer.body.id);
      }
    });
    // Kill while some animals are acknowledged and others are in flight.
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(20);
    await running.stop('SIGKILL');
    await Promise.all(clients);
  }
  const running = await start();
  const missing: number[] = [];
  for (let i = 0; i < acknowledged.length; i += 100) {
    const ids = acknowledged.slice(i, i + 100);
    const { body } = await request(`${running.production}/v1/pets?limit=100&ids=${ids.join(',')}`, key);
    const found = new Set(body.map(({ id }: { id: number }) => id));
    missing.push(...ids.filter((id) => !found.has(id)));
  }
  await running.stop();
  expect(acknowledged.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('on a full disk, writes get 503 with Retry-After, reads succeed, and the process stays up', async () => {
  const { key, dataDir } = await serveWithKey();
  // Files of this process cannot grow beyond a megabyte: further writes fail as on a full disk.
  const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 1024; exec bin/petstore "$@"', 'petstore'] as const;
  const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production'], limited);
  const add = (origin: string) => request(`${origin}/v1/pets`, key, { body: { name: 'R'.repeat(255), categoryId: 1 } });
  let added = 0;
  let refused: Awaited<ReturnType<typeof request>>[] = [];
  // Fills the disk with concurrent requests, and then one by one until a single request fails.
  for (const together of [...Array<number>(300).fill(16), ...Array<number>(60).fill(1)]) {
    if (together === 16 && refused.length > 0) continue;
    const answers = await Promise.all(Array.from({ length: together }, () => add(running.production)));
    added += answers.filter(({ status }) => status === 201).length;
    refused = answers.filter(({ status }) => status !== 201);
    if (together === 1 && refused.length > 0) break;
  }
  expect(refused).toMatchObject([{ status: 503, body: { code: 'service_unavailable', status: 503 } }]);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await request(`${running.production}/v1/pets`, key)).status).toBe(200);
  expect(await running.stop()).toMatchObject({ code: 0, signal: null });
  expect(running.stderr()).toBe('');
  const failures = logsOf(running.stdout()).filter(({ level }) => level === 'error');
  expect(failures.length).toBeGreaterThan(0);

  const later = await serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, ['--environment', 'production']);
  const { status, body } = await add(later.production);
  expect([status, body.id]).toEqual([201, added + 1]);
  await later.stop();
});
