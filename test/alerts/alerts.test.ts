import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { petStore } from '../../src/pets/store.ts';
import { changePet } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import type { MailServer } from '../support/mail.ts';
import { type MailedService, openMailed } from '../support/mailed.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';
import { openSearch } from './search.ts';

const dayMs = 24 * 3_600_000;

describe.each(BACKENDS)('alerts, on %s', (_, start) => {
  const clock = testClock();
  let mailServer: MailServer;
  let service: TestService;
  let newVisitor: MailedService['newVisitor'];
  let close: MailedService['close'];
  let opened: Awaited<ReturnType<typeof buildEnvironment>>;
  let tick: ReturnType<typeof openSearch>;

  beforeAll(async () => {
    ({ mailServer, service, newVisitor, close } = await openMailed(start, { now: clock.now }));
    opened = await service.beside();
    tick = openSearch(opened);
  });
  afterAll(async () => {
    await opened.database.close();
    await close();
  });

  const ask = (email: string, filters: object = {}, address?: string, locale?: string) =>
    newVisitor(address).call('POST', '/v1/alerts', { body: { email, filters, locale } });
  const call = (method: string, path: string, token: string) =>
    service.call(method, `/v1/alert${path}`, { key: null, headers: { authorization: `Bearer ${token}` } });
  const tokenIn = (text: string) => /\/alert(?:\?lang=fr)?#(pal_[\w-]{43})/.exec(text)?.[1] ?? '';

  test('are confirmed first, and then tell once a day which animals have come', async () => {
    await addPet(service, { name: 'Earlier', profile: { species: 'Dog' } });
    const asked = await ask('Ann@Example.org', { species: ['Dog'] });
    expect([asked.status, asked.body]).toEqual([202, { filters: { species: ['Dog'] } }]);
    const confirmation = await mailServer.next();
    expect(confirmation.to).toEqual(['ann@example.org']);
    expect(confirmation.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const token = tokenIn(confirmation.text);
    await addPet(service, { name: 'Unconfirmed', profile: { species: 'Dog' } });
    expect((await call('GET', '', token)).body).toMatchObject({ confirmed: false, filters: { species: ['Dog'] } });
    clock.advance(1);
    const confirmed = await call('POST', '/confirm', token);
    expect(confirmed.body).toMatchObject({ confirmed: true });
    expect(Date.parse(confirmed.body.endsAt)).toBe(clock.now() + 365 * dayMs);
    expect(confirmed.headers.get('cache-control')).toBe('no-store');

    clock.advance(1);
    await addPet(service, { name: 'Thomasina', profile: { species: 'Cat' } });
    const rex = await addPet(service, { name: 'Rex', profile: { species: 'Dog' } });
    const ida = await addPet(service, { name: 'Ida', profile: { species: 'Dog' }, status: 'pending' });
    // Once an hour: the service searches as well, and must not do so before all are there.
    clock.advance(2 * 3_600_000);
    await tick();
    const first = await mailServer.next();
    expect(first.text).toMatch(/^Subject: Rex is looking for a home\r$/m);
    expect(first.text).toContain(`https://pets.shelter.example/pets/${rex}`);
    for (const name of ['Earlier', 'Unconfirmed', 'Thomasina']) expect(first.text).not.toContain(name);

    await changePet(service, ida, { status: 'available' });
    await changePet(service, rex, { name: 'Max' });
    clock.advance(dayMs - 1);
    await tick();
    await expect.poll(mailsWaiting).toBe(0);
    clock.advance(1);
    await tick();
    const second = await mailServer.next();
    expect(second.text).toMatch(/^Subject: Ida is looking for a home\r$/m);
    expect(tokenIn(second.text)).toBe(token);
    const unsubscribe =
      /^List-Unsubscribe:\s+<https:\/\/pets\.shelter\.example([^>]+)>\r$/m.exec(second.text)?.[1] ?? '';
    const oneClick = () =>
      service.call('POST', unsubscribe, {
        key: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await oneClick()).status).toBe(204);
    expectError(await oneClick(), 404, 'alert_not_found');
    expectError(await call('GET', '', token), 404, 'alert_not_found');
    await expect.poll(mailsWaiting).toBe(0);
  });

  test('tell of an animal when its hold has ended, and not before', async () => {
    await ask('hold@example.org', { species: ['Horse'] });
    await call('POST', '/confirm', tokenIn((await mailServer.next()).text));
    clock.advance(1);
    const until = new Date(clock.now() + dayMs).toISOString().slice(0, 10);
    const id = await addPet(service, { name: 'Held', profile: { species: 'Horse', staff: { hold: { until } } } });
    clock.advance(2 * 3_600_000);
    await tick();
    await expect.poll(mailsWaiting).toBe(0);
    clock.set(Date.parse(until) + dayMs);
    await petStore(opened.database, opened.outbox, opened.now).toHide.writeDue(new AbortController().signal);
    clock.advance(3_600_000);
    await tick();
    expect((await mailServer.next()).text).toContain(`https://pets.shelter.example/pets/${id}`);
  });

  test('are known to the staff of organizations that the person has turned to, once they are confirmed', async () => {
    const email = 'eva@example.org';
    const known = async (): Promise<object[]> =>
      (await service.call('GET', `/v1/store/adopter?email=${email}&organizationId=1`)).body.alerts;
    await ask(email, { species: ['Goat'] });
    const token = tokenIn((await mailServer.next()).text);
    const petId = await addPet(service, {});
    await service.call('POST', '/v1/store/orders', { body: { petId, adopter: { name: 'Eva', email } } });
    expect((await mailServer.next()).to).toEqual([email]);
    expect(await known()).toEqual([]);
    await call('POST', '/confirm', token);
    expect(await known()).toMatchObject([{ filters: { species: ['Goat'] }, confirmed: true }]);
    // Without an organization it is for all of them: none is told.
    const { body: other } = await service.call('POST', '/v1/organizations', { body: { name: 'Other', listed: true } });
    expect(await known()).toEqual([]);
    await service.call('PATCH', `/v1/organizations/${other.id}`, { body: { listed: false } });
    await call('POST', '/end', token);
    expect(await known()).toEqual([]);
    await service.call('POST', '/v1/store/orders/cancel-all', { body: { adopterEmail: email } });
    expect((await mailServer.next()).to).toEqual([email]);
  });

  const mailsWaiting = async () => {
    const { count } = await opened.database.read
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count) + mailServer.waiting();
  };

  test('mail an address that somebody typed once a day at most, and a client asks for five', async () => {
    for (const filters of [{}, { species: ['Cat'] }]) expect((await ask('bob@example.org', filters)).status).toBe(202);
    const token = tokenIn((await mailServer.next()).text);
    expect((await call('POST', '/end', token)).status).toBe(204);
    const client = '198.51.100.7';
    for (let i = 0; i < 5; i += 1) expect((await ask(`many-${i}@example.org`, {}, client)).status).toBe(202);
    // Past the limit of a minute.
    clock.advance(60_000);
    expectError(await ask('more@example.org', {}, client), 409, 'too_many_alerts');
    const told = await Promise.all(Array.from({ length: 5 }, () => mailServer.next()));
    expect(new Set(told.flatMap(({ to }) => to))).toEqual(new Set([0, 1, 2, 3, 4].map((i) => `many-${i}@example.org`)));
    await expect.poll(mailsWaiting).toBe(0);
  });

  test('a client asks for five, whether or not the address has an alert', async () => {
    const client = '198.51.100.8';
    for (let i = 0; i < 5; i += 1) expect((await ask('known@example.org', {}, client)).status).toBe(202);
    expect((await mailServer.next()).to).toEqual(['known@example.org']);
    clock.advance(60_000);
    expectError(await ask('known@example.org', {}, client), 409, 'too_many_alerts');
    clock.advance(dayMs);
    expect((await ask('known@example.org', {}, client)).status).toBe(202);
    expect((await mailServer.next()).to).toEqual(['known@example.org']);
    await expect.poll(mailsWaiting).toBe(0);
  });

  test('a mail that comes late names twenty of those that are still available', async () => {
    await ask('late@example.org', { species: ['Alpaca'] });
    await call('POST', '/confirm', tokenIn((await mailServer.next()).text));
    clock.advance(60_000);
    const petIds: number[] = [];
    for (let i = 0; i < 42; i += 1) petIds.push(await addPet(service, { profile: { species: 'Alpaca' } }));
    mailServer.refuse(true);
    clock.advance(dayMs);
    await tick();
    await expect.poll(() => mailServer.refused()).toContain('late@example.org');
    const [first = 0, ...newest] = petIds.slice(-21).toReversed();
    for (const id of newest) await service.call('PATCH', `/v1/pets/${id}`, { body: { status: 'pending' } });
    mailServer.refuse(false);
    clock.advance(3_600_000);
    const { text } = await mailServer.next();
    const named = [...text.matchAll(/pets\.shelter\.example\/pets\/(\d+)/g)].map(([, id]) => Number(id));
    expect(new Set(named)).toEqual(new Set([first, ...petIds.slice(2, 21)]));
  });

  test('a refused confirmation is the last one for 30 days, and nobody but who refused can tell', async () => {
    const refuse = async (email: string) => {
      const token = tokenIn((await mailServer.next()).text);
      expect((await call('POST', '/end', token)).status).toBe(204);
      expectError(await call('GET', '', token), 404, 'alert_not_found');
      const rows = await opened.database.read.selectFrom('alerts').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(email);
      return rows.find(({ hash, email: kept }) => hash === null && kept !== '');
    };
    const accepted = await ask('victim@example.org', { species: ['Rabbit'] });
    const refusal = await refuse('victim@example.org');
    expect(refusal).toMatchObject({ filters: '{}', found: '[]', end_hash: null });
    clock.advance(30 * dayMs - 1);
    const again = await ask('Victim@example.org', { species: ['Rabbit'] });
    expect([again.status, again.text]).toEqual([accepted.status, accepted.text]);
    await expect.poll(mailsWaiting).toBe(0);
    clock.advance(1);
    await ask('victim@example.org');
    // Confirmed, and ended: the address may want other animals.
    const token = tokenIn((await mailServer.next()).text);
    await call('POST', '/confirm', token);
    await call('POST', '/end', token);
    await ask('victim@example.org', { species: ['Cat'] });
    await refuse('victim@example.org');
    await expect.poll(mailsWaiting).toBe(0);
  });

  test('are in the language that they were asked for', async () => {
    await ask('zoe@example.org', { species: ['Bird'] }, undefined, 'fr-CA');
    const { text: asked } = await mailServer.next();
    expect(asked).toMatch(/^Content-Language: fr\r$/m);
    expect(asked).toContain('Quelqu’un, sans doute vous, a demandé à Riverside d’écrire à cette adresse');
    expect(asked).toContain('Voir et confirmer\u00a0:\r\nhttps://pets.shelter.example/alert?lang=fr#');
    expect((await call('POST', '/confirm', tokenIn(asked))).body).toMatchObject({ locale: 'fr-CA' });
    clock.advance(60_000);
    const petIds = [];
    for (const name of ['Tom', 'Ida']) petIds.push(await addPet(service, { name, profile: { species: 'Bird' } }));
    clock.advance(dayMs);
    await tick();
    const { text: found } = await mailServer.next();
    expect(found).toContain('2 animaux cherchent une famille');
    for (const id of petIds) expect(found).toContain(`https://pets.shelter.example/pets/${id}?lang=fr`);
  });

  test('keep ids beyond 2^53 exact', async () => {
    const filters = '{"categoryId":9223372036854775807,"organizationId":9007199254740993}';
    const [categoryId, organizationId] = ['9223372036854775807', '9007199254740993'].map((id) => JSON.rawJSON(id));
    expect((await ask('Lea@Example.org', { categoryId, organizationId })).text).toBe(`{"filters":${filters}}`);
    const token = tokenIn((await mailServer.next()).text);
    expect((await call('GET', '', token)).text).toContain(filters);
    expect((await call('POST', '/confirm', token)).status).toBe(200);
    clock.advance(60_000);
    await tick();
    expect(mailServer.waiting()).toBe(0);
  });

  test('400 for what no list takes, and 404 for what no mail has', async () => {
    expectError(await ask('nobody'), 400, 'invalid_body', '`email`');
    expectError(await ask('ann@example.org', { age: ['old'] }), 400, 'invalid_body', '`filters.age');
    expectError(await ask('ann@example.org', { near: 'Nowhere, ZZ' }), 400, 'invalid_parameter', '`near`');
    for (const token of ['x', `pal_${'A'.repeat(43)}`])
      expectError(await call('POST', '/confirm', token), 404, 'alert_not_found');
  });

  test('an erased person has none', async () => {
    await ask('eve@example.org');
    const token = tokenIn((await mailServer.next()).text);
    await service.call('POST', '/v1/admin/people/erase', { body: { email: 'eve@example.org' } });
    expectError(await call('GET', '', token), 404, 'alert_not_found');
  });
});
