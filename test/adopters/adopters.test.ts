import { beforeAll, describe, expect, test } from 'vitest';
import { visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { moveOrder, newCaller, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

const ann = { name: 'Ann Lee', email: 'Ann.Lee@mail.example' };

/** What staff learn of a person, and of whom they learn nothing. */
describe.each(BACKENDS)('an adopter for staff, on %s', (_, start) => {
  const clock = testClock();
  let staff: TestService;
  /** Of an organization that was not listed when it received an order. */
  let hidden: TestService;
  let website: TestService;
  const orders: number[] = [];

  const service = sharedService(start, { now: clock.now });
  const write = async (body: object): Promise<void> => {
    const { body: sent } = await website.call('POST', '/v1/messages', { body });
    await eventually(async () => (await service.call('GET', `/v1/inbox/${sent.id}`)).status === 200);
  };
  beforeAll(async () => {
    const { body } = await service.call('POST', '/v1/organizations', { body: { name: 'Hilltop Rescue' } });
    staff = await newMember(service, 1, 'staff');
    hidden = await newMember(service, body.id, 'staff');
    website = await newCaller(service);
    for (const adopter of [
      ann,
      { ...ann, name: 'Ann M. Lee', phone: '+49 69 0100' },
      { ...ann, email: 'ANN.LEE@mail.example' },
    ]) {
      orders.push(await placeOrder(website, await addPet(service, {}), { adopter }));
      clock.advance(60_000);
    }
    await placeOrder(website, await addPet(service, {}), { adopter: { name: 'Ben', email: 'ben@mail.example' } });
    const goat = await hidden.call('POST', '/v1/pets', { body: { name: 'Goat', categoryId: 1 } });
    await placeOrder(website, goat.body.id, { adopter: ann });
    await write({ message: 'Is Rex good with cats?', petId: await addPet(service, {}), from: ann });
    await write({ message: 'Is anybody there?', from: ann });
    await write({
      message: 'I am Ben.',
      petId: await addPet(service, {}),
      from: { name: 'Ben', email: 'ben@mail.example' },
    });
  });

  const known = async (caller: TestService, query: string) => {
    const { status, body, text } = await caller.call('GET', `/v1/store/adopter?${query}`);
    expect(status, text).toBe(200);
    return body;
  };

  test('members see the orders and messages of a person that concern their organization, newest first', async () => {
    const found = await known(staff, 'email=ann.LEE@mail.example');
    expect(found).toMatchObject({ name: 'Ann Lee', phone: '+49 69 0100', orderCount: 3, messageCount: 1, alerts: [] });
    expect(found.orders.map(({ id }: { id: number }) => id)).toEqual(orders.toReversed());
    expect(found.messages.map(({ message }: { message: string }) => message)).toEqual(['Is Rex good with cats?']);
  });

  test('an order is as its own operation shows it, also after its hold', async () => {
    await moveOrder(service, orders[0]!, 'approve');
    clock.advance(60 * 24 * 3_600_000);
    const found = await known(staff, 'email=ann.lee@mail.example');
    const shown = await Promise.all(orders.map((id) => staff.call('GET', `/v1/store/orders/${id}`)));
    expect(found.orders).toEqual(shown.map(({ body }) => body).toReversed());
    expect(found.orders.map(({ status }: { status: string }) => status)).toEqual(['expired', 'expired', 'approved']);
  });

  test('nobody learns of orders whose adopter they may not read, nor of people who turned to others', async () => {
    const none = { orders: [], orderCount: 0, messages: [], messageCount: 0, alerts: [] };
    const nothing = { ...none, applications: [], applicationCount: 0 };
    expect(await known(hidden, 'email=ann.lee@mail.example')).toEqual({ email: 'ann.lee@mail.example', ...nothing });
    expect(await known(staff, 'email=nobody@mail.example')).toEqual({ email: 'nobody@mail.example', ...nothing });
    expect(await known(staff, 'email=nn.lee@mail.example')).toMatchObject(nothing);
  });

  test('an operator sees all of a person, or what concerns one organization', async () => {
    expect(await known(service, 'email=ann.lee@mail.example')).toMatchObject({ orderCount: 4, messageCount: 2 });
    const one = await known(service, 'email=ann.lee@mail.example&organizationId=1');
    expect(one).toMatchObject({ orderCount: 3, messageCount: 1 });
  });

  test('members see the applications of a person that concern their organization, as staff see each', async () => {
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
    const body = { petId: await addPet(service, {}), adopter: { name: 'Cy', email: 'cy@mail.example', phone: '0100' } };
    const { body: sent } = await website.call('POST', '/v1/applications', { body });
    await staff.call('PATCH', `/v1/applications/${sent.id}`, { body: { staffNote: 'Kind.', approved: true } });
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'reserve' } });
    const { body: application } = await staff.call('GET', `/v1/applications/${sent.id}`);
    expect(application).toMatchObject({ staffNote: 'Kind.', approvedUntil: expect.any(String) });
    expect(await known(staff, 'email=CY@mail.example')).toMatchObject({
      name: 'Cy',
      phone: '0100',
      orderCount: 0,
      applications: [application],
      applicationCount: 1,
    });
    expect(await known(hidden, 'email=cy@mail.example')).toMatchObject({ applications: [], applicationCount: 0 });
  });

  test('of many orders the newest are returned, and all are counted', async () => {
    const many = { name: 'May Many', email: 'may@mail.example' };
    const placed: number[] = [];
    for (let i = 0; i < 23; i += 1) placed.push(await placeOrder(staff, await addPet(service, {}), { adopter: many }));
    const found = await known(staff, 'email=may@mail.example');
    expect(found.orders.map(({ id }: { id: number }) => id)).toEqual(placed.toReversed().slice(0, 20));
    expect(found.orderCount).toBe(23);
  });

  test('403 for other organizations, accounts and visitors, and without a scope; 400 without an address', async () => {
    const at = (caller: TestService, query: string) => caller.call('GET', `/v1/store/adopter?${query}`);
    const query = 'email=ann.lee@mail.example';
    expectError(await at(staff, `${query}&organizationId=2`), 403, 'forbidden', 'must be your organization');
    expectError(await at(website, query), 403, 'forbidden', 'members of an organization');
    expectError(await at(await visitorsOf(service), query), 403, 'forbidden');
    const { body } = await staff.call('POST', '/v1/account/keys', { body: { scopes: ['orders:read'] } });
    const narrow = await staff.call('GET', `/v1/store/adopter?${query}`, { key: body.key });
    expectError(narrow, 403, 'insufficient_scope', '`messages:read`');
    expectError(await at(staff, 'email=ann'), 400, 'invalid_parameter', '`email`');
  });
});
