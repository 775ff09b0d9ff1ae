import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../../http/paging.ts';
import { isOwnedBy, type Principal, principalOf } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { requireVisible } from '../reading.ts';
import { OrderParams } from '../schema.ts';
import type { OrderStore } from '../store.ts';
import { ListOrderNotesQuery, NewOrderNote, OrderNote, OrderNotes } from './schema.ts';
import type { OrderNoteStore } from './store.ts';

export interface NoteRouteParts {
  readonly orders: Pick<OrderStore, 'find'>;
  readonly notes: OrderNoteStore;
  readonly lists: Lists;
  readonly effects: Effects;
}

/** What staff note about an order. */
export function noteRoutes(v1: App, { orders, notes, lists, effects }: NoteRouteParts): void {
  /** @throws ApiError `order_not_found`, and `forbidden` for who placed it */
  async function orderIdFor(principal: Principal, id: Int64, tx?: Queries): Promise<number> {
    const { petOwner, order } = requireVisible(await orders.find(id, tx), principal);
    if (isOwnedBy(principal, petOwner)) return order.id;
    throw new ApiError(
      'forbidden',
      'Only the organization or account that the animal belongs to, or an operator, has notes on an order for it.',
    );
  }

  v1.get('/store/orders/:orderId/notes', {
    schema: {
      operationId: 'listOrderNotes',
      summary: 'List the notes on an order',
      description:
        'Returns what the people of the animal have noted about an order, newest first. The account that placed the order never receives it. Follow the `Link` header for the next page.',
      params: OrderParams,
      querystring: ListOrderNotesQuery,
      response: { 200: OrderNotes },
    },
    config: {
      access: 'orders:read',
      whose: 'shelter',
      secretKeysOnly: true,
      errors: ['forbidden', 'order_not_found'],
    },
    handler: async (request, reply) => {
      const id = await orderIdFor(principalOf(request), request.params.orderId);
      const read = (_: unknown, count: number, before: Int64 | undefined) => notes.list(id, count, before);
      return lists.page(request, reply, {}, read, LONG_TEXTS);
    },
  });

  v1.post('/store/orders/:orderId/notes', {
    schema: {
      operationId: 'addOrderNote',
      summary: 'Add a note to an order',
      description:
        'Notes something for the people of the animal, such as a telephone call. Neither the account that placed the order nor the adopter ever receives it, and no event has it. Notes go when the adopter is erased.',
      params: OrderParams,
      body: NewOrderNote,
      response: { 201: OrderNote },
    },
    config: {
      access: 'orders:write',
      whose: 'shelter',
      secretKeysOnly: true,
      errors: ['forbidden', 'order_not_found'],
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const id = await orderIdFor(principal, request.params.orderId, tx);
        return notes.add(tx, id, principal.accountId, request.body.note);
      }),
  });
}
