import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { openMailServer } from '../support/mail.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';

const clock = testClock();
const mailServer = await openMailServer();
afterAll(() => mailServer.close());
const service = sharedService(startOnSqlite, {
  now: clock.now,
  settings: {
    smtpUrl: mailServer.url,
    mailFrom: 'Petstore <mail@shelter.example>',
    publicUrl: 'https://pets.shelter.example',
  },
});

beforeAll(async () => {
  const profile = { name: 'Riverside & Sons', email: 'hello@riverside.example', phone: '+1 555 0100' };
  await service.call('PATCH', '/v1/organizations/1', { body: profile });
});

const ann = { name: 'Buy <b>pills</b>', email: 'ann@example.org' };
async function received(more: object): Promise<string> {
  const { body } = await service.call('POST', '/v1/messages', {
    body: { message: 'Cheap pills: spam.example', ...more },
  });
  await eventually(async () => (await service.call('GET', `/v1/inbox/${body.id}`)).status === 200);
  return `/v1/inbox/${body.id}`;
}
const answer = async (path: string, message: string) =>
  (await service.call('POST', `${path}/answers`, { body: { message } })).body.answers.at(-1);
const stateOf = async (path: string) => (await service.call('GET', path)).body.answers.at(-1).mail;

test('carry what staff wrote and nothing that the sender wrote, and nothing else is ever mailed', async () => {
  const petId = await addPet(service, { name: 'Łucja' });
  const path = await received({ petId, from: ann });
  expect(await answer(path, 'Dear Ann,\n<she> is here.')).toMatchObject({ mail: 'waiting' });
  const mail = await mailServer.next();
  expect(mail.to).toEqual([ann.email]);
  expect(mail.text).toMatch(/^From: "Riverside & Sons" <mail@shelter\.example>\r$/m);
  expect(mail.text).toMatch(/^Reply-To: hello@riverside\.example\r$/m);
  expect(mail.text).toContain('Dear Ann,\r\n<she> is here.');
  expect(mail.text).toContain('Dear Ann,<br>&lt;she&gt; is here.');
  expect(mail.text).toContain('+1 555 0100');
  for (const text of ['pills', 'spam']) expect(mail.text).not.toContain(text);
  await eventually(async () => (await stateOf(path)) === 'sent');
  await service.call('PATCH', path, { body: { state: 'closed' } });
  expect(await answer(await received({ petId }), 'Nobody to send it to')).not.toHaveProperty('mail');

  const own = await received({ from: ann });
  await answer(own, 'From the operators');
  expect((await mailServer.next()).text).toContain('The operators of pets.shelter.example');
  expect(mailServer.waiting()).toBe(0);
});

test('are given up when the mail server stays away, and the thread says so', async () => {
  const path = await received({ from: ann });
  await mailServer.close();
  await answer(path, 'Too late');
  expect(await stateOf(path)).toBe('waiting');
  clock.advance(13 * 3_600_000);
  await eventually(async () => {
    clock.advance(60_000);
    return (await stateOf(path)) === 'failed';
  });
});
