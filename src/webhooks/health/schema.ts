import { type Static, Type } from 'typebox';
import { AssignedId, Timestamp } from '../../http/shapes.ts';

const STATES = ['healthy', 'retrying', 'failing', 'disabled'];
const state = (description: string) =>
  Type.Unsafe<HealthState>({ type: 'string', enum: STATES, title: 'WebhookHealthState', description });
export type HealthState = 'healthy' | 'retrying' | 'failing' | 'disabled';

const example = {
  webhookId: 3,
  state: 'failing',
  since: '2026-11-21T09:30:00.050Z',
  disablesAt: '2026-11-26T09:30:00.050Z',
};

/** How the webhooks of an account do. */
export const WebhookHealth = Type.Object(
  {
    state: state(
      'The worst state of them; `disabled` only if the service has disabled one. Without webhooks `healthy`.',
    ),
    webhooks: Type.Array(
      Type.Object(
        {
          webhookId: AssignedId('The webhook.'),
          state: state(
            'How it does. `failing`: all latest attempts have failed. `retrying`: the latest attempt succeeded, but deliveries that failed wait to be sent again.',
          ),
          since: Type.Optional(Timestamp('When it was disabled, or the first of its latest failures.')),
          disablesAt: Type.Optional(
            Timestamp('The service disables it at the first failure from then on, unless an attempt succeeds.'),
          ),
        },
        { title: 'HealthOfWebhook' },
      ),
      { description: 'All webhooks, newest first.' },
    ),
  },
  { title: 'WebhookHealth', examples: [{ state: 'failing', webhooks: [example, { webhookId: 2, state: 'healthy' }] }] },
);
export type WebhookHealth = Static<typeof WebhookHealth>;
