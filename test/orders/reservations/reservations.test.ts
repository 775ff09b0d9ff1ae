import { beforeAll, describe, expect, test } from 'vitest';
import { hourMs, moveOrder, petStatus } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';
import { visitorsOf } from '../callers.ts';

const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
const dayMs = 24 * hourMs;

describe.each(BACKENDS)('the secret link to an order, on %s', (_, start) => {
  const clock = testClock();
  const logged: string[] = [];
  let visitor: TestService;

  const service = sharedService(start, {
    now: clock.now,
    settings: { logLevel: 'trace', visitorOpenOrders: 1_000, publicUrl: 'https://pets.shelter.example' },
    logs: { write: (line: string) => void logged.push(line) },
  });
  beforeAll(async () => {
    visitor = await visitorsOf(service);
    const hours = { saturday: '10 am – 4 pm' };
    const address = { street: '12 Mill Lane', city: 'Springfield', postalCode: '62701', country: 'US' };
    await service.call('PATCH', '/v1/organizations/1', {
      body: { name: 'Riverside', phone: '555 0100', hours, address },
    });
  });

  /** Waits for the next minute, in which the visitor may write again. */
  async function reserve(body: object = {}, headers = {}): Promise<{ placed: Answer; token: string; petId: number }> {
    clock.advance(61_000);
    const petId = await addPet(service, {});
    const order = { petId, adopter, note: 'We have a garden.', ...body };
    const placed = await visitor.call('POST', '/v1/store/orders', { body: order, headers });
    expect(placed.status, placed.text).toBe(201);
    return { placed, token: placed.body.reservationUrl.split('#')[1], petId };
  }
  const authorization = (token: string) => ({ key: null, headers: { authorization: `Bearer ${token}` } });
  const look = (token: string): Promise<Answer> => service.call('GET', '/v1/reservation', authorization(token));
  const cancel = (token: string): Promise<Answer> =>
    service.call('POST', '/v1/reservation/cancel', authorization(token));
  const expectGone = (answer: Answer) => {
    expectError(answer, 404, 'reservation_not_found');
    expect(answer.body.message).toBe('There is no reservation behind this link: it is mistyped, or it has ended.');
  };

  test('a visitor who reserves gets it, and sees what concerns them', async () => {
    const { placed, token, petId } = await reserve();
    expect(placed.body.reservationUrl).toMatch(/^https:\/\/pets\.shelter\.example\/reservation#prs_[A-Za-z0-9_-]{43}$/);
    expect(placed.headers.get('cache-control')).toBe('no-store');
    const { status, body, headers } = await look(token);
    const { expiresAt, createdAt, updatedAt } = placed.body;
    expect([status, body]).toEqual([
      200,
      {
        status: 'placed',
        pet: { id: petId, name: 'Rex' },
        organization: expect.objectContaining({ id: 1, name: 'Riverside', phone: '555 0100' }),
        expiresAt,
        createdAt,
        updatedAt,
      },
    ]);
    expect(body.organization).toMatchObject({ hours: { saturday: '10 am – 4 pm' }, address: { city: 'Springfield' } });
    expect(Object.keys(body.organization)).not.toContain('listed');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');

    const { body: key } = await service.call('GET', `/v1/store/orders/${placed.body.id}`);
    expect(key).not.toHaveProperty('reservationUrl');
    const { body: ofAccount } = await service.call('POST', '/v1/store/orders', {
      body: { petId: await addPet(service, {}) },
    });
    expect(ofAccount).not.toHaveProperty('reservationUrl');
  });

  test('it shows the fee as the page of the animal does, and where to pay and donate', async () => {
    const change = (body: object) => service.call('PATCH', '/v1/organizations/1', { body });
    const urls = { paymentUrl: 'https://pay.example/riverside', donationUrl: 'https://give.example/' };
    await change(urls);
    const { token, petId } = await reserve();
    const seen = async (adoptionFee: object | null) => {
      await service.call('PATCH', `/v1/pets/${petId}`, { body: { profile: { adoptionFee } } });
      return (await look(token)).body;
    };
    const fee = { amount: 12_500, currency: 'USD' };
    expect(await seen(fee)).toMatchObject({ adoptionFee: fee, organization: urls });
    expect((await seen({ waived: true })).adoptionFee).toEqual({ waived: true });
    expect(await seen({ waived: null, display: false })).not.toHaveProperty('adoptionFee');
    expect(await seen(null)).not.toHaveProperty('adoptionFee');
    await change({ paymentUrl: null, donationUrl: null });
    for (const name of Object.keys(urls)) expect((await look(token)).body.organization).not.toHaveProperty(name);
  });

  test('has the language of the visitor, and refuses what is none', async () => {
    const { placed, token } = await reserve({ locale: 'es-MX' });
    expect(placed.body.locale).toBe('es-MX');
    expect((await look(token)).body.locale).toBe('es-MX');
    for (const locale of ['es_MX', '', 'x', 'spanish language', `en-${'x'.repeat(33)}`, null, 1]) {
      const order = { petId: await addPet(service, {}), adopter, locale };
      const answer = await service.call('POST', '/v1/store/orders', { body: order });
      expectError(answer, 400, 'invalid_body', '`locale` must be a locale like `en-GB` (BCP 47)');
    }
  });

  test('shows the visit, with an entry for the calendar, and what the staff say', async () => {
    const { placed, token } = await reserve();
    const said = { visitAt: '2099-01-05T10:00:00Z', messageToAdopter: 'Please bring a carrier.' };
    await moveOrder(service, placed.body.id, 'approve', { body: said });
    const { body } = await look(token);
    expect(body).toMatchObject({ status: 'approved', ...said, visitAt: '2099-01-05T10:00:00.000Z' });
    const lines = body.calendar.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'DTSTART:20990105T100000Z',
        'SUMMARY:Visit Rex at Riverside',
        String.raw`LOCATION:12 Mill Lane\, 62701 Springfield\, US`,
        'DESCRIPTION:Riverside: 555 0100',
        'END:VCALENDAR',
      ]),
    );
    await moveOrder(service, placed.body.id, 'deliver');
    const { body: delivered } = await look(token);
    expect(delivered).toMatchObject({ status: 'delivered', visitAt: '2099-01-05T10:00:00.000Z' });
    expect(Object.keys(delivered)).not.toEqual(expect.arrayContaining(['calendar', 'messageToAdopter']));
  });

  test('says nothing of an animal that another organization has by now', async () => {
    const { placed, token, petId } = await reserve();
    expect((await cancel(token)).status).toBe(200);
    const { body: other } = await service.call('POST', '/v1/organizations', { body: { name: 'Hill' } });
    const given = { organizationId: other.id, name: 'Secret' };
    expect((await service.call('PATCH', `/v1/pets/${petId}`, { body: given })).status).toBe(200);
    const { body, text } = await look(token);
    expect(body).not.toHaveProperty('pet');
    expect(text).not.toContain('Secret');
    expect(placed.body.petId).toBe(petId);
  });

  test('cancels once, as the visitor; the animal is available again', async () => {
    const { placed, token, petId } = await reserve();
    const [first, second] = await Promise.all([cancel(token), cancel(token)]);
    for (const { status, body } of [first, second]) expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(await petStatus(service, petId)).toBe('available');
    const { body: events } = await service.call('GET', '/v1/events?types=order.cancelled&limit=100');
    const told = events.filter(({ data }: { data: { id: number } }) => data.id === placed.body.id);
    expect(told).toMatchObject([{ actor: { type: 'visitor' } }]);

    const { placed: other, token: delivered } = await reserve();
    for (const move of ['approve', 'deliver']) await moveOrder(service, other.body.id, move);
    expectError(await cancel(delivered), 409, 'order_closed', '`delivered`');
    const { token: late } = await reserve();
    clock.advance(2 * dayMs);
    expectError(await cancel(late), 409, 'order_closed', '`expired`');
    expect((await look(late)).body.status).toBe('expired');
  });

  test('ends 30 days after the order; ended, unknown and malformed ones look the same', async () => {
    const { token } = await reserve();
    const { token: open, placed } = await reserve();
    await moveOrder(service, placed.body.id, 'approve');
    const { body } = await cancel(token);
    expect(Date.parse(body.endsAt)).toBe(clock.now() + 30 * dayMs);
    clock.advance(30 * dayMs - 1);
    expect((await look(token)).status).toBe(200);
    clock.advance(1);
    for (const wrong of [token, `${open}x`, open.slice(0, -1), `prs_${'A'.repeat(43)}`, service.operatorKey]) {
      expectGone(await look(wrong));
      expectGone(await cancel(wrong));
    }
    expectError(await service.call('GET', '/v1/reservation', { key: null }), 401, 'missing_api_key');
    const basic = { key: null, headers: { authorization: 'Basic eDp5' } };
    expectError(await service.call('GET', '/v1/reservation', basic), 401, 'invalid_api_key');
    expect((await look(open)).body.status).toBe('approved');
  });

  test('a repeated request gets the same link, which is stored nowhere', async () => {
    const headers = { 'idempotency-key': 'one visitor' };
    const { placed, token, petId } = await reserve({}, headers);
    const again = await visitor.call('POST', '/v1/store/orders', {
      body: { petId, adopter, note: 'We have a garden.' },
      headers,
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(placed.text);
    const { database } = await service.beside();
    const kept = JSON.stringify([
      await database.read.selectFrom('orders').selectAll().execute(),
      await database.read.selectFrom('idempotency_keys').selectAll().execute(),
      await database.read.selectFrom('events').select('data').execute(),
    ]);
    expect(kept).toContain(adopter.email);
    expect(kept).not.toContain(token);
    expect(logged.join('')).toContain('/v1/reservation');
    expect(logged.join('')).not.toContain('prs_');
  });

  test('erasing the person ends it; an unlisted organization is not shown', async () => {
    const { token } = await reserve();
    const { token: other } = await reserve({ adopter: { name: 'Bob', email: 'bob@example.org' } });
    await service.call('POST', '/v1/admin/people/erase', { body: { email: adopter.email } });
    expectGone(await look(token));
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
    const { body } = await look(other);
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
    expect(body).toMatchObject({ status: 'placed' });
    expect(body).not.toHaveProperty('organization');
  });
});
