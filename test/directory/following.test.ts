import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, sharedService, type Start, startOnSqlite, testClock } from '../support/service.ts';
import {
  type Answering,
  type Answers,
  animal,
  directoryOf,
  key,
  organization,
  position,
  simulated,
} from './simulated.ts';

const settings = { webhooksAllowPrivate: 'true' } as const;
const minuteMs = 60_000;
const follows = ({ state }: { readonly state: string }) => state === 'following';

const json = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body));

interface Animal {
  readonly id: number;
  readonly name: string;
  readonly categoryId?: number;
  readonly organizationId?: number;
  readonly bondedWith?: readonly number[];
}

/** A service with these animals, which may change. */
function shelterOf(animals: Map<number, Animal>, organizations = [1]): Answers {
  const shown = ({ id, name, categoryId = 1, organizationId = 1, bondedWith }: Animal) => ({
    ...animal,
    id,
    name,
    categoryId,
    owner: { organization: { id: organizationId, name: 'Shelter' } },
    profile: { species: 'Dog', ...(bondedWith && { bondedWith }) },
  });
  const list: Answering = (response, url) => {
    const query = new URL(url, 'http://shelter.example').searchParams;
    const ids = query.get('ids')?.split(',').map(Number);
    const found = [...animals.values()]
      .toSorted((a, b) => b.id - a.id)
      .filter(({ id }) => ids?.includes(id) ?? true)
      .filter(({ id }) => id < Number(query.get('before') ?? Infinity))
      .filter(
        ({ organizationId = 1 }) => String(organizationId) === (query.get('organizationId') ?? `${organizationId}`),
      )
      .filter(({ categoryId = 1 }) => String(categoryId) === (query.get('categoryId') ?? `${categoryId}`));
    const page = found.slice(0, 100);
    if (found.length > 100) {
      query.set('before', String(page.at(-1)?.id));
      response.setHeader('link', `</v1/pets?${query.toString()}>; rel="next"`);
    }
    json(response, page.map(shown));
  };
  const one = (id: number) => ({ ...organization, id, name: `Shelter ${id}` });
  return {
    '/v1/pets': list,
    '/v1/organizations': organizations.map(one),
    ...Object.fromEntries(organizations.map((id) => [`/v1/organizations/${id}`, one(id)])),
  };
}

/** Events about these, once. */
function told(...events: readonly (readonly [type: string, ...ids: number[]])[]): Answers {
  const all = events.flatMap(([type, ...ids]) => ids.map((id) => ({ type, data: { id } })));
  const next = `2-${Math.random().toString(36).slice(2, 10)}`;
  const answer =
    (items: unknown): Answering =>
    (response) =>
      json(response.setHeader('link', position(next)), items);
  return { '/v1/events?position=1-00000000&': answer(all), [`/v1/events?position=${next}&`]: answer([]) };
}

const numbered = (from: number, count: number, more: object = {}): Map<number, Animal> =>
  new Map(Array.from({ length: count }, (_, i) => [from + i, { id: from + i, name: `Pet ${from + i}`, ...more }]));

