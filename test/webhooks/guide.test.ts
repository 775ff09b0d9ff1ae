import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_IN_FLIGHT } from '../../src/webhooks/sending/fair-share.ts';
import { PACED_PER_SECOND } from '../../src/webhooks/sending/pace.ts';
import { FAILING_LIMIT_MS, SCHEDULE_MS, SLOW_MS } from '../../src/webhooks/sending/schedule.ts';
import { SECRET_OVERLAP_MS } from '../../src/webhooks/sending/signature.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook } from './receiver.ts';

const guide = readFileSync('docs/webhooks.md', 'utf8');
const units = { s: 1_000, min: 60_000, h: 3_600_000 } as const;

describe('docs/webhooks.md', () => {
  test('has the schedule of the code', () => {
    const rows = [...guide.matchAll(/^\| (\d+) \| (\d+) (s|min|h) \|$/gm)];
    const written = rows.map(([, attempt, amount, unit]) => [
      Number(attempt),
      Number(amount) * units[unit as keyof typeof units],
    ]);
    expect(written).toEqual(SCHEDULE_MS.map((delayMs, i) => [i + 1, delayMs]));
  });

  test('has the other figures of the code', () => {
    expect(guide).toContain(`for ${FAILING_LIMIT_MS / (24 * units.h)} days failed`);
    expect(guide).toContain(`For ${SECRET_OVERLAP_MS / units.h} hours each request carries both`);
    expect(guide).toContain(`an attempt that took ${SLOW_MS / 1_000} seconds or longer`);
    expect(guide).toContain(`begin at most ${PACED_PER_SECOND} times a second`);
    expect(MAX_IN_FLIGHT).toMatchObject({ perWebhook: 4, perUnprovenWebhook: 1 });
    expect(guide.replaceAll('\n', ' ')).toContain('Up to four requests are in progress to one webhook at a time');
  });

  test('shows a receiver of ten lines, and what it imports', () => {
    const lines = receiver().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('import ')).length).toBeLessThanOrEqual(10);
    expect([...receiver().matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:crypto', 'node:http']);
  });
});

/** A module that tells the parent process at which port the process listens. */
const saysPort = `data:text/javascript,${encodeURIComponent(
  "import { Server } from 'node:net'; const { listen } = Server.prototype;" +
    'Server.prototype.listen = function (...to) {' +
    "return listen.apply(this, to).once('listening', () => process.send(this.address().port)); };",
)}`;

const receiver = (): string => /```js\n(.*?)```/s.exec(guide)![1]!;

describe('the receiver of the guide', () => {
  let service: TestService;
  const folder = mkdtempSync(join(tmpdir(), 'petstore-guide-'));
  const file = join(folder, 'receiver.mjs');
  beforeAll(async () => {
    writeFileSync(file, receiver());
    service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
  });

  /** Runs the receiver at a free port, to which the webhook then leads. */
  async function run({ path }: MadeWebhook, secret: string) {
    const child = spawn(process.execPath, ['--import', saysPort, file], {
      env: { PORT: '0', WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const printed: string[] = [];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    const [port] = (await once(child, 'message')) as [number];
    const origin = `http://127.0.0.1:${port}/`;
    expect((await service.call('PATCH', path, { body: { url: origin } })).status).toBe(200);
    const stop = async () => {
      child.kill();
      await once(child, 'close');
    };
    return { printed, stop, origin };
  }

  test('accepts a real delivery, and nothing that is not signed with its secret', async () => {
    const made = await addWebhook(service, { url: 'http://127.0.0.1:9/' });
    const { printed, stop, origin } = await run(made, made.secret);
    await addPet(service, {});
    const [delivery] = await eventually(async () => {
      const deliveries = await deliveriesOf(service, made);
      return deliveries[0]?.status === 'succeeded' && deliveries;
    });
    await expect.poll(() => printed.join('')).toBe(`${delivery.eventId} pet.created\n`);

    const forged = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': `v1,${'A'.repeat(43)}=`,
    };
    for (const signature of [forged['webhook-signature'], `v1,${'é'.repeat(44)}`, 'v1', '', 'v1a,x v1,x']) {
      const headers = { ...forged, 'webhook-signature': signature };
      expect((await fetch(origin, { method: 'POST', body: '{"type":"forged"}', headers })).status).toBe(400);
    }
    await stop();
    expect(printed.join('')).not.toContain('forged');
  });

  test('works with the old secret after a roll, and refuses another secret', async () => {
    const made = await addWebhook(service, { url: 'http://127.0.0.1:9/' });
    const last = () => eventually(async () => (await deliveriesOf(service, made))[0]?.lastAttempt);
    const old = await run(made, made.secret);
    expect((await service.call('POST', `${made.path}/roll-secret`)).status).toBe(200);
    await service.call('POST', `${made.path}/test`);
    expect((await last()).responseStatus).toBe(204);
    await old.stop();

    const other = await run(made, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
    const { body } = await service.call('POST', `${made.path}/test`);
    const refused = await eventually(
      async () => (await service.call('GET', `${made.path}/deliveries/${body.id}`)).body.lastAttempt,
    );
    expect(refused.responseStatus).toBe(400);
    await other.stop();
  });
});
