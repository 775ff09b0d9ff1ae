import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { signUp } from '../../pages/page.ts';
import { getOrder, placeOrder, withKey } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { command } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../../support/service.ts';
import { addWebhook, openReceiver, type Receiver } from '../../webhooks/receiver.ts';

const dayMs = 86_400_000;
const path = '/v1/test/clock/advance';
const wallMs = Date.parse('2026-11-23T09:00:00Z');

describe("the reach of an advance of staging's clock", () => {
  /** Of an account that is no operator's. */
  let key: string;
  const service = sharedService(startOnSqlite, { environment: 'staging', now: testClock(wallMs).now });
  beforeAll(async () => {
    ({ key } = await service.newAccount());
  });
  const now = async () => Date.parse((await service.call('GET', '/v1/test/clock')).body.now);

  test('is 366 days at once for an account, so that a typing error harms nobody', async () => {
    for (const by of ['P367D', 'P3660D', 'P366DT0.001S'])
      expectError(
        await service.call('POST', path, { key, body: { by } }),
        400,
        'invalid_body',
        '`by` must be at most 366 days',
      );
    expect(await now()).toBe(wallMs);
    expect((await service.call('POST', path, { key, body: { by: 'P366D' } })).status).toBe(200);
    expect(await now()).toBe(wallMs + 366 * dayMs);
  });

  test('takes an account past the end of the deprecated operation in several requests', async () => {
    const id = await addPet(service, {});
    for (let years = 0; years < 3; years += 1) await service.call('POST', path, { key, body: { by: 'P366D' } });
    expect((await service.call('GET', `/v1/pets/${id}`)).status).toBe(200);
    await service.call('POST', path, { key, body: { by: 'P366D' } });
    expectError(await service.call('GET', `/v1/pets/${id}`), 410, 'operation_removed');
  });

  test('is the same for members of an organization', async () => {
    const member = await newMember(service, 1, 'staff');
    const since = await now();
    expect((await member.call('POST', path, { body: { by: 'PT1H' } })).status).toBe(200);
    expect(await now()).toBe(since + dayMs / 24);
    await service.call('POST', path, { body: { by: 'PT23H' } });
  });

  test('ends for accounts 3,660 days ahead of the real time, and not for operators', async () => {
    await service.call('POST', path, { body: { by: 'P1799D' } });
    expect(await now()).toBe(wallMs + 3_630 * dayMs);
    const refused = await service.call('POST', path, { key, body: { by: 'P30DT0.001S' } });
    expectError(refused, 400, 'invalid_body', '3,660 days ahead of the real time');
    expect((await service.call('POST', path, { key, body: { by: 'P30D' } })).status).toBe(200);
    expectError(await service.call('POST', path, { key, body: { by: 'PT1S' } }), 400, 'invalid_body');
    expect((await service.call('POST', path, { body: { by: 'PT1S' } })).status).toBe(200);
  });
});

describe('a stranger who advances the clock of staging', () => {
  let stranger: TestService;
  let accountId: number;
  const service = sharedService(startOnSqlite, { environment: 'staging', now: testClock(wallMs).now });
  beforeAll(async () => {
    const account = await signUp(service);
    ({ accountId } = account);
    stranger = withKey(service, account.key);
  });
  const advance = (by: string, caller = stranger) => caller.call('POST', path, { body: { by } });
  const refused = async (by: string, naming: string) => expectError(await advance(by), 403, 'forbidden', naming);

  test('goes nowhere while nothing of its own is due', async () => {
    const others = await addPet(service, {});
    await placeOrder(service, others);
    await refused('PT1S', 'Nothing of this account is due');
    await refused('P366D', 'Nothing of this account is due');
    expect((await stranger.call('GET', '/v1/test/clock')).body.advancedBy).toBe('PT0S');
  });

  test('goes to the end of its own hold, and of its own key', async () => {
    const order = await placeOrder(stranger, await addPet(service, {}, (await service.newAccount()).key));
    await refused('PT50H0.001S', 'The next is due at 2026-11-25T09:00:00.000Z');
    expect((await advance('PT49H')).status).toBe(200);
    expect((await getOrder(stranger, order)).body.status).toBe('expired');
    await refused('PT1S', 'Nothing of this account is due');
    const expiresAt = '2026-12-02T10:00:00Z';
    expect((await stranger.call('POST', '/v1/account/keys', { body: { expiresAt } })).status).toBe(201);
    await refused('P8D', '2026-12-02T10:00:00.000Z');
    expect((await advance('P7D')).status).toBe(200);
  });

  test('never takes it further than 30 days ahead of the real time, whatever is due', async () => {
    await stranger.call('POST', '/v1/account/keys', { body: { expiresAt: '2027-11-01T10:00:00Z' } });
    await refused('P30D', '30 days ahead of the real time');
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { approved: true } });
    expect((await advance('P30D')).status).toBe(200);
  });
});

describe('an advance past a slow receiver', () => {
  /** Ends the time of the requests that wait for the clock. */
  let runOut: (() => void)[] = [];
  const wait = (): Promise<void> => new Promise((resolve) => runOut.push(resolve));
  let service: TestService;
  let receiver: Receiver;
  let release: () => void = () => {};
  beforeAll(async () => {
    const settings = { webhooksAllowPrivate: 'true' } as const;
    service = await startOnSqlite({ environment: 'staging', now: testClock(wallMs).now, settings, wait });
    receiver = await openReceiver((response) => {
      release = () => response.writeHead(204).end();
    });
    await addWebhook(service, { url: receiver.url });
    await addPet(service, {});
    await eventually(() => receiver.received.length === 1);
  });
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });

  test('is answered after a bounded time, goes on by itself, and is waited for', async () => {
    const headers = { 'idempotency-key': 'slow' };
    const advance = (more = {}) => service.call('POST', path, { body: { by: 'PT1H' }, ...more });
    const untilLate = async (answers: ReturnType<typeof advance>) => {
      await eventually(() => runOut.length > 0);
      for (const end of runOut.splice(0)) end();
      return answers;
    };

    const first = advance({ headers });
    await eventually(async () => (await service.call('GET', '/v1/test/clock')).body.advancingTo !== undefined);
    const late = await untilLate(first);
    expect(late.status).toBe(202);
    const latestAdvance = { from: new Date(wallMs).toISOString(), by: 'PT1H', eventsAfter: expect.any(Number) };
    expect(late.body).toEqual({
      now: new Date(wallMs).toISOString(),
      advancedBy: 'PT0S',
      advancingTo: new Date(wallMs + dayMs / 24).toISOString(),
      latestAdvance,
    });
    for (const more of [{}, { headers }]) {
      const refused = await untilLate(advance(more));
      expectError(refused, 503, 'service_unavailable', 'still being advanced');
      expect(refused.headers.get('retry-after')).toBe('5');
    }

    const env = { PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey };
    const replayed = advance({ headers });
    const printed = command(['clock', 'advance', '2h'], env);
    release();
    const { status, body } = await replayed;
    expect([status, body]).toEqual([200, { now: late.body.advancingTo, advancedBy: 'PT1H', latestAdvance }]);
    const { code, stdout } = await printed;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Time\t.*\nAhead by\t3 hours\n$/)]);
    runOut = [];
  });
});
