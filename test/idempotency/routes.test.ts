import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import type { Page } from '../pages/page.ts';
import { newImage } from '../pets/photos/images.ts';
import { moveOrder, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';
import { type Scene, WEBHOOK_SCENES } from './webhook-scenes.ts';

const CATEGORIES = '/v1/categories?limit=100';
const KEYS = '/v1/account/keys?limit=100';
const TEMPLATES = '/v1/organizations/1/answer-templates';
let count = 0;
/** Signed in once. */
const operators = new WeakMap<TestService, Page>();

const ordered = async (service: TestService, ...moves: string[]): Promise<number> => {
  const id = await placeOrder(service, await addPet(service, {}));
  for (const move of moves) expect((await moveOrder(service, id, move)).status).toBe(200);
  return id;
};
const moving = async (service: TestService, move: string, ...before: string[]): Promise<Scene> => {
  const id = await ordered(service, ...before);
  const watch = `/v1/store/orders/${id}`;
  return { path: `${watch}/${move}`, other: { messageToAdopter: 'Come soon.' }, watch };
};

/** An order of an adopter of its own. */
const adopted = async (service: TestService) => {
  const email = `ann-${(count += 1)}@x.example`;
  const orderId = await placeOrder(service, await addPet(service, {}), { adopter: { name: 'Ann', email } });
  return { orderId, email };
};

const TO_APPLY_FOR = { profile: { adoption: 'apply' } };

async function applied(service: TestService): Promise<number> {
  const body = { petId: await addPet(service, TO_APPLY_FOR), adopter: { name: 'Ann', email: 'ann@x.example' } };
  const answer = await service.call('POST', '/v1/applications', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}
async function deciding(service: TestService, step: string, other: object = { unknown: true }): Promise<Scene> {
  const watch = `/v1/applications/${await applied(service)}`;
  return { path: `${watch}/${step}`, body: {}, other, watch };
}

/** The path of a message that was delivered to the operators. */
const received = async (service: TestService): Promise<string> => {
  const { body } = await service.call('POST', '/v1/messages', { body: { message: 'Is Rex still there?' } });
  const path = `/v1/inbox/${body.id}`;
  await eventually(async () => (await service.call('GET', path)).status === 200);
  return path;
};

/** A request of each POST and PATCH operation. Add new operations here. */
const aSource = () => ({ url: `https://${(count += 1)}.shelter.example`, key: `ptk_live_${'0'.repeat(38)}` });

async function addSource(service: TestService): Promise<string> {
  const { body } = await service.call('POST', '/v1/admin/directory', { body: aSource() });
  const path = `/v1/admin/directory/${body.id}`;
  // Once it has been asked in vain, nothing changes by itself.
  await eventually(async () => (await service.call('GET', path)).body.state === 'failing');
  return path;
}

const SCENES: Record<string, (service: TestService) => Promise<Scene>> = {
  createPet: async () => ({
    path: '/v1/pets',
    body: { name: 'Rex', categoryId: 1 },
    other: { name: 'Rex', categoryId: 2 },
    watch: '/v1/pets?limit=100',
  }),
  updatePet: async (service) => {
    const id = await addPet(service, {});
    return { path: `/v1/pets/${id}`, body: { name: 'Max' }, other: { name: 'Tom' }, watch: `/v1/pets?ids=${id}` };
  },
  updatePetProfile: async (service) => {
    const path = `/v1/pets/${await addPet(service, {})}/profile`;
    return { path, body: { sex: 'male' }, other: { sex: 'female' }, watch: path };
  },
  addPhoto: async (service) => {
    const watch = `/v1/pets/${await addPet(service, {})}/photos`;
    return { path: watch, body: await newImage(), other: await newImage(), type: 'image/jpeg', watch };
  },
  updatePhoto: async (service) => {
    const photos = `/v1/pets/${await addPet(service, {})}/photos`;
    const { body } = await service.call('POST', photos, {
      body: await newImage(),
      headers: { 'content-type': 'image/jpeg' },
    });
    return { path: `${photos}/${body.id}`, body: { alt: 'Asleep' }, other: { alt: 'Awake' }, watch: photos };
  },
  createCategory: async () => ({
    path: '/v1/categories',
    body: { name: 'Ponies' },
    other: { name: 'Horses' },
    watch: CATEGORIES,
  }),
  updateCategory: async (service) => {
    const { body } = await service.call('POST', '/v1/categories', { body: { name: 'Ponies' } });
    const path = `/v1/categories/${body.id}`;
    return { path, body: { name: 'Horses' }, other: { name: 'Mules' }, watch: path };
  },
  placeOrder: async (service) => {
    const petId = await addPet(service, {});
    const watch = '/v1/store/orders?limit=100';
    return { path: '/v1/store/orders', body: { petId }, other: { petId, note: 'At ten.' }, watch };
  },
  submitApplication: async (service) => {
    const petId = await addPet(service, TO_APPLY_FOR);
    const body = { petId, adopter: { name: 'Ann', email: 'ann@x.example' } };
    const other = { ...body, note: 'A garden' };
    return { path: '/v1/applications', body, other, watch: `/v1/applications?petId=${petId}` };
  },
  updateApplication: async (service) => {
    const path = `/v1/applications/${await applied(service)}`;
    return { path, body: { staffNote: 'Kind.' }, other: { staffNote: 'Hm.' }, watch: path };
  },
  reviewApplication: (service) => deciding(service, 'review'),
  acceptApplication: (service) => deciding(service, 'accept', { messageToAdopter: 'Come.' }),
  declineApplication: (service) => deciding(service, 'decline', { messageToAdopter: 'Sorry.' }),
  withdrawApplication: (service) => deciding(service, 'withdraw'),
  closeApplications: async (service) => {
    const id = await applied(service);
    const body = { applicationIds: [id] };
    const other = { ...body, messageToAdopter: 'Rex has a home.' };
    return { path: '/v1/applications/close', body, other, watch: `/v1/applications/${id}` };
  },
  approveOrder: (service) => moving(service, 'approve'),
  deliverOrder: (service) => moving(service, 'deliver', 'approve'),
  cancelOrder: (service) => moving(service, 'cancel'),
  returnOrder: (service) => moving(service, 'return', 'approve', 'deliver'),
  changeOrders: async (service) => {
    const orderIds = [await ordered(service)];
    const watch = `/v1/store/orders/${orderIds[0]}`;
    const path = '/v1/store/orders/change-several';
    return { path, body: { action: 'approve', orderIds }, other: { action: 'cancel', orderIds }, watch };
  },
  addOrderNote: async (service) => {
    const watch = `/v1/store/orders/${await ordered(service)}/notes`;
    return { path: watch, body: { note: 'A garden.' }, other: { note: 'No garden.' }, watch };
  },
  createApiKey: async () => ({
    path: '/v1/account/keys',
    body: { name: 'Web' },
    other: { name: 'Desk' },
    watch: KEYS,
  }),
  rollApiKey: async (service) => {
    const { body } = await service.call('POST', '/v1/account/keys', { body: {} });
    return { path: `/v1/account/keys/${body.id}/roll`, other: { overlapDays: 1 }, watch: KEYS };
  },
  updateAccount: async (service) => {
    const { accountId } = await service.newAccount({ plan: 'free' });
    const path = `/v1/admin/accounts/${accountId}`;
    return { path, body: { plan: 'pro' }, other: { plan: 'business' }, watch: path };
  },
  submitMessage: async () => ({
    path: '/v1/messages',
    body: { message: 'Is Rex still there?' },
    other: { message: 'Is Ida still there?' },
    watch: '/v1/messages?limit=100',
  }),
  updateThread: async (service) => {
    const path = await received(service);
    return { path, body: { state: 'closed' }, other: { state: 'answered' }, watch: path };
  },
  answerMessage: async (service) => {
    const watch = await received(service);
    return { path: `${watch}/answers`, body: { message: 'Yes.' }, other: { message: 'No.' }, watch };
  },
  createAnswerTemplate: async () => {
    const other = { name: 'Gone', text: 'He has a home.' };
    return { path: TEMPLATES, body: { name: 'There', text: 'He is there.' }, other, watch: TEMPLATES };
  },
  updateAnswerTemplate: async (service) => {
    const { body } = await service.call('POST', TEMPLATES, { body: { name: 'There', text: 'He is there.' } });
    return { path: `${TEMPLATES}/${body.id}`, body: { name: 'Here' }, other: { name: 'Gone' }, watch: TEMPLATES };
  },
  undoImport: async (service) => {
    const query = 'format=csv&mode=import&categories=existing';
    const operator = await (operators.get(service) ?? operatorOf(service));
    operators.set(service, operator);
    await operator.call('POST', `/session/import?${query}`, {
      body: `id,name,species\n${randomUUID()},Rex,Dog\n`,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const [{ id }] = (await service.call('GET', '/v1/imports')).body;
    return { path: `/v1/imports/${id}/undo`, other: { reason: 'another' }, watch: '/v1/imports' };
  },
  ...WEBHOOK_SCENES,
  liftBan: async (service) => {
    const { accountId } = await service.newAccount();
    const watch = `/v1/admin/accounts/${accountId}`;
    return { path: `${watch}/lift-ban`, other: { reason: 'another' }, watch };
  },
  erasePerson: async (service) => {
    const { orderId, email } = await adopted(service);
    const path = '/v1/admin/people/erase';
    return { path, body: { email }, other: { email: 'bob@x.example' }, watch: `/v1/store/orders/${orderId}` };
  },
  correctPerson: async (service) => {
    const { orderId, email } = await adopted(service);
    const path = '/v1/admin/people/correct';
    const body = { email, newName: 'Ann Lee' };
    return { path, body, other: { email, newName: 'Lee' }, watch: `/v1/store/orders/${orderId}` };
  },
  createPasswordLink: async (service) => {
    const { accountId } = await service.newAccount();
    const watch = `/v1/admin/accounts/${accountId}`;
    return { path: `${watch}/password-link`, other: { reason: 'another' }, watch };
  },
  sendTestMail: async (service) => {
    const { database } = await service.beside();
    // No mail reaches the first address of the operator.
    await database.transaction((tx) =>
      tx.updateTable('accounts').set({ email: 'ann@x.example' }).where('role', '=', 'operator').execute(),
    );
    return { path: '/v1/admin/setup/mail-test', other: { reason: 'another' }, watch: '/v1/admin/setup' };
  },
  updateSetup: async (service) => {
    const path = '/v1/admin/setup';
    await service.call('PATCH', path, { body: { hidden: false } });
    return { path, body: { hidden: true }, other: { mailArrived: true }, watch: path };
  },
  updateNotifications: async (service) => {
    const path = '/v1/account/notifications';
    await service.call('PATCH', path, { body: { order: 'at_once' } });
    return { path, body: { order: 'off' }, other: { order: 'digest' }, watch: path };
  },
  updateOrganizationNotifications: async (service) => {
    const path = `/v1/organizations/${await addOrganization(service)}/notifications`;
    return { path, body: { order: 'off' }, other: { message: 'off' }, watch: path };
  },
  updateFollowUps: async (service) => {
    const path = `/v1/organizations/${await addOrganization(service)}/follow-ups`;
    return { path, body: { active: true }, other: { afterThreeDays: 'Hello' }, watch: path };
  },
  startListingRun: async (service) => {
    const { path } = await listAt(service);
    return { path: `${path}/runs`, body: {}, other: { resend: 'list' }, watch: path };
  },
  consentToList: async (service) => {
    const { path, waiting } = await listAt(service);
    return { path: `${path}/consent`, body: { list: waiting.list }, other: { list: '0'.repeat(64) }, watch: path };
  },
  testListingSite: async (service) => {
    const { path } = await listAt(service);
    return { path: `${path}/test`, other: { reason: 'another' }, watch: path };
  },
  replaceBoardKey: async (service) => {
    await service.call('GET', '/page-settings', { key: null });
    return { path: '/v1/admin/board-key', other: { reason: 'another' }, watch: '/page-settings' };
  },
  createPartnerKey: async () => ({
    path: '/v1/admin/partner-keys',
    body: { name: 'Directory of Ohio' },
    other: { name: 'Directory of Iowa' },
    watch: '/v1/admin/partner-keys',
  }),
  addDirectorySource: async () => ({
    path: '/v1/admin/directory',
    body: aSource(),
    other: aSource(),
    watch: '/v1/admin/directory',
  }),
  updateDirectorySource: async (service) => {
    const path = await addSource(service);
    return { path, body: { paused: true }, other: { paused: false }, watch: path };
  },
  closeAccount: async (service) => {
    const { accountId } = await service.newAccount();
    const watch = `/v1/admin/accounts/${accountId}`;
    return { path: `${watch}/close`, other: { reason: 'another' }, watch };
  },
  updateOwnAccount: async () => ({
    path: '/v1/account',
    body: { name: `Ann ${(count += 1)}` },
    other: { name: 'Bob' },
    watch: '/v1/account',
  }),
  createOrganization: async () => ({
    path: '/v1/organizations',
    body: { name: 'Riverside Shelter' },
    other: { name: 'Hill Rescue' },
    watch: '/v1/organizations?limit=100',
  }),
  updateOrganization: async (service) => {
    const path = `/v1/organizations/${await addOrganization(service)}`;
    return { path, body: { name: 'Hill Rescue' }, other: { name: 'Dale Rescue' }, watch: path };
  },
  createInvitation: async (service) => {
    const path = `/v1/organizations/${await addOrganization(service)}/invitations`;
    return { path, body: { role: 'staff' }, other: { role: 'manager' }, watch: path };
  },
  updateMember: async (service) => {
    const organizationId = await addOrganization(service);
    const { accountId } = await newMember(service, organizationId, 'staff');
    const watch = `/v1/organizations/${organizationId}/members`;
    return { path: `${watch}/${accountId}`, body: { role: 'manager' }, other: { role: 'staff' }, watch };
  },
  createAlert: async () => {
    const email = `ann-${(count += 1)}@example.org`;
    const body = { email, filters: {} };
    const other = { email, filters: { species: ['Dog'] } };
    return { path: '/v1/alerts', body, other, watch: `/v1/admin/people?email=${email}` };
  },
  cancelAllOrders: async (service) => {
    const adopter = { name: 'Ann Lee', email: `ann-${(count += 1)}@example.org` };
    const orderId = await placeOrder(service, await addPet(service, {}), { adopter });
    return {
      path: '/v1/store/orders/cancel-all',
      body: { adopterEmail: adopter.email },
      other: { adopterEmail: 'bob@example.org' },
      watch: `/v1/store/orders/${orderId}`,
    };
  },
};

/** Sets up a site whose first list waits. Nothing is sent while visitors do not see the organization. */
async function listAt(service: TestService) {
  const organization = `/v1/organizations/${await addOrganization(service)}`;
  const path = `${organization}/listing-sites/petfinder`;
  await service.call('PATCH', organization, { body: { listed: true } });
  await service.call('PUT', path, { body: { username: 'NJ94', password: 'pass', host: 'ftp.shelter.example' } });
  const { waiting } = await eventually(async () => {
    const { body } = await service.call('GET', path);
    return body.waiting !== undefined && !body.running && body;
  });
  await service.call('PATCH', organization, { body: { listed: false } });
  return { path, waiting };
}

async function addOrganization(service: TestService): Promise<number> {
  return (await service.call('POST', '/v1/organizations', { body: { name: 'Riverside Shelter' } })).body.id;
}

/** Operations whose requests belong to no account: a repeated sign-up is 409 `account_exists`, and a repeated view is another one. */
const PUBLIC = [
  'createAccount',
  'cancelReservation',
  'withdrawOwnApplication',
  'writeAboutReservation',
  'endFollowUps',
  'confirmAlert',
  'endAlert',
  'noteInterest',
];
/** Operations without a visible effect: no ban is in force, and no link is shown again. */
const UNSEEN: ReadonlySet<string> = new Set(['liftBan', 'createPasswordLink', 'testListingSite']);
/** Whether the address was mailed before is told to nobody; two accounts choose the same. */
const ALIKE: ReadonlySet<string> = new Set(['createAlert', 'updateNotifications']);
/** Changes of what belongs to no account. */
const PUBLIC_PATCHES = ['changeOwnApplication'];
const METHODS: Record<string, string> = {
  updateApplication: 'PATCH',
  updatePet: 'PATCH',
  updatePetProfile: 'PATCH',
  updatePhoto: 'PATCH',
  updateCategory: 'PATCH',
  updateAccount: 'PATCH',
  updateOwnAccount: 'PATCH',
  updateOrganization: 'PATCH',
  updateSetup: 'PATCH',
  updateNotifications: 'PATCH',
  updateOrganizationNotifications: 'PATCH',
  updateFollowUps: 'PATCH',
  updateMember: 'PATCH',
  updateWebhook: 'PATCH',
  updateThread: 'PATCH',
  updateAnswerTemplate: 'PATCH',
  updateDirectorySource: 'PATCH',
};

describe.each(BACKENDS)('an Idempotency-Key on every POST and PATCH, on %s', (_, start) => {
  const service = sharedService(start, {
    settings: { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'mail@shelter.example' },
  });

  const newKey = () => `retry-${(count += 1)}`;
  const shown = ({ status, text, headers }: Answer) => ({
    status,
    text,
    ...Object.fromEntries(
      ['location', 'etag', 'content-type', 'cache-control'].map((name) => [name, headers.get(name)]),
    ),
  });
  const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';

  async function prepare(operationId: string) {
    const scene = await SCENES[operationId]!(service);
    const key = newKey();
    const method = METHODS[operationId] ?? 'POST';
    const watched = async () => {
      const { text, headers } = await service.call('GET', scene.watch);
      // Meanwhile a message is delivered in the background, the use of a key is noted, and a source is asked that does not exist.
      const lasting = text
        .replaceAll(/"status":"(?:queued|processing)"/g, '"status":"delivered"')
        .replaceAll(/,"lastUsedAt":"[^"]+"/g, '')
        .replaceAll('"state":"reading"', '"state":"failing"')
        .replaceAll(`,"error":"The host's name could not be resolved."`, '');
      return [lasting, headers.get('etag')];
    };
    const send = (body = scene.body, as = service.operatorKey) =>
      service.call(method, scene.path, {
        key: as,
        headers: { 'idempotency-key': key, ...(scene.type && { 'content-type': scene.type }) },
        ...(body && { body }),
      });
    return { scene, send, watched };
  }

  test('covers every POST and PATCH', async () => {
    const { body } = await service.call('GET', '/v1/openapi.json', { key: null });
    const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((item) =>
      Object.entries(item).filter(([method]) => ['post', 'patch'].includes(method)),
    );
    const expected = operations.map(([method, { operationId }]) => `${method} ${operationId}`);
    const known = Object.keys(SCENES).map((name) => `${METHODS[name]?.toLowerCase() ?? 'post'} ${name}`);
    const open = [...PUBLIC.map((name) => `post ${name}`), ...PUBLIC_PATCHES.map((name) => `patch ${name}`)];
    expect([...known, ...open].toSorted()).toEqual(expected.toSorted());
  });

  const names = Object.keys(SCENES);

  test.each(names)('%s: a retry returns the first response and has no effect', async (name) => {
    const { send, watched } = await prepare(name);
    const untouched = await watched();
    const first = await send();
    expect([200, 201, 202, 204]).toContain(first.status);
    expect(isReplayed(first)).toBe(false);
    const done = await watched();
    expect(JSON.stringify(done) === JSON.stringify(untouched)).toBe(UNSEEN.has(name));

    for (const retry of [await send(), await send()]) {
      expect(shown(retry)).toEqual(shown(first));
      expect(isReplayed(retry)).toBe(true);
      expect(retry.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await watched()).toEqual(done);
    }
  });

  test.each(names)('%s: 422 for another payload, without an effect', async (name) => {
    const { scene, send, watched } = await prepare(name);
    const first = await send();
    const done = await watched();
    const answer = await send(scene.other);
    expectError(answer, 422, 'idempotency_key_reused', '`Idempotency-Key`');
    expect(isReplayed(answer)).toBe(false);
    expect(await watched()).toEqual(done);
    expect(shown(await send())).toEqual(shown(first));
  });

  test.each(names)('%s: one of many concurrent requests is executed; the others are replays or 409', async (name) => {
    const { send, watched } = await prepare(name);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send()));
    const done = await watched();
    const [first, ...more] = answers.filter((answer) => answer.status < 300 && !isReplayed(answer));
    expect(more).toEqual([]);
    const inUse = answers.filter(({ status }) => status === 409);
    for (const answer of inUse) expectError(answer, 409, 'idempotency_key_in_use', '`Idempotency-Key`');
    const replays = answers.filter(isReplayed);
    for (const replay of replays) expect(shown(replay)).toEqual(shown(first!));
    expect(1 + inUse.length + replays.length).toBe(answers.length);
    expect(shown(await send())).toEqual(shown(first!));
    expect(await watched()).toEqual(done);
  });

  test.each(names)('%s: the same key of another account is another key', async (name) => {
    const { scene, send } = await prepare(name);
    const first = await send();
    const answer = await send(scene.body, (await service.newAccount()).key);
    expect(isReplayed(answer)).toBe(false);
    expect(JSON.stringify(shown(answer)) === JSON.stringify(shown(first))).toBe(ALIKE.has(name));
    expect(answer.status).not.toBe(422);
  });

  test.each(names)('%s: 400 for an empty key or one of 256 characters, without an effect', async (name) => {
    const { scene, watched } = await prepare(name);
    const untouched = await watched();
    for (const key of ['', 'k'.repeat(256)]) {
      const headers = { 'idempotency-key': key, ...(scene.type && { 'content-type': scene.type }) };
      const answer = await service.call(METHODS[name] ?? 'POST', scene.path, {
        headers,
        ...(scene.body && { body: scene.body }),
      });
      expectError(answer, 400, 'invalid_idempotency_key', '`Idempotency-Key`');
    }
    expect(await watched()).toEqual(untouched);
  });

  test('createAccount: belongs to no account yet, so a retry is 409 account_exists', async () => {
    const body = { email: 'ann@shelter.example', password: 'seven quiet otters' };
    const options = { key: null, body, headers: { 'idempotency-key': 'sign-up' } };
    expect((await service.call('POST', '/v1/accounts', options)).status).toBe(201);
    expectError(await service.call('POST', '/v1/accounts', options), 409, 'account_exists');
  });
});
