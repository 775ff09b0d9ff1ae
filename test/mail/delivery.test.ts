import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { openMailDelivery, pauseMs } from '../../src/mail/delivery.ts';
import { type Mail, MailNotSent } from '../../src/mail/mailer.ts';
import { mailStore } from '../../src/mail/store.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { BACKENDS, testClock, sharedService } from '../support/service.ts';

const minuteMs = 60_000;

describe.each(BACKENDS)('the queue of mails, on %s', (_, start) => {
  const clock = testClock();
  const logged: string[] = [];
  let opened: Awaited<ReturnType<typeof buildEnvironment>>;

  const service = sharedService(start);
  beforeAll(async () => {
    opened = await service.beside();
  });
  afterAll(async () => {
    await opened.database.close();
  });

  const queue = () => mailStore(opened.database, { now: clock.now, isOn: true });
  const add = (subject: string, kind = 'test') => opened.database.transaction((tx) => queue().add(tx, kind, [subject]));
  const log = openLog({
    level: 'info',
    environment: 'production',
    destination: { write: (line: string) => void logged.push(line) },
  });

  /** One run of a process. `send` fails as often as it throws. */
  async function run(send: (mail: Mail) => Promise<void>): Promise<void> {
    const composers = {
      test: async (subject: string) =>
        subject === 'gone'
          ? undefined
          : {
              to: `${subject}@x.${subject === 'nobody' ? 'invalid' : 'example'}`,
              letter: { title: subject, parts: [], signature: [], footnote: 'Hello' },
            },
    };
    const { database } = opened;
    await openMailDelivery({ database, mails: queue(), composers, send, now: clock.now, log })(
      new AbortController().signal,
    );
  }
  const waiting = async (): Promise<string[]> =>
    (await opened.database.read.selectFrom('mails').select('subject').orderBy('id').execute()).map(
      ({ subject }) => subject,
    );
  /** Sends all that is due, and resolves with the recipients. */
  async function sent(): Promise<string[]> {
    const recipients: string[] = [];
    await run(async ({ to }) => void recipients.push(to));
    return recipients;
  }
  const fail = (code: string, responseCode: number) => async () => {
    throw new MailNotSent({ code, responseCode });
  };

  test('sends each once, and none about what is gone, or to an address of nobody', async () => {
    for (const subject of ['ann', 'gone', 'nobody', 'bob']) await add(subject);
    expect((await sent()).toSorted()).toEqual(['ann@x.example', 'bob@x.example']);
    expect(await sent()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('leaves kinds that it does not know to other processes', async () => {
    await add('cat', 'other');
    expect(await sent()).toEqual([]);
    expect(await waiting()).toEqual(['cat']);
    await opened.database.transaction((tx) => tx.deleteFrom('mails').execute());
  });

  test('tries again after growing pauses, and gives up after hours', async () => {
    await add('ann');
    await run(fail('ECONNECTION', 0));
    expect(await sent()).toEqual([]);
    clock.advance(minuteMs / 2);
    expect(await sent()).toEqual(['ann@x.example']);

    const attempts = (count: number) => ({ attempts: count, createdAtMs: 0 });
    expect([1, 2, 3, 4, 5, 20].map((count) => pauseMs(attempts(count), 0))).toEqual(
      [0.5, 2, 8, 30, 30, 30].map((minutes) => minutes * minuteMs),
    );
    expect(pauseMs(attempts(20), 11.5 * 60 * minuteMs)).toBe(30 * minuteMs);
    expect(pauseMs(attempts(20), 11.5 * 60 * minuteMs + 1)).toBeUndefined();
    await add('bob');
    clock.advance(12 * 60 * minuteMs);
    await run(fail('EAUTH', 535));
    expect(await waiting()).toEqual([]);
  });

  test('gives up at once what the mail server refuses for good; the log has no address', async () => {
    await add('ann');
    await run(fail('EENVELOPE', 550));
    expect(await waiting()).toEqual([]);
    expect(logged.join('')).toContain('is given up');
    expect(logged.join('')).not.toContain('x.example');
  });

  test('a mail of a process that dies is sent by another one, 20 seconds later', async () => {
    await add('ann');
    const { database } = opened;
    const claimed = await database.transaction((tx) => queue().claim(tx, ['test'], 10));
    expect(claimed).toMatchObject([{ subject: 'ann', attempts: 1 }]);
    clock.advance(19_999);
    expect(await sent()).toEqual([]);
    clock.advance(1);
    const [again] = await database.transaction((tx) => queue().claim(tx, ['test'], 10));
    // The first process was only slow: what it does now concerns the claim of another.
    await database.transaction((tx) => queue().remove(tx, claimed[0]!));
    await database.transaction((tx) => queue().postpone(tx, claimed[0]!, 0));
    expect(await sent()).toEqual([]);
    await database.transaction((tx) => queue().postpone(tx, again!, 0));
    expect(await sent()).toEqual(['ann@x.example']);
  });
});
