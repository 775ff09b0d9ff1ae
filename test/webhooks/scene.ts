import { afterAll, afterEach, beforeAll } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Start, type TestService, testClock } from '../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from './receiver.ts';

/**
 * For one `describe`: a service whose clock the test moves, with receivers on loopback and webhooks to them, which are removed after
 * each test.
 */
export function webhookScene(start: Start) {
  const clock = testClock(Date.now());
  let service: TestService;
  let otherKey: string;
  let receivers: Receiver[] = [];
  let made: [webhook: MadeWebhook, key: string][] = [];
  let sentinel: { key: string; receiver: Receiver; webhook: MadeWebhook };

  // A request that a test holds is not given up meanwhile.
  const options = () => ({ now: clock.now, settings: { webhooksAllowPrivate: 'true' }, webhookMs: 240_000 }) as const;
  beforeAll(async () => {
    service = await start(options());
    ({ key: otherKey } = await service.newAccount());
    const [{ key }, at] = [await service.newAccount(), await openReceiver()];
    const watched = await addWebhook(service, { url: at.url, events: ['api_key.created'] }, key);
    sentinel = { key, receiver: at, webhook: watched };
  });
  afterAll(async () => {
    await sentinel.receiver.close();
    await service.close();
  });
  afterEach(async () => {
    for (const [{ path }, key] of made) await service.call('DELETE', path, { key });
    for (const opened of receivers) await opened.close();
    // Requests in flight end before the next test.
    await settled();
    [made, receivers] = [[], []];
  });

  /**
   * Resolves when everything that was due has been sent and recorded: what follows the events and the sender, which work in order, have delivered an
   * event of another account that came later, and then another one.
   */
  async function settled(): Promise<void> {
    for (const path of ['/v1/account/keys', `${sentinel.webhook.path}/test`]) {
      const before = sentinel.receiver.received.length;
      await service.call('POST', path, { key: sentinel.key, body: {} });
      await eventually(() => sentinel.receiver.received.length > before);
      await eventually(async () => {
        const [newest] = await deliveriesOf(service, sentinel.webhook, sentinel.key);
        return newest?.status === 'succeeded';
      });
    }
  }

  return {
    clock,
    settled,
    service: () => service,
    /** A key of an account other than the operator's. */
    otherKey: () => otherKey,
    /** Another service on the same database. */
    another: () => start({ ...options(), dataDir: service.dataDir, serves: false }),

    receiver: async (answer?: Receiver['answer']): Promise<Receiver> => {
      const opened = await openReceiver(answer);
      receivers.push(opened);
      return opened;
    },

    webhook: async (at: Receiver, settings: object = {}, key = service.operatorKey): Promise<MadeWebhook> => {
      const added = await addWebhook(service, { url: at.url, ...settings }, key);
      made.push([added, key]);
      return added;
    },

    /** The newest delivery, after this many attempts. */
    attempted: (webhook: MadeWebhook, attempts: number, key = service.operatorKey) =>
      eventually(async () => {
        const [newest] = await deliveriesOf(service, webhook, key);
        return newest?.attempts === attempts && newest;
      }),
  };
}
