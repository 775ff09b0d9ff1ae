import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { describedOperations } from '../support/description.ts';
import { sharedService, startOnSqlite } from '../support/service.ts';

const operations = describedOperations(openapi);
const letters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const random = (prefix: string, length: number) =>
  fc
    .array(fc.constantFrom(...letters), { minLength: length, maxLength: length })
    .map((characters) => prefix + characters.join(''));

/** What must never be kept: secrets of the service, whole or cut, and data of visitors. */
const secret = fc.oneof(
  random('psk_live_', 38),
  random('psk_test_', 20),
  random('ppl_', 43),
  random('pss_', 30),
  random('whsec_', 24),
  random('SL', 38),
  random('seven-quiet-', 30),
  random('', 8).map((name) => `${name}@example.org`),
  random('Erika ', 12),
);

let keys: string[];

const service = sharedService(startOnSqlite);
beforeAll(async () => {
  const { key } = await service.newAccount();
  const { body } = await service.call('POST', '/v1/account/keys', {
    key,
    body: { kind: 'publishable', origins: ['https://shelter.example'] },
  });
  keys = [key, body.key];
});

async function kept(): Promise<string> {
  await service.call('GET', '/v1/account/requests', { key: keys[0]! });
  await service.call('GET', '/v1/account/usage/breakdown', { key: keys[0]! });
  const { database } = await service.beside();
  const rows = [
    await database.read.selectFrom('request_log').selectAll().execute(),
    await database.read.selectFrom('operation_days').selectAll().execute(),
    await database.read.selectFrom('key_uses').selectAll().execute(),
  ];
  await database.close();
  return JSON.stringify(rows);
}

test('no secret and nobody’s data gets into the log, wherever a request has it', async () => {
  const secrets: string[] = [];
  const request = fc.record({
    operation: fc.constantFrom(...operations),
    where: fc.constantFrom(
      'path',
      'unknown path',
      'query',
      'name of a query',
      'body',
      'header',
      'request id',
      'method',
    ),
    key: fc.constantFrom(0, 1),
    secret,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, where, key, secret: text }) => {
      // An operation may end the key, or the account.
      if (operation.method === 'DELETE' || operation.operationId === 'rollApiKey') return;
      secrets.push(text);
      const value = encodeURIComponent(text);
      const known = operation.path.replaceAll(/\{\w+\}/g, where === 'path' ? value : '7');
      const paths: Record<string, string> = {
        'unknown path': `/v1/pets/7/${value}/${value}`,
        query: `${known}?q=${value}&cursor=${value}&name=${value}`,
        'name of a query': `${known}?${value}=1`,
      };
      const { status } = await service.call(where === 'method' ? 'PROPFIND' : operation.method, paths[where] ?? known, {
        key: keys[key]!,
        ...(where === 'body' ? { body: { name: text, email: text, message: text, password: text } } : {}),
        headers:
          where === 'request id' && /^[\w.:-]+$/.test(text)
            ? { 'x-request-id': text }
            : where === 'header'
              ? { 'user-agent': text, referer: `https://shelter.example/${value}`, 'idempotency-key': text }
              : {},
      });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
  const text = await kept();
  expect(text).toContain('\\t');
  expect(secrets.filter((each) => text.includes(each) || text.includes(encodeURIComponent(each)))).toEqual([]);
  for (const part of [...keys, ...keys.map((key) => key.slice(9, 30)), '@', 'Erika', '%', 'psk_', 'ppk_'])
    expect(text, part).not.toContain(part);
});

test('of a client’s own X-Request-Id what cannot be a secret is kept, and of visitors UUIDs only', async () => {
  const uuid = '0193b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2b';
  const ids = ['order-7', uuid, 'x'.repeat(37), 'a-psk_live_0123', 'whsec_0123'];
  for (const id of ids)
    for (const key of keys) await service.call('GET', '/v1/categories', { key, headers: { 'x-request-id': id } });
  const { body } = await service.call('GET', '/v1/account/requests?operation=listCategories&limit=10', {
    key: keys[0]!,
  });
  const shown = (kind: string) =>
    body
      .filter(({ key }: { key: { kind: string } }) => key.kind === kind)
      .map(({ requestId }: { requestId?: string }) => requestId)
      .toReversed();
  expect(shown('secret')).toEqual(['order-7', uuid, undefined, undefined, undefined]);
  expect(shown('publishable')).toEqual([undefined, uuid, undefined, undefined, undefined]);
});
