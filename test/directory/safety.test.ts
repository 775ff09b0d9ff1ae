import { describe, expect, test } from 'vitest';
import { BACKENDS, sharedService, startOnSqlite, testClock } from '../support/service.ts';
import { newVisitor } from './seen.ts';
import { animal, directoryOf, key, organization, path, simulated } from './simulated.ts';

const settings = { webhooksAllowPrivate: 'true' } as const;

describe.each(BACKENDS)('a directory on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now, settings });
  const directory = directoryOf(service, clock);
  const follows = (source: { readonly url: string }) => directory.add(source, ({ state }) => state === 'following');
  const stops = (source: { readonly url: string }) => directory.add(source, ({ state }) => state === 'stopped');
  const read = async (url: string, as = service.operatorKey) => (await service.call('GET', url, { key: as })).body;

  test('gives what it mirrors to no person: the account of the operator who added the source has none of it', async () => {
    const email = 'second@shelter.example';
    const { accountId, key: second } = await service.newAccount({ email });
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { role: 'operator' } });
    const source = await simulated({ '/v1/categories/1': { id: 1, name: 'Alpacas' } });
    const { body } = await service.call('POST', path, { body: { url: source.url, key }, key: second });
    await directory.becomes(body.id, ({ state }) => state === 'following');
    const [rex] = await directory.shown();
    const { database } = await service.beside();
    const { account_id: ownerId } = await database.read
      .selectFrom('pets')
      .select('account_id')
      .where('id', '=', rex.id)
      .executeTakeFirstOrThrow();
    expect(await read(`/v1/admin/accounts/${ownerId}`)).toMatchObject({ email: 'board@localhost', role: 'member' });
    const suspended = { role: 'member', suspended: true };
    const { status } = await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: suspended });
    expect(status).toBe(200);
    expect(await directory.shown()).toMatchObject([{ id: rex.id }]);
    const made = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://ohio.example'] },
    });
    const categories = await service.call('GET', '/v1/categories', {
      key: made.body.key,
      headers: { origin: 'https://ohio.example' },
    });
    expect(categories.body).toMatchObject([{ name: 'Alpacas' }]);
    await service.call('DELETE', `${path}/${body.id}`);
    await directory.soon(async () => (await service.call('GET', `${path}/${body.id}`)).status === 404);
  });

  test('an organization that an operator suspends stays suspended when the source unlists it and lists it again', async () => {
    const visitor = await newVisitor(service);
    const source = await simulated();
    await follows(source);
    const [{ owner }] = await directory.shown();
    const url = `/v1/organizations/${owner.organization.id}`;
    await service.call('PATCH', url, { body: { suspended: true } });
    source.answers = {
      ...source.answers,
      '/v1/events?position=1': [{ type: 'organization.unlisted', data: { id: 1 } }],
      '/v1/organizations': [],
      '/v1/organizations/1': undefined,
      '/v1/pets': [],
    };
    await directory.soon(async () => (await read(url)).listed === false);
    source.asked.length = 0;
    source.answers = {
      ...source.answers,
      '/v1/events?position=1': [{ type: 'organization.listed', data: { id: 1 } }],
      '/v1/organizations': [organization],
      '/v1/organizations/1': organization,
      '/v1/pets': [animal],
    };
    // The event before may list it already, if its answer comes late. Its animals are read after this one.
    const areAnimalsRead = () => source.asked.some((asked) => asked.includes('organizationId=1'));
    await directory.soon(async () => areAnimalsRead() && (await read(url)).listed === true);
    expect(await read(url)).toMatchObject({ listed: true, suspended: true });
    // Operators may see its animals already.
    expect((await service.call('GET', '/v1/pets', visitor)).body).toEqual([]);
    source.answers = { ...source.answers, '/v1/events?position=1': [] };
    await service.call('PATCH', url, { body: { suspended: false } });
    await directory.soon(async () => (await service.call('GET', '/v1/pets', visitor)).body.length === 1);
  });

  test('tells a partner nothing of the organizations of others, even that they are gone', async () => {
    const made = await service.call('POST', '/v1/admin/partner-keys', { body: { name: 'Third' } });
    const source = await simulated();
    const { id } = await follows(source);
    await service.call('DELETE', `${path}/${id}`);
    await directory.soon(async () => (await service.call('GET', `${path}/${id}`)).status === 404);
    const own = await service.call('POST', '/v1/organizations', { body: { name: 'Ohio', listed: true } });
    await service.call('PATCH', `/v1/organizations/${own.body.id}`, { body: { listed: false } });
    const events = (await read('/v1/events?limit=100', made.body.key)) as { type: string; data: { id: number } }[];
    const unlisted = events.filter(({ type }) => type === 'organization.unlisted');
    expect(unlisted.map(({ data }) => data.id)).toEqual([own.body.id]);
    expect(JSON.stringify(events)).not.toContain('Rex');
  });

  test('removes a source with what organizations of it were given here, such as invitations and templates of answers', async () => {
    const source = await simulated();
    const { id } = await follows(source);
    const [{ owner }] = await directory.shown();
    const organization_id = owner.organization.id;
    const { database } = await service.beside();
    await database.transaction(async (tx) => {
      const template = { organization_id, name: 'Hello', text: 'Hello' };
      await tx.insertInto('answer_templates').values(template).execute();
      const invitation = { hash: 'x', role: 'staff', created_at: 1, expires_at: 1 };
      await tx
        .insertInto('invitations')
        .values({ organization_id, ...invitation })
        .execute();
      const logo = { organization_id, hash: 'x', type: 'image/png', image: 'x' };
      await tx.insertInto('organization_logos').values(logo).execute();
    });
    await service.call('DELETE', `${path}/${id}`);
    await directory.soon(async () => (await service.call('GET', `${path}/${id}`)).status === 404);
    for (const table of ['answer_templates', 'invitations', 'organization_logos'] as const) {
      const rows = database.read.selectFrom(table).select('organization_id');
      expect(await rows.where('organization_id', '=', organization_id).execute(), table).toEqual([]);
    }
    expect((await service.call('GET', `/v1/organizations/${organization_id}`)).status).toBe(404);
  });

  test('stops a source at whose address another service answers, and goes on when it is itself again', async () => {
    const source = await simulated();
    const { id } = await follows(source);
    const own = source.service;
    source.service = 'another';
    source.answers = { ...source.answers, '/v1/pets': [{ ...animal, name: 'Tom' }] };
    const { error } = await directory.becomes(id, ({ state }) => state === 'stopped');
    expect(error).toMatch(/^Another service answers at this address than before: remove the source/);
    expect(await directory.shown()).toMatchObject([{ name: 'Rex' }]);
    await service.call('PATCH', `${path}/${id}`, { body: { key } });
    await directory.becomes(id, ({ state }) => state === 'stopped');
    source.service = own;
    await service.call('PATCH', `${path}/${id}`, { body: { paused: false } });
    await directory.becomes(id, ({ state }) => state === 'following');
  });

  test('adds a service once, whatever its addresses are', async () => {
    const first = await simulated();
    await follows(first);
    const again = await simulated();
    again.service = first.service;
    const { error } = await stops(again);
    expect(error).toBe(`It is the same service as ${first.url}: remove one of the two sources.`);
    expect(await directory.shown()).toHaveLength(1);
  });

  test('does not add itself, at whatever address', async () => {
    const made = await service.call('POST', '/v1/admin/partner-keys', { body: { name: 'Myself' } });
    const { body } = await service.call('POST', path, { body: { url: service.origin, key: made.body.key } });
    const { error } = await directory.becomes(body.id, ({ state }) => state === 'stopped');
    expect(error).toMatch(/^It is this service itself/);
    await service.call('DELETE', `${path}/${body.id}`);
    await directory.soon(async () => (await service.call('GET', `${path}/${body.id}`)).status === 404);
  });

  test('names the animals that it refuses, with the reason, until they are as they should be', async () => {
    const wrong = { ...animal, id: 8, status: 'gone' };
    const source = await simulated({ '/v1/pets': [animal, wrong, { ...animal, id: 9, profile: null }] });
    const { id, refused } = await follows(source);
    expect(refused).toEqual({
      count: 2,
      animals: [
        { id: 8, reason: expect.stringMatching(/^The field `status` must be /) },
        { id: 9, reason: 'The field `profile` must be an object.' },
      ],
    });
    source.answers = {
      ...source.answers,
      '/v1/events?position=1': [8, 9].map((one) => ({ type: 'pet.updated', data: { id: one } })),
      '/v1/pets?ids=': [{ ...wrong, status: 'sold' }],
    };
    // On PostgreSQL, the answer reads one after the other.
    const mended = await directory.becomes(id, ({ refused: left, animals }) => left === undefined && animals === 2);
    expect(mended).toMatchObject({ state: 'following' });
  });

  test('tells operators that it has failed itself, without what its log says', async () => {
    const source = await simulated();
    const { id } = await follows(source);
    const { database } = await service.beside();
    const organizations = database.read.selectFrom('directory_organizations').selectAll().where('source_id', '=', id);
    const { organization_id: organizationId } = await organizations.executeTakeFirstOrThrow();
    const put = (to: number) =>
      database.transaction(async (tx) => {
        const rows = tx.updateTable('directory_organizations').set({ organization_id: to });
        await rows.where('source_id', '=', id).execute();
      });
    // Nobody has such an organization.
    await put(1_000_000);
    source.answers = {
      ...source.answers,
      '/v1/events?position=1': [{ type: 'organization.updated', data: { id: 1 } }],
    };
    const { error } = await directory.becomes(id, (one) => one.error !== undefined);
    expect(error).toBe('The directory failed here: Error. The log says more.');
    await put(organizationId);
  });

  test('has another ETag when a source has changed by itself, which a change does not wait for', async () => {
    const source = await simulated();
    const { id } = await follows(source);
    const url = `${path}/${id}`;
    const etag = String((await service.call('GET', url)).headers.get('etag'));
    const ask = () => service.call('GET', url, { headers: { 'if-none-match': etag } });
    expect((await ask()).status).toBe(304);
    source.answers = { ...source.answers, '/v1/events': { no: 'list' } };
    await directory.becomes(id, ({ state }) => state === 'failing');
    const changed = await ask();
    expect([changed.status, changed.body?.state]).toEqual([200, 'failing']);
    const pause = (tag: string) => service.call('PATCH', url, { body: { paused: true }, headers: { 'if-match': tag } });
    expect((await pause(etag)).status).toBe(200);
    expect((await pause(etag)).status).toBe(412);
  });
});

test('the address of the directory itself is refused', async () => {
  const directory = await startOnSqlite({ settings: { publicUrl: 'https://directory.example' } });
  const { body } = await directory.call('POST', path, { body: { url: 'https://directory.example', key } });
  expect(body).toMatchObject({
    code: 'invalid_body',
    message: 'The field `url` is the address of this service itself.',
  });
});
