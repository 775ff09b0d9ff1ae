import { afterAll, expect, test } from 'vitest';
import { examplesOf, expectShown, shell } from '../support/documented.ts';
import { runningClock, startOnSqlite, sharedService } from '../support/service.ts';

const session = shell();
const service = sharedService(startOnSqlite, { environment: 'staging', now: runningClock() });
afterAll(async () => {
  session.close();
});

test('the call in docs/agents.md gets what the page shows', async () => {
  const [call, ...others] = examplesOf('docs/agents.md');
  expect(others).toEqual([]);
  const { commands, shown } = call!;
  const own = commands.replace('http://127.0.0.1:8081', service.origin).replace('psk_test_…', service.operatorKey);
  expectShown(await session.run(own.replace('curl ', 'curl -sS ')), shown);
});
