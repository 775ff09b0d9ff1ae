import { describe, expect, test } from 'vitest';
import { rawClient, requestText } from '../support/raw.ts';
import { runningClock, sharedService, startOnSqlite } from '../support/service.ts';

const service = sharedService(startOnSqlite, { now: runningClock() });

const sample = (name: string, labels: string[]) => `${name}{${labels.toSorted().join(',')}}`;

/** Samples by name and labels, such as `petstore_commit_size_count{environment="production"}`. */
async function samples(): Promise<Record<string, number>> {
  const { status, headers, text } = await service.call('GET', '/metrics', { key: null });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
      return [sample(name, labels.split(/,(?=\w+=)/)), Number(value)];
    }),
  );
}

const duration = (of: string, method: string, route: string, status: number, ...labels: string[]) =>
  sample(`petstore_http_request_duration_seconds_${of}`, [
    'environment="production"',
    `method="${method}"`,
    `route="${route}"`,
    `status="${status}"`,
    ...labels,
  ]);

describe('without a key, outside /v1', () => {
  test.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ])('%s', async (path, body) => {
    const answer = await service.call('GET', path, { key: null });
    expect([answer.status, answer.body]).toEqual([200, body]);
    expect((await service.call('HEAD', path, { key: null })).status).toBe(200);
    expect((await service.call('GET', `/v1${path}`)).status).toBe(404);
  });
});

