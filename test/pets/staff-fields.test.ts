import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewPetProfile } from '../../src/pets/profile/schema.ts';
import { staffMembers } from '../../src/pets/profile/staff-schema.ts';
import { kindsAbout } from '../../src/vocabulary/event-kinds.ts';
import { newMember } from '../organizations/members.ts';
import { signUp } from '../pages/page.ts';
import { placeOrder, withKey } from '../support/adoption.ts';
import { describedOperations } from '../support/description.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite, type TestService, runningClock } from '../support/service.ts';
import { addWebhook, openReceiver, type Receiver } from '../webhooks/receiver.ts';

/** A text that stands in each member for staff, and nowhere else. */
const MARK = 'Qx7marker';
/** Days that nobody else may see; that of the intake everybody sees. */
const DAYS = ['1987-01-01', '1987-01-02', '1987-01-03', '1987-01-04', '1987-01-05', '1987-01-06', '1987-01-07'];
const staff = {
  microchip: { number: `${MARK} 1`, implantedAt: '1987-01-01', issuer: `${MARK} 2` },
  alteredDate: '1987-01-02',
  intake: { date: '2026-10-03', type: 'euthanasia_request', reason: `${MARK} 3` },
  outcome: { date: '1987-01-03', type: 'stolen', subtype: `${MARK} 4` },
  hold: { until: '1987-01-04', reason: `${MARK} 5` },
  vaccinations: [{ name: `${MARK} 6`, date: '1987-01-05', note: `${MARK} 7` }],
  treatments: [{ name: `${MARK} 8`, date: '1987-01-06', note: `${MARK} 9` }],
  conditions: [{ name: `${MARK} 10`, since: '1987-01-07', note: `${MARK} 11` }],
  behaviorNotes: `${MARK} 12`,
  biteHistory: `${MARK} 13`,
  notes: `${MARK} 14`,
} satisfies NewPetProfile['staff'];
const SECRETS = new RegExp([MARK, ...DAYS, ':"euthanasia_request"', ':"stolen"', 'daysInCare', '"staff":'].join('|'));

/** What only staff and operators may know of an animal is in nothing that others can get. */
let service: TestService;
let owner: TestService;
/** Everybody who may not see them. */
const others: Record<string, TestService> = {};
let receiver: Receiver;
const ids: Record<string, number | string> = {};
const described = async () => describedOperations((await service.call('GET', '/v1/openapi.json')).body);

