import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMAGES, newMember } from '../../organizations/members.ts';
import { newImage } from '../../pets/photos/images.ts';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { openMailServer } from '../../support/mail.ts';
import { startOnSqlite, type TestService, runningClock } from '../../support/service.ts';
import { adoptionTests } from './adoptions.ts';
import { type DescribedCalls, describedCalls } from './described-calls.ts';

let service: TestService;
let described: DescribedCalls;
let expectDescribed: DescribedCalls['expectDescribed'];
let member: string;
let withMail: DescribedCalls;

beforeAll(async () => {
  service = await startOnSqlite({ now: runningClock() });
  described = await describedCalls(service);
  ({ expectDescribed } = described);
  member = (await service.newAccount({ plan: 'pro', email: 'ann@shelter.example' })).key;
});
afterAll(() => service.close());

test('animals', async () => {
  const { body: rex } = await expectDescribed('createPet', 201, { body: { name: 'Rex', categoryId: 1 } });
  await expectDescribed('createPet', 201, { body: { name: 'Tom', categoryId: -9007199254740991, status: 'sold' } });
  for (const body of ['', '{', '[]', { name: 'x' }, { name: '', categoryId: 1 }])
    await expectDescribed('createPet', 400, { body });
  await expectDescribed('createPet', 400, { body: 'x', headers: { 'content-type': 'text/plain' } });
  await expectDescribed('createPet', 413, { body: `"${'a'.repeat(70_000)}"` });
  await expectDescribed('createPet', 401, { key: null, body: {} });

  await expectDescribed('listPets', 200);
  await expectDescribed('listPets', 200, {
    query: '?limit=1&status=available&q=r&categoryId=1&ids=1,2&updatedSince=2020-01-01T00:00:00Z',
  });
  for (const query of ['?limit=0', '?limit=1&limit=2', '?status=lost', '?cursor=x'])
    await expectDescribed('listPets', 400, { query });
  await expectDescribed('listPets', 401, { key: 'psk_live_wrong' });
  await expectDescribed('listPets', 431, { query: `?q=${'a'.repeat(9_000)}` });

  const only = await expectDescribed('listPets', 200, { query: `?ids=${rex.id}` });
  const known = { 'if-none-match': only.headers.get('etag')! };
  await expectDescribed('listPets', 304, { query: `?ids=${rex.id}`, headers: known });
  await expectDescribed('listPets', 412, { query: `?ids=${rex.id}`, headers: { 'if-match': '"other"' } });

  const params = { petId: rex.id };
  const { headers } = await expectDescribed('getPet', 200, { params });
  await expectDescribed('getPet', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  for (const petId of [0, 99, 'abc', '9223372036854775808'])
    await expectDescribed('getPet', 404, { params: { petId } });
  await expectDescribed('getPet', 401, { params, key: null });

  const profile = {
    sex: 'male',
    birthDate: '2024-05-01',
    location: { city: 'Springfield', latitude: 39.8, longitude: -89.65 },
    videos: [{ url: 'https://video.example/rex' }],
    adoptionFee: { amount: 12_500, currency: 'USD', display: true },
    staff: { vaccinations: [{ name: 'Rabies', date: '2026-01-01' }], notes: 'Quiet.' },
  };
  const query = '?expand=profile,owner';
  await expectDescribed('createPet', 201, { query, body: { name: 'Ida', categoryId: 1, profile } });
  await expectDescribed('listPets', 200, { query });
  await expectDescribed('updatePet', 200, { params, query, body: { profile: { size: 'large' } } });
  await expectDescribed('replacePetProfile', 200, { params, body: profile });
  await expectDescribed('replacePetProfile', 400, { params, body: { sex: 'boy' } });
  await expectDescribed('updatePetProfile', 200, { params, body: { sex: null } });
  await expectDescribed('updatePetProfile', 404, { params: { petId: 99 }, body: {} });
  const shown = await expectDescribed('getPetProfile', 200, { params });
  await expectDescribed('getPetProfile', 304, { params, headers: { 'if-none-match': shown.headers.get('etag')! } });

  await expectDescribed('updatePet', 200, { params, body: { status: 'sold' } });
  await expectDescribed('updatePet', 409, { params, body: { status: 'pending' } });
  await expectDescribed('updatePet', 412, { params, body: { name: 'Max' }, headers: { 'if-match': '"9"' } });
  await expectDescribed('updatePet', 400, { params, body: { name: null } });
  await expectDescribed('updatePet', 403, { params, body: { name: 'Max' }, key: member });
  await expectDescribed('updatePet', 404, { params: { petId: 99 }, body: { name: 'Max' } });
  await expectDescribed('updatePet', 413, { params, body: `"${'a'.repeat(70_000)}"` });

  await expectDescribed('deletePet', 403, { params, key: member });
  await expectDescribed('deletePet', 412, { params, headers: { 'if-match': '"9"' } });
  await expectDescribed('deletePet', 400, { params, body: 'x', headers: { 'content-type': 'text/plain' } });
  await expectDescribed('deletePet', 204, { params });
  await expectDescribed('deletePet', 404, { params });
});

test('accounts and keys', async () => {
  const body = { email: 'bea@shelter.example', password: 'seven quiet otters', name: 'Bea' };
  const { body: account } = await expectDescribed('createAccount', 201, { key: null, body });
  await expectDescribed('createAccount', 409, { key: null, body });
  await expectDescribed('createAccount', 400, { key: null, body: { ...body, password: 'short' } });
  const { key } = account.apiKey;

  await expectDescribed('getAccount', 200, { key });
  await expectDescribed('getAccount', 401, { key: null });
  await expectDescribed('updateOwnAccount', 200, { key, body: { name: 'Riverside Rescue' } });
  await expectDescribed('updateOwnAccount', 400, { key, body: { name: '' } });
  await expectDescribed('getUsage', 200, { key });
  await expectDescribed('getUsageBreakdown', 200, { key });
  await expectDescribed('listRequests', 200, { key });
  await expectDescribed('listRequests', 400, { key, query: '?status=9xx' });

  const { body: made } = await expectDescribed('createApiKey', 201, {
    key,
    body: { name: 'Web', scopes: ['pets:read'], expiresAt: '2100-01-01T00:00:00Z' },
  });
  await expectDescribed('createApiKey', 201, {
    key,
    body: { kind: 'publishable', origins: ['https://shelter.example'] },
  });
  await expectDescribed('createApiKey', 400, { key, body: { scopes: ['everything'] } });
  await expectDescribed('createApiKey', 403, { key: made.key, body: {} });
  await expectDescribed('listApiKeys', 200, { key });
  await expectDescribed('listApiKeys', 200, { key, query: '?limit=1' });
  await expectDescribed('listApiKeys', 400, { key, query: '?cursor=x' });
  await expectDescribed('getApiKey', 200, { key, params: { keyId: made.id } });
  await expectDescribed('getApiKey', 404, { key, params: { keyId: 1 } });
  const { body: rolled } = await expectDescribed('rollApiKey', 201, {
    key,
    params: { keyId: made.id },
    body: { overlapDays: 1 },
  });
  await expectDescribed('rollApiKey', 201, { key, params: { keyId: rolled.id } });
  await expectDescribed('rollApiKey', 404, { key, params: { keyId: 1 }, body: {} });
  await expectDescribed('rollApiKey', 400, { key, params: { keyId: made.id }, body: { overlapDays: 8 } });
  await expectDescribed('revokeApiKey', 204, { key, params: { keyId: account.apiKey.id } });
  await expectDescribed('revokeApiKey', 401, { key, params: { keyId: account.apiKey.id } });
  await expectDescribed('revokeApiKey', 404, { params: { keyId: account.apiKey.id } });
});

test('administration', async () => {
  const { key, accountId } = await service.newAccount({ plan: 'free' });
  const params = { accountId };
  await expectDescribed('listAccounts', 200);
  await expectDescribed('listAccounts', 403, { key });
  await expectDescribed('getAccountById', 200, { params });
  await expectDescribed('getAccountById', 404, { params: { accountId: 999 } });
  await expectDescribed('updateAccount', 400, { params, body: { limits: { perMinute: 5, perDay: 5 } } });
  await expectDescribed('updateAccount', 200, {
    params,
    body: { plan: 'enterprise', limits: { perMinute: 2, perDay: 5 } },
  });
  await expectDescribed('getAccount', 200, { key });
  await expectDescribed('getAccount', 429, { key });
  await expectDescribed('updateAccount', 200, { params, body: { limits: null, suspended: true } });
  await expectDescribed('getAccount', 403, { key });
  await expectDescribed('updateAccount', 404, { params: { accountId: 999 }, body: {} });
  await expectDescribed('liftBan', 204, { params });
  await expectDescribed('liftBan', 404, { params: { accountId: 999 } });
  await expectDescribed('createPasswordLink', 201, { params });
  const { accountId: closed } = await service.newAccount();
  await expectDescribed('closeAccount', 200, { params: { accountId: closed } });
  await expectDescribed('closeAccount', 409, { params: { accountId: closed } });
  await expectDescribed('closeAccount', 404, { params: { accountId: 999 } });
  await expectDescribed('createPasswordLink', 403, { params, key: member });
  await expectDescribed('createPasswordLink', 404, { params: { accountId: 999 } });
  await expectDescribed('replaceBoardKey', 201);
  await expectDescribed('replaceBoardKey', 403, { key: member });
  await expectDescribed('listAudit', 200, { query: '?limit=3&accountId=1' });
  await expectDescribed('listAudit', 400, { query: '?types=pet.born' });
  await expectDescribed('listAudit', 403, { key: member });
  for (const counted of ['getHealth', 'getStatistics', 'getShelterAnimalsCount']) {
    await expectDescribed(counted, 200);
    await expectDescribed(counted, 403, { key: member });
  }
});

test('photos', async () => {
  const petId = await addPet(service, {});
  const params = { petId };
  const jpeg = { body: await newImage(), headers: { 'content-type': 'image/jpeg' } };
  const { body: photo } = await expectDescribed('addPhoto', 201, { params, ...jpeg });
  await expectDescribed('addPhoto', 400, { params, body: 'x', headers: { 'content-type': 'image/jpeg' } });
  await expectDescribed('addPhoto', 400, { params, body: {} });
  await expectDescribed('addPhoto', 403, { params, ...jpeg, key: member });
  await expectDescribed('addPhoto', 404, { params: { petId: 999 }, ...jpeg });
  const { headers: ofList } = await expectDescribed('listPhotos', 200, { params });
  await expectDescribed('listPhotos', 304, { params, headers: { 'if-none-match': ofList.get('etag')! } });
  const named = { petId, photoId: photo.id };
  const { headers } = await expectDescribed('getPhoto', 200, { params: named });
  await expectDescribed('getPhoto', 304, { params: named, headers: { 'if-none-match': headers.get('etag')! } });
  await expectDescribed('getPhoto', 404, { params: { ...named, photoId: 999 } });
  await expectDescribed('updatePhoto', 200, { params: named, body: { alt: 'Asleep' } });
  await expectDescribed('updatePhoto', 400, { params: named, body: { position: 1 } });
  await expectDescribed('updatePhoto', 412, { params: named, body: {}, headers: { 'if-match': '"9"' } });
  await expectDescribed('deletePhoto', 403, { params: named, key: member });
  await expectDescribed('deletePhoto', 412, { params: named, headers: { 'if-match': '"9"' } });
  await expectDescribed('deletePhoto', 204, { params: named });
  await expectDescribed('deletePhoto', 404, { params: named });
});

test('organizations', async () => {
  const { body: riverside } = await expectDescribed('createOrganization', 201, {
    body: {
      name: 'Riverside',
      address: { country: 'US' },
      hours: { monday: 'closed' },
      social: { x: 'https://x.example/riverside' },
      location: { latitude: 39.8, longitude: -89.65 },
    },
  });
  const params = { organizationId: riverside.id };
  await expectDescribed('createOrganization', 400, { body: {} });
  await expectDescribed('createOrganization', 403, { body: { name: 'Riverside' }, key: member });
  await expectDescribed('listOrganizations', 200);
  await expectDescribed('listOrganizations', 400, { query: '?cursor=x' });
  const { headers } = await expectDescribed('getOrganization', 200, { params });
  await expectDescribed('getOrganization', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  await expectDescribed('getOrganization', 404, { params, key: member });
  await expectDescribed('updateOrganization', 200, { params, body: { phone: null, listed: true } });
  await expectDescribed('updateOrganization', 400, { params, body: { name: null } });
  await expectDescribed('updateOrganization', 403, { params, body: {}, key: member });
  await expectDescribed('updateOrganization', 404, { params: { organizationId: 99 }, body: {} });
  await expectDescribed('updateOrganization', 412, { params, body: {}, headers: { 'if-match': '"9"' } });

  const png = { body: IMAGES['image/png'], headers: { 'content-type': 'image/png' } };
  await expectDescribed('setLogo', 200, { params, ...png });
  await expectDescribed('setLogo', 400, { params, body: 'x', headers: { 'content-type': 'image/png' } });
  await expectDescribed('setLogo', 400, { params, body: {} });
  await expectDescribed('setLogo', 403, { params, ...png, key: member });
  await expectDescribed('setLogo', 413, { params, ...png, body: Buffer.alloc(300_000) });
  await expectDescribed('removeLogo', 204, { params });
  await expectDescribed('removeLogo', 404, { params });

  const { body: invitation } = await expectDescribed('createInvitation', 201, {
    params,
    body: { role: 'staff', email: 'bea@riverside.example' },
  });
  await expectDescribed('createInvitation', 400, { params, body: {} });
  await expectDescribed('createInvitation', 403, { params, body: { role: 'staff' }, key: member });
  await expectDescribed('listInvitations', 200, { params });
  const ofInvitation = { params: { ...params, invitationId: invitation.id } };
  await expectDescribed('withdrawInvitation', 204, ofInvitation);
  await expectDescribed('withdrawInvitation', 404, ofInvitation);
  const members = { organizationId: 1 };
  await expectDescribed('listMembers', 200, { params: members });
  await expectDescribed('listMembers', 403, { params: members, key: member });
  await expectDescribed('updateMember', 200, { params: { ...members, accountId: 1 }, body: { role: 'manager' } });
  await expectDescribed('updateMember', 404, { params: { ...members, accountId: 99 }, body: {} });
  await expectDescribed('removeMember', 404, { params: { ...members, accountId: 99 } });
  const { accountId, key } = await newMember(service, riverside.id, 'manager');
  const last = { key, params: { ...params, accountId } };
  await expectDescribed('updateMember', 409, { ...last, body: { role: 'staff' } });
  await expectDescribed('removeMember', 409, last);
  await expectDescribed('removeMember', 204, { params: last.params });
});

test('vocabularies and counts', async () => {
  await expectDescribed('countPets', 200, { query: '?status=available' });
  await expectDescribed('listSpecies', 200);
  await expectDescribed('listBreeds', 200, { query: '?species=Dog' });
  await expectDescribed('listBreeds', 400, { query: '?species=Dog&species=Cat' });
  await expectDescribed('listColors', 200);
});

test('categories', async () => {
  const { body: ponies } = await expectDescribed('createCategory', 201, { body: { name: 'Ponies' } });
  const params = { categoryId: ponies.id };
  await expectDescribed('createCategory', 409, { body: { name: 'Ponies', id: ponies.id } });
  await expectDescribed('createCategory', 400, { body: {} });
  await expectDescribed('listCategories', 200);
  await expectDescribed('listCategories', 400, { query: '?cursor=x' });
  const { headers } = await expectDescribed('getCategory', 200, { params });
  await expectDescribed('getCategory', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  await expectDescribed('getCategory', 404, { params: { categoryId: 999 } });
  await expectDescribed('updateCategory', 200, { params, body: { description: 'Up to 148 cm.' } });
  await expectDescribed('updateCategory', 403, { key: member, params, body: {} });
  await expectDescribed('updateCategory', 412, { params, body: {}, headers: { 'if-match': '"x"' } });
  await expectDescribed('deleteCategory', 204, { params });
  await expectDescribed('deleteCategory', 404, { params });
});

adoptionTests(() => ({ expectDescribed, member }));

test('alerts', async () => {
  const mails = await openMailServer();
  const mailing = await startOnSqlite({
    now: runningClock(),
    settings: { smtpUrl: mails.url, mailFrom: 'mail@shelter.example' },
  });
  withMail = await describedCalls(mailing);
  const asked = async (email: string) => {
    await withMail.expectDescribed('createAlert', 202, { body: { email, filters: { species: ['Dog'] } } });
    const { text } = await mails.next();
    const [, token = ''] = /\/alert#(pal_[\w-]+)/.exec(text) ?? [];
    return { key: null, headers: { authorization: `Bearer ${token}` } };
  };
  const link = await asked('ann@example.org');
  await withMail.expectDescribed('createAlert', 400, { body: { email: 'ann', filters: {} } });
  await expectDescribed('createAlert', 403, { body: { email: 'ann@example.org', filters: {} } });
  await withMail.expectDescribed('getAlert', 200, link);
  await withMail.expectDescribed('confirmAlert', 200, link);
  await withMail.expectDescribed('endAlert', 204, link);
  await withMail.expectDescribed('getAlert', 404, link);
  await mailing.close();
  await mails.close();
});

test('messages and events', async () => {
  const body = { message: 'Is Rex still there?' };
  const { body: message } = await expectDescribed('submitMessage', 202, { body });
  await expectDescribed('submitMessage', 400, { body: { message: '' } });
  await expectDescribed('submitMessage', 404, { body: { ...body, petId: 999_999 } });
  await expectDescribed('submitMessage', 401, { key: null, body });
  const params = { messageId: message.id };
  await expectDescribed('getMessage', 200, { params });
  await expectDescribed('getMessage', 404, { params, key: member });
  await expectDescribed('listMessages', 200);
  await expectDescribed('listMessages', 400, { query: '?cursor=x' });
  await expectDescribed('listInbox', 200);
  await expectDescribed('listInbox', 403, { key: member });
  await expectDescribed('listOrganizationMessages', 200, { params: { organizationId: 1 } });
  await expectDescribed('listOrganizationMessages', 403, { params: { organizationId: 1 }, key: member });
  await expectDescribed('listOrganizationMessages', 404, { params: { organizationId: 999 } });
  await expectDescribed('countInbox', 200);
  await expectDescribed('countOrganizationMessages', 200, { params: { organizationId: 1 } });
  await eventually(async () => (await service.call('GET', `/v1/inbox/${message.id}`)).status === 200);
  await expectDescribed('answerMessage', 201, { params, body: { message: 'Yes.' } });
  await expectDescribed('answerMessage', 404, { params, key: member, body: { message: 'Yes.' } });
  await expectDescribed('getThread', 200, { params });
  await expectDescribed('updateThread', 200, { params, body: { state: 'closed', assigneeId: 1 } });
  await expectDescribed('updateThread', 404, { params, body: { assigneeId: 999_999 } });
  const organization = { organizationId: 1 };
  const template = { name: 'Here', text: 'Dear {name}' };
  const { body: made } = await expectDescribed('createAnswerTemplate', 201, { params: organization, body: template });
  await expectDescribed('listAnswerTemplates', 200, { params: organization });
  const ofTemplate = { ...organization, templateId: made.id };
  await expectDescribed('updateAnswerTemplate', 200, { params: ofTemplate, body: { name: 'There' } });
  await expectDescribed('deleteAnswerTemplate', 204, { params: ofTemplate });
  await expectDescribed('deleteAnswerTemplate', 404, { params: ofTemplate });
  await expectDescribed('listEvents', 200, { query: '?after=0&limit=5&types=pet.created,order.placed' });
  await expectDescribed('listEvents', 400, { query: '?types=pet.flown' });
});

test("a person's data", async () => {
  const email = 'ann@example.org';
  await expectDescribed('findPerson', 200, { query: `?email=${email}` });
  await expectDescribed('findPerson', 400);
  await expectDescribed('findPerson', 403, { key: member, query: `?email=${email}` });
  await expectDescribed('correctPerson', 200, { body: { email, newName: 'Ann Lee' } });
  await expectDescribed('correctPerson', 400, { body: { email } });
  await expectDescribed('correctPerson', 409, {
    body: { email: 'operator@localhost', newEmail: 'ann@shelter.example' },
  });
  await expectDescribed('erasePerson', 200, { body: { email } });
  await expectDescribed('erasePerson', 403, { body: { email: 'operator@localhost' } });
  await expectDescribed('erasePerson', 403, { key: member, body: { email } });
});

test('webhooks', async () => {
  const { body: webhook } = await expectDescribed('createWebhook', 201, {
    body: { url: 'https://shelter.example/hook', events: ['pet.created'] },
  });
  await expectDescribed('createWebhook', 400, { body: { url: 'https://127.0.0.1/', events: ['pet.created'] } });
  await expectDescribed('createWebhook', 400, { body: { url: 'https://shelter.example/', events: [] } });
  await expectDescribed('listWebhooks', 200, { query: '?limit=1' });
  await expectDescribed('listWebhooks', 400, { query: '?cursor=x' });

  const params = { webhookId: webhook.id };
  const { headers } = await expectDescribed('getWebhook', 200, { params });
  await expectDescribed('getWebhook', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  await expectDescribed('getWebhook', 404, { params, key: member });
  await expectDescribed('updateWebhook', 200, { params, body: { description: 'ours', disabled: true } });
  await expectDescribed('updateWebhook', 400, { params, body: { url: 'file:///etc/passwd' } });
  await expectDescribed('updateWebhook', 412, { params, body: {}, headers: { 'if-match': '"9"' } });
  await expectDescribed('rollWebhookSecret', 200, { params });
  await expectDescribed('rollWebhookSecret', 412, { params, headers: { 'if-match': '"9"' } });

  const { body: delivery } = await expectDescribed('testWebhook', 202, { params });
  await expectDescribed('testWebhook', 404, { params: { webhookId: 999 } });
  await expectDescribed('listDeliveries', 200, { params });
  await expectDescribed('listDeliveries', 404, { params, key: member });
  await expectDescribed('getDelivery', 200, { params: { ...params, deliveryId: delivery.id } });
  await expectDescribed('getDelivery', 404, { params: { ...params, deliveryId: 999 } });
  await expectDescribed('redeliver', 202, { params: { ...params, deliveryId: delivery.id } });
  await expectDescribed('redeliver', 404, { params: { ...params, deliveryId: 999 } });
  await expectDescribed('getWebhookHealth', 200);
  await expectDescribed('listAllDeliveries', 200, { query: '?hasFailed=false&types=webhook.test' });
  await expectDescribed('listAllDeliveries', 400, { query: '?types=webhook.lost' });
  await expectDescribed('redeliverSeveral', 202, { body: { deliveryIds: [delivery.id, 999] } });
  await expectDescribed('redeliverSeveral', 400, { body: { deliveryIds: [] } });

  await expectDescribed('deleteWebhook', 412, { params, headers: { 'if-match': '"9"' } });
  await expectDescribed('deleteWebhook', 204, { params });
  await expectDescribed('deleteWebhook', 404, { params });
});

test('this description', async () => {
  await expectDescribed('getDescription', 200, { key: null });
});

test('every operation has been called', () => {
  const uncalled = new Set(withMail.withoutSuccess());
  expect(described.withoutSuccess().filter((id) => uncalled.has(id))).toEqual([]);
});
