import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAll, logsOf, migratedFolder, request, serve } from '../support/process.ts';
import { answerTo, rawClient, requestText } from '../support/raw.ts';

const password = 'seven quiet otters';
/** Must not be in any log line: keys, passwords, and the contents of headers and bodies. */
const secrets: string[] = [
  password,
  'Bearer',
  'authorization',
  'psk_',
  'ppk_',
  'argon2',
  'hunter2',
  'Secretive',
  'shelter.example',
];
let stdout: string;
let stderr: string;
let logs: Record<string, unknown>[];
let sent = 0;
/** When the day began and ended, in Unix milliseconds. */
let [begunMs, endedMs] = [0, 0];

/** A whole day of calls: all that a service sees, the good and the bad. */
beforeAll(async () => {
  begunMs = Date.now();
  const running = await serve({ DATA_DIR: await migratedFolder(['production']), LOG_LEVEL: 'trace' }, [
    '--environment',
    'production',
  ]);
  const origin = running.production;
  const operator = running.keys.production ?? '';
  const call = (path: string, key?: string, init: Parameters<typeof request>[2] = {}) => {
    sent += 1;
    return request(origin + path, key, init);
  };
  const raw = async (text: string) => {
    sent += 1;
    return answerTo(origin, text);
  };

  const { body: account } = await call('/v1/accounts', undefined, { body: { email: 'ann@shelter.example', password } });
  await call('/v1/accounts', undefined, { body: { email: 'ann@shelter.example', password } });
  await call('/v1/accounts', undefined, { body: { email: 'bea', password: 'hunter2' } });
  const { key } = account.apiKey;
  const { body: web } = await call('/v1/account/keys', key, {
    body: { kind: 'publishable', origins: ['https://shelter.example'] },
  });
  const { body: rolled } = await call(`/v1/account/keys/${account.apiKey.id}/roll`, key, { body: { overlapDays: 1 } });
  secrets.push(...[operator, key, web.key, rolled.key].map((secret) => secret.slice(9, 30)));

  await call('/v1/pets', key, { body: { name: 'Secretive', categoryId: 1 }, headers: { 'x-request-id': 'the-post' } });
  await call('/v1/pets?q=Secretive', key, { headers: { cookie: 'session=hunter2' } });
  await call('/v1/pets/1', rolled.key, { method: 'PATCH', body: { status: 'sold' } });
  await call('/v1/pets/1', key, { method: 'DELETE' });
  await call('/healthz');
  await call('/v1/pets', web.key, { headers: { origin: 'https://shelter.example' } });
  await call(`/v1/account/keys/${rolled.id}`, key, { method: 'DELETE' });
  await call('/v1/pets', rolled.key);
  await call(`/v1/pets?api_key=${key}`);
  await call(`/v1/${key}`, operator);
  await call(`/${key}`);
  await call(`/v1/pets/${key}`, operator);
  await call('/v1/account/usage', operator);
  await call('/v1/admin/accounts', operator);
  await call('/v1/pets', key, { method: 'POST', body: 'x'.repeat(70_000) });
  for (const authorization of [`Basic ${key}`, `Bearer  ${key}`, key, `Bearer ${key.slice(0, -1)}`]) {
    await call('/v1/pets', undefined, { headers: { authorization } });
  }
  await raw(requestText(`GET /v1/pets?${key}=%zz`, { Authorization: `Bearer ${key}` }));
  await raw(requestText(`GET /%zz${key}`, { Authorization: `Bearer ${key}` }));
  await raw(`GET /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${key}\r\n\r\n`);
  await raw(`${key}\r\n\r\n`);

  // Attempts to forge log lines.
  const forged = '{"level":"error","msg":"forged"}';
  await raw(requestText(`GET /v1/nothing%0A${encodeURIComponent(forged)}`, { 'User-Agent': `x"}\t${forged}` }));
  await raw(requestText(`GET /v1/pets/%0D%0A${encodeURIComponent(forged)}`, { 'X-Request-Id': `a"},${forged}` }));
  await raw(requestText('GET /v1/pets', { 'X-Request-Id': `a\n${forged}`, 'X-Forwarded-For': forged }));
  await raw(requestText(`GET /v1/pets?q=\u001b[31m${forged}`, { Origin: forged }));

  // A client that disconnects before the answer.
  const gone = await rawClient(origin);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Request-Id': 'the-gone' };
  gone.send(requestText('POST /v1/pets', { ...headers, 'Content-Length': '100', Expect: '100-continue' }));
  // The service asks for the body.
  await gone.answer({ toHead: true });
  gone.send('{"name":');
  gone.destroy();
  sent += 1;

  await running.stop();
  endedMs = Date.now();
  stderr = running.stderr();
  stdout = running.stdout();
  logs = logsOf(stdout);
});
afterAll(endAll);

