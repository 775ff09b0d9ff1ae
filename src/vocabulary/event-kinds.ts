import type { Scope } from './scopes.ts';

interface Kind {
  /** The occasion, as the end of the sentence "Sent when …". */
  readonly when: string;
  /** The name of the schema of `data` in the OpenAPI description. */
  readonly data: string;
  /** The scope that a key needs to receive it. */
  readonly scope: Scope;
  /** The accounts that receive it: all, only those that it concerns, or none, so that it is in the audit list alone. */
  readonly audience: 'everyone' | 'concerned' | 'nobody';
}

const pets = { data: 'Pet', scope: 'pets:read', audience: 'everyone' } as const;
const categories = { data: 'Category', scope: 'pets:read', audience: 'everyone' } as const;
const organizations = { data: 'OrganizationNotice', scope: 'pets:read', audience: 'everyone' } as const;
const orders = { data: 'Order', scope: 'orders:read', audience: 'concerned' } as const;
const applications = { data: 'Application', scope: 'orders:read', audience: 'concerned' } as const;
const messages = { data: 'Message', scope: 'messages:read', audience: 'concerned' } as const;
const accounts = { data: 'AccountNotice', scope: 'account', audience: 'concerned' } as const;
const people = { data: 'PersonNotice', scope: 'account', audience: 'nobody' } as const;
const keys = { data: 'ApiKey', scope: 'account', audience: 'concerned' } as const;
const webhooks = { data: 'Webhook', scope: 'webhooks', audience: 'concerned' } as const;

