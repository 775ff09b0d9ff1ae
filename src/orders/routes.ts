import type { App } from '../http/app.ts';
import { etagOf, isUnchanged, requireMatch } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { actorOf, isOwnedBy, isVisitor, type Principal, principalOf } from '../http/principal.ts';
import { NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { PetStore } from '../pets/store.ts';
import { isOpen, ORDER_TRANSITIONS, type OrderTransition } from '../vocabulary/order-lifecycle.ts';
import type { Expiry } from './expiry.ts';
import type { StoredOrder } from './order-row.ts';
import { Inventory, ListOrdersQuery, NewOrder, Order, OrderParams, Orders } from './schema.ts';
import type { OrderStore } from './store.ts';
import { applyTransition } from './transition.ts';

const ETAG = 'The version of the order, for `If-Match` and `If-None-Match`.';

/** Who may change an order, as the end of a description. */
const CALLERS = {
  shelter: 'the account that added the animal',
  either: 'the account that placed the order, the account that added the animal,',
} as const;

export interface OrderRouteParts {
  readonly orders: OrderStore;
  readonly pets: PetStore;
  readonly expiry: Expiry;
  readonly effects: Effects;
  readonly lists: Lists;
  /** How long a placed order holds its animal until somebody approves it. */
  readonly holdMs: number;
}

/** The operations on orders. The specification (part 1) names only `GET /store/orders`; the design decides the others. */
export function orderRoutes(v1: App, parts: OrderRouteParts): void {
  const { orders, pets, expiry, effects, lists, holdMs } = parts;

  v1.route({
    method: 'GET',
    url: '/store/inventory',
    schema: {
      operationId: 'getInventory',
      tags: ['Orders'],
      summary: 'Count the animals',
      description:
        'Returns the number of animals with each status. A publishable key receives the numbers of the animals of public organizations.',
      response: { 200: Inventory },
    },
    config: { access: 'pets:read' },
    handler: (request) => pets.countByStatus(isVisitor(principalOf(request))),
  });

  v1.route({
    method: 'GET',
    url: '/store/orders',
    schema: {
      operationId: 'listOrders',
      tags: ['Orders'],
      summary: 'List orders',
      description:
        'Returns the orders that the account placed and the orders for its animals, newest first. An operator sees every order. Follow the `Link` header for the next page.',
      querystring: ListOrdersQuery,
      response: { 200: Orders },
    },
    config: { access: 'orders:read' },
    handler: (request, reply) => {
      const { operator, accountId } = principalOf(request);
      const account = operator ? undefined : accountId;
      return lists.page(request, reply, { account }, (filters, count, before) =>
        orders.list(account, filters, count, before),
      );
    },
  });

  v1.route({
    method: 'POST',
    url: '/store/orders',
    schema: {
      operationId: 'placeOrder',
      tags: ['Orders'],
      summary: 'Place an order',
      description:
        'Holds an `available` animal, which becomes `pending`. If several orders for an animal arrive at the same time, exactly one succeeds. If nobody approves the order by `expiresAt`, it becomes `expired` and the animal `available` again.',
      body: NewOrder,
      response: { 201: Order },
    },
    config: {
      access: 'orders:write',
      errors: ['pet_not_found', 'pet_not_available'],
      headers: { Location: 'The path of the new order.', ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const by = actorOf(principal);
        const pet = existing(await pets.find(request.body.petId, tx), 'pet_not_found', 'petId');
        // `pet` stays right: `find` shows a pet, and its version, as the expiry leaves them.
        await expiry.writeExpiry(tx, pet);
        if (pet.pet.status !== 'available') {
          throw new ApiError(
            'pet_not_available',
            `The animal is \`${pet.pet.status}\`; only an animal that is \`available\` can be ordered.`,
          );
        }
        await pets.save(tx, pet, { status: 'pending' }, by);
        const sides = { accountId: principal.accountId, petOwner: pet.owner };
        const newOrder = { ...request.body, petId: pet.pet.id };
        const { order, version } = await orders.place(tx, sides, newOrder, holdMs, by);
        reply.code(201).headers({ location: `/v1/store/orders/${order.id}`, etag: etagOf(version) });
        return order;
      }),
  });

  v1.route({
    method: 'GET',
    url: '/store/orders/:orderId',
    schema: {
      operationId: 'getOrder',
      tags: ['Orders'],
      summary: 'Get an order',
      description:
        'Returns one order. Only the account that placed it, the account that added the animal and operators can see it.',
      params: OrderParams,
      response: { 200: Order, 304: NotModified },
    },
    config: { access: 'orders:read', errors: ['order_not_found'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const found = await orders.find(request.params.orderId);
      const { order, version } = requireVisible(found, principalOf(request));
      if (isUnchanged(request, reply, etagOf(version))) return reply.code(304).send();
      return order;
    },
  });

  const { approve, deliver, cancel, return: takeBack } = ORDER_TRANSITIONS;
  for (const transition of [approve, deliver, cancel, takeBack]) {
    v1.route({
      method: 'POST',
      url: `/store/orders/:orderId/${transition.name}`,
      schema: {
        operationId: `${transition.name}Order`,
        tags: ['Orders'],
        summary: `${transition.name[0]?.toUpperCase()}${transition.name.slice(1)} an order`,
        description: `${transition.description} Requires a secret key of ${CALLERS[transition.by]} or an operator.`,
        params: OrderParams,
        response: { 200: Order },
      },
      config: {
        access: 'orders:write',
        secretKeysOnly: true,
        errors: ['forbidden', 'order_not_found', 'invalid_status_transition', 'order_closed', 'precondition_failed'],
        headers: { ETag: ETAG },
      },
      handler: (request, reply) =>
        effects.run(request, reply, async (tx) => {
          const principal = principalOf(request);
          const found = requireVisible(await orders.find(request.params.orderId, tx), principal);
          requireRight(found, principal, transition);
          requireMatch(request, etagOf(found.version));
          requireAllowed(found, transition);
          const { order, version } = await applyTransition(tx, parts, found, transition, actorOf(principal));
          reply.header('etag', etagOf(version));
          return order;
        }),
    });
  }
}

function requireVisible(found: StoredOrder | undefined, principal: Principal): StoredOrder {
  if (found !== undefined && (found.accountId === principal.accountId || isOwnedBy(principal, found.petOwner)))
    return found;
  throw new ApiError('order_not_found', 'The account has no order with this `orderId`.');
}

function requireRight({ petOwner }: StoredOrder, principal: Principal, { name, by }: OrderTransition): void {
  if (by === 'either' || isOwnedBy(principal, petOwner)) return;
  throw new ApiError(
    'forbidden',
    `Only the account that added the animal, or an operator, may ${name} an order for it.`,
  );
}

function requireAllowed({ order: { status } }: StoredOrder, { name, from }: OrderTransition): void {
  if (from.includes(status)) return;
  const must = `to ${name} an order, it must be ${from.map((one) => `\`${one}\``).join(' or ')}`;
  if (isOpen(status)) throw new ApiError('invalid_status_transition', `The order is \`${status}\`; ${must}.`);
  throw new ApiError('order_closed', `The order is closed: it is \`${status}\`; ${must}.`);
}
