import { afterAll, describe, expect, test } from 'vitest';
import { command, jsonOf } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { endAll, petstoreUntil } from '../support/process.ts';
import { type Answer, BACKENDS, sharedService, startOnSqlite, type TestService } from '../support/service.ts';

const settings = { organizationName: 'Riverside Shelter', organizationPhone: '+1 555 0100' };
const environment = 'staging';
const envOf = ({ dataDir, settings: { stagingDatabaseUrl } }: TestService) => ({
  DATA_DIR: dataDir,
  STAGING_DATABASE_URL: stagingDatabaseUrl,
  ORGANIZATION_NAME: settings.organizationName,
});
const get = async (service: TestService, path: string) => (await service.call('GET', `/v1${path}`)).body;
const listOf = async (service: TestService, path: string): Promise<Answer['body'][]> => get(service, path);
const petsIn = (service: TestService) => listOf(service, '/pets?limit=100&expand=profile,photos');
const dayMs = 86_400_000;

afterAll(endAll);

describe.each(BACKENDS)('petstore demo, on %s', (_, start) => {
  const service = sharedService(start, { environment, settings });
  const demo = (...args: string[]) => jsonOf(['demo', ...args], envOf(service));

  test('fills an empty environment with a shelter and a month of its history', async () => {
    expect(await demo()).toEqual([{ animals: 40, photos: 47, orders: 15, applications: 8, messages: 8 }]);
    const pets = await petsIn(service);
    expect(new Set(pets.map(({ categoryId }) => categoryId)).size).toBe(6);
    for (const { name, profile, photos } of pets) {
      expect([name, profile]).toEqual([
        name,
        expect.objectContaining({ summary: expect.any(String), description: expect.any(String) }),
      ]);
      expect([name, photos[0]]).toEqual([name, expect.objectContaining({ width: 1_200, height: 1_000 })]);
    }
    expect(new Set(pets.map(({ photos: [photo] }) => photo.thumbhash)).size).toBe(40);

    const orders = await listOf(service, '/store/orders?limit=100');
    expect(Object.groupBy(orders, ({ status }) => status)).toEqual({
      placed: expect.objectContaining({ length: 3 }),
      // One for an applicant who was accepted.
      approved: expect.objectContaining({ length: 3 }),
      delivered: expect.objectContaining({ length: 6 }),
      cancelled: expect.objectContaining({ length: 2 }),
      expired: expect.objectContaining({ length: 1 }),
      returned: expect.objectContaining({ length: 1 }),
    });
    for (const { status, answers, createdAt, updatedAt } of orders) {
      expect([status, answers]).toEqual([status, expect.objectContaining({ length: 3 })]);
      expect(Date.parse(createdAt)).toBeGreaterThan(Date.now() - 28 * dayMs);
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now());
    }
    const counts = { submitted: 3, in_review: 1, accepted: 1, declined: 1, withdrawn: 1, closed: 1 };
    expect(await get(service, '/application-counts')).toEqual(counts);
    expect(await get(service, '/admin/inbox/counts')).toEqual({ open: 3, answered: 3, closed: 2 });
    // What has a value of its own keeps it.
    expect(await get(service, '/organizations/1')).toMatchObject({
      name: 'Willow Creek Animal Rescue',
      phone: '+1 555 0100',
      hours: { sunday: '11 am – 3 pm' },
      application: [{ kind: 'choice' }, { kind: 'yes_no' }, { kind: 'text' }],
      logo: expect.stringContaining('/logos/1?v='),
    });
  });

  test('refuses an environment with a demo', async () => {
    const { code, stderr } = await command(['demo'], envOf(service));
    expect([code, stderr]).toEqual([1, expect.stringContaining('The demo is in staging already, at least in part')]);
  });

  test('remove takes it away, and leaves what people have added and changed', async () => {
    const pets = await petsIn(service);
    const idOf = (name: string) => pets.find((pet) => pet.name === name).id;
    const post = async (path: string, body: object) => (await service.call('POST', `/v1${path}`, { body })).body;
    const adopter = { name: 'Ann Lee', email: 'ann@lee.example' };
    const own = await post('/pets', { name: 'Rex', categoryId: 1 });
    const order = await post('/store/orders', { petId: own.id, adopter });
    const ofDemo = await post('/store/orders', { petId: idOf('Ziggy'), adopter });
    const { id: messageId } = await post('/messages', { message: 'Is he kind?', petId: own.id, from: adopter });
    await eventually(async () => (await get(service, `/messages/${messageId}`)).status === 'delivered');
    const hours = { monday: 'closed' };
    await service.call('PATCH', '/v1/organizations/1', { body: { hours } });
    const before = await get(service, '/organizations/1');

    expect(await demo('remove')).toEqual([{ removed: true }]);
    expect(await petsIn(service)).toEqual([expect.objectContaining({ id: own.id, status: 'pending' })]);
    expect(await get(service, '/store/orders?limit=100')).toEqual([
      { ...ofDemo, status: 'cancelled', updatedAt: expect.any(String) },
      order,
    ]);
    expect(await get(service, '/admin/inbox')).toEqual([expect.objectContaining({ id: messageId })]);
    expect(await get(service, '/organizations/1')).toEqual({
      id: 1,
      name: settings.organizationName,
      phone: settings.organizationPhone,
      hours: before.hours,
      listed: true,
      suspended: false,
    });
    const { database } = await service.beside();
    for (const table of [
      'applications',
      'order_notes',
      'message_answers',
      'pet_photos',
      'organization_logos',
      'pet_profiles',
    ] as const)
      expect([table, await database.read.selectFrom(table).selectAll().execute()]).toEqual([table, []]);

    expect(await demo('remove')).toEqual([{ removed: false }]);
    const { code, stderr } = await command(['demo'], envOf(service));
    expect([code, stderr]).toEqual([1, expect.stringContaining('There are animals in staging')]);
  });
});

test('remove takes away a demo that was killed in the middle', async () => {
  const service = await startOnSqlite({ environment, settings });
  const env = envOf(service);
  const filling = await petstoreUntil(/Drawing/, ['demo'], env);
  await eventually(async () => (await petsIn(service)).length > 2);
  await filling.stop();
  const again = await command(['demo'], env);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('`petstore demo remove --environment staging`'),
  ]);
  expect(await jsonOf(['demo', 'remove'], env)).toEqual([{ removed: true }]);
  expect(await petsIn(service)).toEqual([]);
  expect(await get(service, '/organizations/1')).toMatchObject({ name: settings.organizationName });
});
