import type { App } from '../http/app.ts';
import { etagOf, isUnchanged } from '../http/conditional.ts';
import type { Lists } from '../http/paging.ts';
import { isVisitor, principalOf, publicOnlyFor } from '../http/principal.ts';
import { requestOrigin } from '../http/request.ts';
import type { Scans } from '../http/scans.ts';
import { NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { PetStore } from '../pets/store.ts';
import type { Now } from '../time/clock.ts';
import type { Cancelling } from './cancelling.ts';
import { listRoutes } from './list-routes.ts';
import { type NoteRouteParts, noteRoutes } from './notes/routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { ADOPTER_TEST_VALUES, type Placing } from './placing.ts';
import { etagFor, orderFor, requireVisible } from './reading.ts';
import { Inventory, InventoryQuery, NewOrder, Order, OrderParams, PlacedOrder } from './schema.ts';
import { severalRoutes } from './several-routes.ts';
import type { OrderStore } from './store.ts';
import { transitionRoutes } from './transition-routes.ts';

const ETAG = 'The version of the order, for `If-Match` and `If-None-Match`.';

export interface OrderRouteParts extends NoteRouteParts {
  readonly orders: OrderStore;
  readonly pets: PetStore;
  readonly place: Placing;
  readonly cancelling: Cancelling;
  readonly effects: Effects;
  readonly lists: Lists;
  readonly now: Now;
  /** Empty if the service has none. */
  readonly publicUrl: string;
  /** The path of a visitor's secret link to the order. */
  readonly linkPathOf: (order: Order) => string;
  readonly scans: Scans;
}

/** The operations on orders. The specification (part 1) names only `GET /store/orders`; the design decides the others. */
export function orderRoutes(v1: App, parts: OrderRouteParts): void {
  const { orders, pets, place, effects, publicUrl, linkPathOf } = parts;

  v1.get('/store/inventory', {
    schema: {
      operationId: 'getInventory',
      summary: 'Count the animals',
      description:
        'Returns the number of animals with each status. A publishable key receives the numbers of the animals of public organizations.',
      querystring: InventoryQuery,
      response: { 200: Inventory },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: (request) =>
      pets.countByStatus({
        publicOnly: publicOnlyFor(principalOf(request)),
        organizationId: request.query.organizationId,
      }),
  });

  listRoutes(v1, parts);

  v1.post('/store/orders', {
    schema: {
      operationId: 'placeOrder',
      summary: 'Place an order',
      description:
        'Holds an `available` animal, which becomes `pending`. If several orders for an animal arrive at the same time, exactly one succeeds. If nobody approves the order by `expiresAt`, it becomes `expired` and the animal `available` again. The plan limits how many open orders an account has for animals of others. Where several people may apply for an animal (`adoption` of its profile or organization), a publishable key submits an application instead. An order with a publishable key needs `adopter`; so does an order of an account that signed up by itself for an animal of a listed organization. An order with a publishable key is answered with `reservationUrl`, a secret link for the adopter. For orders that need `adopter`, the operator limits how many are open for each adopter and each client address.',
      body: NewOrder,
      response: { 201: PlacedOrder },
    },
    config: {
      access: 'orders:write',
      whose: 'account',
      errors: ['pet_not_found', 'mirrored', 'pet_not_available', 'application_required', 'too_many_open_orders'],
      testValues: ADOPTER_TEST_VALUES,
      headers: { Location: 'The path of the new order.', ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run<PlacedOrder>(
        request,
        reply,
        async (tx) => {
          const { order, version } = await place(tx, principalOf(request), request.ip, request.body);
          reply.headers({ location: `/v1/store/orders/${order.id}`, etag: etagOf(version) });
          return order;
        },
        (order) => {
          if (!isVisitor(principalOf(request))) return order;
          reply.header('cache-control', 'no-store');
          return { ...order, reservationUrl: (publicUrl || requestOrigin(request)) + linkPathOf(order) };
        },
      ),
  });

  v1.get('/store/orders/:orderId', {
    schema: {
      operationId: 'getOrder',
      summary: 'Get an order',
      description:
        'Returns one order. Only the account that placed it, the organization or account of the animal, and operators can see it.',
      params: OrderParams,
      response: { 200: Order, 304: NotModified },
    },
    config: {
      access: 'orders:read',
      whose: 'side',
      errors: ['order_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const found = await orders.find(request.params.orderId);
      const visible = requireVisible(found, principalOf(request));
      if (isUnchanged(request, reply, etagFor(principalOf(request), visible))) return reply.code(304).send();
      return orderFor(principalOf(request), visible);
    },
  });

  transitionRoutes(v1, parts);
  severalRoutes(v1, parts);
  paymentRoutes(v1, parts);
  noteRoutes(v1, parts);
}
