import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdMs, hourMs, moveOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { decoded } from '../support/mail.ts';
import { type MailedService, openMailed } from '../support/mailed.ts';
import { pseudoLanguages } from '../support/pseudo.ts';
import { startOnSqlite, testClock } from '../support/service.ts';

const clock = testClock(Date.parse('2026-03-01T10:00:00Z'));
let visitors = 0;
const newAdopter = () => ({ name: 'Ann Lee', email: `ann${(visitors += 1)}@example.org` });
/** Staff, whose browser is in English. */
const headers = { 'accept-language': 'en-US' };
let scene: MailedService;

pseudoLanguages();

beforeAll(async () => {
  const email = 'hello@riverside.example';
  scene = await openMailed(startOnSqlite, { now: clock.now, email, unread: email });
});
afterAll(() => scene.close());

const change = (body: object) => scene.service.call('PATCH', '/v1/organizations/1', { body });
async function reserve(
  locale: string | undefined,
  name = 'Rex',
): Promise<{ id: number; petId: number; token: string }> {
  clock.advance(61_000);
  const petId = await addPet(scene.service, { name });
  const body = { petId, adopter: newAdopter(), locale };
  const placed = await scene.newVisitor().call('POST', '/v1/store/orders', { body });
  expect(placed.status, placed.text).toBe(201);
  return { id: placed.body.id, petId, token: placed.body.reservationUrl.split('#')[1] };
}
/** The next mail to a visitor: all of it, as text. */
async function next(): Promise<string> {
  const { text } = await scene.mailServer.next();
  return `${text}\n${decoded(text)}`.replaceAll('\r\n', '\n');
}
async function nextIn(language: string, direction = 'ltr'): Promise<string> {
  const mail = await next();
  expect(mail).toContain(`Content-Language: ${language}\n`);
  expect(mail).toContain(`<html lang="${language}" dir="${direction}">`);
  return mail;
}

test.each([
  ['es', '2099-03-29T00:30:00Z', 'domingo, 29 de marzo de 2099, 1:30 CET'],
  ['es', '2099-03-29T01:30:00Z', 'domingo, 29 de marzo de 2099, 3:30 CEST'],
  ['es-MX', '2099-03-29T01:30:00Z', 'domingo, 29 de marzo de 2099, 3:30 a.m. GMT+2'],
])(
  'an order in %s is approved in it, with the visit at %s as the shelter’s clocks show it',
  async (locale, visitAt, time) => {
    const { id, token } = await reserve(locale);
    const placed = await nextIn('es');
    expect(placed).toContain('Tu reserva de Rex vale hasta el ');
    expect(placed).toContain(`Ver tu reserva:\nhttps://pets.shelter.example/reservation?lang=es#${token}`);
    expect(placed).toContain('Recibes este correo porque alguien reservó un animal en https://pets.shelter.example ');
    await moveOrder(scene.service, id, 'approve', { headers, body: { visitAt, messageToAdopter: 'Bring a box.' } });
    const approved = await nextIn('es');
    expect(approved).toMatch(/^Subject: Riverside ha aprobado tu =\?|^Subject: =\?UTF-8\?Q\?Riverside_ha_aprobado/m);
    expect(approved).toContain(`Te esperamos el ${time}.`);
    expect(approved).toContain('> Bring a box.');
    expect(approved).toContain('PRODID:-//Petstore//Reservation//ES');
    expect(approved).toContain('SUMMARY;LANGUAGE=es:Visita a Rex en Riverside');
    expect(approved).toContain(`DTSTART:${visitAt.replaceAll(/[-:]/g, '')}`);
    await moveOrder(scene.service, id, 'cancel', { headers });
    expect(await nextIn('es')).toContain('Tu reserva de Rex ya no es válida.');
  },
);

test('what the service does by itself is told in it, too: a hold that ends, and a mail that is sent again', async () => {
  scene.mailServer.refuse(true);
  await reserve('es');
  await expect.poll(() => scene.mailServer.refused().length).toBeGreaterThan(0);
  scene.mailServer.refuse(false);
  await expect
    .poll(async () => {
      clock.advance(30_000);
      return scene.mailServer.waiting();
    })
    .toBe(1);
  expect(await nextIn('es')).toContain('Tu reserva de Rex vale hasta el ');
  clock.advance(holdMs);
  expect(await nextIn('es')).toMatch(/Nadie aprobó la reserva de Rex antes del .*, así que ya no es válida\./);
});