beforeAll(async () => {
  service = await startOnSqlite({ now: runningClock(), settings: { webhooksAllowPrivate: 'true' } });
  const organization = await service.call('POST', '/v1/organizations', { body: { name: 'Hill', listed: true } });
  const other = await service.call('POST', '/v1/organizations', { body: { name: 'Dale', listed: true } });
  ids['organizationId'] = organization.body.id;
  owner = await newMember(service, organization.body.id, 'manager');
  const another = await newMember(service, other.body.id, 'manager');
  others['the manager of another organization'] = another;
  const stranger = await signUp(service);
  await service.call('PATCH', `/v1/admin/accounts/${stranger.accountId}`, { body: { plan: 'enterprise' } });
  const caller = (others['a stranger'] = withKey(service, stranger.key));
  const publishable = await service.call('POST', '/v1/account/keys', {
    body: {
      kind: 'publishable',
      origins: ['https://shelter.example'],
      scopes: ['pets:read', 'orders:write', 'messages:write'],
    },
  });
  others['a visitor'] = withKey(service, publishable.body.key);
  const own = await owner.call('POST', '/v1/account/keys', {
    body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] },
  });
  others["a visitor of the organization's page"] = withKey(service, own.body.key);
  receiver = await openReceiver();
  const events = kindsAbout('pet');
  await addWebhook(service, { url: receiver.url, events }, another.key);

  const profile = { species: 'Dog', staff };
  const { body: pet } = await owner.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1, profile } });
  const { body: gone } = await owner.call('POST', '/v1/pets', { body: { name: 'Tom', categoryId: 1, profile } });
  ids['petId'] = pet.id;
  await owner.call('PUT', `/v1/pets/${pet.id}/profile`, { body: { ...profile, sex: 'male' } });
  await owner.call('PATCH', `/v1/pets/${pet.id}`, { body: { name: 'Max', profile: { size: 'large', staff } } });
  // Only what is for staff changes, and is removed.
  await owner.call('PATCH', `/v1/pets/${pet.id}/profile`, { body: { staff: { notes: `${MARK} old` } } });
  await owner.call('PATCH', `/v1/pets/${pet.id}`, { body: { profile: { staff } } });
  await owner.call('DELETE', `/v1/pets/${gone.id}`);
  ids['orderId'] = await placeOrder(caller, pet.id, {
    adopter: { name: 'Ann', email: 'ann@home.example' },
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('the scene has a value in each of them', async () => {
  expect(Object.keys(staff).toSorted()).toEqual(Object.keys(staffMembers).toSorted());
  const { text } = await owner.call('GET', `/v1/pets/${ids['petId']}/profile`);
  for (let i = 1; i <= 14; i += 1) expect(text).toContain(`${MARK} ${i}"`);
  for (const day of DAYS) expect(text).toContain(day);
  expect((await service.call('GET', `/v1/pets/${ids['petId']}?expand=profile`)).body.profile.staff.notes).toBe(
    staff.notes,
  );
});

test('no operation shows them to others', async () => {
  const reads = (await described()).filter(({ method }) => method === 'get');
  const shown = new Set<string>();
  for (const [name, caller] of Object.entries(others)) {
    for (const { path } of reads) {
      const target = path.replaceAll(/\{(\w+)\}/g, (_whole, id: string) => String(ids[id] ?? 1));
      for (const query of target.startsWith('/pets') ? ['?expand=profile,owner', ''] : ['?limit=100', '']) {
        const answer = await caller.call('GET', `/v1${target}${query}`);
        expect.soft(SECRETS.exec(withoutSchemas(path, answer.text))?.[0], `${name}: ${target}${query}`).toBeUndefined();
        if (answer.text.includes('"waitingSince":"2026-10-03"')) shown.add(`${name}: ${path}`);
      }
    }
  }
  // The walk has come by what everybody may see of the same profile.
  const places = ['/pets', '/pets/{petId}', '/pets/{petId}/profile'];
  expect([...shown]).toEqual(
    expect.arrayContaining(Object.keys(others).flatMap((name) => places.map((path) => `${name}: ${path}`))),
  );
});

test('no operation of others that changes something shows them', async () => {
  const caller = others['a stranger']!;
  const body = { name: 'Eva', categoryId: 1, profile: { bondedWith: [ids['petId']] } };
  const added = await caller.call('POST', '/v1/pets?expand=profile,owner', { body });
  const own = added.body.id;
  for (const answer of [
    added,
    await caller.call('PATCH', `/v1/pets/${ids['petId']}?expand=profile`, { body: { name: 'Mine' } }),
    await caller.call('PUT', `/v1/pets/${ids['petId']}/profile`, { body: {} }),
    await caller.call('PATCH', `/v1/pets/${own}/profile`, { body: { sex: 'female' } }),
  ])
    expect(answer.text.replaceAll(/"staff":\{"daysInCare":\d+\}/g, '')).not.toMatch(SECRETS);
});

test('no event, webhook or audit list has them, not even for their own organization', async () => {
  const lists = [
    await owner.call('GET', '/v1/events?after=0&limit=100'),
    await owner.call('GET', '/v1/audit?limit=100'),
    await service.call('GET', '/v1/events?after=0&limit=100'),
    await service.call('GET', '/v1/audit?limit=100'),
    await owner.call('GET', `/v1/audit?limit=100&petId=${ids['petId']}`),
  ];
  for (const { status, text } of lists) {
    expect(status).toBe(200);
    expect(text).toContain('"name":"Max"');
    expect(text).not.toMatch(SECRETS);
  }
});

test('that they change is in the audit list, for their own people, with their names alone', async () => {
  const types = '&types=pet_record.updated';
  const query = `?limit=100${types}`;
  const told = (await owner.call('GET', `/v1/audit${query}`)).body;
  const changed = ['profile.staff.notes'];
  const data = { id: ids['petId'], name: 'Max', categoryId: 1, status: 'available', changed };
  expect(told.map((event: { data: object }) => event.data)).toEqual([data, data]);
  expect((await service.call('GET', `/v1/audit${query}&petId=${ids['petId']}`)).body).toEqual(told);

  for (const [name, caller] of Object.entries({ ...others, 'the owner': owner, 'an operator': service })) {
    const feed = await caller.call('GET', `/v1/events?after=0&limit=100`);
    expect(feed.status, name).toBe(200);
    expect(feed.text, name).not.toContain('pet_record');
    expect(feed.text, name).not.toContain('profile.staff');
    expect((await caller.call('GET', `/v1/events?after=0${types}`)).body, name).toEqual([]);
  }
  const manager = others['the manager of another organization']!;
  expect((await manager.call('GET', `/v1/audit${query}`)).body).toEqual([]);
  const webhook = { url: receiver.url, events: ['pet_record.updated'] };
  expect((await owner.call('POST', '/v1/webhooks', { body: webhook })).status).toBe(400);
});

test('no page has them', async () => {
  for (const path of ['/', `/pets/${ids['petId']}`, `/embed`, '/docs', '/page-settings', '/feed.xml', '/feed.json'])
    expect((await service.call('GET', path, { key: null })).text).not.toMatch(new RegExp(`${MARK}|1987-01-0`));
});

test('a webhook of others receives the events without them', async () => {
  await eventually(async () => receiver.received.some(({ body }) => body.includes('"pet.updated"')));
  for (const { body } of receiver.received) expect(body).not.toMatch(new RegExp(`${SECRETS.source}|pet_record`));
});

/** The description names the members. */
const withoutSchemas = (path: string, text: string): string => (path === '/openapi.json' ? '' : text);
