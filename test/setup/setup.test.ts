import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet, expectError } from '../support/answers.ts';
import { startCaddy } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { openMailServer } from '../support/mail.ts';
import { BACKENDS, startOnSqlite, type TestService, testClock } from '../support/service.ts';

const PATH = '/v1/admin/setup';
const setupOf = async (service: TestService) => (await service.call('GET', PATH)).body;
const missingIn = (setup: { steps: { step: string; missing: string[] }[] }) =>
  Object.fromEntries(setup.steps.map(({ step, missing }) => [step, missing]));

describe.each(BACKENDS)('the checklist of the setup, on %s', (_, start) => {
  test('follows from what is there', async () => {
    const service = await start();
    const patch = (body: object) => service.call('PATCH', '/v1/organizations/1', { body });
    expect(await setupOf(service)).toEqual({ hidden: false, organizationId: 1, steps: expect.any(Array) });
    const all = {
      organization: ['name', 'contact', 'hours', 'logo'],
      address: ['url'],
      mail: ['server'],
      animal: ['animal'],
      photo: ['photo'],
      colleague: ['colleague'],
      backups: ['place'],
      website: ['website'],
    };
    expect(missingIn(await setupOf(service))).toEqual(all);

    await patch({ name: 'Riverside', phone: '+1 555 0100', hours: { monday: '9–5' } });
    const headers = { 'content-type': 'image/png' };
    const png = Buffer.from('iVBORw0KGgo=', 'base64');
    await service.call('PUT', '/v1/organizations/1/logo', { body: png, headers });
    const petId = await addPet(service, {});
    expect(missingIn(await setupOf(service))).toEqual({ ...all, organization: [], animal: [] });
    await postPhoto(service, petId);
    await service.call('POST', '/v1/organizations/1/invitations', { body: { role: 'staff' } });
    const key = { kind: 'publishable', origins: ['https://shelter.example'] };
    const { id } = (await service.call('POST', '/v1/account/keys', { body: key })).body;
    const done = { ...all, organization: [], animal: [], photo: [], colleague: [], website: [] };
    expect(missingIn(await setupOf(service))).toEqual(done);

    await service.call('DELETE', `/v1/account/keys/${id}`);
    await service.call('DELETE', `/v1/pets/${petId}`);
    await patch({ hours: null });
    expect(missingIn(await setupOf(service))).toEqual({
      ...all,
      organization: ['hours'],
      colleague: [],
    });
  });
});

test('is hidden and shown for all operators, and is nobody else’s', async () => {
  const service = await startOnSqlite();
  expect((await service.call('PATCH', PATH, { body: { hidden: true } })).body).toMatchObject({ hidden: true });
  expect(await setupOf(service)).toMatchObject({ hidden: true });
  await service.call('PATCH', PATH, { body: { hidden: false } });
  expect(await setupOf(service)).toMatchObject({ hidden: false });
  const { key } = await service.newAccount();
  for (const [method, path] of [
    ['GET', PATH],
    ['GET', `${PATH}/address`],
    ['PATCH', PATH],
    ['POST', `${PATH}/mail-test`],
  ] as const) {
    const body = method === 'PATCH' ? { hidden: true } : undefined;
    expectError(await service.call(method, path, { key, ...(body && { body }) }), 403, 'forbidden');
  }
});

test('animals of the demo are no first animals, and staging has no mail to set up', async () => {
  const service = await startOnSqlite({ environment: 'staging' });
  const { database, accounts } = await service.beside();
  const accountId = await database.transaction((tx) => accounts.createForDemo(tx));
  const pet = await addPet(service, {});
  await database.transaction((tx) =>
    tx.updateTable('pets').set({ account_id: accountId }).where('id', '=', pet).execute(),
  );
  const missing = missingIn(await setupOf(service));
  expect(missing).toMatchObject({ animal: ['animal'] });
  expect(missing).not.toHaveProperty('mail');
  expect((await service.call('POST', `${PATH}/mail-test`)).body).not.toHaveProperty('mailTestedAt');
});

test('a test mail goes to whoever asks, who says whether it has arrived', async () => {
  const server = await openMailServer();
  const { now, advance } = testClock();
  const service = await startOnSqlite({ now, settings: { smtpUrl: server.url, publicUrl: 'https://pets.example' } });
  const mailOf = async () => missingIn(await setupOf(service))['mail'];
  expect(await mailOf()).toEqual(['mailbox']);
  expect((await service.call('POST', `${PATH}/mail-test`)).body).not.toHaveProperty('mailTestedAt');
  const { database } = await service.beside();
  await database.transaction((tx) => tx.updateTable('accounts').set({ email: 'ann@shelter.example' }).execute());
  expect(await mailOf()).toEqual(['test']);
  for (const _ of ['sent', 'sent again']) {
    const { body } = await service.call('POST', `${PATH}/mail-test`);
    expect(body).toMatchObject({ mailTestedAt: new Date(now()).toISOString() });
    expect(missingIn(body)['mail']).toEqual(['arrival']);
    const { to, text } = await server.next();
    expect(to).toEqual(['ann@shelter.example']);
    expect(text).toContain('Petstore at https://pets.example can send mail to you.');
    expect(missingIn((await service.call('PATCH', PATH, { body: { mailArrived: true } })).body)['mail']).toEqual([]);
    advance(1_000);
  }
  await service.close();
  await server.close();
});

test('the address is done once it has led to this service', async () => {
  const port = await freePort();
  const proxy = await startCaddy(`127.0.0.1:${port}`);
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  const service = await startOnSqlite({
    settings: { port, publicUrl: proxy.origin, trustedProxies: ['127.0.0.1'] },
  });
  const check = async () => (await service.call('GET', `${PATH}/address`)).body;
  const addressOf = async () => missingIn(await setupOf(service))['address'];
  expect(await addressOf()).toEqual(['answer']);
  expect(await check()).toContainEqual({ level: 'bad', says: expect.any(String), todo: expect.any(String) });
  expect(await addressOf()).toEqual(['answer']);
  setDefaultCACertificates([...before, proxy.authority]);
  expect(await check()).toContainEqual({ level: 'well', says: expect.stringContaining('leads to this service') });
  expect(await addressOf()).toEqual([]);
  await proxy.close();
  expect(await check()).toContainEqual(expect.objectContaining({ level: 'bad' }));
  expect(await addressOf()).toEqual(['answer']);
});