describe.each(BACKENDS)('a directory that follows on %s', (_, start: Start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now, settings });
  const directory = directoryOf(service, clock);
  const names = async (): Promise<string[]> =>
    (await directory.shown()).map(({ name }: Answer['body']) => name).toSorted();
  const named = async (name: string): Promise<Answer['body']> =>
    (await service.call('GET', `/v1/pets?expand=profile&q=${encodeURIComponent(name)}`)).body[0];
  const categoryOf = async (name: string): Promise<string> =>
    (await service.call('GET', `/v1/categories/${(await named(name)).categoryId}`)).body.name;

  test('an event about an organization applies what else is new at once, and reads its animals alone', async () => {
    const animals = new Map([...numbered(1, 3), ...numbered(11, 2, { organizationId: 2 })]);
    const source = await simulated(shelterOf(animals, [1, 2]));
    await directory.add(source, follows);
    expect(await names()).toHaveLength(5);
    for (const id of [1, 11]) animals.delete(id);
    animals.set(12, { id: 12, name: 'Renamed', organizationId: 2 });
    animals.set(13, { id: 13, name: 'New', organizationId: 2 });
    let isBroken = true;
    const whole = source.answers['/v1/pets'] as Answering;
    const broken: Answering = (response, url) => (isBroken ? response.writeHead(500).end('{}') : whole(response, url));
    source.asked.length = 0;
    source.answers = {
      ...source.answers,
      ...told(['organization.animals_changed', 2], ['pet.deleted', 1]),
      '/v1/pets?limit=100&expand=owner,profile,photos&organizationId=2': broken,
    };
    await directory.soon(async () => !(await names()).includes('Pet 1'));
    expect(await names()).toContain('Pet 11');
    isBroken = false;
    clock.advance(10 * minuteMs);
    await directory.soon(async () => (await names()).includes('New'));
    await directory.soon(async () => !(await names()).includes('Pet 11'));
    expect(await names()).toEqual(['New', 'Pet 2', 'Pet 3', 'Renamed']);
    expect(source.asked.filter((url) => url.startsWith('/v1/organizations?'))).toEqual([]);
    expect(source.asked).not.toContain('/v1/pets?limit=100&expand=owner,profile,photos');
  });

  test('a category that is renamed takes its animals along', async () => {
    const animals = new Map([...numbered(1, 2), ...numbered(11, 150, { categoryId: 5 })]);
    const source = await simulated({ ...shelterOf(animals), '/v1/categories/5': { id: 5, name: 'Parrots' } });
    await directory.add(source, follows);
    expect(await categoryOf('Pet 160')).toBe('Parrots');
    source.asked.length = 0;
    source.answers = {
      ...source.answers,
      ...told(['category.updated', 5]),
      '/v1/categories/5': { id: 5, name: 'Birds of passage' },
    };
    await directory.soon(async () => (await categoryOf('Pet 61')) === 'Birds of passage');
    await directory.soon(async () => (await categoryOf('Pet 160')) === 'Birds of passage');
    expect(source.asked.filter((url) => url.startsWith('/v1/pets')).every((url) => url.includes('categoryId=5'))).toBe(
      true,
    );
  });

  test('a category that an operator has renamed stays theirs, until the source gives its own another name', async () => {
    const first = await start({ now: clock.now, settings });
    let own = first;
    const call = async (method: string, path: string, body?: object): Promise<Answer['body']> =>
      (await own.call(method, path, { key: first.operatorKey, ...(body && { body }) })).body;
    const { soon } = directoryOf(first, clock);
    const animals = new Map([...numbered(1, 1), ...numbered(2, 1, { categoryId: 5 })]);
    const parrots = { '/v1/categories/5': { id: 5, name: 'Parrots' } };
    const source = await simulated({ ...shelterOf(animals), ...parrots });
    const { answers } = source;
    const { id } = await call('POST', '/v1/admin/directory', { url: source.url, key });
    /** Waits until the source is followed and its animals are in these categories. */
    const become = (...wanted: readonly string[]) =>
      soon(async () => {
        const categories = await call('GET', '/v1/categories?limit=100');
        const nameOf = (of: number) => categories.find((one: { id: number }) => one.id === of).name;
        const all: { name: string; categoryId: number }[] = await call('GET', '/v1/pets?limit=100');
        const found = all.map(({ name, categoryId }) => `${name}: ${nameOf(categoryId)}`).toSorted();
        const { state } = await call('GET', `/v1/admin/directory/${id}`);
        return state === 'following' && isDeepStrictEqual(found, wanted) && all.map(({ categoryId }) => categoryId);
      });
    for (const categoryId of await become('Pet 1: Dogs', 'Pet 2: Parrots'))
      await call('PATCH', `/v1/categories/${categoryId}`, { name: `Ours ${categoryId === 1 ? 'to walk' : 'to talk'}` });

    await first.stop();
    own = await start({ now: clock.now, settings, dataDir: first.dataDir });
    animals.set(3, { id: 3, name: 'Pet 3' }).set(4, { id: 4, name: 'Pet 4', categoryId: 5 });
    source.answers = { ...answers, ...told(['pet.created', 3, 4]) };
    const renamed = ['Pet 1: Ours to walk', 'Pet 2: Ours to talk', 'Pet 3: Ours to walk', 'Pet 4: Ours to talk'];
    await become(...renamed);

    source.asked.length = 0;
    const lost: Answering = (response) => response.writeHead(410).end('{"code":"position_lost"}');
    source.answers = { ...answers, '/v1/events?position=2': lost };
    await soon(() => source.asked.includes('/v1/categories/5'));
    await become(...renamed);
    const all: { name: string }[] = await call('GET', '/v1/categories?limit=100');
    expect(all.filter(({ name }) => ['Dogs', 'Parrots'].includes(name))).toEqual([]);

    source.answers = { ...answers, ...told(['category.updated', 5]), '/v1/categories/5': { id: 5, name: 'Birds' } };
    await become('Pet 1: Ours to walk', 'Pet 2: Birds', 'Pet 3: Ours to walk', 'Pet 4: Birds');
  });

  test('a process that takes the work over again asks for categories anew', async () => {
    const animals = numbered(1, 1, { categoryId: 5 });
    const source = await simulated({ ...shelterOf(animals), '/v1/categories/5': { id: 5, name: 'Parrots' } });
    await directory.add(source, follows);
    const { database } = await service.beside();
    const claims = database.read.selectFrom('meta').select('value').where('name', '=', 'directory');
    const claim = async () => (await claims.executeTakeFirstOrThrow()).value;
    // Another process follows meanwhile, and is told that the category is renamed.
    const untilMs = clock.now() + 15_000;
    await database.transaction((tx) =>
      tx
        .updateTable('meta')
        .set({ value: `other ${untilMs}` })
        .where('name', '=', 'directory')
        .execute(),
    );
    await directory.soon(async () => !(await claim()).startsWith('other'));
    animals.set(2, { id: 2, name: 'Pet 2', categoryId: 5 });
    source.answers = { ...source.answers, ...told(['pet.created', 2]), '/v1/categories/5': { id: 5, name: 'Birds' } };
    await directory.soon(async () => (await names()).includes('Pet 2'));
    expect(clock.now()).toBeGreaterThan(untilMs);
    expect(await categoryOf('Pet 2')).toBe('Birds');
  });

  test('a source has fifty categories of its own at most, which go with their last animal', async () => {
    const many = new Map(
      [...Array(60).keys()].map((i) => [i + 1, { id: i + 1, name: `Pet ${i + 1}`, categoryId: 100 + i }]),
    );
    const categories = Object.fromEntries(
      [...Array(60).keys()].map((i) => [`/v1/categories/${100 + i}`, { id: 100 + i, name: `Kind ${i}` }]),
    );
    const source = await simulated({ ...shelterOf(many), ...categories });
    const { id } = await directory.add(source, follows);
    const kinds = async () => (await service.call('GET', '/v1/categories?limit=100')).body.filter(isKind).length;
    const isKind = ({ name }: { readonly name: string }) => name.startsWith('Kind ');
    expect([(await names()).length, await kinds()]).toEqual([50, 50]);
    const other = await simulated({
      ...shelterOf(new Map([[1, { id: 1, name: 'Other', categoryId: 7 }]])),
      '/v1/categories/7': { id: 7, name: 'Others' },
    });
    await directory.add(other, follows);
    expect(await names()).toContain('Other');
    // The newest animals were read first.
    const left = [...many.keys()].slice(20);
    for (const petId of left) many.delete(petId);
    source.answers = { ...source.answers, ...told(['pet.deleted', ...left]) };
    await directory.soon(async () => (await names()).length === 11);
    clock.advance(60 * minuteMs);
    // Now there is room for those that were one too many.
    await directory.soon(async () => (await names()).length === 21);
    expect(await kinds()).toBe(20);
    await service.call('DELETE', `/v1/admin/directory/${id}`);
    await directory.soon(async () => (await kinds()) === 0);
  });

  test('puts animals of sources into no category of a shelter here', async () => {
    const own = (await service.call('POST', '/v1/categories', { body: { name: 'Hens' } })).body.id;
    const source = await simulated({
      ...shelterOf(numbered(1, 1, { categoryId: 5 })),
      '/v1/categories/5': { id: 5, name: 'Hens' },
    });
    await directory.add(source, follows);
    const { categoryId } = await named('Pet 1');
    expect(await categoryOf('Pet 1')).toBe('Hens');
    expect(categoryId).not.toBe(own);
  });

  test('animals that were refused for lack of room are read again within the hour', async () => {
    const animals = numbered(1, 150, { categoryId: 99 });
    const source = await simulated(shelterOf(animals));
    const { id } = await directory.add(source, follows);
    await directory.becomes(id, ({ refused }) => refused?.count === 150);
    animals.delete(150);
    // No event tells of it.
    source.answers = { ...source.answers, '/v1/categories/99': { id: 99, name: 'Geese' } };
    clock.advance(60 * minuteMs);
    await directory.soon(async () => (await names()).includes('Pet 149'));
    expect(await categoryOf('Pet 149')).toBe('Geese');
    await directory.becomes(id, (one) => follows(one) && one.refused === undefined);
    for (const name of ['Pet 99', 'Pet 120']) expect(await categoryOf(name)).toBe('Geese');
  });

  test('an animal that was refused, and has left with its organization, is named within the hour no more', async () => {
    const animals = new Map([...numbered(1, 1), [2, { id: 2, name: '', organizationId: 2 }]]);
    const source = await simulated(shelterOf(animals, [1, 2]));
    const { id } = await directory.add(source, ({ state, refused }) => state === 'following' && refused?.count === 1);
    animals.delete(2);
    source.answers = { ...source.answers, ...told(['organization.unlisted', 2]), '/v1/organizations/2': undefined };
    await directory.soon(() => source.asked.includes('/v1/organizations/2'));
    clock.advance(60 * minuteMs);
    await directory.becomes(id, (one) => follows(one) && one.refused === undefined);
    expect(await names()).toEqual(['Pet 1']);
  });

  test('a category that the source does not have is asked for once', async () => {
    const animals = numbered(1, 2, { categoryId: 99 });
    const source = await simulated(shelterOf(animals));
    const { id } = await directory.add(source, follows);
    source.answers = { ...source.answers, ...told(['pet.updated', 1, 2]) };
    await directory.soon(async () => source.asked.some((url) => url.includes('ids=1,2')));
    await directory.becomes(id, follows);
    expect(await names()).toEqual([]);
    expect(source.asked.filter((url) => url === '/v1/categories/99')).toHaveLength(1);
  });

  test('a source that went back to before what was read of its animals is read again, though it has the position of its events', async () => {
    const animals = numbered(1, 2);
    const source = await simulated(shelterOf(animals));
    await directory.add(source, follows);
    const { answers } = source;
    const whole = answers['/v1/pets'] as Answering;
    animals.set(1, { id: 1, name: 'Of a time that is no more' });
    source.answers = {
      ...answers,
      ...told(['pet.updated', 1]),
      '/v1/events?position=9-00000000&': (response: ServerResponse) =>
        response.writeHead(410).end('{"code":"position_lost"}'),
      '/v1/pets': (response: ServerResponse, url: string) => {
        whole(response.setHeader('x-position', '9-00000000'), url);
        source.answers = { ...source.answers, '/v1/pets': whole };
        animals.set(1, { id: 1, name: 'Pet 1' });
      },
    };
    await directory.soon(() => source.asked.includes('/v1/events?position=9-00000000&limit=1'));
    await directory.soon(async () => isDeepStrictEqual(await names(), ['Pet 1', 'Pet 2']));
    expect(source.asked.filter((url) => url === '/v1/events?position=9-00000000&limit=1')).toHaveLength(1);
  });

  test('a failure is named although an operator has changed the source meanwhile', async () => {
    const source = await simulated(shelterOf(numbered(1, 1)));
    const { id } = await directory.add(source, follows);
    let questions = 0;
    const failing: Answering = (response) => {
      questions += 1;
      // It does not answer the next one, which would be named as well.
      if (questions > 1) return;
      const patched = service.call('PATCH', `/v1/admin/directory/${id}`, { body: { paused: false } });
      void patched.then(() => response.writeHead(500).end('{}'));
    };
    source.answers = { ...source.answers, '/v1/events': failing };
    expect((await directory.becomes(id, ({ error }) => error !== undefined)).error).toBe('It answered 500.');
  });

  test('bonds are found however many other animals lack theirs', async () => {
    const animals = numbered(1, 250, { bondedWith: [9_999] });
    animals.set(250, { id: 250, name: 'Pet 250', bondedWith: [300] });
    const source = await simulated(shelterOf(animals));
    await directory.add(source, follows);
    expect((await named('Pet 250')).profile).not.toHaveProperty('bondedWith');
    animals.set(300, { id: 300, name: 'Their friend' });
    source.answers = { ...source.answers, ...told(['pet.created', 300]) };
    await directory.soon(async () => (await named('Pet 250')).profile.bondedWith !== undefined);
  });

  test('a source that changes its animals for ever writes so many a minute, and what is as before is not written', async () => {
    const animals = numbered(1, 100);
    const source = await simulated(shelterOf(animals));
    await directory.add(source, follows);
    let rounds = 0;
    let isChanging = true;
    const events: Answering = (response) => {
      rounds += 1;
      if (isChanging) for (const id of animals.keys()) animals.set(id, { id, name: `Pet ${id} of ${rounds}` });
      const all = [...animals.keys()].map((id) => ({ type: 'pet.updated', data: { id } }));
      json(response.setHeader('link', position(`${rounds}-00000000`)), all);
    };
    source.answers = { ...source.answers, '/v1/events': events };
    const roundsMore = async (count: number) => {
      const wanted = rounds + count;
      await eventually(() => {
        clock.advance(250);
        return rounds >= wanted;
      });
    };
    // A thousand at once, and then six hundred a minute.
    await roundsMore(12);
    const sinceMs = clock.now();
    await roundsMore(3);
    expect(clock.now() - sinceMs).toBeGreaterThan(5_000);
    isChanging = false;
    await roundsMore(3);
    const link = async () => (await service.call('GET', '/v1/events?position=now')).headers.get('link');
    const before = await link();
    await roundsMore(12);
    expect(await link()).toBe(before);
  });
});

