import { expect, test } from 'vitest';
import { startOnSqlite, type TestService } from '../support/service.ts';

const path = '/.well-known/api-catalog';
const ask = (service: TestService, method = 'GET') => service.call(method, path, { key: null });

test('the catalog of RFC 9727 names the interfaces, with their description, guides and status', async () => {
  const service = await startOnSqlite();
  const { origin } = service;
  const answer = await ask(service);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { linkset } = JSON.parse(answer.text);
  expect(linkset[0]).toEqual({
    anchor: `${origin}${path}`,
    item: ['/v1', '/mcp', '/petfinder/v2'].map((api) => ({ href: origin + api })),
  });
  expect(linkset[1]).toEqual({
    anchor: `${origin}/v1`,
    'service-desc': [{ href: `${origin}/v1/openapi.json`, type: 'application/json' }],
    'service-doc': [{ href: `${origin}/docs`, type: 'text/html' }],
    'service-meta': [{ href: `${origin}/llms.txt`, type: 'text/plain' }],
    status: [{ href: `${origin}/readyz`, type: 'application/json' }],
  });
  for (const { href, type } of [...linkset[1]['service-desc'], ...linkset[1].status]) {
    const { status, headers } = await service.call('GET', new URL(href).pathname, { key: null });
    expect([status, headers.get('content-type')?.split(';')[0]], href).toEqual([200, type]);
  }
  const head = await ask(service, 'HEAD');
  expect([head.status, head.text, head.headers.get('link')]).toEqual([
    200,
    '',
    `<${path}>; rel="api-catalog", <${origin}/v1>; rel="item", <${origin}/mcp>; rel="item", <${origin}/petfinder/v2>; rel="item"`,
  ]);
});

test('it names public addresses, and no interface that is switched off', async () => {
  const publicUrl = 'https://pets.shelter.example';
  const service = await startOnSqlite({ settings: { publicUrl, petfinderApi: 'off' } });
  const { linkset } = JSON.parse((await ask(service)).text);
  expect(linkset.map(({ anchor }: { anchor: string }) => anchor)).toEqual(
    [path, '/v1', '/mcp'].map((interfacePath) => publicUrl + interfacePath),
  );
});