test('follow-ups are in it, unless the organization has written its own text', async () => {
  const path = '/v1/organizations/1/follow-ups';
  await scene.service.call('PATCH', path, { body: { active: true, afterThirtyDays: 'Dear {name},\n\nwrite to us.' } });
  const { id } = await reserve('pl-PL', 'Łucja');
  expect(await nextIn('pl')).toContain('Rezerwacja (Łucja) jest ważna do: ');
  await moveOrder(scene.service, id, 'approve', { headers });
  expect(await nextIn('pl')).toContain('Łucja czeka na nowy dom.');
  await moveOrder(scene.service, id, 'deliver', { headers });
  expect(await nextIn('pl')).toContain('Łucja jest już w nowym domu.');
  clock.advance(3 * 24 * hourMs);
  const first = await nextIn('pl');
  expect(first).toContain('Łucja mieszka w nowym domu od niedawna (wtorek, 3 marca).');
  expect(first).toContain('Nie chcę więcej takich wiadomości:\nhttps://pets.shelter.example/reservation?lang=pl#');
  clock.advance(27 * 24 * hourMs);
  const second = await nextIn('pl');
  expect(second).toContain('<p dir="auto" style="margin:0 0 16px">write to us.</p>');
  expect(second).toContain('Napisz: Riverside');
});

test('answers to messages are in it', async () => {
  const petId = await addPet(scene.service, { name: 'Tom' });
  const message = { message: 'Is he there?', from: newAdopter(), petId, locale: 'de' };
  const { body: sent } = await scene.newVisitor().call('POST', '/v1/messages', { body: message });
  await eventually(async () => (await scene.service.call('GET', `/v1/inbox/${sent.id}`)).status === 200);
  await scene.service.call('POST', `/v1/inbox/${sent.id}/answers`, { body: { message: 'He is.' }, headers });
  const answered = await nextIn('de');
  expect(answered).toContain('<title>Antwort von Riverside zu Tom</title>');
  expect(answered).toContain('<p dir="auto" style="margin:0 0 16px">He is.</p>');
});

test.each([
  ['tlh', 'de-AT', 'de', 'Rex ist bis '],
  [undefined, 'de-AT', 'de', 'Rex ist bis '],
  ['tlh', 'nl', 'en', 'Rex is reserved for you until '],
  ['pt-PT', 'de-AT', 'pt-BR', 'Sua reserva de Rex vale até '],
  ['zh-Hant', null, 'en', 'Rex is reserved for you until '],
])('an order in %s at an organization in %s is told of in %s', async (locale, ofOrganization, language, said) => {
  await change({ locale: ofOrganization });
  const { id } = await reserve(locale);
  const mail = await nextIn(language);
  expect(mail).toContain(said);
  // The link says the language only if the visitor has.
  expect(mail.includes('?lang=')).toBe(locale === 'pt-PT');
  expect(mail).not.toContain('\u2068');
  await moveOrder(scene.service, id, 'cancel');
  await nextIn(language);
});

test('Arabic runs from right to left, and names and quotes do not turn it around', async () => {
  await change({ locale: 'en-GB' });
  const { id } = await reserve('ar-EG');
  const placed = await nextIn('ar', 'rtl');
  expect(placed).toContain('حجز \u2068Rex\u2069 باسمك سارٍ حتى ');
  expect(placed).toContain('<div class="sheet" dir="rtl"');
  await moveOrder(scene.service, id, 'approve', { body: { messageToAdopter: 'Bring a box.' } });
  expect(await nextIn('ar', 'rtl')).toMatch(/<blockquote class="quote" dir="auto" style="[^"]*;border-right:4px/);
});

