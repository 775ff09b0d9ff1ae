import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplesOf, expectShown, shell } from '../support/documented.ts';
import { runningClock, startOnSqlite, type TestService } from '../support/service.ts';

/** The address and the key that a page shows; readers replace them with their own. */
const PRODUCTION = { environment: 'production', address: 'http://127.0.0.1:8080', placeholder: 'psk_live_…' } as const;
const STAGING = { environment: 'staging', address: 'http://127.0.0.1:8081', placeholder: 'psk_test_…' } as const;

describe.each([
  { page: 'README.md', where: PRODUCTION, variables: ['PETSTORE_API_KEY'] },
  { page: 'docs/guide.md', where: STAGING, variables: ['PETSTORE_BASE_URL', 'PETSTORE_API_KEY', 'WEBSITE_API_KEY'] },
  { page: 'docs/applications.md', where: STAGING, variables: ['PETSTORE_BASE_URL'] },
])('$page', ({ page, where: { environment, address, placeholder }, variables }) => {
  const examples = examplesOf(page).filter(({ commands }) => /\bcurl\b|^export /m.test(commands));
  let service: TestService;
  let session: ReturnType<typeof shell>;
  /** The most recent key in the output. */
  let key: string;

  beforeAll(async () => {
    service = await startOnSqlite({ environment, now: runningClock() });
    session = shell();
    key = service.operatorKey;
  });
  afterAll(async () => {
    session.close();
    await service.close();
  });

  test('introduces the variables that a reader sets', () => {
    const set = examples.flatMap(({ commands }) =>
      [...commands.matchAll(/^export (\w+)=(?:psk_(?:live|test)_…|http:.*)$/gm)].map(([, name]) => name),
    );
    expect(set).toEqual(variables);
  });

  test.each(examples)('line $line', async ({ commands, shown }) => {
    const own = commands
      .replaceAll(address, service.origin)
      .replaceAll(placeholder, key)
      .replaceAll(/\bcurl /g, 'curl -sS ');
    expect(own).not.toContain('…');
    const printed = await session.run(own);
    [key = key] = /psk_(?:live|test)_\w{38}/.exec(printed) ?? [];
    expectShown(printed, shown);
  });
});

describe('a shown output', () => {
  const json = (text: string) => ({ kind: 'json', text });
  const http = { kind: 'http', text: 'HTTP/1.1 201 Created\nlocation: /v1/pets/1\n…\n\n{"id":1}' };

  test.each([
    [
      '{"at":"2027-01-01T00:00:00.000Z","key":"psk_live_x"}',
      json('{"at": "2026-11-21T09:30:00.000Z", "key": "psk_live_…"}'),
    ],
    ['HTTP/1.1 201 Created\r\nvary: x\r\nlocation: /v1/pets/1\r\n\r\n{"id":1}', http],
    ['one', { kind: 'text', text: 'one\n' }],
    ['', undefined],
  ])('matches %j', (printed, shown) => {
    expect(() => expectShown(printed, shown)).not.toThrow();
  });

  test.each([
    ['{"id":2}', json('{"id":1}')],
    ['{"id":1,"name":"Rex"}', json('{"id":1}')],
    ['{}', json('{"id":1}')],
    ['{"at":"yesterday"}', json('{"at":"2026-11-21T09:30:00.000Z"}')],
    ['{"key":"psk_live_"}', json('{"key":"psk_live_…"}')],
    ['HTTP/1.1 200 OK\r\nlocation: /v1/pets/1\r\n\r\n{"id":1}', http],
    ['HTTP/1.1 201 Created\r\nlocation: /v1/pets/2\r\n\r\n{"id":1}', http],
    ['HTTP/1.1 201 Created\r\nlocation: /v1/pets/1\r\n\r\n{"id":2}', http],
    ['two', { kind: 'text', text: 'one\n' }],
    ['[]', undefined],
  ])('does not match %j', (printed, shown) => {
    expect(() => expectShown(printed, shown)).toThrow(/expected/);
  });
});
