import type { App } from '../http/app.ts';
import { requirePreconditions } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, isOwnedBy, ownerOf, type Principal, principalOf } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Now } from '../time/clock.ts';
import { ORDER_TRANSITIONS } from '../vocabulary/order-lifecycle.ts';
import type { Cancelling } from './cancelling.ts';
import type { StoredOrder } from './order-row.ts';
import { etagFor, orderFor, requireVisible } from './reading.ts';
import { requireAllowed, requireRight } from './rights.ts';
import { AdopterOfOrders, CancelledOrders, DECISIONS, Order, type OrderApproval, OrderParams } from './schema.ts';
import { type TransitionParts, transitions } from './transition.ts';

/** Who may change an order, as the end of a description. */
const CALLERS = {
  shelter: 'the organization or account of the animal',
  either: 'the account that placed the order, the organization or account of the animal,',
} as const;

/** The operations that change orders. */
export function transitionRoutes(
  v1: App,
  parts: TransitionParts & { readonly cancelling: Cancelling; readonly effects: Effects; readonly now: Now },
): void {
  const { orders, cancelling, effects, now } = parts;
  const apply = transitions(parts);
  for (const name of Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]) {
    const transition = ORDER_TRANSITIONS[name];
    v1.post(`/store/orders/:orderId/${name}`, {
      schema: {
        operationId: `${name}Order`,
        summary: `${name[0]?.toUpperCase()}${name.slice(1)} an order`,
        description: `${transition.description} Requires a secret key of ${CALLERS[transition.by]} or an operator. A key that lacks \`orders:read\` receives the order without its adopter.`,
        params: OrderParams,
        body: DECISIONS[name],
        response: { 200: Order },
      },
      config: {
        access: 'orders:write',
        whose: transition.by === 'either' ? 'side' : 'shelter',
        secretKeysOnly: true,
        bodyOptional: true,
        errors: ['forbidden', 'order_not_found', 'invalid_status_transition', 'order_closed', 'precondition_failed'],
        headers: { ETag: 'The version of the order, for `If-Match` and `If-None-Match`.' },
      },
      handler: (request, reply) =>
        effects.run(request, reply, async (tx) => {
          const principal = principalOf(request);
          const decision: OrderApproval = request.body;
          const found = requireVisible(await orders.find(request.params.orderId, tx), principal);
          requireRight(found, principal, transition);
          requireDecision(found, principal, decision, now());
          requirePreconditions(request, etagFor(principal, found));
          requireAllowed(found, transition);
          const changed = await apply({ tx, by: actorOf(principal) }, found, transition, decision);
          reply.header('etag', etagFor(principal, changed));
          return orderFor(principal, changed);
        }),
    });
  }

  v1.post('/store/orders/cancel-all', {
    schema: {
      operationId: 'cancelAllOrders',
      summary: 'Cancel all orders of a person',
      description:
        'Cancels all open orders of an adopter at once: those for the animals of the account and its organization, or for an operator those for all animals. The animals become `available` again. Orders whose adopter the account may not read stay as they are.',
      body: AdopterOfOrders,
      response: { 200: CancelledOrders },
    },
    config: { access: 'orders:write', whose: 'account', secretKeysOnly: true },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const side = principal.operator ? undefined : ownerOf(principal);
        const orderIds = await cancelling.ofAdopter(tx, request.body.adopterEmail, side, actorOf(principal));
        return { orderIds };
      }),
  });
}

/** @throws ApiError `forbidden`, `invalid_body` */
function requireDecision(
  { petOwner }: StoredOrder,
  principal: Principal,
  { visitAt, messageToAdopter }: OrderApproval,
  nowMs: number,
): void {
  if (messageToAdopter !== undefined && !isOwnedBy(principal, petOwner))
    throw new ApiError(
      'forbidden',
      'Only the organization or account that the animal belongs to, or an operator, may send `messageToAdopter`.',
    );
  if (visitAt !== undefined && Date.parse(visitAt) <= nowMs)
    throw new ApiError('invalid_body', 'The field `visitAt` must be a time in the future.');
}