test('everything that a mail and its entry for a calendar say is from the catalogue', async () => {
  const quote = 'Bring a box.';
  /** What stands outside the marks of the language: of the organization, or of staff. */
  async function outside(): Promise<string[]> {
    const mail = await nextIn('en-XA');
    const [, body = ''] = /<title>(.*)<\/html>/s.exec(mail) ?? [];
    const [entry = ''] = /^BEGIN:VEVENT.*^END:VEVENT/ms.exec(mail) ?? [];
    const said = [...entry.replaceAll('\n ', '').matchAll(/^(?:SUMMARY|DESCRIPTION)[^:]*:(.*)$/gm)].map(
      ([, text]) => text,
    );
    return [...body.replace(/<style>.*<\/style>/s, '').split(/<[^>]*>/), ...said]
      .map((text = '') => text.trim())
      .filter((text) => text !== '' && !/^⟦[^⟦⟧]*⟧$/.test(text));
  }
  const signature = ['Riverside', '555 0100', 'hello@riverside.example'];
  await change({ locale: 'en-GB', phone: '555 0100' });
  await scene.service.call('PATCH', '/v1/organizations/1/follow-ups', {
    body: { active: true, afterThirtyDays: null },
  });
  const { id, petId } = await reserve('en-XA');
  expect(await outside()).toEqual(signature);
  const visitAt = '2099-03-29T01:30:00Z';
  await moveOrder(scene.service, id, 'approve', { body: { visitAt, messageToAdopter: quote } });
  expect(await outside()).toEqual([quote, ...signature]);
  await moveOrder(scene.service, id, 'deliver');
  expect(await outside()).toEqual(signature);
  for (const days of [3, 27]) {
    clock.advance(days * 24 * hourMs);
    expect(await outside()).toEqual(signature);
  }
  await moveOrder(scene.service, id, 'return');
  expect(await outside()).toEqual(signature);
  for (const ms of [0, holdMs]) {
    const { id: other } = await reserve('en-XA');
    expect(await outside()).toEqual(signature);
    if (ms === 0) await moveOrder(scene.service, other, 'cancel');
    clock.advance(ms);
    expect(await outside()).toEqual(signature);
  }
  const alert = { email: 'bo@example.org', filters: {}, locale: 'en-XA' };
  await scene.newVisitor().call('POST', '/v1/alerts', { body: alert });
  expect(await outside()).toEqual(['Riverside']);
  for (const about of [{ petId }, {}]) {
    const message = { message: 'Is he there?', from: newAdopter(), locale: 'en-XA', ...about };
    const { body: sent } = await scene.newVisitor().call('POST', '/v1/messages', { body: message });
    await eventually(async () => (await scene.service.call('GET', `/v1/inbox/${sent.id}`)).status === 200);
    await scene.service.call('POST', `/v1/inbox/${sent.id}/answers`, { body: { message: quote } });
    expect(await outside()).toEqual([quote, ...('petId' in about ? signature : [])]);
  }
});

test.each([
  ['en-US', 'en', 'The adoption fee is $125.', 'Pay the fee', 'Donate to Riverside'],
  ['de-DE', 'de', 'Die Schutzgebühr beträgt 125\u00A0$.', 'Schutzgebühr bezahlen', 'Spenden: Riverside'],
])('the fee, where to pay it, and where to donate: in %s', async (locale, language, fee, pay, donate) => {
  const urls = { paymentUrl: 'https://pay.example/?to=1&for=2', donationUrl: 'https://give.example/' };
  await change(urls);
  const { id, petId } = await reserve(locale);
  expect(await nextIn(language)).not.toContain(pay);
  const adoptionFee = { amount: 12_500, currency: 'USD' };
  await scene.service.call('PATCH', `/v1/pets/${petId}`, { body: { profile: { adoptionFee } } });
  await moveOrder(scene.service, id, 'approve', { headers });
  const approved = await nextIn(language);
  expect(approved).toContain(fee);
  expect(approved).toContain(`${pay}:\n${urls.paymentUrl}\n`);
  await moveOrder(scene.service, id, 'deliver', { headers });
  const delivered = await nextIn(language);
  expect(delivered).toContain(`${donate}:\n${urls.donationUrl}\n`);
  expect(delivered).not.toContain(pay);
  await change({ paymentUrl: null, donationUrl: null });
});

test.each([
  ['en-US', 'en', 'The adoption fee is $125.', /^Paid on \w+day, \w+ \d+$/m],
  ['pl', 'pl', 'Opłata adopcyjna wynosi 125', /^Zapłacono: \p{L}+, \d+ \p{L}+$/mu],
])('what is paid is not to be paid again: in %s', async (locale, language, fee, paid) => {
  await change({ paymentUrl: 'https://pay.example/' });
  const { id, petId } = await reserve(locale);
  await nextIn(language);
  const adoptionFee = { amount: 12_500, currency: 'USD' };
  await scene.service.call('PATCH', `/v1/pets/${petId}`, { body: { profile: { adoptionFee } } });
  await scene.service.call('PUT', `/v1/store/orders/${id}/payment`);
  await moveOrder(scene.service, id, 'approve', { headers });
  const approved = await nextIn(language);
  expect(approved).toContain(fee);
  expect(approved).toMatch(paid);
  expect(approved).not.toContain('https://pay.example/');
  await change({ paymentUrl: null });
  await moveOrder(scene.service, id, 'cancel', { headers });
  await nextIn(language);
});

test('a waived fee is not to be paid', async () => {
  await change({ paymentUrl: 'https://pay.example/' });
  const { id, petId } = await reserve('en');
  await nextIn('en');
  await scene.service.call('PATCH', `/v1/pets/${petId}`, { body: { profile: { adoptionFee: { waived: true } } } });
  await moveOrder(scene.service, id, 'approve', { headers });
  const approved = await nextIn('en');
  expect(approved).toContain('There is no adoption fee.');
  expect(approved).not.toContain('https://pay.example/');
  await change({ paymentUrl: null });
  await moveOrder(scene.service, id, 'cancel', { headers });
  await nextIn('en');
});
