import type { WebhookEventType } from '../../../client/src/petstore.ts';

interface Group {
  readonly name: string;
  /** Each with the moment at which it is sent. */
  readonly kinds: readonly (readonly [kind: WebhookEventType, when: string])[];
}

/** What a webhook can be told of. */
export const GROUPS: readonly Group[] = [
  {
    name: 'Animals',
    kinds: [
      ['pet.created', 'An animal was added'],
      ['pet.updated', 'Its name or category changed'],
      ['pet.status_changed', 'Its status changed'],
      ['pet.deleted', 'It was removed'],
    ],
  },
  {
    name: 'Orders',
    kinds: [
      ['order.placed', 'An order holds an animal'],
      ['order.approved', 'The shelter approved it'],
      ['order.delivered', 'The adopter took the animal home'],
      ['order.cancelled', 'Either side called it off'],
      ['order.expired', 'Nobody approved it in time'],
      ['order.returned', 'The animal was brought back'],
    ],
  },
  {
    name: 'Messages',
    kinds: [
      ['message.delivered', 'A message reached the inbox'],
      ['message.failed', 'It could not be delivered'],
    ],
  },
  {
    name: 'Categories',
    kinds: [
      ['category.created', 'A category was added'],
      ['category.updated', 'It changed'],
      ['category.deleted', 'It was removed'],
    ],
  },
  {
    name: 'API keys',
    kinds: [
      ['api_key.created', 'A key was made'],
      ['api_key.rolled', 'A key was replaced'],
      ['api_key.revoked', 'A key was revoked'],
      ['api_key.banned', 'A key was banned for a time'],
    ],
  },
];
