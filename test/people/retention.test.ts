import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { openRetention } from '../../src/people/retention.ts';
import { eventDays } from '../../src/vocabulary/retention.ts';
import { allEvents } from '../events/streams.ts';
import { getOrder, holdMs, moveOrder, placeOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, testClock, sharedService } from '../support/service.ts';

const dayMs = 86_400_000;
const days = 100;

describe.each(BACKENDS)('RETENTION_DAYS, on %s', (_, start) => {
  const clock = testClock();
  let opened: Awaited<ReturnType<typeof buildEnvironment>>;
  const never = new AbortController().signal;
  const erase = () => openRetention({ ...opened, days })(never);
  const notices = async (after = 0) => {
    await opened.database.events.assignNumbers();
    const query = opened.database.read.selectFrom('events').select(['data', 'actor']).orderBy('sequence');
    const rows = await query.where('kind', '=', 'person.erased').where('sequence', '>', after).execute();
    return rows.map(({ data, actor }) => ({ ...JSON.parse(data), actor: JSON.parse(actor!) }));
  };

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    opened = await service.beside();
  });
  afterAll(async () => {
    await opened.database.close();
  });

  const order = { adopter: { name: 'Ann Lee', email: 'ann@x.example' }, note: 'Saturday' };
  const place = async () => placeOrder(service, await addPet(service, {}), order);
  const inbox = async () => (await service.call('GET', '/v1/admin/inbox')).body;

  test('takes adopter and note from orders so long after they closed, and the text from messages', async () => {
    const ids = { open: await place(), cancelled: await place(), returned: await place(), expired: await place() };
    for (const id of [ids.open, ids.cancelled])
      await service.call('POST', `/v1/store/orders/${id}/notes`, { body: { note: 'A garden.' } });
    await moveOrder(service, ids.open, 'approve');
    await moveOrder(service, ids.cancelled, 'cancel');
    for (const move of ['approve', 'deliver', 'return']) await moveOrder(service, ids.returned, move);
    await service.call('POST', '/v1/messages', { body: { message: 'I am Ann Lee.', from: order.adopter } });
    const [{ id: messageId }] = await eventually(async () => (await inbox()).length === 1 && inbox());
    await service.call('POST', `/v1/inbox/${messageId}/answers`, { body: { message: 'Dear Ann' } });
    clock.advance(holdMs);
    await eventually(async () => (await allEvents(service, { query: '?types=order.expired' })).length === 1);
    const tag = (await getOrder(service, ids.cancelled)).headers.get('etag');

    clock.advance(days * dayMs - holdMs - 1);
    await erase();
    expect(await notices()).toEqual([]);
    clock.advance(1);
    await erase();
    for (const id of [ids.cancelled, ids.returned]) {
      const { body, headers } = await getOrder(service, id);
      expect(body).not.toHaveProperty('adopter');
      expect(body).not.toHaveProperty('note');
      expect(headers.get('etag')).not.toBe(tag);
    }
    // It expired two days later.
    for (const id of [ids.open, ids.expired]) expect((await getOrder(service, id)).body).toMatchObject(order);
    const { body: thread } = await service.call('GET', `/v1/inbox/${messageId}`);
    expect(thread).toMatchObject({ message: '[erased]', answers: [{ message: '[erased]' }] });
    expect(thread).not.toHaveProperty('from');
    const notesOn = async (id: number) => (await service.call('GET', `/v1/store/orders/${id}/notes`)).body;
    expect([await notesOn(ids.cancelled), await notesOn(ids.open)]).toMatchObject([[], [{ note: 'A garden.' }]]);
    clock.advance(holdMs);
    await erase();
    expect((await getOrder(service, ids.expired)).body).not.toHaveProperty('adopter');
    expect((await getOrder(service, ids.open)).body).toMatchObject(order);

    const nothing = { reason: 'retention', accounts: 0, applications: 0, events: 0, deliveries: 0, answers: 0 };
    const actor = { type: 'service' };
    expect(await notices()).toEqual([
      { ...nothing, orders: 2, messages: 1, others: 1, actor },
      { ...nothing, orders: 1, messages: 0, others: 0, actor },
    ]);
    await erase();
    expect(await notices()).toHaveLength(2);
  });

  test('takes the applicant from an application so long after it ended, with the approval', async () => {
    const petId = await addPet(service, { profile: { adoption: 'apply' } });
    const apply = async (email: string) => {
      const body = { petId, adopter: { name: 'Ben', email }, note: 'Sunday' };
      return (await service.call('POST', '/v1/applications', { body })).body.id as number;
    };
    const [ended, open] = [await apply('ben@x.example'), await apply('eve@x.example')];
    const kept = { staffNote: 'Kind.', approved: true };
    for (const id of [ended, open]) await service.call('PATCH', `/v1/applications/${id}`, { body: kept });
    await service.call('POST', `/v1/applications/${ended}/decline`);
    const get = async (id: number) => (await service.call('GET', `/v1/applications/${id}`)).body;
    clock.advance(days * dayMs - 1);
    await erase();
    expect(await get(ended)).toMatchObject({ adopter: { name: 'Ben' }, note: 'Sunday', staffNote: 'Kind.' });
    clock.advance(1);
    await erase();
    expect(await get(ended)).toEqual({
      id: ended,
      petId,
      status: 'declined',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await get(open)).toMatchObject({ adopter: { name: 'Ben' }, staffNote: 'Kind.' });
    expect((await notices()).at(-1)).toMatchObject({ reason: 'retention', orders: 0, applications: 1 });
  });

  test('erases a bounded number of rows in a transaction, with an event for each', async () => {
    const { last: before } = await opened.database.read
      .selectFrom('events')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .executeTakeFirstOrThrow();
    const old = {
      pet_account_id: 1,
      account_id: 1,
      status: 'delivered',
      adopter_name: 'Ann',
      adopter_email: 'ann@x.example',
      expires_at: 1,
      created_at: 1,
      updated_at: 1,
      version: 1,
    };
    await opened.database.transaction((tx) =>
      tx
        .insertInto('orders')
        .values(Array.from({ length: 450 }, (_value, i) => ({ ...old, pet_id: 1_000 + i })))
        .execute(),
    );
    await erase();
    // The service deletes old ones at any time.
    expect((await notices(before)).map(({ orders }) => orders)).toEqual([200, 200, 50]);
  });

  test('is applied by the service', async () => {
    const id = await place();
    await moveOrder(service, id, 'cancel');
    clock.advance(2 * dayMs);
    const another = await start({
      now: clock.now,
      dataDir: service.dataDir,
      serves: false,
      settings: { retentionDays: 1 },
    });
    const { body } = await eventually(async () => {
      const answer = await getOrder(service, id);
      return answer.body.adopter === undefined && answer;
    });
    expect(body).toMatchObject({ status: 'cancelled' });
    await another.stop();
  });
});

test.each([
  [0, 30],
  [1, 1],
  [29, 29],
  [30, 30],
  [365, 30],
])('RETENTION_DAYS=%d keeps events for %d days', (retentionDays, kept) => {
  expect(eventDays(retentionDays)).toBe(kept);
});