test('one JSON line per request, and nothing else but the banner and the life of the service', () => {
  const lines = stdout.split(/^(?=\{)/m);
  const banners = lines.filter((line) => !/^\{.*\}\n$/.test(line));
  expect(banners).toEqual([expect.stringContaining('Your API keys')]);
  expect(stderr).toBe('');
  const requests = logs.filter(({ route }) => route !== undefined);
  expect(requests).toHaveLength(sent);
  expect(logs.filter(({ route }) => route === undefined).map(({ msg }) => msg)).toEqual([
    'starting',
    'ready',
    'stopping',
    'stopped',
  ]);
  for (const line of requests) {
    expect(line).toMatchObject({
      level: line['route'] === '/healthz' ? 'debug' : 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      environment: 'production',
      requestId: expect.stringMatching(/^[\w.:-]{1,128}$/),
      method: expect.stringMatching(/^[A-Z]+$|^none$/),
      route: expect.stringMatching(/^\/|^none$/),
      status: expect.toBeOneOf([200, 201, 204, 400, 401, 404, 408, 409, 410, 413, 499]),
    });
    expect(typeof line['ms']).toBe(line['method'] === 'none' ? 'undefined' : 'number');
  }
});

test('with the request id, the account, the method, the route, the status and the time', () => {
  const { level, time, environment, ms, ...said } = logs.find(({ requestId }) => requestId === 'the-post')!;
  expect(said).toEqual({ requestId: 'the-post', account: 2, method: 'POST', route: '/v1/pets', status: 201 });
  expect([level, environment]).toEqual(['info', 'production']);
  expect(Date.parse(String(time))).toBeGreaterThanOrEqual(begunMs);
  expect(Date.parse(String(time))).toBeLessThanOrEqual(endedMs);
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThan(endedMs - begunMs);
});

test('including requests whose client disconnected', () => {
  expect(logs.find(({ requestId }) => requestId === 'the-gone')).toMatchObject({
    method: 'POST',
    route: '/v1/pets',
    status: expect.toBeOneOf([400, 408, 499]),
    account: 2,
  });
});

test('with the route, not the path of the request', () => {
  const routes = new Set(logs.flatMap(({ route }) => route ?? []));
  for (const route of routes)
    expect(route).toMatch(/^(none|\/v1\/\*?|\*|\/\*?|\/v1(\/(pets|accounts?|keys|usage|admin|roll|:\w+))+|\/healthz)$/);
});

test('without any key, password, header or body', () => {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  }
});

test('without a line that a client forged', () => {
  expect(logs.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(stdout).not.toContain('forged');
  expect(stdout).not.toContain('\u001b[31m{');
});

test('the first line has the version and the settings without secrets, and probes are at debug', () => {
  expect(logs[0]).toMatchObject({
    msg: 'starting',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    settings: { LOG_LEVEL: 'trace', ENVIRONMENT: 'production' },
  });
  expect(logs.filter(({ level }) => level === 'debug').map(({ route }) => route)).toEqual(['/healthz']);
});
