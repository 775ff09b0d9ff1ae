import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { endAll, migratedFolder, request, serve } from '../support/process.ts';
import { rawClient, requestText } from '../support/raw.ts';

const groups: number[] = [];
afterAll(async () => {
  for (const group of groups) process.kill(-group, 'SIGKILL');
  await endAll();
});

/** A service with this standard output, which nobody reads. */
async function serveTo(output: string, env: Record<string, string> = {}) {
  const [dataDir, port] = [await migratedFolder(['production']), String(await freePort())];
  const child = spawn('sh', ['-c', `exec bin/petstore serve --environment production ${output}`], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: port, FIRST_KEYS: 'file', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  if (child.pid !== undefined) groups.push(child.pid);
  void ended.then(() => groups.splice(groups.indexOf(child.pid ?? 0), 1));
  const origin = `http://127.0.0.1:${port}`;
  // The service listens before it writes the file.
  const firstKeys = () => readFile(join(dataDir, 'first-keys.txt'), 'utf8').catch(() => '');
  await expect.poll(firstKeys).toContain('psk_live_');
  const [key = ''] = /psk_live_\w+/.exec(await firstKeys()) ?? [];
  return {
    origin,
    child,
    ended,
    statuses: async () => [
      (await request(`${origin}/v1/pets`, key)).status,
      (await request(`${origin}/v1/pets`, key, { body: { name: 'Rex', categoryId: 1 } })).status,
    ],
    lost: async () => {
      const { text } = await request(`${origin}/metrics`);
      return Number(/^petstore_log_lines_lost_total\S* (\d+)$/m.exec(text)?.[1]);
    },
  };
}

test.each([
  ['full', '> /dev/full'],
  ['closed by its reader', '| true'],
])('standard output is %s: the service starts and goes on, and counts the lines', async (_, output) => {
  const { statuses, lost } = await serveTo(output);
  expect(await statuses()).toEqual([200, 201]);
  await expect.poll(lost, { interval: 300 }).toBeGreaterThan(0);
  expect(await statuses()).toEqual([200, 201]);
});

test.each(['json', 'pretty'])('nobody reads standard output (%s): the service goes on, and stops', async (format) => {
  const { origin, child, ended, statuses, lost } = await serveTo('', {
    LOG_FORMAT: format,
    ANONYMOUS_PER_MINUTE: '1000000',
  });
  const client = await rawClient(origin);
  // More lines than a pipe takes and the service keeps.
  for (let round = 0; round < 40 && (await lost()) === 0; round += 1) {
    client.send(requestText('GET /nothing', { 'X-Request-Id': 'a'.repeat(120) }).repeat(400));
    for (let i = 0; i < 400; i += 1) expect((await client.answer()).status).toBe(404);
  }
  client.destroy();
  await expect.poll(lost, { interval: 300 }).toBeGreaterThan(0);
  expect(await statuses()).toEqual([200, 201]);
  child.kill('SIGTERM');
  // It would take until somebody reads.
  expect(await ended).toEqual([0, null]);
});

test('SIGHUP drains like SIGTERM', async () => {
  const running = await serve({ DATA_DIR: await migratedFolder(['production']) }, ['--environment', 'production']);
  expect(await running.stop('SIGHUP')).toMatchObject({ code: 0, signal: null });
});
