import { beforeAll, describe, expect, test } from 'vitest';
import { EVENT_KINDS, type EventKind, KINDS, kindsAbout, kindsReadWith } from '../../src/vocabulary/event-kinds.ts';
import { WISHES } from '../../src/vocabulary/wishes.ts';
import { visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { eventually } from '../support/eventually.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { allEvents } from './streams.ts';

const dayMs = 86_400_000;

/** The data of the event that a change writes, and who receives it. */
interface Change {
  readonly data: unknown;
  /** Keys that receive the event and keys that do not; without them every key does. */
  readonly received?: readonly string[];
  readonly excluded?: readonly string[];
  readonly close?: () => Promise<void>;
}

describe('every kind of event', () => {
  const clock = testClock();
  let shelter: { key: string; accountId: number; keyId: number };
  let adopter: string;
  let stranger: string;

  const service = sharedService(startOnSqlite, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  beforeAll(async () => {
    shelter = await service.newAccount();
    adopter = (await service.newAccount()).key;
    stranger = (await service.newAccount()).key;
  });

  async function call(method: string, path: string, body?: object, key = shelter.key) {
    const answer = await service.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }
  const addPet = () => call('POST', '/pets', { name: 'Rex', categoryId: 1 });
  const addCategory = () => call('POST', '/categories', { name: 'Hens', description: 'They lay.' });
  const addWebhook = () =>
    call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook?token=3fz', events: ['order.placed'] });
  /** A webhook as events show it: without its secret, and only with the origin of its URL. */
  const shown = ({ secret: _secret, ...webhook }: { secret?: string }) => ({
    ...webhook,
    url: 'http://127.0.0.1:9',
  });
  /** As the organization's events show it. */
  async function sendOrganization(method: string, path: string, body: object) {
    const { listed: _, suspended: __, ...noticed } = await call(method, path, body, service.operatorKey);
    return noticed;
  }
  const addOrganization = (body: object) => sendOrganization('POST', '/organizations', { name: 'Riverside', ...body });
  const changeOrganization = async (first: object, then: object) =>
    sendOrganization('PATCH', `/organizations/${(await addOrganization(first)).id}`, then);
  const ofOrder = <Data extends object>(data: Data) => ({
    data,
    received: [shelter.key, adopter],
    excluded: [stranger],
  });
  const ofShelter = (data: object) => ({
    data,
    received: [shelter.key],
    excluded: [adopter, stranger, service.operatorKey],
  });

  const ofAccount = (key: string, data: object) => ({
    data,
    received: [key],
    excluded: [shelter.key, stranger, service.operatorKey],
  });
  const ofMember = (key: string, data: object) => ({
    data,
    received: [key, service.operatorKey],
    excluded: [shelter.key, stranger],
  });
  const change = (accountId: number, changes: object) =>
    call('PATCH', `/admin/accounts/${accountId}`, changes, service.operatorKey);
  /** An event about an account names nobody. */
  const noticeIn = ({ email: _email, name: _name, ...notice }: Record<string, unknown>) => notice;

  /** A webhook of another account, of which every attempt has failed for so long. */
  async function failingWebhook(kind: 'failing' | 'recovered' | 'disabling', forMs: number) {
    const { key } = await service.newAccount();
    const at = await openReceiver(500);
    const { secret: _, ...webhook } = await call(
      'POST',
      '/webhooks',
      { url: at.url, events: ['webhook.deleted'] },
      key,
    );
    const test = () => call('POST', `/webhooks/${webhook.id}/test`, undefined, key);
    await test();
    await eventually(async () => (await call('GET', '/webhooks/health', undefined, key)).state === 'failing');
    clock.advance(forMs);
    await eventually(async () => (await allEvents(service, { key, query: '?types=webhook.failing' })).length === 1);
    if (kind === 'recovered') {
      at.answer = 204;
      await test();
    }
    const url = new URL(at.url).origin;
    return { ...ofAccount(key, { ...webhook, url }), close: () => at.close() };
  }

  /** Changes a person's data: no account receives the event. */
  async function ofNobody(change: 'erase' | 'correct', body: object) {
    const { id } = await addPet();
    await call('POST', '/store/orders', { petId: id, adopter: { name: 'Ann', email: 'ann@x.example' } }, adopter);
    const counts = await call('POST', `/admin/people/${change}`, body, service.operatorKey);
    const data = { reason: 'request', ...counts };
    return { data, received: [], excluded: [shelter.key, adopter, stranger, service.operatorKey] };
  }

  /** Places an order and moves it on, step by step. */
  async function moved(...steps: string[]) {
    const pet = await addPet();
    let order = await call('POST', '/store/orders', { petId: pet.id, note: 'Saturday' }, adopter);
    for (const step of steps) order = await call('POST', `/store/orders/${order.id}/${step}`);
    return order;
  }

  const toApplyFor = { name: 'Rex', categoryId: 1, profile: { adoption: 'apply' } };

  /** Submits an application, and moves it on. */
  async function applied(step?: string) {
    const pet = await call('POST', '/pets', toApplyFor);
    const asked = { petId: pet.id, adopter: { name: 'Ann', email: 'ann@x.example' } };
    const application = await call('POST', '/applications', asked, adopter);
    return ofOrder(step === undefined ? application : await call('POST', `/applications/${application.id}/${step}`));
  }

  const CHANGES: Record<Exclude<EventKind, 'clock.advanced'>, () => Promise<Change>> = {
    'pet.created': async () => ({ data: await addPet() }),
    'pet.updated': async () => ({
      data: {
        ...(await call('PATCH', `/pets/${(await addPet()).id}`, { name: 'Max', categoryId: 2 })),
        changed: ['name', 'categoryId'],
      },
    }),
    'pet.status_changed': async () => ({
      data: await call('PATCH', `/pets/${(await addPet()).id}`, { status: 'sold' }),
    }),
    'pet.deleted': async () => {
      const pet = await addPet();
      await call('DELETE', `/pets/${pet.id}`);
      return { data: pet };
    },
    'pet.unlisted': async () => {
      const pet = await call('POST', '/pets', { name: 'Rex', categoryId: 1 }, service.operatorKey);
      const { id } = await addOrganization({ listed: false });
      await call('PATCH', `/pets/${pet.id}`, { organizationId: id }, service.operatorKey);
      return { data: pet };
    },
    'pet_record.updated': async () => {
      const { id } = await addPet();
      await call('PATCH', `/pets/${id}/profile`, { staff: { notes: 'Bites.' } });
      return { data: {}, received: [], excluded: [shelter.key, adopter, stranger, service.operatorKey] };
    },
    'category.created': async () => ({ data: await addCategory() }),
    'category.updated': async () => ({
      data: await call('PATCH', `/categories/${(await addCategory()).id}`, { name: 'Geese' }),
    }),
    'category.deleted': async () => {
      const category = await addCategory();
      await call('DELETE', `/categories/${category.id}`);
      return { data: category };
    },
    'organization.created': async () => ({ data: await addOrganization({ listed: true }) }),
    'organization.updated': async () => ({ data: await changeOrganization({ listed: true }, { phone: '555 0100' }) }),
    'organization.listed': async () => ({ data: await changeOrganization({ phone: '555 0100' }, { listed: true }) }),
    'organization.unlisted': async () => {
      const { id } = await changeOrganization({ listed: true }, { listed: false });
      return { data: { id } };
    },
    'organization.animals_changed': async () => {
      const data = await addOrganization({ listed: true });
      const member = await newMember(service, data.id, 'staff');
      await call('POST', '/pets', { name: 'Rex', categoryId: 1 }, member.key);
      await change(member.accountId, { suspended: true });
      return { data };
    },
    'order.placed': async () => {
      const order = await moved();
      await call('POST', `/store/orders/${order.id}/cancel`);
      return ofOrder(order);
    },
    'order.approved': async () => ofOrder(await moved('approve')),
    'order.delivered': async () => ofOrder(await moved('approve', 'deliver')),
    'order.cancelled': async () => ofOrder(await moved('cancel')),
    'order.returned': async () => ofOrder(await moved('approve', 'deliver', 'return')),
    'order.paid': async () => ({
      data: await call('PUT', `/store/orders/${(await moved('approve')).id}/payment`),
      received: [shelter.key],
      excluded: [adopter, stranger],
    }),
    'order.unpaid': async () => {
      const data = await moved('approve');
      await call('PUT', `/store/orders/${data.id}/payment`);
      await call('DELETE', `/store/orders/${data.id}/payment`);
      return { data, received: [shelter.key], excluded: [adopter, stranger] };
    },
    'order.expired': async () => {
      const { id } = await moved();
      clock.advance(2 * dayMs);
      return ofOrder(await call('GET', `/store/orders/${id}`));
    },
    'application.submitted': async () => {
      const { data, ...others } = await applied();
      await call('POST', `/applications/${data.id}/withdraw`);
      return { data, ...others };
    },
    'application.updated': async () => {
      // Only an applicant changes one, through the link.
      const visitor = await visitorsOf(service);
      const pet = await call('POST', '/pets', toApplyFor, service.operatorKey);
      const body = { petId: pet.id, adopter: { name: 'Ann', email: 'ann@x.example' } };
      const sent = await visitor.call('POST', '/v1/applications', { body });
      await call('PATCH', '/application', { note: 'A garden' }, sent.body.applicationUrl.split('#')[1]);
      return {
        data: await call('GET', `/applications/${sent.body.id}`, undefined, service.operatorKey),
        received: [service.operatorKey],
        excluded: [shelter.key, adopter, stranger],
      };
    },
    'application.in_review': () => applied('review'),
    'application.accepted': () => applied('accept'),
    'application.declined': () => applied('decline'),
    'application.withdrawn': () => applied('withdraw'),
    'application.closed': async () => {
      const { data, ...others } = await applied();
      await call('POST', '/applications/close', { applicationIds: [data.id] });
      return { data: await call('GET', `/applications/${data.id}`), ...others };
    },
    'message.delivered': async () => {
      const sent = await call('POST', '/messages', { message: 'Hello' });
      return ofShelter({ ...sent, status: 'delivered' });
    },
    'message.failed': async () => {
      // As five processes in a row would leave it, that died while they had it.
      const { database, now } = await service.beside();
      const id = 'msg_00000000000000000000000000';
      const row = {
        id,
        account_id: shelter.accountId,
        message: 'Hello',
        attempts: 5,
        created_at: now(),
        delivered_at: null,
      };
      const status = { status: 'processing', claimed_until: now() };
      await database.transaction((tx) =>
        tx
          .insertInto('messages')
          .values({ ...row, ...status })
          .execute(),
      );
      await database.close();
      return ofShelter({ id, message: 'Hello', status: 'failed', createdAt: new Date(clock.now()).toISOString() });
    },
    'account.created': async () => {
      const { key } = await service.newAccount({ plan: 'free' });
      return ofAccount(key, noticeIn(await call('GET', '/account', undefined, key)));
    },
    'account.updated': async () => {
      return ofShelter(noticeIn(await call('PATCH', '/account', { name: 'Riverside Shelter' })));
    },
    'account.joined': async () => {
      const { key } = await newMember(service, 1, 'staff');
      return ofMember(key, noticeIn(await call('GET', '/account', undefined, key)));
    },
    'account.left': async () => {
      const { key, accountId } = await newMember(service, 1, 'staff');
      await call('DELETE', `/organizations/1/members/${accountId}`, undefined, service.operatorKey);
      return ofMember(key, noticeIn(await call('GET', '/account', undefined, key)));
    },
    'account.suspended': async () => {
      const { key, accountId } = await service.newAccount();
      const suspended = await change(accountId, { suspended: true });
      await change(accountId, { suspended: false });
      return ofAccount(key, noticeIn(suspended));
    },
    'account.resumed': async () => {
      const { key, accountId } = await service.newAccount();
      await change(accountId, { suspended: true });
      return ofAccount(key, noticeIn(await change(accountId, { suspended: false })));
    },
    'account.closed': async () => {
      // Nobody can read as a closed account, but the members of its organization can.
      const member = await newMember(service, 1, 'staff');
      const { id } = (await member.call('GET', '/v1/account')).body;
      const closed = await call('POST', `/admin/accounts/${id}/close`, undefined, service.operatorKey);
      return { data: noticeIn(closed), received: [service.operatorKey], excluded: [shelter.key, stranger] };
    },
    'api_key.created': async () => {
      const { key: _key, ...made } = await call('POST', '/account/keys', { name: 'Import' });
      return ofShelter(made);
    },
    'api_key.rolled': async () => {
      const { id } = await call('POST', '/account/keys', { name: 'Import' });
      const { key: _key, ...made } = await call('POST', `/account/keys/${id}/roll`, {});
      return ofShelter(made);
    },
    'api_key.revoked': async () => {
      const { key: _key, ...made } = await call('POST', '/account/keys', { name: 'Import' });
      await call('DELETE', `/account/keys/${made.id}`);
      return ofShelter(made);
    },
    'api_key.banned': async () => {
      const { key, keyId } = await service.newAccount({ limits: { perMinute: 30, perDay: 1_000 } });
      const send = async () => (await service.call('GET', '/v1/pets', { key })).body.code;
      while ((await send()) !== 'rate_limit_exceeded');
      clock.advance(1_000);
      while ((await send()) !== 'api_key_banned');
      // The ban is over when the account reads of it.
      clock.advance(60_000);
      return {
        data: expect.objectContaining({ id: keyId, lastFour: key.slice(-4) }),
        received: [key],
        excluded: [shelter.key, stranger],
      };
    },
    'webhook.created': async () => ofShelter(shown(await addWebhook())),
    'webhook.updated': async () => {
      const { id } = await addWebhook();
      return ofShelter(shown(await call('PATCH', `/webhooks/${id}`, { disabled: true })));
    },
    'webhook.secret_rolled': async () => {
      const { id } = await addWebhook();
      return ofShelter(shown(await call('POST', `/webhooks/${id}/roll-secret`)));
    },
    'webhook.deleted': async () => {
      const added = await addWebhook();
      await call('DELETE', `/webhooks/${added.id}`);
      return ofShelter(shown(added));
    },
    'webhook.failing': () => failingWebhook('failing', 300_000),
    'webhook.recovered': () => failingWebhook('recovered', 300_000),
    'webhook.disabling': () => failingWebhook('disabling', 4 * dayMs),
    'person.erased': () => ofNobody('erase', { email: 'ann@x.example' }),
    'person.corrected': () => ofNobody('correct', { email: 'ann@x.example', newName: 'Ann Lee' }),
    'webhook.test': async () => {
      const { id } = await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['pet.created'] });
      await call('POST', `/webhooks/${id}/test`);
      return ofShelter({ webhookId: id });
    },
  };

  // Its clock is staging's alone: test/staging/clock/clock.test.ts.
  test.each(EVENT_KINDS.filter((kind) => kind !== 'clock.advanced'))('%s', async (kind) => {
    const after = (await allEvents(service)).at(-1)!.sequence;
    const { data, received, excluded = [], close } = await CHANGES[kind]();
    const everyKey = [shelter.key, adopter, stranger, service.operatorKey];
    for (const key of received ?? everyKey) {
      const query = `?after=${after}&types=${kind}`;
      const events = await eventually(async () => {
        const found = await allEvents(service, { key, query });
        return found.length > 0 && found;
      });
      expect(events).toEqual([
        {
          id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
          type: kind,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          sequence: expect.any(Number),
          actor: expect.objectContaining({ type: expect.any(String) }),
          data,
        },
      ]);
      expect(clock.now() - Date.parse(events[0]!.timestamp)).toBeLessThanOrEqual(60_000);
    }
    for (const key of excluded)
      expect(await allEvents(service, { key, query: `?after=${after}&types=${kind}` })).toEqual([]);
    expect(excluded.length > 0).toBe(KINDS[kind].audience !== 'everyone');
    await close?.();
  });

  test("a change of a pet's name and status at once makes two events", async () => {
    const pet = await addPet();
    const after = (await allEvents(service)).at(-1)!.sequence;
    const changed = await call('PATCH', `/pets/${pet.id}`, { name: 'Max', status: 'sold' });
    expect(await allEvents(service, { query: `?after=${after}` })).toMatchObject([
      { type: 'pet.status_changed', data: changed },
      { type: 'pet.updated', data: { ...changed, changed: ['name'] } },
    ]);
  });

  test('an order writes the events of the order and of its animal in one transaction', async () => {
    const after = (await allEvents(service)).at(-1)!.sequence;
    await moved('approve', 'deliver', 'return');
    const events = await allEvents(service, { key: adopter, query: `?after=${after}` });
    expect(events.map(({ type, data }) => [type, data.status])).toEqual([
      ['pet.created', 'available'],
      ['pet.status_changed', 'pending'],
      ['order.placed', 'placed'],
      ['order.approved', 'approved'],
      ['order.delivered', 'delivered'],
      ['pet.status_changed', 'sold'],
      ['order.returned', 'returned'],
      ['pet.status_changed', 'available'],
    ]);
  });

  test('a change without effect and a replayed response write no event', async () => {
    const pet = await addPet();
    const headers = { 'idempotency-key': 'once' };
    const add = () =>
      service.call('POST', '/v1/pets', { key: shelter.key, headers, body: { name: 'Once', categoryId: 1 } });
    const first = await add();
    const after = (await allEvents(service)).at(-1)!.sequence;
    await call('PATCH', `/pets/${pet.id}`, { name: 'Rex', status: 'available' });
    expect((await add()).text).toBe(first.text);
    expect(await allEvents(service, { query: `?after=${after}` })).toEqual([]);
  });
});

test('what a key with `orders:read` receives, and no other key, is what names adopters', () => {
  expect(kindsReadWith('orders:read')).toEqual(kindsAbout(...(Object.keys(WISHES) as (keyof typeof WISHES)[])));
});
