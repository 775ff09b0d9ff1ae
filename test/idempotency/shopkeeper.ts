import { expect } from 'vitest';
import { pick } from '../support/seeded.ts';
import type { RetriedAnswer, RetryingClient } from './retrying-client.ts';

export interface MeantPet {
  readonly id: number;
  name: string;
  categoryId: number;
  status: 'available' | 'pending' | 'sold';
  version: number;
}

export interface MeantOrder {
  readonly id: number;
  readonly petId: number;
  readonly note: string;
  status: 'placed' | 'approved' | 'delivered' | 'cancelled' | 'returned';
  version: number;
}

export interface MeantCategory {
  readonly id: number;
  readonly name: string;
  description?: string;
  /** As the service gave it last: it is of the content, and cannot be foretold. */
  etag: string;
}

/** The entity tag of an animal or an order, which count their changes. */
export const etagOf = ({ version }: MeantPet | MeantOrder): string => `"${version}"`;

/** All that one client means there to be. */
export interface Meant {
  readonly pets: MeantPet[];
  readonly orders: MeantOrder[];
  readonly categories: MeantCategory[];
  /** How many operations were sent, by what they do. */
  readonly done: Record<string, number>;
}

export interface ShopkeeperOptions {
  /** Marks what is this client's own. */
  readonly name: string;
  readonly client: RetryingClient;
  readonly random: () => number;
  /** The account that adds animals. */
  readonly shelterKey: string;
  /** The account that orders them. */
  readonly adopterKey: string;
}

/**
 * A client that does one random operation after another, and keeps what the store must hold after them. A change names the version that
 * it expects (`If-Match`), so that an effect that came twice or was lost is met by the next change too.
 */
export function shopkeeper({ name, client, random, shelterKey, adopterKey }: ShopkeeperOptions) {
  const meant: Meant = { pets: [], orders: [], categories: [], done: {} };
  let sent = 0;

  async function send(
    what: string,
    status: number,
    method: string,
    path: string,
    options: { readonly key?: string; readonly etag?: string; readonly body?: object } = {},
  ): Promise<RetriedAnswer> {
    const { key = shelterKey, etag, body } = options;
    const idempotencyKey = `${name}, operation ${(sent += 1)}`;
    const answer = await client.send(method, path, {
      key,
      idempotencyKey,
      ...(etag === undefined ? {} : { ifMatch: etag }),
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, `${idempotencyKey}: ${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status);
    meant.done[what] = (meant.done[what] ?? 0) + 1;
    return answer;
  }

  async function addPet(): Promise<void> {
    const body = { name: `${name} pet ${sent}`, categoryId: 1 + Math.floor(random() * 7) };
    const { id } = (await send('add', 201, 'POST', '/v1/pets', { body })).body;
    meant.pets.push({ id, ...body, status: 'available', version: 1 });
  }

  async function changePet(pet: MeantPet): Promise<void> {
    const body = { name: `${name} renamed ${sent}`, categoryId: 100 + sent };
    await send('change', 200, 'PATCH', `/v1/pets/${pet.id}`, { etag: etagOf(pet), body });
    Object.assign(pet, body, { version: pet.version + 1 });
  }

  async function order(pet: MeantPet): Promise<void> {
    const body = { petId: pet.id, note: `${name} order ${sent}` };
    const { id } = (await send('order', 201, 'POST', '/v1/store/orders', { key: adopterKey, body })).body;
    meant.orders.push({ id, ...body, status: 'placed', version: 1 });
    turn(pet, 'pending');
  }

  async function orderHeld(pet: MeantPet): Promise<void> {
    const answer = await send('order a held one', 409, 'POST', '/v1/store/orders', {
      key: adopterKey,
      body: { petId: pet.id },
    });
    expect(answer.body.code).toBe('pet_not_available');
  }

  async function move(
    found: MeantOrder,
    action: string,
    to: MeantOrder['status'],
    pet?: MeantPet['status'],
  ): Promise<void> {
    const key = action === 'cancel' && random() < 0.5 ? adopterKey : shelterKey;
    await send(action, 200, 'POST', `/v1/store/orders/${found.id}/${action}`, { key, etag: etagOf(found) });
    Object.assign(found, { status: to, version: found.version + 1 });
    if (pet !== undefined)
      turn(
        meant.pets.find(({ id }) => id === found.petId)!,
        pet,
      );
  }

  async function addCategory(): Promise<void> {
    const body = { name: `${name} category ${sent}` };
    const answer = await send('add a category', 201, 'POST', '/v1/categories', { body });
    meant.categories.push({ id: answer.body.id, ...body, etag: String(answer.headers['etag']) });
  }

  async function changeCategory(category: MeantCategory): Promise<void> {
    const body = { description: `Written by ${name}, operation ${sent}.` };
    const { id, etag } = category;
    const answer = await send('change a category', 200, 'PATCH', `/v1/categories/${id}`, { etag, body });
    Object.assign(category, body, { etag: String(answer.headers['etag']) });
  }

  function turn(pet: MeantPet, status: MeantPet['status']): void {
    pet.status = status;
    pet.version += 1;
  }

  const petOf = (status?: MeantPet['status']) =>
    pick(
      random,
      meant.pets.filter((pet) => status === undefined || pet.status === status),
    );
  const orderOf = (status: MeantOrder['status']) =>
    pick(
      random,
      meant.orders.filter((one) => one.status === status),
    );
  /** What may be done, and how often. Undefined where there is nothing to do it to. */
  const operations: readonly (readonly [weight: number, start: () => Promise<void> | undefined])[] = [
    [20, addPet],
    [10, () => on(petOf(), changePet)],
    [22, () => on(petOf('available'), order)],
    [4, () => on(petOf('pending'), orderHeld)],
    [14, () => on(orderOf('placed'), (found) => move(found, 'approve', 'approved'))],
    [4, () => on(orderOf('placed'), (found) => move(found, 'cancel', 'cancelled', 'available'))],
    [3, () => on(orderOf('approved'), (found) => move(found, 'cancel', 'cancelled', 'available'))],
    [12, () => on(orderOf('approved'), (found) => move(found, 'deliver', 'delivered', 'sold'))],
    [6, () => on(orderOf('delivered'), (found) => move(found, 'return', 'returned', 'available'))],
    [2, addCategory],
    [3, () => on(pick(random, meant.categories), changeCategory)],
  ];
  const lots = operations.flatMap(([weight, start]) => Array.from({ length: weight }, () => start));

  return {
    meant,
    async work(count: number): Promise<void> {
      for (let done = 0; done < count;) {
        const operation = pick(random, lots)?.();
        if (operation === undefined) continue;
        await operation;
        done += 1;
      }
    },
  };
}

function on<Thing>(thing: Thing | undefined, change: (thing: Thing) => Promise<void>): Promise<void> | undefined {
  return thing === undefined ? undefined : change(thing);
}
