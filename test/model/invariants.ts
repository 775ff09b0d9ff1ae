import { expect } from 'vitest';
import { allEvents, type ToldEvent } from '../events/streams.ts';
import { linksOf } from '../support/service.ts';
import { foundIn } from './alerts.ts';
import { type ArrivedMail, factsOf, onceEach, stepsOf } from './mails.ts';
import { HILLSIDE, PLACES, type ServiceModel, SHELTER, STRANGER, VISITORS } from './model.ts';
import { type Actor, WATCHED, type World } from './world.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- what came over the wire is not typed
type Seen = any;

/** What a service says of itself. */
export interface Observed {
  /** Lists, each read to its end by somebody who sees all of it. */
  readonly pets: Seen[];
  readonly orders: Seen[];
  readonly applications: Seen[];
  readonly categories: Seen[];
  readonly inbox: Seen[];
  readonly inventory: Record<string, number>;
  readonly statistics: Seen;
  readonly visitors: {
    readonly pets: Seen[];
    readonly inventory: Record<string, number>;
    readonly organizations: Seen[];
    /** The animals near each of `PLACES`. */
    readonly near: Seen[][];
  };
  readonly mails: ArrivedMail[];
  /** Of all accounts, in their order. */
  readonly events: ToldEvent[];
  /** What each webhook has received, and what the account of each may read. */
  readonly webhooks: { readonly received: ToldEvent[]; readonly feed: ToldEvent[] }[];
  /** The animal of each photo, and whether visitors get it, by the id of the photo. */
  readonly photos: Record<number, { readonly petId: number; isPublic: boolean }>;
  /** The status of a request with each key. */
  readonly keys: number[];
}

const nearPath = ({ latitude, longitude }: (typeof PLACES)[number]) =>
  `/v1/pets?limit=100&within=50km&near=${latitude},${longitude}`;

/** Reads all of it, after everything that waits has been done. */
export async function observe(world: World): Promise<Observed> {
  const { call, callWith, keys, model, watchers, service, startedAfter } = world;
  const read = async (path: string, by: Actor = SHELTER): Promise<Seen> => {
    const answer = await call(by, 'GET', path);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer;
  };
  const walk = async (path: string, by?: Actor): Promise<Seen[]> => {
    const found: Seen[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page = await read(next, by);
      found.push(...page.body);
      next = linksOf(page)['next'];
    }
    return found;
  };
  const feedOf = (by: Actor) => allEvents(service(), { key: keys[by], query: `?after=${startedAfter}&limit=100` });
  const sent = async () =>
    Promise.all(
      watchers.map(async ({ by, events, receiver }) => ({
        received: receiver.received.map(({ event }) => event as ToldEvent),
        feed: (await feedOf(by)).filter(({ type }) => events.includes(type)),
      })),
    );

  await world.mailAll();
  // A search for an alert that had failed is repeated within the hour.
  await world.mailAll();
  // Messages are delivered, orders expire and refused attempts are repeated while time passes.
  const isQuiet = async () => {
    model.tellChanges();
    const inbox = await walk('/v1/admin/inbox?limit=100');
    const webhooks = await sent();
    const told = new Set(webhooks.flatMap(({ feed }) => feed.map(({ type, data }) => `${type} ${data.id}`)));
    return (
      model.messages.every((id) => inbox.some((one) => one.id === id)) &&
      model.told.every((event) => told.has(event)) &&
      webhooks.every(({ received, feed }) => feed.every(({ id }) => received.some((event) => event.id === id)))
    );
  };
  // A busy machine needs more than a minute.
  for (let turns = 0; turns < 300 && !(await isQuiet()); turns += 1) {
    await world.pass(60_000);
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 + 10 * turns, 300)));
  }

  const pets = await walk('/v1/pets?limit=100');
  const photos: Observed['photos'] = {};
  for (const { id: petId } of pets) {
    const isPublic = (await call(VISITORS, 'GET', `/v1/pets/${petId}/photos`)).status === 200;
    for (const { id } of (await read(`/v1/pets/${petId}/photos`)).body) photos[id] = { petId, isPublic };
  }
  const feeds = await Promise.all(([SHELTER, STRANGER, HILLSIDE] as const).map(feedOf));
  const events = new Map(feeds.flat().map((event) => [event.id, event]));
  return {
    pets,
    photos,
    orders: await walk('/v1/store/orders?limit=100'),
    applications: await walk('/v1/applications?limit=100'),
    categories: await walk('/v1/categories?limit=100'),
    inbox: await walk('/v1/admin/inbox?limit=100'),
    inventory: (await read('/v1/store/inventory')).body,
    statistics: (await read('/v1/statistics')).body,
    visitors: {
      pets: await walk('/v1/pets?limit=100', VISITORS),
      inventory: (await read('/v1/store/inventory', VISITORS)).body,
      organizations: await walk('/v1/organizations?limit=1', VISITORS),
      near: await Promise.all(PLACES.map((place) => walk(nearPath(place), VISITORS))),
    },
    mails: [...(await world.mails())],
    events: [...events.values()].toSorted((a, b) => a.sequence - b.sequence),
    webhooks: await sent(),
    keys: await Promise.all(model.keys.map(async ({ key }) => (await callWith(key, 'GET', '/v1/pets?limit=1')).status)),
  };
}

