import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPasses } from '../../src/public-address/passes.ts';
import { startCaddy, type TestProxy } from '../support/caddy.ts';
import { command, objectsIn } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { endAll, newFolder } from '../support/process.ts';
import { startOnPostgres, startOnSqlite, type TestService, testClock, testNow } from '../support/service.ts';

const largest = 20 * 1_024 * 1_024;

afterAll(endAll);

/** What `petstore doctor` says about the address and the proxy, as `level: text`. */
async function doctorSays(
  service: Pick<TestService, 'dataDir' | 'origin'>,
  url: string,
  env: Record<string, string> = {},
) {
  const { stdout } = await command(['doctor', '--json'], {
    DATA_DIR: service.dataDir,
    ENVIRONMENT: 'production',
    PORT: new URL(service.origin).port,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  });
  return objectsIn(stdout)
    .filter(({ about }) => /^(Address|Proxy), /.test(about))
    .map(({ about, level, says }) => `${about.split(',')[0]} ${level}: ${says}`);
}

/** Programs of this process trust the proxy's certificate until the returned function is called. */
function trusting({ authority }: TestProxy): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority]);
  return () => setDefaultCACertificates(before);
}

const faults: [name: string, edit: (template: string) => string, says: RegExp[]][] = [
  [
    'nothing',
    (template) => template,
    [
      /^Address well/,
      /^Proxy well: The service sees this client as 127\.0\.0\.1; live streams and uploads of 20 MB pass at once$/,
    ],
  ],
  [
    'the limit of uploads',
    (template) => template.replaceAll('client_max_body_size 21m', 'client_max_body_size 1m'),
    [/^Address well/, /^Proxy bad: An upload of 20 MB does not pass: the answer is 413\.$/],
  ],
  [
    'buffers for responses',
    (template) => template.replace('proxy_http_version', 'proxy_ignore_headers X-Accel-Buffering; proxy_http_version'),
    [/^Address well/, /^Proxy bad: The proxy holds live streams back/],
  ],
  [
    'buffers for requests',
    (template) => template.replace('proxy_request_buffering off;', ''),
    [/^Address well/, /^Proxy warn: The proxy passes an upload on only when it has all of it/],
  ],
  [
    'X-Forwarded-For',
    (template) => template.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'),
    [/^Address well/, /^Proxy bad: The proxy passes on the X-Forwarded-For that a client sends/],
  ],
  [
    'X-Forwarded-Host',
    (template) => template.replace('X-Forwarded-Host ""', 'X-Forwarded-Host $http_x_forwarded_host'),
    [/^Address well/, /^Proxy bad: The proxy passes on the X-Forwarded-Host that a client sends/],
  ],
  [
    'Host',
    (template) => template.replace('Host $http_host', 'Host internal'),
    [/^Address well/, /^Proxy bad: The service is asked for https:\/\/internal, not for https:\/\/localhost:\d+: /],
  ],
  [
    'X-Forwarded-Proto',
    (template) => template.replace('X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'),
    [/^Address well/, /^Proxy bad: The service is asked for http:\/\/localhost:\d+, not for https:/],
  ],
];

