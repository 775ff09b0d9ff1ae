import { type Static, Type } from 'typebox';
import { AssignedId, Int64, PageQuery, PathId, Timestamp, Text, Flag } from '../../http/shapes.ts';
import { EVENT_KINDS } from '../../vocabulary/event-kinds.ts';
import { WebhookParams } from '../schema.ts';

const DeliveryStatus = Type.Enum(['pending', 'succeeded', 'failed'], {
  type: 'string',
  title: 'DeliveryStatus',
  description:
    'The state of the delivery. `pending`: an attempt is due or running. `failed`: no attempt succeeded, and no more will follow.',
});

const DeliveryAttempt = Type.Object(
  {
    at: Timestamp('When the attempt began.'),
    durationMs: Type.Integer({ minimum: 0, description: 'How long the attempt took, in milliseconds.' }),
    responseStatus: Type.Optional(Type.Integer({ description: 'The HTTP status of the response.' })),
    responseBody: Type.Optional(
      Text(
        'The beginning of the response, for keys with the scope of the event: its first 1,024 characters in a list, and its first 16 KiB in a delivery.',
      ),
    ),
    error: Type.Optional(Text('Why the attempt failed, unless the response status says so.')),
  },
  { title: 'DeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

const headers = (description: string) =>
  Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, { title: 'HttpHeader' }), { description }),
  );

const AttemptDetails = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'The first attempt is 1.' }),
    ...DeliveryAttempt.properties,
    url: Type.Optional(Text('The URL that received the request.')),
    address: Type.Optional(Text('The remote address and port of the connection. Absent if there was none.')),
    requestHeaders: headers('The headers of the request, in order, with the signature.'),
    responseHeaders: headers('The headers of the response, in order, for keys with the scope of the event.'),
    responseTruncated: Type.Optional(Flag('True if the response was longer than what is kept.')),
  },
  { title: 'AttemptDetails' },
);
export type AttemptDetails = Static<typeof AttemptDetails>;

const example = {
  id: 981,
  webhookId: 3,
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
    id: AssignedId('Assigned by the service.'),
    webhookId: AssignedId('The receiving webhook.'),
    eventId: Text('The identifier of the event, and the `webhook-id` of every attempt.'),
    type: Type.Enum([...EVENT_KINDS], { type: 'string', title: 'EventType' }),
    status: DeliveryStatus,
    attempts: Type.Integer({ minimum: 0, description: 'How many attempts have been made.' }),
    nextAttemptAt: Type.Optional(Timestamp('When the next attempt is due.')),
    lastAttempt: Type.Optional(DeliveryAttempt),
    createdAt: Timestamp(),
  },
  { title: 'Delivery', examples: [example] },
);
export type Delivery = Static<typeof Delivery>;

export const Deliveries = Type.Array(Delivery, { title: 'Deliveries', examples: [[example]] });

const body =
  '{"id":"evt_01kap6q0v8d5m9r2t4w7x1y3z6","type":"pet.status_changed","timestamp":"2026-11-21T09:30:00.000Z","sequence":1043,"data":{"id":42,"name":"Rex","categoryId":1,"status":"pending"}}';

/** A delivery with what was sent and answered. */
export const DeliveryDetails = Type.Object(
  {
    ...Delivery.properties,
    body: Type.Optional(
      Text('The body of every attempt: the event, byte for byte. For keys with the scope of the event.'),
    ),
    attemptLog: Type.Array(AttemptDetails, {
      description:
        'Every attempt, the first one first. Long responses are shortened to 1,024 characters once the webhook has had 100 later ones; attempts of earlier versions have no headers.',
    }),
  },
  {
    title: 'DeliveryDetails',
    examples: [
      {
        ...example,
        body,
        attemptLog: [
          {
            number: 1,
            ...example.lastAttempt,
            url: 'https://shelter.example/hooks/petstore',
            address: '203.0.113.9:443',
            requestHeaders: [
              { name: 'content-type', value: 'application/json' },
              { name: 'webhook-id', value: 'evt_01kap6q0v8d5m9r2t4w7x1y3z6' },
              { name: 'webhook-timestamp', value: '1795253400' },
              { name: 'webhook-signature', value: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
            ],
            responseHeaders: [
              { name: 'Content-Type', value: 'text/plain' },
              { name: 'Retry-After', value: '120' },
            ],
          },
        ],
      },
    ],
  },
);
export type DeliveryDetails = Static<typeof DeliveryDetails>;

/** Which deliveries to list. */
export const DeliveryQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(DeliveryStatus),
  hasFailed: Type.Optional(
    Flag('Only deliveries whose last attempt failed, even if another follows; or only the others.'),
  ),
  types: Type.Optional(
    Type.Array(Type.Enum([...EVENT_KINDS], { type: 'string', title: 'EventType' }), {
      minItems: 1,
      maxItems: EVENT_KINDS.length,
      description: 'Only deliveries of these types of events, separated by commas.',
    }),
  ),
  createdSince: Type.Optional(Timestamp('Only deliveries that began at or after this time.')),
});
export type DeliveryFilters = Omit<Static<typeof DeliveryQuery>, 'limit' | 'cursor'>;

const deliveryIds = Type.Array(Int64(), {
  minItems: 1,
  maxItems: 50,
  description: 'The deliveries whose events to send again.',
});
export const RedeliverSeveral = Type.Object(
  { deliveryIds },
  { title: 'RedeliverSeveral', examples: [{ deliveryIds: [981, 982] }] },
);

export const Redelivered = Type.Object(
  {
    deliveries: Type.Array(Delivery, { description: 'The new deliveries, in the order of the request.' }),
    refused: Type.Array(
      Type.Object(
        {
          deliveryId: Int64('The delivery of the request.'),
          code: Text('The code of the error.'),
          message: Text('Why its event is not sent again.'),
        },
        { title: 'RefusedDelivery' },
      ),
      { description: 'The deliveries whose events are not sent again.' },
    ),
  },
  {
    title: 'Redelivered',
    examples: [
      {
        deliveries: [{ ...example, id: 990, attempts: 0, lastAttempt: undefined, nextAttemptAt: example.createdAt }],
        refused: [
          { deliveryId: 982, code: 'delivery_not_found', message: 'The account has no delivery with this id.' },
        ],
      },
    ],
  },
);
export type Redelivered = Static<typeof Redelivered>;

export const DeliveryParams = Type.Object({
  ...WebhookParams.properties,
  deliveryId: PathId('delivery_not_found', 'The identifier of the delivery.'),
});
