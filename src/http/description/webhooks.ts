type Json = Record<string, unknown>;

/** A kind of event, as the description tells of it. */
export interface DescribedEvent {
  readonly type: string;
  /** The end of "Sent when …". */
  readonly when: string;
  /** The named shape of its `data`. */
  readonly data: string;
}

const HEADERS = {
  'webhook-id': [
    "The event's id, the same in every attempt: who has seen it need not look again.",
    'evt_01kap6q0v8d5m9r2t4w7x1y3z6',
  ],
  'webhook-timestamp': [
    'When this attempt was made, in Unix seconds. Refuse what is more than five minutes away.',
    '1795253400',
  ],
  'webhook-signature': [
    'Signatures separated by spaces, of which one must be right: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const;

/**
 * The section `webhooks`: every kind of event that a webhook can be sent, with its payload. Standard Webhooks 1.0.0.
 *
 * @param schemas the description's named shapes; those of the events must be among them
 */
export function describedWebhooks(events: readonly DescribedEvent[], schemas: Json): Json {
  const exampleOf = (name: string): unknown => {
    const shape = schemas[name] as { readonly examples?: readonly unknown[] } | undefined;
    if (shape === undefined) throw new Error(`The description has no shape ${name}, of which an event tells.`);
    return shape.examples?.[0];
  };
  const webhook = ({ type, when, data }: DescribedEvent): Json => ({
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
      '2XX': { description: 'It has arrived.' },
      '410': { description: 'Nobody is here any more: the webhook is disabled.' },
      default: { description: 'Anything else, redirects too, is a failure: it is sent again later.' },
    },
  });
  return Object.fromEntries(events.map((event) => [event.type, { post: webhook(event) }]));
}