describe('the doctor visits the public address', () => {
  let service: TestService;
  beforeAll(
    async () =>
      void (service = await startOnSqlite({ settings: { trustedProxies: ['127.0.0.1'] }, outlivesTest: true })),
  );
  afterAll(() => service.close());
  const upstream = () => new URL(service.origin).host;

  test.each(faults)('through nginx, and finds what is wrong with: %s', async (_, edit, says) => {
    const proxy = await startNginx(upstream(), undefined, edit);
    const distrust = trusting(proxy);
    const found = await doctorSays(service, proxy.origin);
    distrust();
    await proxy.close();
    expect(found).toEqual(says.map((text) => expect.stringMatching(text)));
  });

  test('through Caddy, and asks for a certificate that everybody trusts', async () => {
    const proxy = await startCaddy(upstream());
    expect(await doctorSays(service, proxy.origin)).toEqual([
      expect.stringMatching(/^Address bad: Programs refuse the certificate of https:/),
    ]);
    const distrust = trusting(proxy);
    expect(await doctorSays(service, proxy.origin)).toEqual([
      expect.stringMatching(
        /^Address well: https:\/\/localhost:\d+ leads to this service, with a certificate for another 1\d hours$/,
      ),
      expect.stringMatching(/^Proxy well/),
    ]);
    distrust();
    await proxy.close();
  });

  test('and says when a certificate should have been renewed', async () => {
    const later = vi.spyOn(Date, 'now');
    const own = await startOnSqlite({ settings: { trustedProxies: ['127.0.0.1'] }, now: testNow(() => Date.now()) });
    const proxy = await startNginx(new URL(own.origin).host);
    const distrust = trusting(proxy);
    // It is valid for two days.
    const nowMs = Date.now();
    later.mockImplementation(() => nowMs + 43 * 3_600_000);
    const [found] = await doctorSays(own, proxy.origin);
    later.mockRestore();
    distrust();
    expect(found).toMatch(/^Address warn: \S+ leads to this service, with a certificate for another 4 hours\.$/);
  });

  test('and says when the service takes the proxy for its client', async () => {
    const distrusting = await startOnSqlite();
    const proxy = await startCaddy(new URL(distrusting.origin).host);
    const distrust = trusting(proxy);
    const [, found] = await doctorSays(distrusting, proxy.origin);
    expect(found).toMatch(/^Proxy bad: The service takes the proxy \(127\.0\.0\.1\) for its client/);
    distrust();
    await proxy.close();
  });

  test('and tells this service from others, also from one with a copy of its data', async () => {
    const other = await startOnSqlite();
    expect(await doctorSays(service, other.origin)).toEqual([
      expect.stringMatching(/^Address bad: http:\S+ answers 404, not as this service does\.$/),
    ]);
    // Its own address needs no proxy.
    expect(await doctorSays(other, other.origin)).toEqual([
      `Address well: ${other.origin} leads to this service`,
      expect.stringMatching(/^Proxy well/),
    ]);
    const copied = await newFolder();
    await cp(other.dataDir, copied, { recursive: true });
    const copy = await startOnSqlite({ dataDir: copied });
    const isCopy = /^Address bad: Another service with a copy of this database answers at http:/;
    expect(await doctorSays(other, copy.origin)).toEqual([expect.stringMatching(isCopy)]);
    await other.stop();
    expect(await doctorSays(other, copy.origin)).toEqual([expect.stringMatching(isCopy)]);
  });

  test('and lets each process answer that shares the database', async () => {
    const first = await startOnPostgres();
    const second = await startOnPostgres({ dataDir: first.dataDir });
    const env = { DATABASE_URL: first.settings.databaseUrl };
    expect(await doctorSays(first, second.origin, env)).toEqual([
      `Address well: ${second.origin} leads to this service`,
      expect.stringMatching(/^Proxy well/),
    ]);
    await second.stop();
  });

  test('and says why it cannot be reached', async () => {
    const site = createServer((request, response) => {
      if (request.headers.host?.startsWith('localhost') === true) response.writeHead(502).end();
      else response.writeHead(301, { location: 'https://www.shelter.example/' }).end();
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as { port: number };
    for (const [url, says] of [
      [`http://127.0.0.1:${port}`, /redirects to https:\/\/www\.shelter\.example\/\.$/],
      [`http://localhost:${port}`, /^Address bad: The proxy at \S+ does not reach the service: it answers 502\.$/],
      [`http://127.0.0.1:${await freePort()}`, /^Address bad: \S+ cannot be reached from here: .*ECONNREFUSED/],
      ['https://nowhere.invalid', /^Address bad: The name nowhere\.invalid cannot be resolved \(\w+\)\.$/],
    ] as const)
      expect(await doctorSays(service, url)).toEqual([expect.stringMatching(says)]);
    site.close();
    const unstarted = { dataDir: await newFolder(), origin: service.origin };
    expect(await doctorSays(unstarted, service.origin)).toEqual([
      expect.stringMatching(/^Address warn: .* was not visited\.$/),
    ]);
  });
});

test('a stranger finds nothing', async () => {
  const { now, advance } = testClock();
  const service = await startOnSqlite({ now });
  const { database } = await service.beside();
  const { value } = await database.read
    .selectFrom('meta')
    .select('value')
    .where('name', '=', 'cursor_secret')
    .executeTakeFirstOrThrow();
  const passes = openPasses(Buffer.from(value, 'base64'), now);
  const [good, old, forged] = [passes.make(), passes.make(), openPasses(Buffer.alloc(32), now).make()];
  const upload = (pass: string, bytes = 8) =>
    fetch(`${service.origin}/v1/pets/${pass}/photos`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: Buffer.alloc(bytes),
    });
  const text = await (await upload(good)).text();
  expect(passes.read(good, text)).toMatchObject({ bytes: 8 });
  // The proof is for this pass alone.
  expect(passes.read(old, text)).toBe(undefined);
  const tooMuch = await upload(good, largest + 1);
  expect([tooMuch.status, await tooMuch.json()]).toEqual([413, expect.objectContaining({ code: 'payload_too_large' })]);

  const bodyOf = async (path: string) => (await service.call('GET', path, { key: null })).body;
  const unknown = await bodyOf('/.well-known/petstore/nothing');
  advance(121_000);
  for (const pass of [old, forged, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`]) {
    expect(await bodyOf(`/.well-known/petstore/${pass}`)).toEqual(unknown);
    expect((await upload(pass)).status).toBe(404);
  }
});
