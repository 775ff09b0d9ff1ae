import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { holdMs, moveOrder, orderIn } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { decoded, openMailServer } from '../../support/mail.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../../support/service.ts';
import { visitorsOf } from '../callers.ts';

const adopter = { name: 'Ann <b>Lee</b>', email: 'ann@example.org', phone: '555 0199' };

const clock = testClock();
const mailServer = await openMailServer('hello@riverside.example');
afterAll(() => mailServer.close());
const service = sharedService(startOnSqlite, {
  now: clock.now,
  settings: {
    smtpUrl: mailServer.url,
    mailFrom: 'Petstore <mail@shelter.example>',
    publicUrl: 'https://pets.shelter.example',
  },
});
let visitor: TestService;

beforeAll(async () => {
  visitor = await visitorsOf(service);
  const profile = { name: 'Riverside & Sons', email: 'hello@riverside.example', phone: '+1 555 0100' };
  await service.call('PATCH', '/v1/organizations/1', { body: profile });
});

async function reserve(more: object = {}): Promise<{ id: number; url: string }> {
  clock.advance(61_000);
  const order = { petId: await addPet(service, { name: 'Łucja "Luc"' }), adopter, note: 'My secret garden', ...more };
  const { status, body, text } = await visitor.call('POST', '/v1/store/orders', { body: order });
  expect(status, text).toBe(201);
  return { id: body.id, url: body.reservationUrl };
}
const next = async () => {
  const mail = await mailServer.next();
  expect(mail.to).toEqual([adopter.email]);
  return mail.text;
};

test('tells each step, in the name of the organization, with the same link', async () => {
  const { id, url } = await reserve();
  const placed = await next();
  expect(placed).toMatch(/^From: "Riverside & Sons" <mail@shelter\.example>\r$/m);
  expect(placed).toMatch(/^Reply-To: hello@riverside\.example\r$/m);
  expect(placed).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(placed).toMatch(/^Message-ID: <order\.placed\.\d+\.\d+@shelter\.example>\r$/m);
  expect(placed).toContain('Content-Type: multipart/alternative');
  expect(placed).toContain(`See your reservation:\r\n${url}`);
  expect(placed).toContain(`<a href="${url}"`);
  expect(placed).toContain('Riverside &amp; Sons');
  expect(placed).toContain('Łucja &quot;Luc&quot; is reserved for you until');
  // Nothing that the visitor wrote: the address may be somebody else's.
  for (const text of ['Ann <', 'Ann &', '555 0199', 'secret garden']) expect(placed).not.toContain(text);

  const said = { visitAt: '2099-01-05T10:00:00Z', messageToAdopter: 'Bring <a box>.\nRing twice.' };
  await moveOrder(service, id, 'approve', { body: said });
  const approved = await next();
  expect(approved).toContain('January 5, 2099');
  expect(approved).toContain('> Bring <a box>.\r\n> Ring twice.');
  expect(approved).toContain('Bring &lt;a box&gt;.<br>Ring twice.');
  expect(approved).toMatch(/filename=visit\.ics/);
  expect(decoded(approved)).toContain('DTSTART:20990105T100000Z');
  await moveOrder(service, id, 'deliver');
  expect(await next()).toContain('has come home with you');
  await moveOrder(service, id, 'return');
  const returned = await next();
  expect(returned).toContain(url);

  const token = url.split('#')[1];
  const other = await reserve();
  await next();
  const headers = { authorization: `Bearer ${other.url.split('#')[1]}` };
  expect(other.url).not.toContain(token);
  await service.call('POST', '/v1/reservation/cancel', { key: null, headers });
  expect(await next()).toContain('is no longer reserved for you');
  await reserve();
  await next();
  clock.advance(holdMs);
  expect(await next()).toContain('Nobody approved it before');
});