test('a source that changes its organizations for ever writes so many a minute, too', async () => {
  const clock = testClock();
  const service = await startOnSqlite({ now: clock.now, settings });
  const directory = directoryOf(service, clock);
  const ids = Array.from({ length: 100 }, (_, i) => i + 1);
  const source = await simulated(shelterOf(numbered(1, 1), ids));
  await directory.add(source, follows);
  const lost: Answering = (response) => response.writeHead(410).end('{"code":"position_lost"}');
  const now: Answering = (response) => json(response.setHeader('link', position('1-00000000')), []);
  let rounds = 0;
  const changed: Answering = (response) => {
    rounds += 1;
    const all = ids.map((id) => ({ ...organization, id, name: `Shelter ${id}`, mission: `Round ${rounds}` }));
    json(response, all);
  };
  const sinceMs = clock.now();
  // Each full reading finds all of them changed.
  source.answers = {
    ...source.answers,
    '/v1/events': lost,
    '/v1/events?position=now': now,
    '/v1/organizations': changed,
  };
  // Each round for itself: the longer `eventually` waits, the more rarely it asks.
  for (let wanted = 1; wanted <= 16; wanted += 1)
    await eventually(() => {
      clock.advance(250);
      return rounds >= wanted;
    });
  const written = (rounds - 1) * ids.length;
  // A thousand at once, and then six hundred a minute; a step that has begun is not cut off.
  expect(written).toBeLessThanOrEqual(1_000 + (600 * (clock.now() - sinceMs)) / minuteMs + ids.length);
});

test('a source that answers at once is not kept waiting by many that do not answer', async () => {
  const clock = testClock();
  const service = await startOnSqlite({ now: clock.now, settings });
  const directory = directoryOf(service, clock);
  const animals = numbered(1, 1);
  const source = await simulated(shelterOf(animals));
  await directory.add(source, follows);
  /** The requests that wait for an answer. */
  let waiting = 0;
  const isSilent: Answering = (response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
  };
  const silent = await Promise.all(Array.from({ length: 70 }, () => simulated({ '/v1/events': isSilent })));
  for (const { url } of silent)
    expect((await service.call('POST', '/v1/admin/directory', { body: { url, key } })).status).toBe(201);
  await directory.soon(() => waiting > 40);
  animals.set(2, { id: 2, name: 'New' });
  source.answers = { ...source.answers, ...told(['pet.created', 2]) };
  await directory.soon(async () => (await directory.shown()).length === 2);
  // Others wait for the places of those that have not been given up yet.
  expect(waiting).toBeLessThan(60);
});
