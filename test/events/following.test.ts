import { beforeAll, describe, expect, test } from 'vitest';
import { eventStore } from '../../src/events/store.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { type Member, newMember } from '../organizations/members.ts';
import { newImage } from '../pets/photos/images.ts';
import { hourMs, newCaller, placeOrder, withKey } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, linksOf, sharedService, testClock, type TestService } from '../support/service.ts';

const expanded = 'limit=100&expand=profile,photos,owner';

interface Followed {
  readonly id: number;
  readonly name: string;
  readonly owner: { readonly organization: { readonly id: number } };
}

/** Reads everything once and then what changes, as docs/decisions/0111-partner-keys.md says. */
function openFollower(partner: TestService) {
  const animals = new Map<number, Followed>();
  const organizations = new Map<number, { readonly id: number; readonly name: string }>();
  let next = '';

  async function get(path: string) {
    const answer = await partner.call('GET', path);
    expect([200, 404], `${path}: ${answer.text}`).toContain(answer.status);
    return { status: answer.status, body: answer.body, link: linksOf(answer)['next'] };
  }
  async function* items(path: string) {
    for (let url: string | undefined = path; url !== undefined;) {
      const { body, link } = await get(url);
      yield* body;
      url = link;
    }
  }
  async function readAnimals(query: string, isOutdated: (animal: Followed) => boolean) {
    const found = new Map<number, Followed>();
    for await (const animal of items(`/v1/pets?${query}&${expanded}`)) found.set(animal.id, animal);
    for (const animal of animals.values()) if (isOutdated(animal)) animals.delete(animal.id);
    for (const [id, animal] of found) animals.set(id, animal);
  }
  async function readOrganization(id: number) {
    const { status, body } = await get(`/v1/organizations/${id}`);
    if (status === 200) organizations.set(id, body);
    else organizations.delete(id);
  }
  const isOf = (id: number) => (animal: Followed) => animal.owner.organization.id === id;

  async function take({ type, data }: { readonly type: string; readonly data: { readonly id: number } }) {
    const { id } = data;
    const [subject] = type.split('.');
    if (type === 'pet.deleted' || type === 'pet.unlisted') animals.delete(id);
    else if (subject === 'pet') await readAnimals(`ids=${id}`, (animal) => animal.id === id);
    else if (subject === 'organization') {
      await readOrganization(id);
      if (type !== 'organization.updated') await readAnimals(`organizationId=${id}`, isOf(id));
    }
  }

  return {
    animals,
    organizations,
    async readAll() {
      next = (await get('/v1/events?position=now&limit=100')).link ?? '';
      organizations.clear();
      for await (const organization of items('/v1/organizations?limit=100'))
        organizations.set(organization.id, organization);
      await readAnimals('', () => true);
    },
    /** @returns the status of the last request */
    async catchUp(): Promise<number> {
      for (;;) {
        const answer = await partner.call('GET', next);
        if (answer.status !== 200) return answer.status;
        for (const event of answer.body) await take(event);
        next = linksOf(answer)['next'] ?? '';
        if (answer.body.length === 0) return 200;
      }
    },
    position: () => new URL(next, 'http://localhost').searchParams.get('position') ?? '',
  };
}

