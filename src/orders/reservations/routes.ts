import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { behindLink, keepSecret, linkTokenOf } from '../../http/link-token.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { Message } from '../../messages/schema.ts';
import type { MessageStore } from '../../messages/store.ts';
import { isOpen, ORDER_TRANSITIONS } from '../../vocabulary/order-lifecycle.ts';
import type { FollowUpStore } from '../follow-ups/store.ts';
import type { StoredOrder } from '../order-row.ts';
import { type TransitionParts, transitions } from '../transition.ts';
import type { Reservations } from './reservations.ts';
import { NewReservationMessage, Reservation } from './schema.ts';

export interface ReservationRouteParts extends TransitionParts {
  readonly reservations: Reservations;
  readonly followUps: Pick<FollowUpStore, 'end'>;
  readonly messages: Pick<MessageStore, 'add'>;
  readonly effects: Effects;
  /** Called after the commit of a message, which then waits for its delivery. */
  readonly onAccepted: () => void;
}

/** What a visitor does with the secret link to an order. The token of the link is the credential. */
export function reservationRoutes(
  v1: App,
  { reservations, effects, followUps, messages, onAccepted, ...parts }: ReservationRouteParts,
): void {
  const config = { access: 'public', bearer: 'reservationToken', whose: 'link' } as const;
  const orderOf = async (request: FastifyRequest, tx?: Queries): Promise<StoredOrder> =>
    behindLink(await reservations.find(linkTokenOf(request), tx), 'reservation_not_found');

  v1.get('/reservation', {
    schema: {
      operationId: 'getReservation',
      summary: 'Get a reservation',
      description:
        'Returns the order behind a `reservationUrl` as its visitor sees it: the state, whom to call, and what the organization says. The token after the `#` of the URL is the credential. A link works until 30 days after the order was closed or, if the organization sends mails after an adoption, after the last of them; then, and for any other token, the answer is 404.',
      response: { 200: Reservation },
    },
    config: { ...config, errors: ['reservation_not_found'] },
    handler: async (request, reply) => {
      keepSecret(reply);
      return reservations.show(await orderOf(request));
    },
  });

  v1.post('/reservation/cancel', {
    schema: {
      operationId: 'cancelReservation',
      summary: 'Cancel a reservation',
      description:
        'Cancels the order behind a `reservationUrl`; the animal becomes `available` again. Nothing changes if it is cancelled already.',
      response: { 200: Reservation },
    },
    config: { ...config, errors: ['reservation_not_found', 'order_closed'] },
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => {
        const found = await orderOf(request, tx);
        const { status } = found.order;
        if (status === 'cancelled') return reservations.show(found, tx);
        if (!isOpen(status)) throw new ApiError('order_closed', `The reservation is closed: it is \`${status}\`.`);
        const by = { type: 'visitor' } as const;
        return reservations.show(await transitions(parts)({ tx, by }, found, ORDER_TRANSITIONS.cancel), tx);
      });
    },
  });

  v1.post('/reservation/messages', {
    schema: {
      operationId: 'writeAboutReservation',
      summary: 'Write to the organization of a reservation',
      description:
        'Accepts a message of the adopter of the order behind a `reservationUrl` to the organization of the animal, such as an answer to a mail that asks how it goes. It is delivered to the inbox, with the order, and the answer is mailed to the adopter.',
      body: NewReservationMessage,
      response: { 202: Message },
    },
    config: { ...config, errors: ['reservation_not_found'] },
    handler: async (request, reply) => {
      keepSecret(reply);
      const accepted = await effects.run(request, reply, async (tx) => {
        const { order, petOwner } = await orderOf(request, tx);
        const about = { petId: order.petId, organizationId: petOwner.organizationId };
        const { accountId } = petOwner;
        const from = order.adopter && { name: order.adopter.name, email: order.adopter.email };
        const { message, locale = order.locale } = request.body;
        return messages.add(tx, { accountId, byVisitor: true, about, orderId: order.id, from, locale }, message);
      });
      if (accepted !== undefined) onAccepted();
      return accepted;
    },
  });

  v1.post('/reservation/follow-ups/end', {
    schema: {
      operationId: 'endFollowUps',
      summary: 'End the mails after an adoption',
      description:
        'Ends the mails of the organization that ask the adopter of the order behind a `reservationUrl` how it goes.',
      response: { 200: Reservation },
    },
    config: { ...config, errors: ['reservation_not_found'] },
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => {
        const found = await orderOf(request, tx);
        await followUps.end(tx, found);
        return reservations.show(found, tx);
      });
    },
  });
}
