import type { Scope } from './scopes.ts';

interface Kind {
  /** What has happened, as the end of "Sent when …". */
  readonly when: string;
  /** The named shape of `data`, in the OpenAPI description. */
  readonly data: string;
  /** The scope that a key needs to be told. */
  readonly scope: Scope;
  /** Told to every account that asks, or only to those that it concerns. */
  readonly audience: 'everyone' | 'concerned';
}

const pets = { data: 'Pet', scope: 'pets:read', audience: 'everyone' } as const;
const categories = { data: 'Category', scope: 'pets:read', audience: 'everyone' } as const;
const orders = { data: 'Order', scope: 'orders:read', audience: 'concerned' } as const;
const messages = { data: 'Message', scope: 'messages:read', audience: 'concerned' } as const;
const keys = { data: 'ApiKey', scope: 'account', audience: 'concerned' } as const;

/** Every kind of event that there is. The documentation and the description are derived from this table. */
export const KINDS = {
  'pet.created': { ...pets, when: 'an animal was added' },
  'pet.updated': { ...pets, when: 'the name or the category of an animal changed' },
  'pet.status_changed': { ...pets, when: 'the status of an animal changed, by itself or by an order' },
  'pet.deleted': { ...pets, when: 'an animal was removed; `data` is what it was' },
  'category.created': { ...categories, when: 'a category was added' },
  'category.updated': { ...categories, when: 'a category changed' },
  'category.deleted': { ...categories, when: 'a category was removed; `data` is what it was' },
  'order.placed': { ...orders, when: 'an order holds an animal' },
  'order.approved': { ...orders, when: 'the shelter approved an order' },
  'order.delivered': { ...orders, when: 'the adopter took the animal home' },
  'order.cancelled': { ...orders, when: 'either side called an order off' },
  'order.expired': { ...orders, when: 'nobody approved an order in time' },
  'order.returned': { ...orders, when: 'the adopter brought the animal back' },
  'message.delivered': { ...messages, when: "a message reached the store's inbox" },
  'message.failed': { ...messages, when: 'a message could not be delivered' },
  'api_key.created': { ...keys, when: 'an API key was made' },
  'api_key.rolled': { ...keys, when: 'an API key was replaced; `data` is the new one' },
  'api_key.revoked': { ...keys, when: 'an API key was revoked' },
  'api_key.banned': { ...keys, when: 'an API key was banned for sending on in spite of 429 answers' },
  'webhook.test': {
    data: 'WebhookTest',
    scope: 'webhooks',
    audience: 'concerned',
    when: 'a test of a webhook was asked for; no other webhook is told',
  },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof KINDS;

export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

/** The part of a kind before its dot: what the event is about. */
export type Subject = EventKind extends infer Kind ? (Kind extends `${infer Name}.${string}` ? Name : never) : never;
export type KindAbout<About extends Subject> = Extract<EventKind, `${About}.${string}`>;

export const kindsAbout = <About extends Subject>(...subjects: readonly About[]): KindAbout<About>[] =>
  EVENT_KINDS.filter((kind): kind is KindAbout<About> => subjects.some((subject) => kind.startsWith(`${subject}.`)));
