import { beforeAll, describe, expect, test } from 'vitest';
import { allEvents, follow } from '../../events/streams.ts';
import { invited, type Member, newMember, signedIn } from '../../organizations/members.ts';
import { ann, signUp } from '../../pages/page.ts';
import { moveOrder, placeOrder, withKey } from '../../support/adoption.ts';
import { expectError, idsOf, pagesOf } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS, sharedService, type TestService } from '../../support/service.ts';
import { addWebhook, deliveriesOf, openReceiver } from '../../webhooks/receiver.ts';

describe.each(BACKENDS)('members of an organization, on %s', (_, start) => {
  let other: TestService;

  const service = sharedService(start, { settings: { webhooksAllowPrivate: 'true' } });
  beforeAll(async () => {
    other = withKey(service, (await service.newAccount()).key);
  });

  async function newOrganization(listed = false): Promise<number> {
    return (await service.call('POST', '/v1/organizations', { body: { name: 'Riverside', listed } })).body.id;
  }
  const membersOf = (id: number | string, caller = service) => caller.call('GET', `/v1/organizations/${id}/members`);
  const setRole = (id: number, accountId: number | string, role: string, caller = service) =>
    caller.call('PATCH', `/v1/organizations/${id}/members/${accountId}`, { body: { role } });
  const remove = (id: number, accountId: number | string, caller = service) =>
    caller.call('DELETE', `/v1/organizations/${id}/members/${accountId}`);
  const membershipOf = async (member: Member) => (await member.call('GET', '/v1/account')).body.organization;
  async function addPet(member: TestService): Promise<number> {
    return (await member.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
  }

  test('members and operators list them, newest account first; others do not', async () => {
    const id = await newOrganization();
    const manager = await newMember(service, id, 'manager');
    const staff = await newMember(service, id, 'staff');
    const emailOf = async (member: Member) => (await member.call('GET', '/v1/account')).body.email;
    for (const caller of [service, manager, staff])
      expect((await membersOf(id, caller)).body).toEqual([
        { id: staff.accountId, email: await emailOf(staff), role: 'staff', suspended: false },
        { id: manager.accountId, email: await emailOf(manager), role: 'manager', suspended: false },
      ]);
    const pages = await pagesOf(service, `/v1/organizations/${id}/members?limit=1`);
    expect(pages.flatMap(idsOf)).toEqual([staff.accountId, manager.accountId]);
    expectError(await membersOf(id, other), 404, 'organization_not_found');
    expectError(await membersOf(1, staff), 403, 'forbidden', 'member');
    expectError(await membersOf(9_999), 404, 'organization_not_found');
    expectError(await membersOf('x'), 404, 'organization_not_found');
  });

  test('managers change roles, which applies at once; staff and other managers do not', async () => {
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    const staff = await newMember(service, id, 'staff');
    const foreign = await newMember(service, await newOrganization(), 'manager');
    for (const caller of [staff, foreign, other])
      expectError(await setRole(id, staff.accountId, 'manager', caller), 403, 'forbidden', 'manager');
    expect(await membershipOf(staff)).toEqual({ id, role: 'staff' });
    const after = (await allEvents(service)).at(-1)!.sequence;
    expect((await setRole(id, staff.accountId, 'manager', manager)).body).toMatchObject({ role: 'manager' });
    expect((await setRole(id, staff.accountId, 'manager', manager)).status).toBe(200);
    expect((await setRole(id, manager.accountId, 'staff', staff)).body).toMatchObject({ role: 'staff' });
    const events = await allEvents(manager, { key: manager.key, query: `?after=${after}` });
    expect(events).toMatchObject([
      { type: 'account.updated', data: { id: staff.accountId, organization: { id, role: 'manager' } } },
      { type: 'account.updated', data: { id: manager.accountId, organization: { id, role: 'staff' } } },
    ]);

    for (const accountId of [foreign.accountId, 0, 'x', 99_999])
      expectError(await setRole(id, accountId, 'staff', staff), 404, 'member_not_found', '`accountId`');
    expectError(await setRole(id, staff.accountId, 'owner', staff), 400, 'invalid_body', '`role` must be one of');
  });

  test('409 last_manager: only an operator takes the role from the last manager, or removes them', async () => {
    const id = await newOrganization();
    const manager = await newMember(service, id, 'manager');
    const second = await newMember(service, id, 'manager');
    const suspend = (suspended: boolean) =>
      service.call('PATCH', `/v1/admin/accounts/${second.accountId}`, { body: { suspended } });
    // A suspended manager cannot act.
    await suspend(true);
    expectError(await setRole(id, manager.accountId, 'staff', manager), 409, 'last_manager');
    expectError(await remove(id, manager.accountId, manager), 409, 'last_manager');
    await suspend(false);
    expect((await remove(id, second.accountId, second)).status).toBe(204);
    expectError(await remove(id, manager.accountId, manager), 409, 'last_manager', 'another');
    expect(await membershipOf(manager)).toEqual({ id, role: 'manager' });
    expect((await setRole(id, manager.accountId, 'staff')).body.role).toBe('staff');
    expect((await setRole(id, manager.accountId, 'manager')).body.role).toBe('manager');
    expect((await remove(id, manager.accountId)).status).toBe(204);
  });

  test('of two managers who leave at the same time one stays', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await newOrganization();
      const managers = [await newMember(service, id, 'manager'), await newMember(service, id, 'manager')];
      const answers = await Promise.all(managers.map((manager) => remove(id, manager.accountId, manager)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      expect((await membersOf(id)).body).toHaveLength(1);
    }
  });

  test('members leave, and managers remove them: the animals stay, and the rights end at once', async () => {
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    const [leaving, removed] = [await newMember(service, id, 'staff'), await newMember(service, id, 'staff')];
    for (const [member, by] of [
      [leaving, leaving],
      [removed, manager],
    ] as const) {
      const petId = await addPet(member);
      const orderId = await placeOrder(withKey(service, service.operatorKey), petId, {
        adopter: { name: 'Bo', email: 'bo@home.example' },
      });
      expectError(await remove(id, manager.accountId, member), 403, 'forbidden');
      expect((await remove(id, member.accountId, by)).status).toBe(204);
      expect(await membershipOf(member)).toBeUndefined();
      expectError(await member.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Max' } }), 403, 'forbidden');
      expect((await manager.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Max' } })).status).toBe(200);
      expectError(await member.call('POST', `/v1/store/orders/${orderId}/approve`), 404, 'order_not_found');
      expectError(
        await remove(id, member.accountId, by),
        by === member ? 403 : 404,
        by === member ? 'forbidden' : 'member_not_found',
      );
    }
  });

  test('what a member recorded at the desk, or brought, stays: it neither reads it any more, nor takes it away', async () => {
    const adopter = { name: 'Bo', email: 'bo@home.example' };
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    await signUp(service);
    const page = await signedIn(service, ann);
    const record = async () => {
      const pet = await page.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
      const answer = await page.call('POST', '/v1/store/orders', { body: { petId: pet.body.id, adopter } });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.id as number;
    };
    const before = await record();
    const token = await invited(manager, id, { role: 'staff' });
    const { body: joined } = await page.call('POST', '/session/join', { body: { token, bringAnimals: true } });
    const orders = [before, await record()];
    expect(idsOf(await page.call('GET', '/v1/store/orders'))).toEqual(orders.toReversed());

    const after = (await allEvents(service)).at(-1)!.sequence;
    const recorded = await record();
    orders.push(recorded);
    await remove(id, joined.account.id, manager);
    expect(idsOf(await page.call('GET', '/v1/store/orders'))).toEqual([]);
    for (const orderId of orders) {
      expectError(await page.call('GET', `/v1/store/orders/${orderId}`), 404, 'order_not_found');
      expectError(await page.call('POST', `/v1/store/orders/${orderId}/cancel`), 404, 'order_not_found');
    }
    const events = await page.call('GET', `/v1/events?after=${after}&types=order.placed`);
    expect(events.body).toEqual([]);

    const closed = await service.call('POST', `/v1/admin/accounts/${joined.account.id}/close`);
    expect(closed.status, closed.text).toBe(200);
    for (const orderId of orders)
      expect((await moveOrder(manager, orderId, 'approve')).body).toMatchObject({ adopter });
  });

  test('events of joining and leaving go to the account and to the organization, and name nobody', async () => {
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    const after = (await allEvents(service, { key: manager.key })).at(-1)!.sequence;
    const staff = await newMember(service, id, 'staff');
    await remove(id, staff.accountId, manager);
    const query = `?after=${after}&types=account.joined,account.left`;
    const events = await allEvents(service, { key: manager.key, query });
    expect(events).toMatchObject([
      { type: 'account.joined', actor: { type: 'command_line' }, data: { organization: { id, role: 'staff' } } },
      { type: 'account.left', actor: { type: 'account', accountId: manager.accountId }, data: { id: staff.accountId } },
    ]);
    for (const { data } of events) expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['email', 'name']));
    expect(await allEvents(service, { key: staff.key, query })).toEqual(events);
    const { key } = await service.newAccount();
    expect(await allEvents(service, { key, query })).toEqual([]);
  });

  test('the streams of an account end when it leaves', async () => {
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    const staff = await newMember(service, id, 'staff');
    const stream = await follow(service, { key: staff.key });
    await remove(id, staff.accountId, manager);
    expect(await stream.ended).toBe('ended');
  });

  test('webhooks of an account that leaves lose what they have of orders, applications and messages', async () => {
    const id = await newOrganization(true);
    const manager = await newMember(service, id, 'manager');
    const staff = await newMember(service, id, 'staff');
    const receiver = await openReceiver();
    const webhook = await addWebhook(
      service,
      { url: receiver.url, events: ['pet.created', 'order.placed', 'application.submitted'] },
      staff.key,
    );
    const petId = await addPet(staff);
    const deliveries = () => deliveriesOf(service, webhook, staff.key);
    // It fails after it has answered: a webhook that never answered tries one event at a time.
    await eventually(async () => (await deliveries())[0]?.status === 'succeeded');
    receiver.answer = 500;
    const adopter = { name: 'Bo', email: 'bo@home.example' };
    const pet = { name: 'Max', categoryId: 1, profile: { adoption: 'apply' } };
    const { id: wantedId } = (await manager.call('POST', '/v1/pets', { body: pet })).body;
    await manager.call('POST', '/v1/applications', { body: { petId: wantedId, adopter } });
    await placeOrder(withKey(service, manager.key), petId, { adopter });
    const kinds = async () => (await deliveries()).map(({ type }: { type: string }) => type);
    await eventually(async () =>
      new Set(await kinds()).isSupersetOf(new Set(['application.submitted', 'order.placed'])),
    );
    await remove(id, staff.accountId, manager);
    const kept = await kinds();
    expect(kept).toContain('pet.created');
    expect(kept.filter((kind: string) => /^(?:order|application|message)\./.test(kind))).toEqual([]);
  });
});
