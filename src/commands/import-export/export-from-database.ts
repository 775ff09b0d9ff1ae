import type { Order, Pet, PetstoreEvent } from '../../../client/src/petstore.ts';
import { eventStore } from '../../events/store.ts';
import { parseJson } from '../../http/validation/json.ts';
import { orderStore } from '../../orders/store.ts';
import { petStore } from '../../pets/store.ts';
import type { OpenEnvironment } from '../local/environment.ts';

const pageRows = 1_000;
const deepestEvent = 64;

/** All animals in the database, newest first. */
export function petsOf({ database, outbox, now }: OpenEnvironment): AsyncIterable<Pet> {
  const store = petStore(database, outbox, now);
  return downwards((before) => store.list({}, pageRows, before));
}

/** All orders, newest first. */
export function ordersOf({ database, outbox, now }: OpenEnvironment): AsyncIterable<Order> {
  const store = orderStore(database, outbox, now);
  return downwards(async (before) => (await store.list(undefined, {}, pageRows, before)).map(({ order }) => order));
}

/** All events, oldest first. */
export async function* eventsOf({ database }: OpenEnvironment): AsyncGenerator<PetstoreEvent> {
  const store = eventStore(database);
  for (let after = 0; ;) {
    const page = await store.after(after, pageRows);
    for (const { body } of page) yield parseJson(Buffer.from(body), deepestEvent) as PetstoreEvent;
    after = page.at(-1)?.sequence ?? after;
    if (page.length < pageRows) return;
  }
}

/** Pages from the newest id down; what is added meanwhile is not included. */
async function* downwards<Item extends { readonly id: number }>(
  read: (before: number | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let before: number | undefined; ;) {
    const page = await read(before);
    yield* page;
    before = page.at(-1)?.id;
    if (page.length < pageRows) return;
  }
}