describe('/metrics', () => {
  test('counts requests by method, route and status, with their durations', async () => {
    const before = await samples();
    const sinceMs = performance.now();
    for (const [method, path, options] of [
      ['GET', '/v1/pets', {}],
      ['GET', '/v1/pets?limit=1', {}],
      ['GET', '/v1/pets', { key: null }],
      ['GET', '/v1/pets/7', {}],
      ['GET', '/v1/pets/8', {}],
      ['POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } }],
      ['POST', '/v1/pets', { body: '{' }],
    ] as const)
      await service.call(method, path, options);
    const after = await samples();
    const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    expect(grown(duration('count', 'GET', '/v1/pets', 200))).toBe(2);
    expect(grown(duration('count', 'GET', '/v1/pets', 401))).toBe(1);
    expect(grown(duration('count', 'GET', '/v1/pets/:petId', 404))).toBe(2);
    expect(grown(duration('count', 'POST', '/v1/pets', 201))).toBe(1);
    expect(grown(duration('count', 'POST', '/v1/pets', 400))).toBe(1);
    expect(grown(duration('bucket', 'POST', '/v1/pets', 201, 'le="+Inf"'))).toBe(1);
    const seconds = grown(duration('sum', 'POST', '/v1/pets', 201));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan((performance.now() - sinceMs) / 1_000);
  });

  test('does not grow with unknown paths and methods', async () => {
    for (let i = 0; i < 30; i += 1) {
      await service.call('GET', `/v1/made/up/${i}`);
      await service.call('GET', `/made/up/${i}`);
      await service.call('GET', `/v1/pets/${i}?x=${i}`);
    }
    const routes = new Set(Object.keys(await samples()).map((name) => /route="([^"]*)"/.exec(name)?.[1]));
    expect([...routes].filter((route) => /made|\d\d/.test(route ?? ''))).toEqual([]);
  });

  test('counts 429s by the limit that refused them', async () => {
    const name = 'petstore_limit_refusals_total{by="minute",environment="production"}';
    const { key } = await service.newAccount({ limits: { perMinute: 2, perDay: 100 } });
    const before = (await samples())[name] ?? 0;
    for (let i = 0; i < 5; i += 1) await service.call('GET', '/v1/pets', { key });
    expect((await samples())[name]).toBe(before + 3);
  });

  test('counts commits and their sizes: concurrent writes share a commit', async () => {
    const [count, sum] = ['count', 'sum'].map((of) => `petstore_commit_size_${of}{environment="production"}`) as [
      string,
      string,
    ];
    const before = await samples();
    const body = '{"name":"Rex","categoryId":1}';
    const headers = {
      Authorization: `Bearer ${service.operatorKey}`,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    // The requests of one connection are handled one after the other.
    const clients = await Promise.all(Array.from({ length: 40 }, () => rawClient(service.origin)));
    // The service accepts one connection in each turn of its event loop: only accepted ones send together.
    for (const [line, status, text] of [
      ['GET /healthz', 200],
      ['POST /v1/pets', 201, body],
    ] as const) {
      for (const client of clients) client.send(requestText(line, text === undefined ? {} : headers, text));
      for (const client of clients) expect((await client.answer()).status).toBe(status);
    }
    for (const client of clients) client.destroy();
    const after = await samples();
    expect(after[sum]! - before[sum]!).toBeGreaterThanOrEqual(40);
    expect(after[count]! - before[count]!).toBeGreaterThan(0);
    expect(after[count]! - before[count]!).toBeLessThan(20);
  });

  test('counts requests in flight, without those whose client has disconnected', async () => {
    const name = 'petstore_http_requests_in_flight{environment="production"}';
    await expect.poll(async () => (await samples())[name]).toBe(1);
    const slow = await rawClient(service.origin);
    const headers = {
      Authorization: `Bearer ${service.operatorKey}`,
      'Content-Type': 'application/json',
      'Content-Length': '100',
    };
    slow.send(requestText('POST /v1/pets', headers, '{'));
    await expect.poll(async () => (await samples())[name]).toBe(2);
    slow.destroy();
    await expect.poll(async () => (await samples())[name]).toBe(1);
  });

  test('includes the memory and the event loop of the process', async () => {
    const found = Object.keys(await samples());
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(found).toContain(`${name}{environment="production"}`);
    }
  });
});

describe('/metrics under attack', () => {
  test('is collected once a second, however many ask', async () => {
    const kept = await startOnSqlite({ now: runningClock(), metricsAgeMs: 60_000 });
    const texts = await Promise.all(
      Array.from({ length: 40 }, async () => (await kept.call('GET', '/metrics', { key: null })).text),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('with METRICS_TOKEN, 401 without the token', async () => {
    const metricsToken = 'k2Jq-0x9fPzR-only-for-this';
    const guarded = await startOnSqlite({ now: runningClock(), settings: { metricsToken } });
    for (const key of [null, guarded.operatorKey, metricsToken.toUpperCase(), `${metricsToken}x`]) {
      const refused = await guarded.call('GET', '/metrics', { key });
      expect([refused.status, refused.body.code]).toEqual([401, 'invalid_metrics_token']);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
    const shown = await guarded.call('GET', '/metrics', { key: metricsToken });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('petstore_event_streams')]);
    expect((await guarded.call('GET', '/readyz', { key: null })).status).toBe(200);
  });
});

test('pages and probes have a limit by address of their own, so that a flood of them costs little', async () => {
  const flooded = await startOnSqlite({ now: () => 1_800_000_000_000, metricsAgeMs: 60_000 });
  const requests = ['/readyz', '/metrics', '/page-settings'].map((path) => requestText(`GET ${path}`)).join('');
  const statuses: string[] = [];
  // At most 1,000 requests may wait on a connection.
  for (const text of [...Array<string>(8).fill(requests.repeat(250)), requestText('GET /readyz')]) {
    const client = await rawClient(flooded.origin);
    client.send(text + requestText('GET /healthz', { Connection: 'close' }));
    statuses.push(...((await client.closed()).match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []));
  }
  expect(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length])).toEqual([
    ['200', 6_009],
    ['429', 1],
  ]);
  const answer = await flooded.call('GET', '/metrics', { key: null });
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await flooded.call('GET', '/v1/pets')).status).toBe(200);
  expect((await flooded.call('GET', '/healthz', { key: null })).status).toBe(200);
});

test('an address has at most CONNECTIONS_PER_ADDRESS connections, and a trusted proxy any number', async () => {
  for (const [trustedProxies, open] of [
    [[], 3],
    [['127.0.0.0/8'], 5],
  ] as const) {
    const bounded = await startOnSqlite({
      now: runningClock(),
      settings: { connectionsPerAddress: 3, trustedProxies },
    });
    const clients = [];
    for (let i = 0; i < 5; i += 1) clients.push(await rawClient(bounded.origin));
    const isServed = await Promise.all(
      clients.map(async (client) => {
        client.send(requestText('GET /healthz'));
        return client.answer().then(
          ({ status }) => status === 200,
          () => false,
        );
      }),
    );
    expect(isServed).toEqual([0, 1, 2, 3, 4].map((index) => index < open));
    for (const client of clients) client.destroy();
    // Once they are closed, there is room again.
    await expect
      .poll(async () =>
        bounded.call('GET', '/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const { text } = await bounded.call('GET', '/metrics', { key: null });
    const refused = Number(/^petstore_connections_refused_total\{.*\} (\d+)$/m.exec(text)?.[1]);
    expect(refused).toBeGreaterThanOrEqual(5 - open);
    if (open === 5) expect(refused).toBe(0);
    await bounded.close();
  }
});
