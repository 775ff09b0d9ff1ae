import { type EventKind, KINDS } from '../../vocabulary/event-kinds.ts';
import { type Json, mapValues } from './schemas.ts';

const HEADERS = {
  'webhook-id': [
    "The event's id, the same in every attempt: use it to recognize an event that you have received before.",
    'evt_01kap6q0v8d5m9r2t4w7x1y3z6',
  ],
  'webhook-timestamp': [
    'The time of this attempt in Unix seconds. Refuse requests whose time differs from yours by more than five minutes.',
    '1795253400',
  ],
  'webhook-signature': [
    'Signatures separated by spaces, one of which must match: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const;

/**
 * The section `webhooks`: every kind of event with its payload. Standard Webhooks 1.0.0.
 *
 * @param schemas the description's named shapes, including the events
 */
export function describedWebhooks(schemas: Json): Json {
  const exampleOf = (name: string): unknown => {
    const shape = schemas[name] as { readonly examples?: readonly unknown[] } | undefined;
    if (shape === undefined) throw new Error(`The description has no shape ${name}, which an event has as its data.`);
    return shape.examples?.[0];
  };
  const webhook = (type: string, { when, data }: (typeof KINDS)[EventKind]): Json => ({
    operationId: `on-${type}`,
    tags: ['Webhooks'],
    summary: type,
    description: `Sent when ${when}.`,
    security: [],
    parameters: Object.entries(HEADERS).map(([name, [description, example]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Event' },
              { type: 'object', properties: { type: { const: type }, data: { $ref: `#/components/schemas/${data}` } } },
            ],
          },
          example: { ...(exampleOf('Event') as object), type, data: exampleOf(data) },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event has arrived.' },
      '410': { description: 'The endpoint is gone: the service disables the webhook.' },
      default: { description: 'Any other status, redirects included, is a failure: the service retries later.' },
    },
  });
  return mapValues(KINDS, (kind, type) => ({ post: webhook(type, kind) }));
}
