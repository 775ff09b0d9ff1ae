import type { Scope } from './scopes.ts';

interface Kind {
  /** The occasion, as the end of the sentence "Sent when …". */
  readonly when: string;
  /** The name of the schema of `data` in the OpenAPI description. */
  readonly data: string;
  /** The scope that a key needs to receive it. */
  readonly scope: Scope;
  /** The accounts that receive it: all, or only those that it concerns. */
  readonly audience: 'everyone' | 'concerned';
}

const pets = { data: 'Pet', scope: 'pets:read', audience: 'everyone' } as const;
const categories = { data: 'Category', scope: 'pets:read', audience: 'everyone' } as const;
const orders = { data: 'Order', scope: 'orders:read', audience: 'concerned' } as const;
const messages = { data: 'Message', scope: 'messages:read', audience: 'concerned' } as const;
const keys = { data: 'ApiKey', scope: 'account', audience: 'concerned' } as const;

/** All kinds of events. The documentation and the description are derived from this table. */
export const KINDS = {
  'pet.created': { ...pets, when: 'an animal was added' },
  'pet.updated': { ...pets, when: 'the name or the category of an animal changed' },
  'pet.status_changed': { ...pets, when: 'the status of an animal changed, directly or through an order' },
  'pet.deleted': { ...pets, when: 'an animal was removed; `data` is its last state' },
  'category.created': { ...categories, when: 'a category was added' },
  'category.updated': { ...categories, when: 'a category changed' },
  'category.deleted': { ...categories, when: 'a category was removed; `data` is its last state' },
  'order.placed': { ...orders, when: 'an order was placed' },
  'order.approved': { ...orders, when: 'the shelter approved an order' },
  'order.delivered': { ...orders, when: 'the adopter took the animal home' },
  'order.cancelled': { ...orders, when: 'either side cancelled an order' },
  'order.expired': { ...orders, when: 'an order was not approved in time' },
  'order.returned': { ...orders, when: 'the adopter brought the animal back' },
  'message.delivered': { ...messages, when: "a message reached the shelter's inbox" },
  'message.failed': { ...messages, when: 'a message could not be delivered' },
  'api_key.created': { ...keys, when: 'an API key was created' },
  'api_key.rolled': { ...keys, when: 'an API key was replaced; `data` is the new one' },
  'api_key.revoked': { ...keys, when: 'an API key was revoked' },
  'api_key.banned': { ...keys, when: 'an API key was banned for requests that ignored 429 responses' },
  'webhook.test': {
    data: 'WebhookTest',
    scope: 'webhooks',
    audience: 'concerned',
    when: 'a test of a webhook was requested; only that webhook receives it',
  },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof KINDS;

export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

/** The part of a kind before its dot: what the event is about. */
export type Subject = EventKind extends infer Kind ? (Kind extends `${infer Name}.${string}` ? Name : never) : never;
export type KindAbout<About extends Subject> = Extract<EventKind, `${About}.${string}`>;

export const kindsAbout = <About extends Subject>(...subjects: readonly About[]): KindAbout<About>[] =>
  EVENT_KINDS.filter((kind): kind is KindAbout<About> => subjects.some((subject) => kind.startsWith(`${subject}.`)));
