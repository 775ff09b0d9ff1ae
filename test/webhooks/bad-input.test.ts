import { expect, test } from 'vitest';
import { expectError } from '../support/answers.ts';
import { sharedService, startOnSqlite } from '../support/service.ts';
import { addWebhook } from './receiver.ts';

const url = 'https://hooks.shelter.example/petstore';

const post = (body: unknown) => service.call('POST', '/v1/webhooks', { body });

const service = sharedService(startOnSqlite, { resolve: async () => [] });

test.each([
  ['no URL', 'shelter'],
  ['empty', ''],
  ['a path', '/hooks'],
  ['no scheme', 'hooks.shelter.example/petstore'],
  ['file:', 'file:///etc/passwd'],
  ['ftp:', 'ftp://shelter.example/'],
  ['javascript:', 'javascript:alert(1)'],
  ['data:', 'data:text/plain,x'],
  ['http:', 'http://shelter.example/hooks'],
  ['a scheme without slashes', 'https:shelter.example'],
  ['backslashes', String.raw`https:\\shelter.example`],
  ['a backslash in the host', String.raw`https://shelter.example\@127.0.0.1/`],
  ['no host', 'https://'],
  ['a user name', 'https://ann@shelter.example/'],
  ['a password', 'https://:secret@shelter.example/'],
  ['a fragment', 'https://shelter.example/#hooks'],
  ['an empty fragment', 'https://shelter.example/#'],
  ['a space inside', 'https://shelter.example/a b'],
  ['a line feed inside', 'https://shelter.example/\nx'],
  ['a port that is none', 'https://shelter.example:65536/'],
  ['2,049 characters', `https://shelter.example/${'x'.repeat(2_025)}`],
])('a URL with %s', async (_, written) => {
  const before = await service.call('GET', '/v1/webhooks');
  expectError(await post({ url: written, events: ['pet.created'] }), 400, 'invalid_body', '`url`');
  expect((await service.call('GET', '/v1/webhooks')).text).toBe(before.text);
});

test.each([
  ['no events', { url }, '`events`'],
  ['an empty list of events', { url, events: [] }, '`events`'],
  ['a kind that is none', { url, events: ['pet.eaten'] }, '`events.0`'],
  ['the test, which is not to be wanted', { url, events: ['webhook.test'] }, '`events.0`'],
  ['events that are no list', { url, events: 'pet.created' }, '`events`'],
  ['no URL', { events: ['pet.created'] }, '`url`'],
  ['a URL that is no text', { url: 1, events: ['pet.created'] }, '`url`'],
  ['an empty description', { url, events: ['pet.created'], description: '' }, '`description`'],
  ['a long description', { url, events: ['pet.created'], description: 'x'.repeat(256) }, '`description`'],
  ['disabled that is no boolean', { url, events: ['pet.created'], disabled: 'yes' }, '`disabled`'],
])('%s', async (_, body, naming) => {
  expectError(await post(body), 400, 'invalid_body', naming);
});

test('a URL of 2,048 characters and any port is valid', async () => {
  expect((await post({ url: `https://shelter.example:1/${'x'.repeat(2_022)}`, events: ['pet.created'] })).status).toBe(
    201,
  );
});

test('a change of the URL follows the same rules', async () => {
  const { path } = await addWebhook(service, { url });
  for (const wrong of ['http://shelter.example/', 'https://10.0.0.1/', null]) {
    expectError(await service.call('PATCH', path, { body: { url: wrong } }), 400, 'invalid_body', '`url`');
  }
  expectError(await service.call('PATCH', path, { body: { events: null } }), 400, 'invalid_body', '`events`');
});
