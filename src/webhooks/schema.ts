import { type Static, Type } from 'typebox';
import { AssignedId, Cursor, Limit, Nullable, PathId, PlainText, Timestamp } from '../http/shapes.ts';
import { EVENT_KINDS, type EventKind } from '../vocabulary/event-kinds.ts';

/** Every kind but the test, which goes where it was asked for without being named. */
const WANTED_KINDS = EVENT_KINDS.filter((kind): kind is WantedKind => kind !== 'webhook.test');
export type WantedKind = Exclude<EventKind, 'webhook.test'>;

const kind = Type.Enum([...WANTED_KINDS], {
  type: 'string',
  title: 'WebhookEventType',
  description: 'What the webhook is told of.',
});
const url = PlainText(1, 2_048, { description: 'Where the requests go: an `https://` URL on the public internet.' });
const events = Type.Array(kind, {
  minItems: 1,
  maxItems: WANTED_KINDS.length,
  description: 'The kinds of events that are wanted.',
});
const description = PlainText(1, 255, { description: 'What it is for.' });
const disabled = Type.Boolean({
  description: 'While it is, nothing is sent; what waits goes on when it no longer is.',
});

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
    id: AssignedId({ description: 'Assigned by the service.' }),
    url,
    events,
    description: Type.Optional(description),
    disabled,
    disabledReason: Type.Optional(
      Type.Enum(['gone', 'failing'], {
        type: 'string',
        description: 'Why the service disabled it: it answered 410, or every attempt failed for five days.',
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
    secret: Type.String({ description: 'What signs the requests: Standard Webhooks 1.0.0. It is shown this once.' }),
  },
  { title: 'WebhookWithSecret', examples: [{ ...example, secret }] },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const NewWebhook = Type.Object(
  { url, events, description: Type.Optional(description), disabled: Type.Optional(disabled) },
  { title: 'NewWebhook', examples: [{ url: example.url, events: example.events }] },
);
export type NewWebhook = Static<typeof NewWebhook>;

/** A merge patch (RFC 7396): a `description` of null takes it away. */
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

const webhookId = PathId('webhook_not_found', { description: 'The identifier of the webhook.' });
export const WebhookParams = Type.Object({ webhookId });

export const WebhookPageQuery = Type.Object({ limit: Limit, cursor: Type.Optional(Cursor) });

/** What the event `webhook.test` says. */
export const WebhookTest = Type.Object(
  { webhookId: AssignedId({ description: 'The webhook that is tested.' }) },
  { title: 'WebhookTest', examples: [{ webhookId: 3 }] },
);
export type WebhookTest = Static<typeof WebhookTest>;
