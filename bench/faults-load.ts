import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import { type Fact, type Item, itemOf, type Resource, RESOURCES } from './faults-facts.ts';
import type { Ledger } from './ledger.ts';

export const lanes = 6;
const longestPauseMs = 30;

export interface Load extends AsyncDisposable {
  /** Starts nothing more, and resolves when the current work of all clients has ended. */
  stop(): Promise<void>;
}

/** Records an acknowledged change. */
export type Recorder = (resource: Resource, item: Item, event: string) => Promise<void>;

export const recorderOf =
  (ledger: Ledger<Fact>, round: number): Recorder =>
  (resource, item, event) =>
    ledger.append({ round, resource, id: item.id, state: RESOURCES[resource].state(item), event });

/** Runs several clients, which take one animal after another through its life, on random processes. */
export function startLoad(client: Client, record: Recorder): Load {
  const over = new AbortController();
  const lane = async (number: number): Promise<void> => {
    for (let count = number; !over.signal.aborted; count++) {
      await oneAnimal(client, record, count);
      await setTimeout(Math.random() * longestPauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  // `stop` rejects with the failure.
  running.catch(() => {});
  const stop = async () => {
    over.abort();
    await running;
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

/** Creates an animal, changes it and runs an order for it. Stops at the first wrong response. */
async function oneAnimal(client: Client, record: Recorder, count: number): Promise<void> {
  const name = `Rex ${randomUUID()}`;
  const write = async (method: 'POST' | 'PATCH', path: string, body: object | undefined, status: number) => {
    const answer = await client.settle(body === undefined ? { method, path } : { method, path, body }, [status]);
    return answer === undefined ? undefined : itemOf(answer);
  };

  const added = await write('POST', '/v1/pets', { name, categoryId: 1 }, 201);
  if (added === undefined) return;
  await record('pet', added, 'pet.created');

  const renamed = await write('PATCH', `/v1/pets/${added.id}`, { name: `${name} the Great` }, 200);
  if (renamed === undefined) return;
  await record('pet', renamed, 'pet.updated');

  const sent = await write('POST', '/v1/messages', { message: `Is ${name} still there?` }, 202);
  if (sent === undefined) return;
  await record('message', sent, 'message.delivered');

  const placed = await race(client, added);
  if (placed === undefined) return;
  await record('order', placed, 'order.placed');
  await record('pet', { ...renamed, status: 'pending' }, 'pet.status_changed');

  for (const [transition, status, petStatus] of ORDER_HISTORIES[count % ORDER_HISTORIES.length]!) {
    const changed = await write('POST', `/v1/store/orders/${placed.id}/${transition}`, undefined, 200);
    if (changed === undefined) return;
    await record('order', changed, `order.${status}`);
    if (petStatus !== 'pending') await record('pet', { ...renamed, status: petStatus }, 'pet.status_changed');
  }
}

/** The histories of orders, as transitions, each with the order's and the animal's status after it. */
const ORDER_HISTORIES = [
  [['approve', 'approved', 'pending']],
  [['cancel', 'cancelled', 'available']],
  [
    ['approve', 'approved', 'pending'],
    ['deliver', 'delivered', 'sold'],
  ],
  [
    ['approve', 'approved', 'pending'],
    ['cancel', 'cancelled', 'available'],
  ],
] as const;

/** Places two orders for one animal at once. Exactly one must succeed. */
async function race(client: Client, { id }: Item): Promise<Item | undefined> {
  const call = { method: 'POST', path: '/v1/store/orders', body: { petId: id } } as const;
  const answers = await Promise.all([client.settle(call, [201, 409]), client.settle(call, [201, 409])]);
  const [winner, ...others] = answers.filter((answer) => answer?.status === 201);
  if (winner === undefined || others.length > 0)
    client.tally.wrong.push(`of two orders for pet ${id}, ${others.length + (winner === undefined ? 0 : 1)} succeeded`);
  return winner === undefined ? undefined : itemOf(winner);
}
