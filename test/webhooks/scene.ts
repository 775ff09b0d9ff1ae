import { afterAll, afterEach, beforeAll } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Start, type TestService, testClock } from '../support/service.ts';
import { aWhile, addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from './receiver.ts';

/**
 * A service whose clock the test moves, for one `describe`: receivers on loopback and webhooks to them, which are gone after each
 * test.
 */
export function webhookScene(start: Start) {
  const clock = testClock(Date.now());
  let service: TestService;
  let otherKey: string;
  let receivers: Receiver[] = [];
  let made: [webhook: MadeWebhook, key: string][] = [];

  const options = () => ({ now: clock.now, settings: { webhooksAllowPrivate: 'true' } }) as const;
  beforeAll(async () => {
    service = await start(options());
    ({ key: otherKey } = await service.newAccount());
  });
  afterAll(() => service.close());
  afterEach(async () => {
    for (const [{ path }, key] of made) await service.call('DELETE', path, { key });
    for (const opened of receivers) await opened.close();
    // What was on its way may end before the next test.
    await aWhile();
    [made, receivers] = [[], []];
  });

  return {
    clock,
    service: () => service,
    /** Of another account than the operator's. */
    otherKey: () => otherKey,
    /** One more process on the same database. */
    another: () => start({ ...options(), dataDir: service.dataDir }),

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

    /** The newest delivery, once it has had so many attempts. */
    attempted: (webhook: MadeWebhook, attempts: number, key = service.operatorKey) =>
      eventually(async () => {
        const [newest] = await deliveriesOf(service, webhook, key);
        return newest?.attempts === attempts && newest;
      }),
  };
}
