import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, type Principal, principalOf } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { ORDER_TRANSITIONS, type OrderTransition } from '../vocabulary/order-lifecycle.ts';
import { requireVisible } from './reading.ts';
import { requireAllowed, requireRight } from './rights.ts';
import { ChangedOrders, ChangeOrders } from './schema.ts';
import { type TransitionParts, transitions } from './transition.ts';

/** Changes several orders with one request: a Free plan has 60 a minute. */
export function severalRoutes(v1: App, parts: TransitionParts & { readonly effects: Effects }): void {
  const { orders, effects } = parts;
  const apply = transitions(parts);

  /** Nothing is written before an order is refused, so that the others may change in the same transaction. */
  async function change(tx: Queries, principal: Principal, id: Int64, transition: OrderTransition): Promise<number> {
    const found = requireVisible(await orders.find(id, tx), principal);
    requireRight(found, principal, transition);
    requireAllowed(found, transition);
    const { order } = await apply({ tx, by: actorOf(principal) }, found, transition);
    return order.id;
  }

  v1.post('/store/orders/change-several', {
    schema: {
      operationId: 'changeOrders',
      summary: 'Change several orders',
      description:
        'Approves, delivers, cancels or takes back up to 50 orders at once. Each is changed, or refused as it would be on its own: the response says why. Those that can change do so together.',
      body: ChangeOrders,
      response: { 200: ChangedOrders },
    },
    config: { access: 'orders:write', whose: 'account', secretKeysOnly: true },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const transition = ORDER_TRANSITIONS[request.body.action];
        const result: ChangedOrders = { orderIds: [], refused: [] };
        for (const orderId of new Set(request.body.orderIds)) {
          try {
            result.orderIds.push(await change(tx, principalOf(request), orderId, transition));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            result.refused.push({ orderId, code: error.code, message: error.message });
          }
        }
        return result;
      }),
  });
}
