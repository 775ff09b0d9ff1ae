import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import { type Fact, type Item, itemOf, type Resource, RESOURCES } from './faults-facts.ts';
import type { Ledger } from './ledger.ts';

export const lanes = 6;
const longestPauseMs = 30;

export interface Load extends AsyncDisposable {
  /** Resolves when everything that was begun is done. */
  stop(): Promise<void>;
}

/** Writes down what has been acknowledged. */
export type Note = (resource: Resource, item: Item, event: string) => Promise<void>;

export const notesOf =
  (ledger: Ledger<Fact>, round: number): Note =>
  (resource, item, event) =>
    ledger.append({ round, resource, id: item.id, state: RESOURCES[resource].state(item), event });

/** Several clients, each with one animal after the other, all through processes at random. */
export function startLoad(client: Client, note: Note): Load {
  const over = new AbortController();
  const lane = async (number: number): Promise<void> => {
    for (let count = number; !over.signal.aborted; count++) {
      await oneAnimal(client, note, count);
      await setTimeout(Math.random() * longestPauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  // Whoever stops it learns what went wrong.
  running.catch(() => {});
  const stop = async () => {
    over.abort();
    await running;
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

/** What one client does with one animal; it leaves off where an answer was wrong. */
async function oneAnimal(client: Client, note: Note, count: number): Promise<void> {
  const name = `Rex ${randomUUID()}`;
  const write = async (method: 'POST' | 'PATCH', path: string, body: object | undefined, status: number) => {
    const answer = await client.settle(body === undefined ? { method, path } : { method, path, body }, [status]);
    return answer === undefined ? undefined : itemOf(answer);
  };

  const added = await write('POST', '/v1/pets', { name, categoryId: 1 }, 201);
  if (added === undefined) return;
  await note('pet', added, 'pet.created');

  const renamed = await write('PATCH', `/v1/pets/${added.id}`, { name: `${name} the Great` }, 200);
  if (renamed === undefined) return;
  await note('pet', renamed, 'pet.updated');

  const sent = await write('POST', '/v1/messages', { message: `Is ${name} still there?` }, 202);
  if (sent === undefined) return;
  await note('message', sent, 'message.delivered');

  const placed = await race(client, added);
  if (placed === undefined) return;
  await note('order', placed, 'order.placed');
  await note('pet', { ...renamed, status: 'pending' }, 'pet.status_changed');

  for (const [move, status, pet] of FATES[count % FATES.length]!) {
    const moved = await write('POST', `/v1/store/orders/${placed.id}/${move}`, undefined, 200);
    if (moved === undefined) return;
    await note('order', moved, `order.${status}`);
    if (pet !== 'pending') await note('pet', { ...renamed, status: pet }, 'pet.status_changed');
  }
}

/** What becomes of an order: the move, what it is then, and what its animal is. */
const FATES = [
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

/** Two orders for one animal at once, of which one must win. */
async function race(client: Client, { id }: Item): Promise<Item | undefined> {
  const call = { method: 'POST', path: '/v1/store/orders', body: { petId: id } } as const;
  const answers = await Promise.all([client.settle(call, [201, 409]), client.settle(call, [201, 409])]);
  const [winner, ...others] = answers.filter((answer) => answer?.status === 201);
  if (winner === undefined || others.length > 0)
    client.tally.wrong.push(`of two orders for pet ${id}, ${others.length + (winner === undefined ? 0 : 1)} won`);
  return winner === undefined ? undefined : itemOf(winner);
}
