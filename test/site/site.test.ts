import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountStore } from '../../src/accounts/store.ts';
import { openPage } from '../pages/page.ts';
import { expectError } from '../support/answers.ts';
import { logLines } from '../support/logs.ts';
import { type Answer, BACKENDS, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
const files = {
  'index.html':
    '<!doctype html><html><head><meta name="description" content="Animals." /><title>Animals</title></head><body><div id="app"></div></body></html>',
  'assets/app-5f0c2a8e.js': script,
  'assets/app-5f0c2a8e.css': 'body { margin: 0 }',
  'assets/mono-1a2b3c4d.woff2': 'not really a font',
  'embed.js': 'void 0;',
  'docs/guide.md': '# Guide',
  'docs/webhooks.md': '# Webhooks',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const documents = ['/', '/portal', '/portal/keys', '/portal/set-password', '/console', '/console/orders/3'];
const guides = [
  '/docs',
  '/docs/guide',
  '/docs/webhooks/',
  '/docs/reference',
  '/docs/reference/pets',
  '/docs/reference/webhook-events?a=1',
];

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-pages-'));
  for (const name of ['assets', 'docs']) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  service = await startOnSqlite({ pages: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.call(method, path, { key: null, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

/** The bytes on the wire, which `fetch` would decompress. */
function raw(path: string, encodings: string): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: IncomingMessage['headers']; bytes: Buffer }>();
  get(`${service.origin}${path}`, { agent: false, headers: { 'accept-encoding': encodings } }, (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(pieces) }));
  }).once('error', reject);
  return promise;
}

const settingsIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-settings">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

describe('the document', () => {
  test.each([...documents, ...guides])('is served at %s, to GET and HEAD', async (path) => {
    const answer = await read(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<div id="app">');
    const head = await read(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  test.each(['/docs/nonsense', '/docs/guide/nonsense', '/docs/reference/nonsense', '/docs/reference/pets/nonsense'])(
    'is served with 404 at %s',
    async (path) => {
      const { status, text } = await read(path);
      expect([status, text.includes('<div id="app">')]).toEqual([404, true]);
    },
  );

  test('runs no inline script and loads nothing from other origins', async () => {
    for (const path of ['/', '/portal', '/nothing/here', '/assets/app-5f0c2a8e.js', '/page-settings']) {
      const { headers } = await read(path);
      const policy = Object.fromEntries(
        headers
          .get('content-security-policy')!
          .split('; ')
          .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1)]),
      );
      expect(policy['default-src']).toEqual(["'none'"]);
      expect(policy['frame-ancestors']).toEqual(["'none'"]);
      expect(policy['base-uri']).toEqual(["'none'"]);
      for (const kind of ['script-src', 'style-src', 'connect-src', 'form-action'])
        expect(policy[kind]).toEqual(["'self'"]);
      expect(JSON.stringify(policy)).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('is revalidated for each use: 304 while it is unchanged', async () => {
    const { headers } = await read('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await read('/', { 'if-none-match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('contains the settings of the service', async () => {
    const { body, headers } = await read('/page-settings');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      environment: 'production',
      languages: ['en', 'es', 'de', 'fr', 'pl', 'pt-BR', 'ar'],
      version: '1.0.0',
      boardKey: expect.stringMatching(/^ppk_live_[0-9A-Za-z]{38}$/),
      signup: 'open',
      orderHoldMs: 172_800_000,
      mail: false,
      organization: { id: 1, name: 'Our shelter' },
    });
    expect(settingsIn((await read('/')).text)).toEqual(body);
  });

  test('has the name of the only public organization in its title and description, as text', async () => {
    const name = `Ann's "<Home>" & $& </title>`;
    const shown = await startOnSqlite({ pages: folder });
    const document = async () => (await shown.call('GET', '/', { key: null })).text;
    await shown.call('PATCH', '/v1/organizations/1', { body: { name } });
    const escaped = `Ann's &quot;&lt;Home>&quot; &amp; $&amp; &lt;/title>`;
    expect(await document()).toContain(`<title>Animals looking for a home · ${escaped}</title>`);
    expect(await document()).toContain(
      `<meta name="description" content="Animals of ${escaped} that are looking for a home." />`,
    );
    expect(settingsIn(await document()).organization.name).toBe(name);

    await shown.call('POST', '/v1/organizations', { body: { name: 'Another', listed: true } });
    expect(await document()).toContain(
      '<meta name="description" content="Animals that are looking for a home." /><title>Animals looking for a home</title>',
    );
  });

  test('of staging names its environment on every path', async () => {
    const staging = await startOnSqlite({ environment: 'staging', pages: folder, settings: { signup: 'closed' } });
    for (const path of documents) {
      const { text } = await staging.call('GET', path, { key: null });
      expect(settingsIn(text)).toMatchObject({
        environment: 'staging',
        signup: 'closed',
        boardKey: expect.stringMatching(/^ppk_test_/),
      });
    }
  });
});

describe('a file of the site', () => {
  test.each([
    ['/assets/app-5f0c2a8e.js', 'text/javascript; charset=utf-8'],
    ['/assets/app-5f0c2a8e.css', 'text/css; charset=utf-8'],
    ['/assets/mono-1a2b3c4d.woff2', 'font/woff2'],
    ['/favicon.svg', 'image/svg+xml'],
  ])('%s has the type %s', async (path, type) => {
    const answer = await read(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.text).toBe(files[path.slice(1) as keyof typeof files]);
  });

  test('counts for the folder, whose names change with each version', async () => {
    for (const name of ['app-5f0c2a8e.js', 'app-5f0c2a8e.css']) await read(`/assets/${name}`);
    const { text } = await service.call('GET', '/metrics', { key: null });
    expect(text).toMatch(/route="\/assets\/:name"/);
    expect(text).not.toContain('app-5f0c2a8e');
  });

  test('is immutable if its name contains a hash', async () => {
    const { headers } = await read('/assets/app-5f0c2a8e.js');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await read('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=1.0, deflate', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const)('is compressed for a client that accepts %j: %s', async (accepted, encoding, decompress) => {
    const { headers, bytes } = await raw('/assets/app-5f0c2a8e.js', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(decompress(bytes).toString()).toBe(script);
  });

  test('has an ETag for each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => (await raw('/assets/app-5f0c2a8e.js', encoding)).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
    const [brotli = ''] = tags;
    const status = async (known: string) =>
      (await read('/assets/app-5f0c2a8e.js', { 'accept-encoding': 'br', 'if-none-match': known })).status;
    expect([await status(`W/"x", ${brotli}`), await status('"x"')]).toEqual([304, 200]);
  });

  test('is readable for other sites only if it is for embedding', async () => {
    const origin = { origin: 'https://shelter.example' };
    const embed = await read('/embed.js', origin);
    expect(embed.headers.get('access-control-allow-origin')).toBe('*');
    expect(embed.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await read('/assets/app-5f0c2a8e.js', origin)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('an unknown path', () => {
  test('is 404 with the document for a browser, and with an Error for other clients', async () => {
    for (const path of ['/nothing', '/assets/gone-00000000.js', '/index.html', '/portals', '/pets/1/photos']) {
      const page = await read(path);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expectError(await read(path, { accept: '*/*' }), 404, 'route_not_found');
    }
    expectError(await service.call('POST', '/portal', { key: null, body: {} }), 404, 'route_not_found');
  });

  test('never leaves the folder', async () => {
    for (const path of [
      '/../package.json',
      '/assets/../../x',
      '/assets/%2e%2e/%2e%2e/x',
      '/..%2fpackage.json',
      '/assets//app-5f0c2a8e.js',
    ])
      expect([path, (await read(path, { accept: '*/*' })).status]).toEqual([path, 404]);
  });

  test('is every path outside the API without a built site; /docs then redirects to the description', async () => {
    const logs = logLines();
    const bare = await startOnSqlite({ settings: { logLevel: 'warn' }, logs: logs.stream });
    for (const path of ['/', '/portal']) {
      const answer = await bare.call('GET', path, { key: null, headers: { accept: 'text/html' } });
      expectError(answer, 404, 'route_not_found', 'The site is not built');
    }
    expect(logs.parsed().map(({ level, msg }) => `${String(level)}: ${String(msg)}`)).toContainEqual(
      expect.stringContaining('warn: The site is not built'),
    );
    for (const path of ['/docs', '/docs/', '/docs/reference/pets']) {
      const docs = await bare.call('GET', path, { key: null });
      expect([path, docs.status, docs.headers.get('location')]).toEqual([path, 302, '/v1/openapi.json']);
    }
  });
});

describe.each(BACKENDS)("the board's key on %s", (engine, start) => {
  const clock = testClock();
  let board: TestService;
  let key: string;
  const settings = async (): Promise<{ boardKey?: string }> =>
    (await board.call('GET', '/page-settings', { key: null })).body;
  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> =>
    board.call(method, path, { key, headers, body });
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };

  beforeAll(async () => {
    board = await start({ now: clock.now });
    key = (await settings()).boardKey ?? '';
    await board.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    await board.call('POST', '/v1/pets', { body: { name: 'Tom', categoryId: 2 } });
  });
  afterAll(() => board.close());
  // The limit is five writes a minute for each visitor's address.
  beforeEach(() => clock.advance(60_000));

  test('stays the same, also after a restart', async () => {
    expect((await settings()).boardKey).toBe(key);
    const other = await start({ dataDir: board.dataDir, serves: false });
    expect((await other.call('GET', '/page-settings', { key: null })).body.boardKey).toBe(key);
    await other.stop();
  });

  const revoke = () =>
    withAccounts(board, async (accounts) => {
      const account = await accounts.findByEmail('board@localhost');
      const [newest] = await accounts.keys.list(account!.id, 1);
      await accounts.keys.revoke(newest!.id, { type: 'command_line' });
    });

  test('stays revoked, also after a restart and for another process, until an operator makes another', async () => {
    const { body: accounts } = await board.call('GET', '/v1/admin/accounts');
    expect(accounts[0]).toMatchObject({ email: 'board@localhost', name: 'Adoption board', role: 'member' });
    await revoke();
    for (let visit = 0; visit < 2; visit += 1) expect(await settings()).not.toHaveProperty('boardKey');
    clock.advance(1_000);
    expectError(await call('GET', '/v1/pets', sameOrigin), 401, 'invalid_api_key');
    const other = await start({ dataDir: board.dataDir, serves: false, now: clock.now });
    const elsewhere = async () => (await other.call('GET', '/page-settings', { key: null })).body.boardKey;
    expect(await elsewhere()).toBeUndefined();

    const made = await board.call('POST', '/v1/admin/board-key');
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const scopes = ['pets:read', 'orders:write', 'messages:write'];
    expect(made.body).toMatchObject({ kind: 'publishable', name: 'Adoption board', scopes });
    expect((await settings()).boardKey).toBe(made.body.key);
    expect(await elsewhere()).toBe(made.body.key);
    await other.stop();
    key = made.body.key;
    expect((await call('GET', '/v1/pets', sameOrigin)).status).toBe(200);
  });

  test('of two that are made at the same time one remains, which the board has', async () => {
    const made = await Promise.all([1, 2].map(() => board.call('POST', '/v1/admin/board-key')));
    key = (await settings()).boardKey ?? '';
    expect(made.map(({ body }) => body.key)).toContain(key);
    await withAccounts(board, async (accounts) => {
      const account = await accounts.findByEmail('board@localhost');
      expect(await accounts.keys.list(account!.id, 10)).toEqual([expect.objectContaining({ lastFour: key.slice(-4) })]);
    });
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test("reads animals, categories and their events from the service's own origin", async () => {
    for (const path of ['/v1/pets', '/v1/categories', '/v1/events']) {
      expect((await call('GET', path, sameOrigin)).status).toBe(200);
      expect((await call('GET', path, { origin: board.origin })).status).toBe(200);
      expect((await call('GET', path, {})).status).toBe(200);
    }
  });

  test('places orders and sends messages from there', async () => {
    const order = await call(
      'POST',
      '/v1/store/orders',
      { ...sameOrigin, origin: board.origin },
      {
        petId: 1,
        adopter: { name: 'Ann Lee', email: 'ann@example.org' },
      },
    );
    expect(order.status).toBe(201);
    expect((await call('POST', '/v1/messages', { origin: board.origin }, { message: 'Is Rex well?' })).status).toBe(
      202,
    );
  });

  test('403 from any other origin', async () => {
    for (const origin of ['https://evil.example', 'null', board.origin.replace('http:', 'https:')]) {
      expectError(await call('GET', '/v1/pets', { origin }), 403, 'forbidden', 'origin');
      const crossSite = { origin, 'sec-fetch-site': 'cross-site' };
      expectError(await call('POST', '/v1/store/orders', crossSite, { petId: 2 }), 403, 'forbidden', 'origin');
    }
  });

  test('403 for operations that need a secret key', async () => {
    for (const path of ['/v1/account', '/v1/store/orders', '/v1/messages', '/v1/webhooks', '/v1/admin/accounts'])
      expect([path, (await call('GET', path, sameOrigin)).status]).toEqual([path, 403]);
    expect((await call('POST', '/v1/pets', sameOrigin, { name: 'X', categoryId: 1 })).status).toBe(403);
  });

  test('making another revokes the one in use, and is in the audit', async () => {
    const made = await board.call('POST', '/v1/admin/board-key');
    expectError(await call('GET', '/v1/pets', sameOrigin), 401, 'invalid_api_key');
    key = made.body.key;
    expect((await settings()).boardKey).toBe(key);
    const { body: audit } = await board.call('GET', '/v1/audit?limit=2');
    expect(audit.map(({ type, actor }: { type: string; actor: object }) => [type, actor])).toEqual([
      ['api_key.created', expect.objectContaining({ type: 'account', accountId: 1 })],
      ['api_key.revoked', expect.objectContaining({ type: 'account', accountId: 1 })],
    ]);
  });

  test('follows a roll on the command line; that of another key changes nothing', async () => {
    await withAccounts(board, async (accounts) => {
      const account = await accounts.findByEmail('board@localhost');
      const [newest] = await accounts.keys.list(account!.id, 1);
      ({ key } = await accounts.rollKey(account!.id, newest!.id, 0));
      const { accountId, keyId } = await board.newAccount();
      await accounts.rollKey(accountId, keyId, 0);
    });
    expect((await settings()).boardKey).toBe(key);
    expect((await call('GET', '/v1/pets', sameOrigin)).status).toBe(200);
  });

  test('403 for whoever is no operator, or lacks a scope that the key has', async () => {
    const { key: member } = await board.newAccount();
    expectError(await board.call('POST', '/v1/admin/board-key', { key: member }), 403, 'forbidden', 'operator');
    const { body: narrow } = await board.call('POST', '/v1/account/keys', { body: { scopes: ['account'] } });
    const refused = await board.call('POST', '/v1/admin/board-key', { key: narrow.key });
    expectError(refused, 403, 'insufficient_scope', '`pets:read`');
    expect((await settings()).boardKey).toBe(key);
  });
});

/** Uses the accounts beside the running service, as the command line does. */
async function withAccounts(of: TestService, use: (accounts: AccountStore) => Promise<unknown>): Promise<void> {
  const { accounts, database } = await of.beside();
  try {
    await use(accounts);
  } finally {
    await database.close();
  }
}

test("every publishable key works on the service's own site, as in the portal's preview of a board", async () => {
  const { body } = await service.call('POST', '/v1/account/keys', {
    body: { kind: 'publishable', origins: ['https://shelter.example'] },
  });
  const status = async (headers: Record<string, string>) =>
    (await service.call('GET', '/v1/pets', { key: body.key, headers })).status;
  expect(await status({ origin: service.origin })).toBe(200);
  expect(await status({ origin: 'https://shelter.example', 'sec-fetch-site': 'cross-site' })).toBe(200);
  expect(await status({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('behind a proxy with TLS the site sends Strict-Transport-Security', async () => {
  const behind = await startOnSqlite({ pages: folder, settings: { trustedProxies: ['127.0.0.1'] } });
  const page = openPage(behind, { 'x-forwarded-proto': 'https' });
  for (const path of ['/', '/portal', '/session'])
    expect((await page.call('GET', path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
});
