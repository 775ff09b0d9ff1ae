import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLine } from '../../src/commands/remote/logs.ts';
import { command, commandUntil, objectsIn } from '../support/command.ts';
import { endAll } from '../support/process.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startOnSqlite();
  env = {
    PETSTORE_BASE_URL: `${service.origin}/v1`,
    PETSTORE_API_KEY: service.operatorKey,
    XDG_CONFIG_HOME: service.dataDir,
  };
});
afterAll(async () => {
  await endAll();
  await service.close();
});

test('petstore logs prints the last requests, the newest at the end, and filters them', async () => {
  for (const id of [7, 8, 9]) await service.call('GET', `/v1/pets/${id}/photos`);
  await service.call('DELETE', '/v1/pets/9');
  const { stdout } = await command(['logs', '--operation', 'listPhotos', '--limit', '2', '--json'], env);
  const [, last] = objectsIn(stdout);
  expect(objectsIn(stdout).map(({ path }) => path)).toEqual(['/v1/pets/8/photos', '/v1/pets/9/photos']);
  expect(last).toMatchObject({ status: 404, code: 'pet_not_found' });
  const { time, durationMs, key, requestId } = JSON.parse(stdout.trim().split('\n')[1]!);
  const one = await command(
    ['logs', '--method', 'get', '--status', '4xx', '--code', 'pet_not_found', '--key', '1', '--request-id', requestId],
    env,
  );
  expect(one.stdout).toBe(
    `${[time, 404, 'GET', '/v1/pets/9/photos', 'pet_not_found', durationMs, key.id, requestId].join('\t')}\n`,
  );
  expect(await command(['logs', '--since', '2100-01-01T00:00:00Z'], env)).toMatchObject({ code: 0, stdout: '' });
  expect(await command(['logs', '--status', '9'], env)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('`status`'),
  });
});

test('at a terminal, a line has columns, without what is absent, and ends at the edge', () => {
  const request = {
    id: '1-0',
    time: '2026-11-21T09:30:00Z',
    method: 'GET',
    path: '/v1/pets/7',
    status: 404,
    code: 'pet_not_found',
    durationMs: 1.3,
    key: { id: 12, kind: 'secret', prefix: 'psk_live_', lastFour: 'Xk3Q' },
  };
  const line = (width: number) =>
    requestLine({ isTty: true, width, paint: (_, text) => text }, request).slice('2026-11-21 09:30:00  '.length);
  expect(line(120)).toBe('404  GET     /v1/pets/7  pet_not_found  1.3 ms  …Xk3Q');
  expect(line(50)).toBe('404  GET     /v1/pets/7  pet_not…');
});

test('petstore logs --follow prints what comes, each request once, also when the limits are used up and after an outage', async () => {
  const before = await startOnSqlite();
  const { origin, dataDir } = before;
  const { key } = await before.newAccount({ limits: { perMinute: 100, perDay: 3 } });
  const send = () => before.call('GET', '/v1/categories', { key });
  for (let i = 0; i < 3; i += 1) await send();
  const options = ['--follow', '--limit', '1', '--json'];
  const logs = await commandUntil(/listCategories/, ['logs', ...options], {
    ...env,
    PETSTORE_BASE_URL: `${origin}/v1`,
    PETSTORE_API_KEY: key,
  });
  await send();
  await logs.until(/^(?:.*listCategories.*\n){2}/);

  const port = Number(new URL(origin).port);
  await send();
  await before.stop();
  const outage = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  // Other commands try three times.
  for (let attempts = 0; attempts < 3; attempts += 1) await once(outage, 'connection');
  outage.close();
  await startOnSqlite({ dataDir, settings: { port } });
  await logs.until(/^(?:.*listCategories.*\n){3}/);
  expect(await logs.stop()).toBe(0);
  const lines = objectsIn(logs.stdout());
  expect(lines.map(({ status }) => status)).toEqual([200, 429, 429]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
  const times: string[] = lines.map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
});
