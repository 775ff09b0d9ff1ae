import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { examplesOf, expectShown, shell } from '../support/documented.ts';
import { runningClock, startOnSqlite, sharedService } from '../support/service.ts';
import { keyWith, rpc } from './scene.ts';

const session = shell();
const service = sharedService(startOnSqlite, { environment: 'staging', now: runningClock() });
const production = sharedService(startOnSqlite);
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

test('docs/agents.md says about how many tools a key has, and how long their list is', async () => {
  const { key: ofAccount } = await production.newAccount();
  const keys = [await keyWith(production, { scopes: ['pets:read'] }), ofAccount, production.operatorKey];
  const page = readFileSync('docs/agents.md', 'utf8').replaceAll('\n', ' ');
  const [, ...figures] = /has (\d+) tools in (\d+) KB .* (\d+) in (\d+) KB, and an operator's (\d+) in (\d+) KB/.exec(
    page,
  )!;
  for (const [place, key] of keys.entries()) {
    const { body, text } = await rpc(production, 'tools/list', {}, { key });
    for (const [said, real] of [
      [Number(figures[2 * place]), body.result.tools.length],
      [Number(figures[2 * place + 1]), Buffer.byteLength(text) / 1_000],
    ]) {
      expect(said / real).toBeGreaterThan(0.95);
      expect(said / real).toBeLessThan(1.05);
    }
  }
});
