import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, newMember } from '../organizations/members.ts';
import { hourMs } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Answer,
  BACKENDS,
  linksOf,
  sharedService,
  type Start,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';

const path = '/v1/admin/directory';
const settings = { webhooksAllowPrivate: 'true' } as const;

/** All animals that visitors of a service see, by their names. */
async function animalsOf(service: TestService, query = ''): Promise<ReadonlyMap<string, Answer['body']>> {
  const found = new Map<string, unknown>();
  for (let next: string | undefined = `/v1/pets?limit=100&expand=owner,profile${query}`; next !== undefined;) {
    const answer = await service.call('GET', next);
    expect(answer.status, answer.text).toBe(200);
    for (const animal of answer.body) found.set(animal.name, animal);
    next = linksOf(answer)['next'];
  }
  return found;
}

describe.each(BACKENDS)('a directory on %s', (_, start: Start) => {
  const clock = testClock();
  const shelter = sharedService(startOnSqlite, { now: clock.now });
  const directory = sharedService(start, { now: clock.now, settings });
  let member: Member;
  let organizationId: number;
  let sourceId: number;
  let key: string;
  /** Sees what visitors of the directory see. */
  let visitor: TestService;

  beforeAll(async () => {
    const description = { name: 'Riverside Shelter', email: 'hello@riverside.example', listed: true };
    ({ id: organizationId } = (await shelter.call('POST', '/v1/organizations', { body: description })).body);
    member = await newMember(shelter, organizationId, 'manager');
    const visiting = { kind: 'publishable', origins: ['https://ohio.example'] };
    const made = await directory.call('POST', '/v1/account/keys', { body: visiting });
    visitor = {
      ...directory,
      call: (method, url, options = {}) =>
        directory.call(method, url, { key: made.body.key, headers: { origin: 'https://ohio.example' }, ...options }),
    };
    ({ key } = (await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } })).body);
  });

  async function send(method: string, url: string, body?: object) {
    clock.advance(1_000);
    const answer = await member.call(method, url, { body });
    expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }
  const addPet = async (name: string, more: object = {}): Promise<number> =>
    (await send('POST', '/v1/pets', { name, categoryId: 1, ...more })).id;
  const organizationNamed = async (name: string): Promise<Answer['body']> =>
    (await directory.call('GET', '/v1/organizations?limit=100')).body.find(
      (one: { name: string }) => one.name === name,
    );
  const state = async () => (await directory.call('GET', `${path}/${sourceId}`)).body;
  /** Polls in the directory's time, in which it asks the shelter. */
  const soon = <T>(ask: () => Promise<T | undefined | false>): Promise<T> =>
    eventually(() => {
      clock.advance(5_000);
      return ask();
    }, 60_000);
  /** Waits until the directory shows what is true of an animal at the shelter. */
  const shown = (name: string, isSo: (animal: Answer['body']) => boolean = () => true): Promise<Answer['body']> =>
    soon(async () => {
      const animal = (await animalsOf(visitor)).get(name);
      return animal !== undefined && isSo(animal) ? animal : undefined;
    });
  const gone = (name: string): Promise<unknown> => soon(async () => !(await animalsOf(visitor)).has(name));

  test('refuses addresses and keys that cannot be right', async () => {
    const post = (body: object) => directory.call('POST', path, { body });
    const rule = async (body: object) => (await post(body)).body.message;
    expect(await rule({ url: 'ftp://shelter.example', key })).toMatch(/^The field `url` /);
    expect(await rule({ url: `${shelter.origin}/v1`, key })).toMatch(/must have no path/);
    expect(await rule({ url: shelter.origin, key: 'psk_live_x' })).toMatch(/^The field `key` /);
    expect((await post({ url: shelter.origin, key })).status).toBe(201);
    expect((await post({ url: `${shelter.origin}/`, key })).body.code).toBe('source_exists');
    const { body } = await directory.call('GET', path);
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(key);
    sourceId = body[0].id;
  });

  test('shows the animals that a source has, whole, with where they come from', async () => {
    const profile = {
      species: 'Dog',
      breed: { primary: 'Labrador Retriever' },
      size: 'large',
      summary: 'Likes walks.',
    };
    const id = await addPet('Rex', {
      profile: { ...profile, staff: { intake: { date: '2026-10-01' }, notes: 'Bites.' } },
    });
    const animal = await shown('Rex');
    expect(animal.profile).toMatchObject({
      ...profile,
      waitingSince: '2026-10-01',
      origin: { url: `${shelter.origin}/pets/${id}` },
    });
    expect(JSON.stringify(animal)).not.toContain('Bites');
    expect(animal.owner.organization.name).toBe('Riverside Shelter');
    const { body } = await directory.call('GET', `/v1/organizations/${animal.owner.organization.id}`);
    expect(body).toMatchObject({
      name: 'Riverside Shelter',
      email: 'hello@riverside.example',
      origin: { url: shelter.origin },
    });
    await soon(async () => (await state()).state === 'following');
    expect(await state()).toMatchObject({ animals: 1, organizations: 2 });
    expect([...(await animalsOf(visitor, '&species=dog&size=large')).keys()]).toEqual(['Rex']);
  });

  test('follows each change: name, status, profile, bonds', async () => {
    const rex = await addPet('Max', { profile: { species: 'Dog' } });
    const tom = await addPet('Mia', { profile: { species: 'Dog', bondedWith: [rex] } });
    const { id: ownTom } = await shown('Mia');
    const { id: ownRex } = await shown('Max');
    await send('PATCH', `/v1/pets/${rex}`, {
      name: 'Maximilian',
      status: 'pending',
      profile: { bondedWith: [tom], species: null },
    });
    const animal = await shown('Maximilian', ({ profile }) => profile.bondedWith !== undefined);
    expect(animal).toMatchObject({ id: ownRex, status: 'pending', profile: { bondedWith: [ownTom] } });
    expect(animal.profile).not.toHaveProperty('species');
    expect((await shown('Mia')).profile.bondedWith).toEqual([ownRex]);
  });

  test('an animal that visitors of the source no longer see is gone', async () => {
    const [held, left, removed] = [await addPet('Held'), await addPet('Left'), await addPet('Removed')];
    await Promise.all(['Held', 'Left', 'Removed'].map((name) => shown(name)));
    await send('PATCH', `/v1/pets/${held}`, { profile: { staff: { hold: { reason: 'medical' } } } });
    await send('PATCH', `/v1/pets/${left}`, { profile: { staff: { outcome: { type: 'died', date: '2026-11-20' } } } });
    await send('DELETE', `/v1/pets/${removed}`);
    await Promise.all(['Held', 'Left', 'Removed'].map(gone));
    await send('PATCH', `/v1/pets/${held}`, { profile: { staff: { hold: null } } });
    expect(await shown('Held')).toMatchObject({ status: 'available' });
  });

  test('nobody changes, orders or asks about an animal of another service here', async () => {
    const { id, owner } = await shown('Rex');
    const adopter = { name: 'Ann', email: 'ann@adopter.example' };
    const refused = async (method: string, url: string, body: object = {}) =>
      (await directory.call(method, url, { body })).body?.code;
    expect(await refused('PATCH', `/v1/pets/${id}`, { name: 'Mine' })).toBe('mirrored');
    expect(await refused('DELETE', `/v1/pets/${id}`)).toBe('mirrored');
    expect(await refused('PATCH', `/v1/pets/${id}/profile`, { species: 'Cat' })).toBe('mirrored');
    expect(await refused('POST', '/v1/store/orders', { petId: id, adopter })).toBe('mirrored');
    expect(await refused('POST', '/v1/applications', { petId: id, adopter })).toBe('mirrored');
    expect(await refused('POST', '/v1/messages', { petId: id, from: adopter, message: 'Is he here?' })).toBe(
      'mirrored',
    );
    const organization = `/v1/organizations/${owner.organization.id}`;
    expect(await refused('PATCH', organization, { name: 'Mine' })).toBe('mirrored');
    const templates = `${organization}/answer-templates`;
    expect(await refused('POST', templates, { name: 'Hello', text: 'Hello' })).toBe('mirrored');
    expect(await refused('PATCH', `${templates}/1`, { name: 'Hello' })).toBe('mirrored');
    expect(await refused('DELETE', `${templates}/1`)).toBe('mirrored');
    expect(await refused('POST', `${organization}/invitations`, { role: 'staff' })).toBe('mirrored');
    expect(await refused('PUT', `${organization}/listing-sites/petfinder`, { username: 'x', password: 'y' })).toBe(
      'mirrored',
    );
  });

  test('a partner of the directory reads its own animals alone', async () => {
    await directory.call('POST', '/v1/organizations', { body: { name: 'Ohio', listed: true } });
    const { id: categoryId } = (await directory.call('POST', '/v1/categories', { body: { name: 'Ponies' } })).body;
    const made = await directory.call('POST', '/v1/admin/partner-keys', { body: { name: 'Third' } });
    const read = async (url: string) => (await directory.call('GET', url, { key: made.body.key })).body;
    const { id, owner } = await shown('Rex');
    const own = { body: { name: 'Own', categoryId } };
    const staff = await newMember(directory, (await organizationNamed('Ohio')).id, 'manager');
    expect((await staff.call('POST', '/v1/pets', own)).status).toBe(201);
    for (const url of [
      '/v1/pets?limit=100',
      '/v1/pets?limit=100&expand=profile,owner',
      '/v1/pets?limit=100&status=available',
      '/v1/pets?limit=100&sort=longest_waiting',
    ])
      expect((await read(url)).map(({ name }: { name: string }) => name)).toEqual(['Own']);
    for (const url of [`/v1/pets/${id}`, `/v1/pets/${id}/profile`, `/v1/organizations/${owner.organization.id}`])
      expect([url, (await directory.call('GET', url, { key: made.body.key })).status]).toEqual([url, 404]);
    expect((await read(`/v1/pets?ids=${id}`)).length).toBe(0);
    expect(await read('/v1/pet-facets')).toMatchObject({ total: 1 });
    expect(await read('/v1/pet-facets?species=dog')).toMatchObject({ total: 0 });
    expect(await read('/v1/store/inventory')).toEqual({ available: 1, pending: 0, sold: 0 });
    const texts = JSON.stringify([
      await read('/v1/organizations?limit=100'),
      await read('/v1/events?limit=100'),
      await read('/v1/categories?limit=100'),
    ]);
    expect(texts).toContain('Ohio');
    expect(texts).toContain('Own');
    for (const word of ['Riverside', 'Rex', 'Mia']) expect(texts).not.toContain(word);
    // What visitors see is more.
    expect((await visitor.call('GET', `/v1/pets/${id}`)).status).toBe(200);
  });

  test('the inventory counts what the lists have, and statistics the own animals alone', async () => {
    const { body: counts } = await visitor.call('GET', '/v1/store/inventory');
    expect(counts.available + counts.pending + counts.sold).toBe((await animalsOf(visitor)).size);
    const { body } = await directory.call('GET', '/v1/statistics');
    expect(body.months.at(-1).inCare.end).toBe(1);
    const own = (await animalsOf(visitor)).get('Own');
    expect((await directory.call('DELETE', `/v1/pets/${own.id}`)).status).toBe(204);
  });

  test('an organization that the source unlists is gone with its animals, and comes back', async () => {
    await shelter.call('PATCH', `/v1/organizations/${organizationId}`, { body: { listed: false } });
    await gone('Rex');
    expect((await state()).organizations).toBe(1);
    await shelter.call('PATCH', `/v1/organizations/${organizationId}`, { body: { listed: true } });
    await shown('Rex');
  });

  test('an organization has another ETag once its source was seen again, which suspending it does not wait for', async () => {
    const [{ id }] = (await directory.call('GET', '/v1/organizations?name=Riverside')).body;
    const url = `/v1/organizations/${id}`;
    const before = await directory.call('GET', url);
    const tag = String(before.headers.get('etag'));
    await eventually(async () => {
      clock.advance(hourMs / 10);
      const { status, body } = await directory.call('GET', url, { headers: { 'if-none-match': tag } });
      return status === 200 && body.origin.seenAt !== before.body.origin.seenAt;
    });
    const suspend = (suspended: boolean) =>
      directory.call('PATCH', url, { body: { suspended }, headers: { 'if-match': tag } });
    expect((await suspend(true)).status).toBe(200);
    expect((await suspend(false)).status).toBe(412);
    expect((await directory.call('PATCH', url, { body: { suspended: false } })).status).toBe(200);
  });

  test('a source that was silent for three days is hidden, and shown again when it answers', async () => {
    await directory.call('PATCH', `${path}/${sourceId}`, { body: { paused: true } });
    expect((await state()).state).toBe('paused');
    clock.advance(73 * hourMs);
    await gone('Rex');
    expect((await state()).hiddenAt).toBeDefined();
    await directory.call('PATCH', `${path}/${sourceId}`, { body: { paused: false } });
    await eventually(async () => {
      // Longer than any pause between turns: it is asked with each look, however long the last turn took.
      clock.advance(hourMs / 10);
      return (await animalsOf(visitor)).has('Rex');
    });
  });

  test('a revoked key stops the source, which goes on with another one', async () => {
    const { body: keys } = await shelter.call('GET', '/v1/admin/partner-keys');
    await shelter.call('DELETE', `/v1/admin/partner-keys/${keys[0].id}`);
    await soon(async () => (await state()).state === 'stopped');
    expect((await state()).error).toMatch(/^It answered 401/);
    const made = await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } });
    await directory.call('PATCH', `${path}/${sourceId}`, { body: { key: made.body.key } });
    await addPet('Later');
    await shown('Later');
  });

  test('removing a source removes all that it has', async () => {
    expect((await directory.call('DELETE', `${path}/${sourceId}`)).status).toBe(204);
    expect(await animalsOf(visitor)).toEqual(new Map());
    await soon(async () => (await directory.call('GET', path)).body.length === 0);
    const { body } = await directory.call('GET', '/v1/organizations');
    expect(JSON.stringify(body)).not.toContain('Riverside Shelter');
  });
});
