import type { App } from '../../http/app.ts';
import { ApiError, ERRORS } from '../../http/errors.ts';
import { keepSecret, linkTokenOf } from '../../http/link-token.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { isOpen, ORDER_TRANSITIONS } from '../../vocabulary/order-lifecycle.ts';
import type { StoredOrder } from '../order-row.ts';
import { type TransitionParts, transitions } from '../transition.ts';
import type { Reservations } from './reservations.ts';
import { Reservation } from './schema.ts';

export interface ReservationRouteParts extends TransitionParts {
  readonly reservations: Reservations;
  readonly effects: Effects;
}

/** What a visitor does with the secret link to an order. The token of the link is the credential. */
export function reservationRoutes(v1: App, { reservations, effects, ...parts }: ReservationRouteParts): void {
  const config = { access: 'public', bearer: 'reservationToken', whose: 'link' } as const;

  v1.route({
    method: 'GET',
    url: '/reservation',
    schema: {
      operationId: 'getReservation',
      tags: ['Orders'],
      summary: 'Get a reservation',
      description:
        'Returns the order behind a `reservationUrl` as its visitor sees it: the state, whom to call, and what the organization says. The token after the `#` of the URL is the credential. A link works until 30 days after the order was closed; then, and for any other token, the answer is 404.',
      response: { 200: Reservation },
    },
    config: { ...config, errors: ['reservation_not_found'] },
    handler: async (request, reply) => {
      keepSecret(reply);
      return reservations.show(existing(await reservations.find(linkTokenOf(request))));
    },
  });

  v1.route({
    method: 'POST',
    url: '/reservation/cancel',
    schema: {
      operationId: 'cancelReservation',
      tags: ['Orders'],
      summary: 'Cancel a reservation',
      description:
        'Cancels the order behind a `reservationUrl`; the animal becomes `available` again. Nothing changes if it is cancelled already.',
      response: { 200: Reservation },
    },
    config: { ...config, errors: ['reservation_not_found', 'order_closed'] },
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => {
        const found = existing(await reservations.find(linkTokenOf(request), tx));
        const { status } = found.order;
        if (status === 'cancelled') return reservations.show(found, tx);
        if (!isOpen(status)) throw new ApiError('order_closed', `The reservation is closed: it is \`${status}\`.`);
        const by = { type: 'visitor' } as const;
        return reservations.show(await transitions(parts)({ tx, by }, found, ORDER_TRANSITIONS.cancel), tx);
      });
    },
  });
}

/** Mistyped, unknown and ended links look the same. */
function existing(found: StoredOrder | undefined): StoredOrder {
  if (found === undefined) throw new ApiError('reservation_not_found', ERRORS.reservation_not_found.meaning);
  return found;
}
