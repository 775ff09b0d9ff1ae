import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../../client/src/petstore.ts';
import { signUp } from '../../pages/page.ts';
import { command } from '../../support/command.ts';
import { examplesOf, expectShown, shell } from '../../support/documented.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { startOnSqlite, type TestService } from '../../support/service.ts';

const page = 'docs/testing.md';
const guide = readFileSync(page, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'petstore-testing-'));
let service: TestService;
let receiver: ChildProcess;
/** In place of the page's. */
let port: number;

beforeAll(async () => {
  port = await freePort();
  service = await startOnSqlite({ environment: 'staging', settings: { webhooksAllowPrivate: 'true' } });
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, /```js\n(.*?)```/s.exec(guide)![1]!.replace('3000', String(port)));
  receiver = spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  await eventually(() =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    ),
  );
  rmSync(join(folder, 'received.txt'));
});
afterAll(async () => {
  receiver.kill();
  await service.close();
  rmSync(folder, { recursive: true });
});

test('the chapter "Try a whole adoption in a minute" does what it says', async () => {
  // Of a developer whom nobody has approved.
  const { key } = await signUp(service);
  const session = shell();
  await session.run(`cd ${folder}`);
  const chapter = guide.split('\n').indexOf('## Try a whole adoption in a minute');
  const examples = examplesOf(page).filter(({ line }) => line > chapter);
  expect(examples).toHaveLength(7);
  for (const { commands, shown } of examples) {
    const own = commands
      .replace('http://127.0.0.1:8081', service.origin)
      .replace('psk_test_…', key)
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
    // Its sign-up has written two events more.
    const signedUp = shown && { ...shown, text: shown.text.replace('"eventsAfter": 7', '"eventsAfter": 9') };
    expectShown(await session.run(own), signedUp);
  }
  session.close();
});

describe('the clock', () => {
  const env = () => ({ PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey });

  test.each([
    ['48h', 'P2D'],
    ['1d12h', 'P1DT12H'],
    ['90s', 'PT1M30S'],
    ['PT0.5S', 'PT0.5S'],
  ])('petstore clock advance %s', async (by, normal) => {
    const { code, stdout } = await command(['clock', 'advance', by, '--json'], env());
    expect(code).toBe(0);
    const { body } = await service.call('GET', '/v1/events?types=clock.advanced&limit=100');
    expect(body.at(-1).data).toMatchObject({ by: normal, advancedBy: JSON.parse(stdout).advancedBy });
  });

  test('petstore clock', async () => {
    const { body } = await service.call('GET', '/v1/test/clock');
    const shown = await command(['clock'], env());
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^Time\t20\d\d-.*Z\nAhead by\t\d days \d+ hours?\n$/);
    expect(JSON.parse((await command(['clock', '--json'], env())).stdout).advancedBy).toBe(body.advancedBy);
  });

  test.each(['soon', '0h', '-1h', '1y'])('petstore clock advance %s is refused', async (by) => {
    const { code, stderr } = await command(['clock', 'advance', '--', by], env());
    expect([code, stderr]).toEqual([2, expect.stringContaining('48h, 7d, 1d12h')]);
  });

  test('petstore doctor finds nothing wrong with it', async () => {
    await service.call('POST', '/v1/test/clock/advance', { body: { by: 'P1D' } });
    const { stdout } = await command(['doctor'], { DATA_DIR: service.dataDir });
    expect(stdout).toContain('Database, staging');
    expect(stdout).not.toContain('in the future');
  });

  test('production has none', async () => {
    const production = await startOnSqlite();
    const at = { PETSTORE_BASE_URL: `${production.origin}/v1`, PETSTORE_API_KEY: production.operatorKey };
    const { code, stderr } = await command(['clock', 'advance', '1h'], at);
    expect([code, stderr]).toEqual([3, expect.stringContaining('only staging has one')]);
  });

  test('client.test.advanceClock, whose lost response is not another advance', async () => {
    let isLost = true;
    const client = new Petstore({
      baseUrl: `${service.origin}/v1`,
      apiKey: service.operatorKey,
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (!isLost) return response;
        isLost = false;
        throw new TypeError('The connection broke.');
      },
    });
    const { body: before } = await service.call('GET', '/v1/test/clock');
    const { now } = await client.test.advanceClock({ by: 'P7D' });
    const passedMs = Date.parse(now) - Date.parse(before.now) - 7 * 86_400_000;
    expect(passedMs).toBeGreaterThanOrEqual(0);
    expect(passedMs).toBeLessThan(86_400_000);
  });
});
