import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, logsOf, newFolder, petstore, request, serve } from '../support/process.ts';
import { answerTo, requestText } from '../support/raw.ts';
import { timed } from '../support/timed.ts';

afterAll(endAll);

/** What the account's day and its counts say, at no cost. */
async function usage(origin: string, key: string): Promise<{ left: number; admitted: number; refused: number }> {
  const { body } = await request(`${origin}/v1/account/usage`, key);
  const { admitted, refused } = body.days.at(-1);
  return { left: body.day.remaining, admitted, refused };
}

async function serveWithKey(limits: readonly string[] = []) {
  const dataDir = await newFolder();
  const args = ['keys', 'create', '--plan', 'enterprise', ...limits, '--json'];
  const { key } = JSON.parse((await petstore(args, { DATA_DIR: dataDir })).stdout);
  const start = () => serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, ['--environment', 'production']);
  return { key: String(key), dataDir, start };
}

const times = async (count: number, send: () => Promise<{ status: number }>) => {
  for (let i = 0; i < count; i += 1) await send();
};

describe('the counts of the day', () => {
  test('survive a restart, to the last request before it', timed, async () => {
    const { key, start } = await serveWithKey(['--per-minute', '30', '--per-day', '100']);
    const first = await start();
    // No connection stays open, so that the stop is over before the next regular writing of the counts.
    const text = requestText('GET /v1/pets', { Authorization: `Bearer ${key}`, Connection: 'close' });
    await times(33, () => answerTo(first.production, text));
    const ended = await first.stop();
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.ms).toBeLessThan(900);

    const second = await start();
    expect(await usage(second.production, key)).toMatchObject({ left: 70, admitted: 30, refused: 3 });
    const { headers } = await request(`${second.production}/v1/pets`, key);
    expect(headers.get('ratelimit')).toMatch(/"day";r=69;t=\d+$/);
    await second.stop();
  });

  test('lose at most the last second to a kill -9', async () => {
    const { key, start } = await serveWithKey(['--per-minute', '1000', '--per-day', '1000']);
    const first = await start();
    await times(40, () => request(`${first.production}/v1/pets`, key));
    await setTimeout(1_000);
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

test('an animal that was acknowledged survives a kill -9 right behind the answer', async () => {
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
    // In the middle of it: some have been acknowledged, others are on their way.
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { timeout: 20_000, interval: 5 }).toBeGreaterThan(20);
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

test('a disk that is full gives 503 with Retry-After to writes and answers to reads; the process lives on', async () => {
  const { key, dataDir } = await serveWithKey();
  // Files of this process cannot grow beyond a megabyte: writing more fails as on a full disk.
  const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 1024; exec bin/petstore "$@"', 'petstore'] as const;
  const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production'], limited);
  const add = (origin: string) => request(`${origin}/v1/pets`, key, { body: { name: 'R'.repeat(255), categoryId: 1 } });
  let added = 0;
  let refused: Awaited<ReturnType<typeof request>>[] = [];
  // Together, to fill it, and then one by one, until not even a single one finds room.
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
