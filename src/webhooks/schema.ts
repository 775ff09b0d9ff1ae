import { type Static, Type } from 'typebox';
import { AssignedId, Nullable, PathId, PlainText, Timestamp, Flag, Text } from '../http/shapes.ts';
import { WANTED_KINDS } from '../vocabulary/event-kinds.ts';

const kind = Type.Enum([...WANTED_KINDS], {
  type: 'string',
  title: 'WebhookEventType',
  description: 'A type of event that a webhook can subscribe to.',
});
const url = PlainText(1, 2_048, 'The `https://` URL on the public internet that receives the requests.');
const events = Type.Array(kind, {
  minItems: 1,
  maxItems: WANTED_KINDS.length,
  description: 'The types of events to send.',
});
const description = PlainText(1, 255, 'What the webhook is for.');
const disabled = Flag('While true, nothing is sent. Waiting deliveries continue when it becomes false.');

const example = {
  id: 3,
  url: 'https://shelter.example/hooks/petstore',
  events: ['pet.created', 'pet.status_changed'],
  disabled: false,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const secret = 'whsec_dGhpc0lzTm9SZWFsU2VjcmV0SXRJc0FuRXhhbXBsZSE=';

export const Webhook = Type.Object(
  {
    id: AssignedId('Assigned by the service.'),
    url,
    events,
    description: Type.Optional(description),
    disabled,
    disabledReason: Type.Optional(
      Type.Enum(['gone', 'failing', 'erased'], {
        type: 'string',
        description:
          'Why the service disabled the webhook: `gone` after a 410 response, `failing` after every attempt for five days has failed, `erased` because its URL contained the email address of a person whose data was erased.',
      }),
    ),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { title: 'Webhook', examples: [example] },
);
export type Webhook = Static<typeof Webhook>;

export const Webhooks = Type.Array(Webhook, { title: 'Webhooks', examples: [[example]] });

export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Text('The secret that signs the requests (Standard Webhooks 1.0.0). Only this response shows it.'),
  },
  { title: 'WebhookWithSecret', examples: [{ ...example, secret }] },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const NewWebhook = Type.Object(
  { url, events, description: Type.Optional(description), disabled: Type.Optional(disabled) },
  { title: 'NewWebhook', examples: [{ url: example.url, events: example.events }] },
);
export type NewWebhook = Static<typeof NewWebhook>;

/** A merge patch (RFC 7396): a `description` of null removes it. */
export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(Nullable(description)),
    disabled: Type.Optional(disabled),
  },
  { title: 'WebhookPatch', examples: [{ disabled: false }] },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

const webhookId = PathId('webhook_not_found', 'The identifier of the webhook.');
export const WebhookParams = Type.Object({ webhookId });

/** The data of the event `webhook.test`. */
export const WebhookTest = Type.Object(
  { webhookId: AssignedId('The webhook that is tested.') },
  { title: 'WebhookTest', examples: [{ webhookId: 3 }] },
);
export type WebhookTest = Static<typeof WebhookTest>;
