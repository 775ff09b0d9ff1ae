import { type Static, Type } from 'typebox';
import { AssignedId, PathId, Timestamp } from '../../http/shapes.ts';
import { EVENT_KINDS } from '../../vocabulary/event-kinds.ts';
import { WebhookParams } from '../schema.ts';

const DeliveryStatus = Type.Enum(['pending', 'succeeded', 'failed'], {
  type: 'string',
  title: 'DeliveryStatus',
  description: '`pending`: an attempt is due or running. `failed`: no attempt succeeded, and no more will follow.',
});

const DeliveryAttempt = Type.Object(
  {
    at: Timestamp({ description: 'When the attempt began.' }),
    durationMs: Type.Integer({ minimum: 0, description: 'How long the attempt took, in milliseconds.' }),
    responseStatus: Type.Optional(Type.Integer({ description: 'The HTTP status of the response.' })),
    responseBody: Type.Optional(
      Type.String({ description: 'The first 1,024 bytes of the response, for keys with the scope of the event.' }),
    ),
    error: Type.Optional(Type.String({ description: 'Why the attempt failed, unless the response status says so.' })),
  },
  { title: 'DeliveryAttempt' },
);

const example = {
  id: 981,
  eventId: 'evt_01kap6q0v8d5m9r2t4w7x1y3z6',
  type: 'pet.status_changed',
  status: 'pending',
  attempts: 1,
  nextAttemptAt: '2026-11-21T09:30:05.120Z',
  lastAttempt: {
    at: '2026-11-21T09:30:00.050Z',
    durationMs: 84,
    responseStatus: 503,
    responseBody: 'down for maintenance',
  },
  createdAt: '2026-11-21T09:30:00.020Z',
};

/** The delivery of one event to one webhook. */
export const Delivery = Type.Object(
  {
    id: AssignedId({ description: 'Assigned by the service.' }),
    eventId: Type.String({ description: 'The identifier of the event, and the `webhook-id` of every attempt.' }),
    type: Type.Enum([...EVENT_KINDS], { type: 'string', title: 'EventType' }),
    status: DeliveryStatus,
    attempts: Type.Integer({ minimum: 0, description: 'How many attempts have been made.' }),
    nextAttemptAt: Type.Optional(Timestamp({ description: 'When the next attempt is due.' })),
    lastAttempt: Type.Optional(DeliveryAttempt),
    createdAt: Timestamp(),
  },
  { title: 'Delivery', examples: [example] },
);
export type Delivery = Static<typeof Delivery>;

export const Deliveries = Type.Array(Delivery, { title: 'Deliveries', examples: [[example]] });

export const DeliveryParams = Type.Object({
  ...WebhookParams.properties,
  deliveryId: PathId('delivery_not_found', { description: 'The identifier of the delivery.' }),
});
