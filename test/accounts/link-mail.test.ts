import { expect, test } from 'vitest';
import { type AccountMailParts, openAccountMail } from '../../src/accounts/links/mail.ts';
import { MailNotSent } from '../../src/mail/mailer.ts';

/** Account mails to a server that answers so, one answer a mail. A pause ends at once, or lasts until closing. */
function mailsTo(answers: readonly (MailNotSent | undefined)[], { lasts = false } = {}) {
  const left = [...answers];
  const pauses: number[] = [];
  const logged: unknown[] = [];
  let attempts = 0;
  const parts = {
    sendMail: async () => {
      attempts += 1;
      const failure = left.shift();
      if (failure !== undefined) throw failure;
    },
    pause: (ms: number, signal: AbortSignal) => {
      pauses.push(ms);
      return lasts
        ? new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
        : Promise.resolve();
    },
    origin: 'https://pets.shelter.example',
    environment: 'production',
    log: { error: ({ err }: { err: unknown }) => logged.push(err), warn: () => undefined },
  };
  const mail = openAccountMail(parts as unknown as AccountMailParts);
  mail.sendInvitation('ann@x.example', 'Riverside Shelter', '/portal/join#token=x');
  return { mail, pauses, logged, attempts: () => attempts };
}

const later = new MailNotSent({ code: 'ECONNECTION' });
const never = new MailNotSent({ code: 'EENVELOPE', responseCode: 550 });

test('a mail about an account is tried three times', async () => {
  const sent = mailsTo([later, later, undefined]);
  await expect.poll(sent.attempts).toBe(3);
  expect([sent.pauses, sent.logged]).toEqual([[30_000, 300_000], []]);
  const given = mailsTo([later, later, later, undefined]);
  await expect.poll(() => given.logged).toEqual([later]);
  expect(given.attempts()).toBe(3);
});

test('once if the server refuses it for good', async () => {
  const { logged, attempts } = mailsTo([never, undefined]);
  await expect.poll(() => logged).toEqual([never]);
  expect(attempts()).toBe(1);
});

test('and not again once the service stops', async () => {
  const { mail, pauses, logged, attempts } = mailsTo([later, undefined], { lasts: true });
  await expect.poll(() => pauses).toEqual([30_000]);
  await mail.close();
  expect([attempts(), logged]).toEqual([1, [later]]);
});