describe.each(BACKENDS)('following a service with a partner key, on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now });
  let partner: TestService;
  let follower: ReturnType<typeof openFollower>;

  beforeAll(async () => {
    const made = await service.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory of Ohio' } });
    partner = withKey(service, made.body.key);
    follower = openFollower(partner);
  });

  async function organizationOf(name: string): Promise<Member & { readonly organizationId: number }> {
    const { body } = await service.call('POST', '/v1/organizations', { body: { name, listed: true } });
    return { ...(await newMember(service, body.id, 'manager')), organizationId: body.id };
  }
  async function send(caller: TestService, method: string, path: string, body?: object) {
    clock.advance(61_000);
    const answer = await caller.call(method, path, { body });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }
  const addPet = async (caller: TestService, more: object = {}): Promise<number> =>
    (await send(caller, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1, ...more })).id;

  /** Everything that a visitor sees, read anew. */
  async function truth() {
    const fresh = openFollower(partner);
    await fresh.readAll();
    return fresh;
  }
  async function expectExact(): Promise<void> {
    expect(await follower.catchUp()).toBe(200);
    const { animals, organizations } = await truth();
    expect([...follower.animals.values()].toSorted((a, b) => b.id - a.id)).toEqual([...animals.values()]);
    expect(follower.organizations).toEqual(organizations);
  }

  test('each answer says how new it may be, also that something is not there', async () => {
    const shelter = await organizationOf('Positions');
    const now = async () =>
      /position=([^&]+)/.exec((await partner.call('GET', '/v1/events?position=now')).headers.get('link') ?? '')?.[1];
    const said = async (path: string, caller = partner) => (await caller.call('GET', path)).headers.get('x-position');
    const before = await now();
    for (const path of [
      '/v1/pets',
      `/v1/organizations/${shelter.organizationId}`,
      '/v1/organizations/999',
      '/v1/categories',
    ])
      expect([path, await said(path)]).toEqual([path, before]);
    await addPet(shelter);
    expect(await said('/v1/pets')).toBe(await now());
    expect(await said('/v1/pets')).not.toBe(before);
    expect(await said('/v1/pets', service)).toBeNull();
  });

  interface Scene {
    readonly shelter: Member & { readonly organizationId: number };
    readonly other: Member & { readonly organizationId: number };
    readonly pet: number;
  }
  const change = ({ shelter, pet }: Scene, body: object) => send(shelter, 'PATCH', `/v1/pets/${pet}`, body);
  const staff = (more: object) => ({ profile: { staff: more } });
  const standing = (id: number, body: object) => send(service, 'PATCH', `/v1/organizations/${id}`, body);
  const suspend = (accountId: number, suspended = true) =>
    send(service, 'PATCH', `/v1/admin/accounts/${accountId}`, { suspended });
  const give = ({ pet }: Scene, to: number) => send(service, 'PATCH', `/v1/pets/${pet}`, { organizationId: to });
  const day = (days: number) => new Date(clock.now() + days * 24 * hourMs).toISOString().slice(0, 10);
  /** Until the event that a day has come is written. */
  const told = (id: number) => eventually(async () => (await follower.catchUp()) === 200 && !follower.animals.has(id));

  const vanishing: Record<string, (scene: Scene) => Promise<unknown>> = {
    'is removed': ({ shelter, pet }) => send(shelter, 'DELETE', `/v1/pets/${pet}`),
    'is held': (scene) => change(scene, staff({ hold: { type: 'medical' } })),
    'is in quarantine': (scene) => change(scene, staff({ hold: { type: 'quarantine' } })),
    'is coming soon, with a page': (scene) => change(scene, staff({ hold: { type: 'coming_soon', showsPage: true } })),
    'has died': (scene) => change(scene, staff({ outcome: { type: 'died' } })),
    'leaves on a day that comes': async (scene) => {
      await change(scene, staff({ outcome: { type: 'transfer', date: day(2) } }));
      clock.advance(48 * hourMs);
      await told(scene.pet);
    },
    'is given to an organization that visitors do not see': async (scene) => {
      await standing(scene.other.organizationId, { listed: false });
      await give(scene, scene.other.organizationId);
    },
    'is given to an organization that is unlisted before anybody looks': async (scene) => {
      await give(scene, scene.other.organizationId);
      await standing(scene.other.organizationId, { listed: false });
    },
    'is of an organization that is unlisted': ({ shelter }) => standing(shelter.organizationId, { listed: false }),
    'is of an organization that is suspended': ({ shelter }) => standing(shelter.organizationId, { suspended: true }),
    'was added by an account that is suspended': ({ shelter }) => suspend(shelter.accountId),
    'is removed, and then the account that added it is suspended': async ({ shelter, pet }) => {
      await send(shelter, 'DELETE', `/v1/pets/${pet}`);
      await suspend(shelter.accountId);
    },
    'is held, and then the account that added it is suspended': async (scene) => {
      await change(scene, staff({ hold: { type: 'medical' } }));
      await suspend(scene.shelter.accountId);
    },
    'is removed while its organization is unlisted for a while': async ({ shelter, pet }) => {
      await standing(shelter.organizationId, { listed: false });
      await send(shelter, 'DELETE', `/v1/pets/${pet}`);
      await standing(shelter.organizationId, { listed: true });
    },
  };

  async function scene(): Promise<Scene> {
    const [shelter, other] = [await organizationOf('Riverside'), await organizationOf('Hillside')];
    return { shelter, other, pet: await addPet(shelter) };
  }

  test.each(Object.keys(vanishing))('an event tells that an animal vanishes that %s', async (way) => {
    const made = await scene();
    await follower.readAll();
    expect(follower.animals.has(made.pet)).toBe(true);
    await vanishing[way]?.(made);
    await expectExact();
    expect(follower.animals.has(made.pet)).toBe(false);
  });

  const changing: Record<string, (scene: Scene) => Promise<unknown>> = {
    'is added': ({ shelter }) => addPet(shelter),
    'is renamed': (scene) => change(scene, { name: 'Max' }),
    'is ordered': async ({ pet }) => placeOrder(await newCaller(service), pet),
    'is adopted': (scene) => change(scene, { status: 'sold' }),
    'has another profile': (scene) => change(scene, { profile: { sex: 'female', size: 'large' } }),
    'has another photo': async ({ shelter, pet }) => {
      const headers = { 'content-type': 'image/jpeg' };
      const added = await shelter.call('POST', `/v1/pets/${pet}/photos`, { body: await newImage(), headers });
      expect(added.status, added.text).toBe(201);
    },
    'is given to another organization': (scene) => give(scene, scene.other.organizationId),
    'is of an organization that has another phone': ({ shelter }) =>
      standing(shelter.organizationId, { phone: '+1 555 0100' }),
    'is held until a day that comes': async (scene) => {
      await change(scene, staff({ hold: { type: 'medical', until: day(2) } }));
      await told(scene.pet);
      clock.advance(72 * hourMs);
      await eventually(async () => (await follower.catchUp()) === 200 && follower.animals.has(scene.pet));
      // Reads show that orders of other animals have expired before that is written.
      const { database } = await service.beside();
      const open = () => database.read.selectFrom('orders').select('id').where('status', '=', 'placed').execute();
      await eventually(async () => (await open()).length === 0);
      await database.close();
    },
    'is no longer held': async (scene) => {
      await change(scene, staff({ hold: { type: 'medical' } }));
      await change(scene, staff({ hold: null }));
    },
    'is of an organization that is listed again': async ({ shelter }) => {
      await standing(shelter.organizationId, { listed: false });
      await addPet(shelter);
      await standing(shelter.organizationId, { listed: true });
    },
    'was added by an account that is suspended for a while': async ({ shelter }) => {
      await suspend(shelter.accountId);
      await follower.catchUp();
      await suspend(shelter.accountId, false);
    },
    'an account brings when it joins the organization': async ({ shelter }) => {
      const account = await service.newAccount();
      await addPet(withKey(service, account.key));
      const { database, memberships } = await service.beside();
      const membership = { id: shelter.organizationId, role: 'staff', bringAnimals: true } as const;
      await database.transaction((tx) => memberships.join(tx, account.accountId, membership, COMMAND_LINE));
      await database.close();
    },
  };

  /** What ends as it was: only the follower, who forgets it meanwhile, notices. */
  const AS_BEFORE = new Set([
    'is held until a day that comes',
    'is no longer held',
    'was added by an account that is suspended for a while',
  ]);
  const seen = () => [new Map(follower.animals), new Map(follower.organizations)];

  test.each(Object.keys(changing))('an event tells about an animal that %s', async (way) => {
    const made = await scene();
    await follower.readAll();
    const before = seen();
    await changing[way]?.(made);
    await expectExact();
    if (!AS_BEFORE.has(way)) expect(seen()).not.toEqual(before);
  });

  describe('a position', () => {
    const get = (query: string, caller = partner) => caller.call('GET', `/v1/events?${query}`);

    test('`now` has no events, and the next position has those that follow', async () => {
      const { shelter } = await scene();
      await follower.readAll();
      expect((await get('position=now')).body).toEqual([]);
      const pet = await addPet(shelter);
      const { body } = await get(`position=${follower.position()}`);
      expect(body).toMatchObject([{ type: 'pet.created', data: { id: pet } }]);
    });

    test('is 410 if its event is no longer kept, or another history has followed', async () => {
      const { shelter } = await scene();
      await follower.readAll();
      const position = follower.position();
      const [sequence, end = ''] = position.split('-');
      await addPet(shelter);
      expect((await get(`position=${position}`)).status).toBe(200);
      for (const other of [
        `${sequence}-${end.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`,
        `${2 ** 40}-${end}`,
      ]) {
        const { status, body } = await get(`position=${other}`);
        expect([other, status, body.code]).toEqual([other, 410, 'position_lost']);
      }
      const { database } = await service.beside();
      await database.transaction((tx) => tx.deleteFrom('events').where('sequence', '<=', Number(sequence)).execute());
      await database.close();
      expect((await get(`position=${position}`)).body.code).toBe('position_lost');
      expect((await get('position=0')).body.code).toBe('position_lost');
      expect(await follower.catchUp()).toBe(410);
    });

    test('is kept when the last event ages, and is 410 when those after it do', async () => {
      const { shelter } = await scene();
      await follower.readAll();
      const { database } = await service.beside();
      const sweep = (endMs: number) => database.transaction((tx) => eventStore(database).sweep(tx, endMs));
      while (await sweep(clock.now()));
      expect(await follower.catchUp()).toBe(200);
      const now = linksOf(await get('position=now'))['next'] ?? '';
      await addPet(shelter);
      await addPet(shelter);
      await database.events.assignNumbers();
      while (await sweep(clock.now()));
      await database.close();
      for (const answer of [await partner.call('GET', now), await get('position=0')])
        expect([answer.status, answer.body.code]).toEqual([410, 'position_lost']);
    });

    test('is refused beside `after`, for a stream, and if it is malformed', async () => {
      const stream = await partner.call('GET', '/v1/events?position=now', { headers: { accept: 'text/event-stream' } });
      for (const { status, body } of [stream, await get('position=now&after=1'), await get('position=1')])
        expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    });
  });
});