/** All kinds of events. The documentation and the description are derived from this table. */
export const KINDS = {
  'pet.created': { ...pets, when: 'an animal is added' },
  'pet.updated': {
    ...pets,
    data: 'ChangedPet',
    when: 'the name, the category, the organization or the public profile of an animal changes; `changed` names what did. A move between organizations that visitors see has two, one of each',
  },
  'pet.status_changed': { ...pets, when: 'the status of an animal changes, directly or through an order' },
  'pet.deleted': { ...pets, when: 'an animal is removed; `data` is its last state' },
  'pet.unlisted': {
    ...pets,
    when: 'visitors no longer see an animal: it has left, is on hold, or is given to an organization that they do not see; `data` is its last state for them',
  },
  'pet_record.updated': {
    ...pets,
    data: 'ChangedPet',
    audience: 'nobody',
    when: 'the staff data of an animal changes; `changed` names what did',
  },
  'category.created': { ...categories, when: 'a category is added' },
  'category.updated': { ...categories, when: 'a category changes' },
  'category.deleted': { ...categories, when: 'a category is removed; `data` is its last state' },
  'organization.created': { ...organizations, when: 'an organization is added' },
  'organization.updated': { ...organizations, when: 'what an organization says about itself changes' },
  'organization.listed': { ...organizations, when: 'visitors begin to see an organization and its animals' },
  'organization.unlisted': { ...organizations, when: 'visitors no longer see an organization and its animals' },
  'organization.animals_changed': {
    ...organizations,
    when: 'visitors see fewer or more animals of an organization, because an account that added some is suspended or resumed, or joins and brings them',
  },
  'order.placed': { ...orders, when: 'an order is placed' },
  'order.approved': { ...orders, when: 'the shelter approves an order' },
  'order.delivered': { ...orders, when: 'the adopter takes the animal home' },
  'order.cancelled': { ...orders, when: 'either side cancels an order' },
  'order.expired': { ...orders, when: 'an order is not approved in time' },
  'order.returned': { ...orders, when: 'the adopter brings the animal back' },
  'order.paid': { ...orders, when: 'staff mark an order as paid; who placed it does not receive it' },
  'order.unpaid': { ...orders, when: 'staff take that back; who placed the order does not receive it' },
  'application.submitted': { ...applications, when: 'somebody applies for an animal' },
  'application.updated': { ...applications, when: 'an applicant changes an application' },
  'application.in_review': { ...applications, when: 'the shelter begins to review an application' },
  'application.accepted': { ...applications, when: 'the shelter chooses an applicant and makes an order for them' },
  'application.declined': { ...applications, when: 'the shelter declines an application' },
  'application.withdrawn': { ...applications, when: 'an application is withdrawn' },
  'application.closed': {
    ...applications,
    when: 'an application ends because the animal is no longer looking for a home, or is given to another organization',
  },
  'message.delivered': { ...messages, when: 'a message reaches the inbox' },
  'message.failed': { ...messages, when: 'a message cannot be delivered' },
  'account.created': { ...accounts, when: 'an account is created' },
  'account.updated': {
    ...accounts,
    when: 'the name, the address, the role, the role in the organization, the plan or the limits of an account change, or it is confirmed or approved',
  },
  'account.joined': { ...accounts, when: 'an account joins an organization' },
  'account.left': { ...accounts, when: 'an account leaves its organization, or is removed from it' },
  'account.suspended': { ...accounts, when: 'an operator suspends an account' },
  'account.resumed': { ...accounts, when: 'an operator ends the suspension of an account' },
  'account.closed': { ...accounts, when: 'an account is closed, by its owner, by an operator or by the service' },
  'api_key.created': { ...keys, when: 'an API key is created' },
  'api_key.rolled': { ...keys, when: 'an API key is replaced; `data` is the new one' },
  'api_key.revoked': { ...keys, when: 'an API key is revoked' },
  'api_key.banned': { ...keys, when: 'an API key is banned for requests that ignored 429 responses' },
  'webhook.created': { ...webhooks, when: 'a webhook is added' },
  'webhook.updated': { ...webhooks, when: 'a webhook changes, or the service disables it' },
  'webhook.failing': {
    ...webhooks,
    when: 'every attempt to send to a webhook has failed for five minutes',
  },
  'webhook.recovered': { ...webhooks, when: 'an attempt succeeds after `webhook.failing`' },
  'webhook.disabling': {
    ...webhooks,
    when: 'every attempt has failed for four days: after another day of failures the service disables the webhook',
  },
  'webhook.secret_rolled': { ...webhooks, when: 'the secret of a webhook is replaced' },
  'webhook.deleted': { ...webhooks, when: 'a webhook is removed; `data` is its last state' },
  'person.erased': { ...people, when: "an operator, or the retention, erases a person's data" },
  'person.corrected': { ...people, when: "an operator corrects a person's data" },
  'clock.advanced': {
    data: 'ClockAdvance',
    scope: 'pets:read',
    audience: 'everyone',
    when: "staging's clock is advanced; what was due before has happened. Never in production",
  },
  'webhook.test': {
    data: 'WebhookTest',
    scope: 'webhooks',
    audience: 'concerned',
    when: 'a test of a webhook is requested; only that webhook receives it',
  },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof KINDS;

export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

/** The kinds that a webhook can subscribe to: all that somebody receives, except its test, which is sent on request only. */
export type WantedKind = Exclude<EventKind, 'webhook.test' | `person.${string}` | `pet_record.${string}`>;
export const WANTED_KINDS = EVENT_KINDS.filter(
  (kind): kind is WantedKind => kind !== 'webhook.test' && KINDS[kind].audience !== 'nobody',
);

/** The kinds that a key with one of these scopes receives. With `orders:read`, all that name adopters. */
export const kindsReadWith = (...scopes: readonly Scope[]): EventKind[] =>
  EVENT_KINDS.filter((kind) => scopes.includes(KINDS[kind].scope));

/** The part of a kind before its dot: what the event is about. */
export type Subject = EventKind extends infer Kind ? (Kind extends `${infer Name}.${string}` ? Name : never) : never;
export type KindAbout<About extends Subject> = Extract<EventKind, `${About}.${string}`>;

export const kindsAbout = <About extends Subject>(...subjects: readonly About[]): KindAbout<About>[] =>
  EVENT_KINDS.filter((kind): kind is KindAbout<About> => subjects.some((subject) => kind.startsWith(`${subject}.`)));
