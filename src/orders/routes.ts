import type { App } from '../http/app.ts';
import { etagOf, isUnchanged, requireMatch } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import { NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { PetStore } from '../pets/store.ts';
import { isOpen, type Move, MOVES } from '../vocabulary/order-lifecycle.ts';
import type { Expiry } from './expiry.ts';
import { moveOrder } from './moves.ts';
import { Inventory, ListOrdersQuery, NewOrder, Order, OrderParams, Orders } from './schema.ts';
import type { OrderStore, StoredOrder } from './store.ts';

const ETAG = "The order's version, for `If-Match` and `If-None-Match`.";

export interface OrderRouteParts {
  readonly orders: OrderStore;
  readonly pets: PetStore;
  readonly expiry: Expiry;
  readonly effects: Effects;
  readonly lists: Lists;
  /** How long an order that nobody approves holds its animal. */
  readonly holdMs: number;
}

/** Adoptions: `GET /store/orders` of the specification's overview, and what it leaves open. */
export function orderRoutes(v1: App, parts: OrderRouteParts): void {
  const { orders, pets, expiry, effects, lists, holdMs } = parts;

  v1.route({
    method: 'GET',
    url: '/store/inventory',
    schema: {
      operationId: 'getInventory',
      tags: ['Orders'],
      summary: 'Count the animals',
      description: 'How many animals have each status.',
      response: { 200: Inventory },
    },
    config: { access: 'pets:read' },
    handler: () => pets.countByStatus(),
  });

  v1.route({
    method: 'GET',
    url: '/store/orders',
    schema: {
      operationId: 'listOrders',
      tags: ['Orders'],
      summary: 'List orders',
      description:
        'The orders that the account placed or that are for its animals, newest first; an operator sees all.',
      querystring: ListOrdersQuery,
      response: { 200: Orders },
    },
    config: { access: 'orders:read' },
    handler: (request, reply) => {
      const side = sideOf(principalOf(request));
      return lists.page(request, reply, { account: side }, (filters, count, before) =>
        orders.list(side, filters, count, before),
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
        'Holds an `available` animal, which becomes `pending`. Of any number of orders at once exactly one succeeds. An order that nobody approves expires.',
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
        const { accountId } = principalOf(request);
        const pet = await pets.find(request.body.petId, tx);
        if (pet === undefined) throw new ApiError('pet_not_found', 'There is no pet with this `petId`.');
        await expiry.endHold(tx, pet);
        if (pet.pet.status !== 'available') {
          throw new ApiError(
            'pet_not_available',
            `The pet is \`${pet.pet.status}\`; only one that is \`available\` can be ordered.`,
          );
        }
        await pets.save(tx, pet, { status: 'pending' });
        const sides = { accountId, petAccountId: pet.accountId };
        const { order, version } = await orders.place(tx, sides, { ...request.body, petId: pet.pet.id }, holdMs);
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
      description: 'To either side of it, and to operators.',
      params: OrderParams,
      response: { 200: Order, 304: NotModified },
    },
    config: { access: 'orders:read', errors: ['order_not_found'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const found = await orders.find(request.params.orderId);
      const { order, version } = visible(found, principalOf(request));
      if (isUnchanged(request, reply, etagOf(version))) return reply.code(304).send();
      return order;
    },
  });

  for (const move of [MOVES.approve, MOVES.deliver, MOVES.cancel, MOVES.return]) {
    v1.route({
      method: 'POST',
      url: `/store/orders/:orderId/${move.name}`,
      schema: {
        operationId: `${move.name}Order`,
        tags: ['Orders'],
        summary: `${move.name[0]?.toUpperCase()}${move.name.slice(1)} an order`,
        description: `${move.says} ${move.by === 'either' ? 'By either side' : 'By the account that added the animal'}, or an operator; with a secret key.`,
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
          const found = visible(await orders.find(request.params.orderId, tx), principal);
          requireRight(found, principal, move);
          requireMatch(request, etagOf(found.version));
          requireMove(found, move);
          const { order, version } = await moveOrder(tx, parts, found, move);
          reply.header('etag', etagOf(version));
          return order;
        }),
    });
  }
}

/** Whose orders a principal sees: undefined is everybody's. */
const sideOf = ({ operator, accountId }: Principal): number | undefined => (operator ? undefined : accountId);

function visible(found: StoredOrder | undefined, { accountId, operator }: Principal): StoredOrder {
  if (found !== undefined && (operator || found.accountId === accountId || found.petAccountId === accountId))
    return found;
  throw new ApiError('order_not_found', 'The account has no order with this `orderId`.');
}

function requireRight({ petAccountId }: StoredOrder, { accountId, operator }: Principal, { name, by }: Move): void {
  if (by === 'either' || operator || petAccountId === accountId) return;
  throw new ApiError('forbidden', `Only the account that added the animal, or an operator, may ${name} its order.`);
}

function requireMove({ order: { status } }: StoredOrder, { name, from }: Move): void {
  if (from.includes(status)) return;
  const must = `an order must be ${from.map((one) => `\`${one}\``).join(' or ')} to ${name} it`;
  if (isOpen(status)) throw new ApiError('invalid_status_transition', `The order is \`${status}\`; ${must}.`);
  throw new ApiError('order_closed', `The order is over, it is \`${status}\`; ${must}.`);
}