test.each([
  ['2099-03-08T07:30:00Z', {}, 'Sunday, March 8, 2099 at 1:30 AM CST'],
  ['2099-03-08T08:30:00Z', {}, 'Sunday, March 8, 2099 at 3:30 AM CDT'],
  ['2099-03-29T01:30:00Z', { timeZone: 'Europe/Vienna', locale: 'de-AT' }, 'Sunday, 29 March 2099 at 03:30 CEST'],
])('names the visit at %s as the organization writes times, %j', async (visitAt, place, said) => {
  clock.advance(2 * holdMs);
  const chicago = { timeZone: 'America/Chicago', locale: null };
  await service.call('PATCH', '/v1/organizations/1', { body: { ...chicago, ...place } });
  const { id } = await reserve({ locale: 'en' });
  await next();
  await moveOrder(service, id, 'approve', { body: { visitAt } });
  const approved = await next();
  expect(approved).toContain(`You are expected on ${said}.`);
  // A calendar shows this moment in the zone of its owner, on both sides of a change of clocks.
  expect(decoded(approved)).toContain(`DTSTART:${visitAt.replaceAll(/[-:]/g, '')}`);
  await moveOrder(service, id, 'cancel');
  await next();
  await service.call('PATCH', '/v1/organizations/1', { body: { timeZone: null, locale: null } });
});

test('mails an address that somebody reserves and cancels for again and again about three orders a day', async () => {
  clock.advance(2 * holdMs);
  for (let count = 1; count <= 4; count += 1) {
    const { url } = await reserve();
    if (count <= 3) expect(await next()).toContain('is reserved for you until');
    const headers = { authorization: `Bearer ${url.split('#')[1]}` };
    await service.call('POST', '/v1/reservation/cancel', { key: null, headers });
    if (count <= 3) expect(await next()).toContain('is no longer reserved for you');
  }
  // What the staff decide, or write, is mailed all the same.
  const refused = await reserve();
  await moveOrder(service, refused.id, 'cancel', { body: { messageToAdopter: 'He is ill.' } });
  expect(await next()).toContain('He is ill.');
  const { id } = await reserve();
  await moveOrder(service, id, 'approve');
  expect(await next()).toContain('has approved your adoption');
  await moveOrder(service, id, 'deliver');
  await next();
  clock.advance(2 * holdMs);
});

test('tells the adopter of an order that staff placed the same, if they gave an address', async () => {
  const email = 'desk@example.org';
  const desk = { name: 'Bo Ek', email };
  const petId = await addPet(service, { name: 'Rex' });
  const { body: placed } = await service.call('POST', '/v1/store/orders', { body: { petId, adopter: desk } });
  expect(placed).toMatchObject({ adopterHasLink: true });
  expect(placed).not.toHaveProperty('reservationUrl');
  const first = await mailServer.next();
  expect(first.to).toEqual([email]);
  const token = /\/reservation#(prs_[\w-]+)/.exec(first.text)?.[1] ?? '';
  const said = { visitAt: '2099-01-05T10:00:00Z', messageToAdopter: 'Bring a box.' };
  await moveOrder(service, placed.id, 'approve', { body: said });
  const approved = await mailServer.next();
  expect(approved.to).toEqual([email]);
  expect(approved.text).toContain('> Bring a box.');
  expect(approved.text).toContain(`/reservation#${token}`);
  expect(approved.text).toMatch(/filename=visit\.ics/);
  const seen = await service.call('GET', '/v1/reservation', {
    key: null,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(seen.body).toMatchObject({ status: 'approved', messageToAdopter: 'Bring a box.' });
  await moveOrder(service, placed.id, 'cancel');
  expect((await mailServer.next()).text).toContain('is no longer reserved for you');
});

test('writes to nobody else: neither about orders of others, nor to whom was erased', async () => {
  await orderIn('returned', { caller: service, petId: await addPet(service, {}), advance: clock.advance });
  const unlisted = await service.call('POST', '/v1/organizations', { body: { name: 'Dale' } });
  const member = await newMember(service, unlisted.body.id, 'manager');
  const { key } = await service.newAccount();
  const own = [await addPet(service, {}, member.key), await addPet(service, {}, key)] as const;
  for (const [caller, petId] of [
    [member.key, own[0]],
    [key, own[1]],
    [key, await addPet(service, {})],
  ] as const) {
    const order = await service.call('POST', '/v1/store/orders', { key: caller, body: { petId, adopter } });
    expect(order.status, order.text).toBe(201);
    expect(order.body).not.toHaveProperty('adopterHasLink');
  }
  await reserve();
  expect(await next()).toContain('is reserved for you');
  await service.call('POST', '/v1/admin/people/erase', { body: { email: adopter.email } });
  const { id } = await reserve();
  expect(await next()).toContain('is reserved for you');
  await moveOrder(service, id, 'cancel');
  expect(await next()).toContain('is cancelled');
  expect(mailServer.waiting()).toBe(0);
});
