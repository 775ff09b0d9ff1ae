import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { openMailer } from '../../src/mail/mailer.ts';
import { atEndOfTest } from '../support/at-end.ts';

type Step = 'sender' | 'recipient' | 'message';

/** Sends a mail to a server that refuses it at a step, and says with what it fails. */
async function refusedAt(step: Step, responseCode: number, says: string) {
  const answer = (here: Step) => (here === step ? Object.assign(new Error(says), { responseCode }) : null);
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(answer('sender')),
    onRcptTo: (_address, _session, done) => done(answer('recipient')),
    onData: (stream, _session, done) => stream.on('end', () => done(answer('message'))).resume(),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEndOfTest(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const send = openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'pets@shelter.example' });
  return send({ to: 'ann@x.example', subject: 'Rex', text: 'Rex' }).then(
    () => 'sent',
    (error: unknown) => error,
  );
}

test.each<[Step, number, string]>([
  ['recipient', 550, 'No such mailbox'],
  ['recipient', 550, '5.1.1 <ann@x.example> unknown'],
  ['recipient', 553, '5.1.3 bad address'],
  ['recipient', 550, '5.1.1 <relay@x.example> unknown at relay.host.example'],
  ['recipient', 550, '5.4.1 Recipient address rejected: Access denied'],
  ['message', 552, '5.3.4 too large'],
  ['message', 554, 'refused'],
])('a refusal at the %s with %d %s is final', async (step, code, says) => {
  const failure = await refusedAt(step, code, says);
  expect(failure).toMatchObject({ isFinal: true });
  expect(String(failure)).not.toContain('x.example');
});

test.each<[Step, number, string]>([
  ['sender', 530, '5.7.0 Authentication Required'],
  ['sender', 550, 'The sender is not verified yet'],
  ['recipient', 530, 'Authentication required'],
  ['recipient', 554, '5.7.1 Relay access denied'],
  ['recipient', 550, 'relay not permitted'],
  ['recipient', 552, '5.2.2 mailbox full'],
  ['recipient', 552, 'Mailbox full'],
  ['recipient', 450, 'Try again later'],
  ['message', 550, '5.4.5 Daily user sending limit exceeded'],
  ['message', 550, '5.7.26 unauthenticated'],
])('a refusal at the %s with %d %s may pass', async (step, code, says) => {
  expect(await refusedAt(step, code, says)).toMatchObject({ isFinal: false });
});
