import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplesOf, expectShown, shell } from '../support/documented.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

describe('docs/animals.md', () => {
  const examples = examplesOf('docs/animals.md');
  let service: TestService;
  let session: ReturnType<typeof shell>;

  beforeAll(async () => {
    service = await startOnSqlite({ environment: 'staging' });
    session = shell();
    await session.run('cd "$(mktemp -d)"');
  });
  afterAll(async () => {
    session.close();
    await service.close();
  });

  test.each(examples)('the commands in line $line print what the page shows', async ({ commands, shown }) => {
    const own = commands
      .replaceAll('http://127.0.0.1:8081', service.origin)
      .replace('psk_test_…', service.operatorKey)
      .replaceAll(/\bcurl /g, 'curl -sS ');
    expectShown(await session.run(own), shown);
  });

  test('the event names what the page says', async () => {
    const { body } = await service.call('GET', '/v1/events?types=pet.updated');
    const changed: string[] = body.at(-1).data.changed;
    expect(readFileSync('docs/animals.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(
      `\`[${changed.map((name) => `"${name}"`).join(', ')}]\``,
    );
  });
});
