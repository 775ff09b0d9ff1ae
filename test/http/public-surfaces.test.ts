import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WANTED_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { FEEDS, SITE_PATHS } from '../../src/vocabulary/site.ts';
import { newPair, petfinderClient } from '../compat/petfinder-scene.ts';
import { follow } from '../events/streams.ts';
import { at, behindProxy, signUp, visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { moveOrder, newCaller } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import { type KnownIds, readEverything, type ReadText } from '../support/reader.ts';
import { type Answer, BACKENDS, builtPages, type TestService, runningClock } from '../support/service.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';

/** In every text that somebody writes whom visitors do not see. */
const unseen = 'Zorblax';
/** In everything that a visitor writes. */
const visitorWord = 'Quillfeather';

/** In what is for the staff of every animal. */
const staffWord = 'Wexcombe';

/** Whom visitors do not see. */
const HIDDEN = ['stranger', 'approved', 'unlisted', 'suspended'] as const;
const isHidden = (account: Account): boolean => HIDDEN.some((hidden) => hidden === account);
/** Who has something on the service. Visitors see what `listed` and the operator have. */
const ACCOUNTS = [...HIDDEN, 'listed', 'colleague', 'elsewhere', 'operator'] as const;
type Account = (typeof ACCOUNTS)[number];
/** Who may read what visitors send to the listed organization. */
const CONCERNED: ReadonlySet<Account> = new Set(['operator', 'listed', 'colleague']);
/** The owners of the publishable keys that visitors use. */
const KEYS = ['stranger', 'listed', 'operator'] as const satisfies Account[];

const markup = (what: string) => `<img src=x onerror=alert(1)>${unseen} ${what}`;
const animal = (name: string) => ({ name, categoryId: 1 });
/** Found by every filter. */
const profileOf = (text: (what: string) => string) => ({
  species: 'Dog',
  breed: { primary: 'Beagle', secondary: text('breed') },
  colors: ['Black'],
  sex: 'male',
  age: 'young',
  size: 'small',
  coat: 'short',
  goodWith: { children: 'yes' },
  houseTrained: true,
  specialNeeds: false,
  location: { city: text('city'), latitude: 0, longitude: 0 },
  summary: text('summary'),
  description: text('story'),
  staff: { microchip: { number: `${staffWord}1` }, notes: staffWord },
});
/** Requests of Petfinder's clients, which find every animal. */
const PETFINDER_PATHS = [
  'animals?limit=100&status=adoptable,adopted',
  'animals?limit=100&type=dog&breed=beagle&gender=male&age=young&size=small&coat=short&color=black&house_trained=1',
  'animals?limit=100&location=0,0&sort=distance',
  'animals?limit=100&name=animal&sort=random',
  'organizations?limit=100',
  'organizations?limit=100&location=0,0',
  'types',
];
const having = (read: readonly ReadText[], word: string): string[] =>
  read.filter(({ text }) => text.includes(word)).map(({ path }) => path);

describe.each(BACKENDS)('strangers and visitors, on %s', (engine, start) => {
  let service: TestService;
  /** The webhooks of the operator and of the listed organization, and those of all others. */
  let concerned: Receiver;
  let others: Receiver;
  const callers = {} as Record<Account, TestService>;
  const visitors: Record<string, TestService> = {};
  const petIds = {} as Record<Account, number>;
  const known: Record<string, (number | string)[]> = {
    petId: [],
    categoryId: [],
    organizationId: [],
    accountId: [],
    webhookId: [],
    orderId: [],
    messageId: [],
    keyId: [],
    invitationId: [],
  } satisfies KnownIds;

  let reads = 0;
  /** The same visitors at several addresses, each of which has an allowance of its own. */
  const everywhere = (visitor: TestService): TestService => ({
    ...visitor,
    call: (...request) => at(`198.51.100.${(reads += 1) % 200}`, visitor).call(...request),
  });

  async function post(caller: TestService, path: string, body: object): Promise<Answer['body']> {
    const answer = await caller.call('POST', path, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }
  async function newOrganization(name: string, listed: boolean): Promise<number> {
    const { id } = await post(service, '/v1/organizations', {
      name,
      listed,
      ...(!listed && {
        mission: markup('mission'),
        adoptionPolicy: markup('policy'),
        website: `https://${unseen.toLowerCase()}.example/`,
        address: { street: markup('street') },
      }),
    });
    known['organizationId']!.push(id);
    return id;
  }

  beforeAll(async () => {
    const settings = { ...behindProxy, webhooksAllowPrivate: 'true', visitorOpenOrders: 1_000 } as const;
    service = await start({ now: runningClock(), settings, pages: builtPages });
    [concerned, others] = [await openReceiver(), await openReceiver()];
    const listed = await newOrganization('Riverside', true);
    const suspended = await newOrganization('Lakeside', true);
    callers.operator = service;
    callers.listed = await newMember(service, listed, 'manager');
    callers.colleague = await newMember(service, listed, 'staff');
    callers.elsewhere = await newMember(service, await newOrganization('Hillside', true), 'manager');
    callers.unlisted = await newMember(service, await newOrganization(markup('organization'), false), 'manager');
    callers.suspended = await newMember(service, suspended, 'manager');
    callers.approved = await newCaller(service);
    callers.stranger = await signUp(service);
    for (const key of KEYS) visitors[key] = await visitorsOf(callers[key]);
    for (const account of ACCOUNTS) {
      const caller = callers[account];
      const text = isHidden(account) ? markup : (what: string) => `${account} ${what}`;
      const { url } = CONCERNED.has(account) ? concerned : others;
      const webhook = await post(caller, '/v1/webhooks', { url, events: WANTED_KINDS });
      const category = await post(caller, '/v1/categories', {
        name: text(`category of ${account}`),
        description: text('description'),
      });
      const pet = await post(caller, '/v1/pets', {
        name: text('animal'),
        categoryId: category.id,
        profile: profileOf(text),
      });
      const again = await post(caller, '/v1/pets', animal(text('second')));
      await caller.call('PATCH', `/v1/pets/${again.id}`, { body: { name: text('renamed'), status: 'pending' } });
      await caller.call('DELETE', `/v1/pets/${again.id}`);
      const own = await caller.call('GET', '/v1/account');
      petIds[account] = pet.id;
      known['petId']!.push(pet.id);
      known['categoryId']!.push(category.id);
      known['accountId']!.push(own.body.id);
      known['webhookId']!.push(webhook.id);
    }
    await service.call('PATCH', `/v1/organizations/${suspended}`, {
      body: { name: markup('organization'), suspended: true },
    });
  });
  afterAll(async () => {
    await concerned.close();
    await others.close();
    await service.close();
  });

  test('no visitor finds anything of whom visitors do not see, whatever they read', async () => {
    for (const [name, visitor] of Object.entries(visitors)) {
      const read = await readEverything(everywhere(visitor), known, unseen);
      expect(having(read, unseen), name).toEqual([]);
      expect(having(read, unseen.toLowerCase()), name).toEqual([]);
      // What they do see is there, so that the search is no empty one.
      expect(having(read, 'listed animal'), name).toContain(`/v1/pets/${petIds.listed}?`);
    }
    const all = having(await readEverything(service, known, unseen), unseen);
    for (const path of ['/v1/categories?limit=100&', '/v1/organizations?limit=100&']) expect(all).toContain(path);
    for (const query of [
      '',
      'expand=profile',
      'breed=Beagle',
      'goodWith=children',
      'near=0%2C0',
      'sort=longest_waiting',
    ])
      expect(all).toContain(`/v1/pets?limit=100&${query}`);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('nor on a page, in its settings, or in the script that others embed', async () => {
    const paths = [
      ...SITE_PATHS,
      ...FEEDS.map(({ path }) => path),
      '/sitemap.xml',
      '/sitemap-1.xml',
      '/robots.txt',
      '/page-settings',
      '/words',
      '/words/species',
      '/embed.js',
      '/metrics',
      '/readyz',
      '/v1/openapi.json',
    ];
    const ids = HIDDEN.map((hidden) => `/pets/${petIds[hidden]}`);
    const pages = paths.map((one) => one.replace(':petId', `${petIds.listed}`).replace('*', 'guide'));
    for (const path of [...pages, ...ids]) {
      const { status, text } = await service.call('GET', path, { key: null });
      expect(status, path).toBe(ids.includes(path) || path === '/docs/9' ? 404 : 200);
      expect(text.toLowerCase(), path).not.toContain(unseen.toLowerCase());
    }
  });

  test("nor with a key for Petfinder's clients, nor anything that is for staff", async () => {
    const client = await petfinderClient(service, await newPair(service));
    const ids = ACCOUNTS.map((account) => [account, `animals/${petIds[account]}`] as const);
    const texts: string[] = [];
    for (const [account, path] of [...PETFINDER_PATHS.map((one) => ['operator', one] as const), ...ids]) {
      const { status, text } = await client.call('GET', `/v2/${path}`);
      expect([path, status]).toEqual([path, isHidden(account) ? 404 : 200]);
      expect(text.toLowerCase(), path).not.toContain(unseen.toLowerCase());
      expect(text, path).not.toContain(staffWord);
      texts.push(text);
    }
    // What they do see is there, so that the search is no empty one.
    for (const word of ['listed animal', 'elsewhere animal'])
      expect(texts.filter((text) => text.includes(word)).length, word).toBeGreaterThan(3);
    expect(texts.join('')).toContain('Riverside');
    for (const organizationId of known['organizationId']!) {
      const { text } = await client.call('GET', `/v2/organizations/ps${organizationId}`);
      expect(text.toLowerCase()).not.toContain(unseen.toLowerCase());
    }
    const { text } = await service.call('GET', `/v1/pets/${petIds.listed}/profile`);
    expect(text).toContain(staffWord);
  });

  test('nor on a stream while they write', async () => {
    const shown = { kind: 'publishable', origins: ['https://shelter.example'] };
    const stream = await follow(service, { key: (await post(service, '/v1/account/keys', shown)).key });
    for (const account of ['stranger', 'approved', 'unlisted'] as const) {
      const caller = callers[account];
      const path = `/v1/pets/${petIds[account]}`;
      expect((await caller.call('PATCH', path, { body: { name: markup('renamed') } })).status).toBe(200);
      await caller.call('DELETE', `/v1/pets/${(await post(caller, '/v1/pets', animal(markup('new')))).id}`);
    }
    const { id } = await post(callers.listed, '/v1/pets', animal('The last'));
    await stream.until(({ events }) => events.some(({ data }) => data.id === id), 'the last animal');
    expect(stream.texts).toEqual([expect.stringContaining('The last')]);
  });

  test("a visitor's data reaches the operators and the listed organization concerned, and nobody else", async () => {
    const adopter = { name: `Vera ${visitorWord}`, email: `vera@${visitorWord}.example`, phone: '555 0100' };
    const note = `From ${visitorWord}`;
    const answers: Record<string, number[]> = {};
    const expected: Record<string, number[]> = {};
    let address = 1;
    for (const [key, visitor] of Object.entries(visitors)) {
      const { id: petId } = await post(callers.listed, '/v1/pets', animal('Rex'));
      for (const owner of [...HIDDEN, 'listed'] as const) {
        const caller = at(`203.0.113.${(address += 1)}`, visitor);
        const about = { petId: owner === 'listed' ? petId : petIds[owner] };
        const order = await caller.call('POST', '/v1/store/orders', { body: { ...about, adopter, note } });
        const message = await caller.call('POST', '/v1/messages', { body: { ...about, message: note, from: adopter } });
        answers[`${key}: an animal of ${owner}`] = [order.status, message.status];
        expected[`${key}: an animal of ${owner}`] = owner === 'listed' ? [201, 202] : [404, 404];
        if (order.status === 201) known['orderId']!.push(order.body.id);
        if (message.status === 202) known['messageId']!.push(message.body.id);
      }
    }
    expect(answers).toEqual(expected);
    // Without an animal, a message is for the operators.
    for (const visitor of Object.values(visitors))
      known['messageId']!.push((await post(visitor, '/v1/messages', { message: note, from: adopter })).id);
    const [first] = known['orderId']!;
    for (const move of ['approve', 'deliver', 'return'])
      expect((await moveOrder(callers.colleague, Number(first), move)).status).toBe(200);
    await eventually(() =>
      concerned.received.some(({ event }) => event.type === 'order.returned' && event.data.id === first),
    );
    await eventually(() => concerned.received.some(({ event }) => event.type === 'message.delivered'));

    for (const account of ACCOUNTS) {
      const read = having(await readEverything(callers[account], known, visitorWord), visitorWord);
      if (CONCERNED.has(account)) {
        expect(read, account).toContain(`/v1/store/orders/${first}?`);
        expect(read, account).toContain(`/v1/organizations/${known['organizationId']![0]}/messages?limit=100&`);
      } else expect(read, account).toEqual([]);
    }
    for (const visitor of Object.values(visitors))
      expect(having(await readEverything(everywhere(visitor), known, visitorWord), visitorWord)).toEqual([]);
    expect(concerned.received.filter(({ body }) => body.includes(visitorWord))).not.toEqual([]);
    expect(others.received.filter(({ body }) => body.includes(visitorWord))).toEqual([]);
  });
});
