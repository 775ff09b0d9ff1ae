import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { requirePreconditions } from '../http/conditional.ts';
import { actorOf, type Principal, principalOf } from '../http/principal.ts';
import { NoContent } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { ORDER_PAYMENT } from '../vocabulary/order-lifecycle.ts';
import type { StoredOrder } from './order-row.ts';
import { etagFor, orderFor, requireVisible } from './reading.ts';
import { requireAllowed, requireRight } from './rights.ts';
import { Order, OrderParams } from './schema.ts';
import type { OrderStore } from './store.ts';

/** What staff note about the money of an order: docs/decisions/0107-paid-orders.md. */
export function paymentRoutes(
  v1: App,
  { orders, effects }: { readonly orders: Pick<OrderStore, 'find' | 'setPaid'>; readonly effects: Effects },
): void {
  const url = '/store/orders/:orderId/payment';
  const errors = ['forbidden', 'order_not_found', 'precondition_failed'] as const;
  const config = { access: 'orders:write', whose: 'shelter', secretKeysOnly: true } as const;

  async function orderOf(
    request: FastifyRequest & { readonly params: { readonly orderId: Int64 } },
    principal: Principal,
    tx: Queries,
  ): Promise<StoredOrder> {
    const found = requireVisible(await orders.find(request.params.orderId, tx), principal);
    requireRight(found, principal, ORDER_PAYMENT);
    requirePreconditions(request, etagFor(principal, found));
    return found;
  }

  v1.put(url, {
    schema: {
      operationId: 'markOrderPaid',
      summary: 'Mark an order as paid',
      description:
        "Notes that the adopter has paid. The adopter's reservation says so and no longer asks for the fee; the animal and the status of the order stay as they are. Nothing changes if the order is marked already. Requires a secret key of the organization or account of the animal, or an operator. A key that lacks `orders:read` receives the order without its adopter.",
      params: OrderParams,
      response: { 200: Order },
    },
    config: {
      ...config,
      errors: [...errors, 'order_closed'],
      headers: { ETag: 'The version of the order, for `If-Match` and `If-None-Match`.' },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        let found = await orderOf(request, principal, tx);
        if (found.order.paidAt === undefined) {
          requireAllowed(found, ORDER_PAYMENT);
          found = await orders.setPaid({ tx, by: actorOf(principal) }, found, true);
        }
        reply.header('etag', etagFor(principal, found));
        return orderFor(principal, found);
      }),
  });

  v1.delete(url, {
    schema: {
      operationId: 'markOrderUnpaid',
      summary: 'Take back that an order is paid',
      description:
        'Whatever the status of the order, such as after a refund. Nothing changes if it is not marked as paid. Requires a secret key of the organization or account of the animal, or an operator.',
      params: OrderParams,
      response: { 204: NoContent('The order is not marked as paid.') },
    },
    config: { ...config, errors },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = await orderOf(request, principal, tx);
        if (found.order.paidAt !== undefined) await orders.setPaid({ tx, by: actorOf(principal) }, found, false);
      }),
  });
}