const isOpen = ({ status }: Seen): boolean => status === 'placed' || status === 'approved';
const counted = (names: Iterable<string>) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
const inventoryOf = (pets: readonly Seen[]) => ({
  available: 0,
  pending: 0,
  sold: 0,
  ...counted(pets.map(({ status }) => status)),
});

/** What always holds. Each is a sentence, and what it says of the service and the model. */
export const INVARIANTS: Readonly<Record<string, (seen: Observed, model: ServiceModel) => void>> = {
  'what was acknowledged is there'({ pets, orders, applications, categories, photos }, model) {
    expect(pets.map(({ id, name, status }) => [id, name, status])).toEqual(
      model.store.pets.map((pet) => [pet.id, model.names.get(pet), pet.status]).toReversed(),
    );
    expect(orders.map(({ id, petId, status, paidAt }) => [id, petId, status, paidAt !== undefined])).toEqual(
      model.store.orders.map((order) => [order.id, order.pet.id, order.status, model.paid.has(order)]).toReversed(),
    );
    expect(Object.entries(photos).map(([id, { petId }]) => [Number(id), petId])).toEqual(
      [...model.photos].map(([id, pet]) => [id, pet.id]),
    );
    expect(applications.map(({ id, status, orderId }) => [id, status, orderId])).toEqual(
      model.applications.map(({ id, status, order }) => [id, status, order?.id]).toReversed(),
    );
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    for (const [id, name] of model.categories) expect(names.get(id)).toBe(name);
  },

  'an animal has one open order at most, and is pending then'({ pets, orders }) {
    const open = orders.filter(isOpen).map(({ petId }) => petId);
    expect(new Set(open).size).toBe(open.length);
    for (const { id, status } of pets) if (open.includes(id)) expect([id, status]).toEqual([id, 'pending']);
  },

  'the inventory equals the animals'({ pets, inventory, visitors }) {
    expect(inventory).toEqual(inventoryOf(pets));
    expect(visitors.inventory).toEqual(inventoryOf(visitors.pets));
  },

  'visitors see the animals that are listed, not on hold and not gone, and no others'({ visitors, photos }, model) {
    expect(visitors.pets.map(({ id }) => id)).toEqual(
      model.store.pets
        .filter((pet) => model.isShown(pet))
        .map(({ id }) => id)
        .toReversed(),
    );
    for (const [id, pet] of model.photos) expect([id, photos[id]?.isPublic]).toEqual([id, model.isShown(pet)]);
  },

  'visitors see each listed organization, and its animals where it is'({ visitors }, model) {
    const listed = Object.entries(model.organizations).filter(([owner]) => model.isPublic(Number(owner)));
    expect(visitors.organizations.map(({ id, name, adoption }) => [id, name, adoption])).toEqual(
      listed.map(([, { id, name, adoption }]) => [id, name, adoption]).toReversed(),
    );
    expect(visitors.near.map((pets) => pets.map(({ id }) => id))).toEqual(
      PLACES.map((place) =>
        model.store.pets
          .filter((pet) => model.isShown(pet) && model.organizations[pet.owner]!.place === place)
          .map(({ id }) => id)
          .toReversed(),
      ),
    );
  },

  'each change has exactly one event'({ events }, model) {
    const told = events.filter(({ type }) => WATCHED.includes(type)).map(({ type, data }) => `${type} ${data.id}`);
    expect(counted(told)).toEqual(counted(model.told));
  },

  'the numbers of events increase'({ events }) {
    events.forEach(({ sequence }, i) => expect(sequence).toBeGreaterThan(events[i - 1]?.sequence ?? 0));
  },

  "the events, replayed from the first, give today's state"({ events, pets, orders, applications }) {
    const states = new Map<string, Seen>();
    for (const { type, data } of events) {
      const [about] = type.split('.');
      if (type.endsWith('.deleted')) states.delete(`${about} ${data.id}`);
      else states.set(`${about} ${data.id}`, data);
    }
    const replayed = (about: string) =>
      [...states]
        .filter(([name]) => name.startsWith(`${about} `))
        .map(([, { id, name, status }]) => [id, name, status]);
    const now = (all: readonly Seen[]) => all.map(({ id, name, status }) => [id, name, status]).toReversed();
    const byId = (all: Seen[][]) => all.toSorted(([a], [b]) => a - b);
    expect(byId(replayed('pet'))).toEqual(now(pets));
    expect(byId(replayed('order'))).toEqual(now(orders));
    expect(byId(replayed('application'))).toEqual(now(applications));
  },

  'a webhook gets each of its events at least once, and only its own'({ webhooks }) {
    for (const { received, feed } of webhooks)
      expect([...new Set(received.map(({ id }) => id))].toSorted()).toEqual(feed.map(({ id }) => id).toSorted());
  },

  'a message that was accepted is in the inbox once'({ inbox }, model) {
    expect(counted(inbox.map(({ id }) => id))).toEqual(counted(model.messages));
  },

  'a key that was revoked is refused, and no other'({ keys }, model) {
    expect(keys).toEqual(model.keys.map(({ isRevoked }) => (isRevoked ? 401 : 200)));
  },

  'a person who was erased is nowhere'(seen, model) {
    // What receivers have got is theirs.
    const said = JSON.stringify({ ...seen, mails: [], webhooks: seen.webhooks.map(({ feed }) => feed) });
    for (const [email, arrived] of model.erased) {
      expect(said.includes(email), email).toBe(false);
      expect(JSON.stringify(seen.mails.slice(arrived)).includes(email), email).toBe(false);
    }
  },

  'adopters are mailed each step once, and managers what concerns their animals, and nobody else'({ mails }, model) {
    for (const [step, count] of Object.entries(counted(stepsOf(mails)))) expect([step, count]).toEqual([step, 1]);
    const told = counted(factsOf(mails));
    const due = Map.groupBy(model.mails, ({ kind, email }) => `${kind} ${email}`);
    for (const [fact, all] of due) {
      const least = all.filter(({ isSure }) => isSure).length;
      expect([fact, Math.min(told[fact] ?? 0, least)]).toEqual([fact, least]);
    }
    const isErased = (fact: string) => model.erased.has(fact.split(' ')[1] ?? '');
    for (const [fact, count] of Object.entries(told)) {
      // A manager may be told of the same order again, such as before its hold ends.
      const most = fact.startsWith('/') ? Infinity : due.get(fact)?.length;
      if (!isErased(fact) && !fact.startsWith('alert.')) expect([fact, count <= (most ?? 0)]).toEqual([fact, true]);
    }
    const own = new Set(
      [
        ...model.store.orders.map(({ id, pet }) => [`/console/orders/${id}`, pet] as const),
        ...model.applications.map(({ id, pet }) => [`/console/applications/${id}`, pet] as const),
        ...model.questions.map(({ id, pet }) => [`/console/inbox/${id}`, pet] as const),
      ].map(([path, { owner }]) => `${path} ${model.managerOf(owner)}`),
    );
    expect(Object.keys(told).filter((fact) => fact.startsWith('/') && !own.has(fact))).toEqual([]);
  },

  'who waits for animals is told of each that visitors can see, once whenever it comes, and of no other'(
    { mails },
    model,
  ) {
    const told = counted(foundIn(onceEach(mails)));
    const may = model.waiting.may();
    for (const [fact, count] of Object.entries(told)) expect([fact, count <= (may[fact] ?? 0)]).toEqual([fact, true]);
    for (const fact of model.waiting.must(({ owner }) => owner === SHELTER)) expect(Object.keys(told)).toContain(fact);
  },

  'the statistics equal the history'({ statistics }, model) {
    const { applications, store } = model;
    expect(statistics.total.applications?.submitted ?? 0).toBe(applications.length);
    expect(statistics.total.applications?.accepted ?? 0).toBe(
      applications.filter(({ status }) => status === 'accepted').length,
    );
    expect(statistics.total.inCare.end).toBe(
      store.pets.filter((pet) => pet.status !== 'sold' && !model.gone.has(pet)).length,
    );
  },
};
