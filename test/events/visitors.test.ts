import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { withKey } from '../support/adoption.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';
import { allEvents, follow, type TestStream } from './streams.ts';

const typesOf = ({ events }: TestStream) => events.map(({ type }) => type);
const namesOf = ({ events }: TestStream) =>
  events.filter(({ type }) => type.startsWith('pet.')).map(({ data }) => data.name);
const hasName = (name: string) => (stream: TestStream) => namesOf(stream).includes(name);

describe.each(BACKENDS)('the stream of a visitor, on %s', (_, start) => {
  let service: TestService;
  /** Another process on the same database. */
  let beside: TestService;
  let visitorKey: string;
  let shelter: TestService;
  let stranger: TestService;
  let organization: number;
  const open: TestStream[] = [];
  const clock = testClock();

  beforeAll(async () => {
    service = await start({ now: clock.now });
    beside = await start({ dataDir: service.dataDir, serves: false, now: clock.now });
    const shown = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] };
    visitorKey = (await service.call('POST', '/v1/account/keys', { body: shown })).body.key;
    const body = { name: 'Riverside', listed: true };
    organization = (await service.call('POST', '/v1/organizations', { body })).body.id;
    shelter = await newMember(service, organization, 'staff');
    stranger = withKey(service, (await service.newAccount()).key);
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(async () => {
    await beside.stop();
    await service.close();
  });

  async function followed(at: TestService, key: string, query = ''): Promise<TestStream> {
    const stream = await follow(at, { key, query });
    open.push(stream);
    return stream;
  }
  async function addPet(caller: TestService, name: string): Promise<number> {
    const answer = await caller.call('POST', '/v1/pets', { body: { name, categoryId: 1 } });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }
  async function change(caller: TestService, path: string, body: object): Promise<void> {
    const answer = await caller.call('PATCH', path, { body });
    expect(answer.status, answer.text).toBe(200);
  }

  test('sends what the feed has for visitors, and an account receives all', async () => {
    const stream = await followed(service, visitorKey);
    const account = await followed(service, service.operatorKey);
    await addPet(stranger, 'Stray');
    const rex = await addPet(shelter, 'Rex');
    await change(shelter, `/v1/pets/${rex}`, { status: 'pending' });
    await shelter.call('DELETE', `/v1/pets/${rex}`);
    await stream.until(({ events }) => events.length === 3, 'the events of Rex');
    expect(typesOf(stream)).toEqual(['pet.created', 'pet.status_changed', 'pet.deleted']);
    expect(stream.texts.join()).not.toContain('"actor"');
    const query = `?after=${stream.events[0]!.sequence - 1}&limit=100`;
    expect(await allEvents(service, { key: visitorKey, query })).toEqual(stream.events);
    await account.until(({ events }) => events.length === 4, 'all events');
    expect(namesOf(account)).toEqual(['Stray', 'Rex', 'Rex', 'Rex']);
  });

  test('sends nothing of an organization from its unlisting on, in another process too, nor afterwards', async () => {
    const streams = [await followed(service, visitorKey), await followed(beside, visitorKey)];
    const after = (await allEvents(service, { key: visitorKey })).at(-1)!.sequence;
    const tom = await addPet(shelter, 'Tom');
    for (const stream of streams) await stream.until(hasName('Tom'), 'Tom');
    await change(service, `/v1/organizations/${organization}`, { listed: false });
    await change(shelter, `/v1/pets/${tom}`, { name: 'Tommy' });
    // The organization of the operator stays listed: what comes after this event has been passed over.
    await addPet(service, 'Max');
    for (const stream of streams) {
      await stream.until(hasName('Max'), 'Max');
      expect(namesOf(stream)).toEqual(['Tom', 'Max']);
      const unlisted = stream.events.find(({ type }) => type === 'organization.unlisted');
      expect(unlisted?.data).toEqual({ id: organization });
    }
    const hidden = await followed(beside, visitorKey, `?after=${after}`);
    await hidden.until(hasName('Max'), 'Max');
    expect(namesOf(hidden)).toEqual(['Max']);

    clock.advance(1);
    await change(service, `/v1/organizations/${organization}`, { listed: true });
    for (const stream of streams) {
      await stream.until(({ events }) => events.at(-1)?.type === 'organization.listed', 'the listing');
      expect(stream.events.at(-1)?.data).toEqual({ id: organization, name: 'Riverside' });
    }
    const resumed = await followed(beside, visitorKey, `?after=${after}`);
    await resumed.until(({ events }) => events.at(-1)?.type === 'organization.listed', 'what was missed');
    expect(namesOf(resumed)).toEqual(['Max']);
  });

  test('tells that an account is suspended or resumed to whom that hides or shows animals, and nobody else', async () => {
    const streams = [await followed(service, visitorKey), await followed(beside, visitorKey)];
    const staff = await newMember(service, organization, 'staff');
    await addPet(staff, 'Bella');
    for (const stream of streams) await stream.until(hasName('Bella'), 'Bella');
    const without = await service.newAccount();
    for (const [accountId, suspended] of [
      [without.accountId, true],
      [staff.accountId, true],
      [staff.accountId, false],
    ] as const)
      await change(service, `/v1/admin/accounts/${accountId}`, { suspended });
    await addPet(service, 'Max');
    for (const stream of streams) {
      await stream.until(hasName('Max'), 'Max');
      const told = stream.events.filter(({ type }) => type.startsWith('organization.'));
      expect(told.map(({ type, data }) => [type, data])).toEqual(
        Array.from({ length: 2 }, () => ['organization.animals_changed', { id: organization, name: 'Riverside' }]),
      );
    }
  });

  test('sends nothing of what happened before an organization is listed, or while it is suspended', async () => {
    const { id } = (await service.call('POST', '/v1/organizations', { body: { name: 'Hillside' } })).body;
    const hillside = await newMember(service, id, 'staff');
    const after = (await allEvents(service, { key: visitorKey })).at(-1)!.sequence;
    const standing = (body: object) => change(service, `/v1/organizations/${id}`, body);
    clock.advance(1);
    const { body: kind } = await hillside.call('POST', '/v1/categories', { body: { name: 'Secret litter' } });
    const dropped = await addPet(hillside, 'Dropped');
    await hillside.call('DELETE', `/v1/pets/${dropped}`);
    const pet = (await hillside.call('POST', '/v1/pets', { body: { name: 'Draft', categoryId: kind.id } })).body.id;
    clock.advance(1);
    await standing({ listed: true });
    await change(hillside, `/v1/pets/${pet}`, { name: 'Nell' });
    clock.advance(1);
    await standing({ suspended: true });
    await change(service, `/v1/pets/${pet}`, { name: 'Corrected' });
    clock.advance(1);
    await standing({ suspended: false });
    await change(hillside, `/v1/pets/${pet}`, { name: 'Nellie' });
    const seen = await allEvents(service, { key: visitorKey, query: `?after=${after}&limit=100` });
    expect(seen.map(({ type, data }) => [type, data.name])).toEqual([
      ['organization.unlisted', undefined],
      ['organization.listed', 'Hillside'],
      ['pet.updated', 'Nellie'],
    ]);
  });

  test('sends nothing of a suspended account', async () => {
    const member = await newMember(service, organization, 'staff');
    const { id } = (await member.call('GET', '/v1/account')).body;
    const stream = await followed(service, visitorKey);
    const pet = await addPet(member, 'Bella');
    await stream.until(hasName('Bella'), 'Bella');
    await change(service, `/v1/admin/accounts/${id}`, { suspended: true });
    await change(shelter, `/v1/pets/${pet}`, { name: 'Belle' });
    await addPet(shelter, 'Felix');
    await stream.until(hasName('Felix'), 'Felix');
    expect(namesOf(stream)).toEqual(['Bella', 'Felix']);
  });

  test('the stream of an account ends when the account joins an organization, and resumes with its events', async () => {
    const { key, accountId } = await service.newAccount();
    const stream = await followed(service, key);
    const { database } = await service.beside();
    const membership = { organization_id: organization, organization_role: 'staff' };
    await database.transaction((tx) =>
      tx.updateTable('accounts').set(membership).where('id', '=', accountId).execute(),
    );
    expect(await stream.ended).toBe('ended');
    const again = await followed(service, key);
    const pet = await addPet(shelter, 'Luna');
    const order = await service.call('POST', '/v1/store/orders', { body: { petId: pet } });
    expect(order.status, order.text).toBe(201);
    await again.until((all) => typesOf(all).includes('order.placed'), 'the order for an animal of the organization');
  });
});
