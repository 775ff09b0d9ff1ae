import {
  type Application,
  type AttemptDetails,
  type CancelledOrders,
  type Category,
  type Delivery,
  type DeliveryDetails,
  type DirectorySource,
  type ExpandedPet,
  type Int64,
  type Message,
  type Order,
  PetstoreError,
  type Photo,
  type Redelivered,
  type TestClock,
  type Webhook,
  type WebhookHealthState,
  type WebhookWithSecret,
} from '../../../client/src/petstore.ts';
import { SOURCE_STATES } from '../../vocabulary/directory.ts';
import { durationMs, durationWords } from '../../vocabulary/duration.ts';
import { WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import { type Column, type Fact, printFacts, printRows } from '../rows.ts';
import { sanitized, type Style, type Terminal } from '../terminal.ts';
import { LISTING_VIEWS } from './listing-views.ts';
import { factsOf, minuteOf } from './print.ts';
import type { View } from './view.ts';

/** A word has one color, whatever has this status. */
const STYLES: Readonly<Record<(ExpandedPet | Order | Application | Message | Delivery)['status'], Style>> = {
  available: 'green',
  pending: 'yellow',
  sold: 'dim',
  placed: 'yellow',
  approved: 'cyan',
  delivered: 'green',
  cancelled: 'dim',
  expired: 'dim',
  returned: 'dim',
  submitted: 'yellow',
  in_review: 'cyan',
  accepted: 'green',
  declined: 'dim',
  withdrawn: 'dim',
  closed: 'dim',
  queued: 'yellow',
  processing: 'yellow',
  succeeded: 'green',
  failed: 'red',
};

const STATUS: Column<{ readonly status: keyof typeof STYLES }> = {
  title: 'status',
  of: ({ status }) => status,
  style: ({ status }) => STYLES[status],
};

const petView: View<ExpandedPet, readonly Category[]> = {
  load: async (petstore) =>
    Array.fromAsync(petstore.categories.list()).catch((error: unknown) => {
      // A key that may only write has their numbers.
      if (error instanceof PetstoreError && error.code === 'insufficient_scope') return [];
      throw error;
    }),
  columns: (categories) => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'name', of: (pet) => pet.name, shrinks: true },
    { title: 'category', of: ({ categoryId }) => nameOf(categoryId, categories), shrinks: true },
    STATUS,
  ],
  none: 'No animals.',
  show: (terminal, { id, name, categoryId, status, ...expanded }, categories) =>
    printFacts(terminal, [
      ['Animal', id],
      ['Name', name],
      ['Category', nameOf(categoryId, categories)],
      ['Status', status, STYLES[status]],
      ...factsOf(expanded),
    ]),
};

/** A category's name, or its number if it has no name. */
const nameOf = (id: Int64, categories: readonly Category[]): string =>
  categories.find((category) => category.id === id)?.name ?? String(id);

const adopterOf = ({ adopter, adopterWithheld }: Order | Application): string | undefined =>
  adopterWithheld === true ? 'withheld' : adopter && `${adopter.name} <${adopter.email}>`;

const orderView: View<Order> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'animal', of: ({ petId }) => petId, right: true },
    STATUS,
    { title: 'adopter', of: adopterOf, shrinks: true },
    { title: 'placed', of: ({ createdAt }) => minuteOf(createdAt) },
    { title: 'held until', of: ({ status, expiresAt }) => (status === 'placed' ? minuteOf(expiresAt) : undefined) },
    { title: 'note', of: ({ note }) => note, shrinks: true },
  ],
  none: 'No orders.',
  show: (terminal, order) => {
    const { id, petId, status, note, answers = [], visitAt, messageToAdopter, paidAt, expiresAt } = order;
    printFacts(terminal, [
      ['Order', id],
      ['Animal', petId],
      ['Status', status, STYLES[status]],
      ['Held until', status === 'placed' ? expiresAt : undefined],
      ['Adopter', adopterOf(order)],
      ['Phone', order.adopter?.phone],
      ['Note', note],
      ...answers.map(({ question, answer }): [string, string] => [question, answer]),
      ['Visit', visitAt],
      ['Message to adopter', messageToAdopter],
      ['Paid', paidAt],
    ]);
  },
};

const applicationView: View<Application> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'animal', of: ({ petId }) => petId, right: true },
    STATUS,
    { title: 'adopter', of: adopterOf, shrinks: true },
    { title: 'submitted', of: ({ createdAt }) => minuteOf(createdAt) },
    { title: 'note', of: ({ note }) => note, shrinks: true },
  ],
  none: 'No applications.',
  show: (terminal, application) => {
    const { id, petId, status, note, answers = [], messageToAdopter, orderId, staffNote, approvedUntil } = application;
    printFacts(terminal, [
      ['Application', id],
      ['Animal', petId],
      ['Status', status, STYLES[status]],
      ['Adopter', adopterOf(application)],
      ['Phone', application.adopter?.phone],
      ['Note', note],
      ...answers.map(({ question, answer }): [string, string] => [question, answer]),
      ['Message to adopter', messageToAdopter],
      ['Order', orderId],
      ['Assigned to account', application.assigneeId],
      ['Staff note', staffNote],
      ['Adopter approved until', approvedUntil],
    ]);
  },
};

const cancelledView: View<CancelledOrders> = {
  show: (terminal, { orderIds }) =>
    terminal.print(orderIds.length === 0 ? 'No open orders.' : `Cancelled: ${orderIds.join(', ')}`),
};

const messageView: View<Message> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id },
    { title: 'sent', of: ({ createdAt }) => minuteOf(createdAt) },
    STATUS,
    { title: 'message', of: ({ message }) => message, shrinks: true },
  ],
  none: 'No messages.',
  show: (terminal, { id, status, createdAt, message }) => {
    printFacts(terminal, [
      ['Message', id],
      ['Status', status, STYLES[status]],
      ['Sent', createdAt],
    ]);
    terminal.print();
    for (const line of message.split('\n')) terminal.print(sanitized(line));
  },
};

const photoView: View<Photo> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'width', of: ({ width }) => width, right: true },
    { title: 'height', of: ({ height }) => height, right: true },
    { title: 'shows', of: ({ alt }) => alt, shrinks: true },
  ],
  none: 'No photos.',
  show: (terminal, photo) =>
    printFacts(terminal, [
      ['Photo', photo.id],
      ['Size', `${photo.width} × ${photo.height} pixels`],
      ['Shows', photo.alt],
      ['File', photo.urls['1200']],
    ]),
};

const WEBHOOK_STATES: Readonly<Record<WebhookHealthState, readonly [string, Style]>> = {
  healthy: ['active', 'green'],
  retrying: ['retrying', 'yellow'],
  failing: ['failing', 'red'],
  disabled: ['disabled', 'red'],
};

type States = ReadonlyMap<number, WebhookHealthState>;
const stateOf = ({ id, disabled }: Webhook, states: States) =>
  WEBHOOK_STATES[disabled ? 'disabled' : (states.get(id) ?? 'healthy')];
const becauseOf = ({ disabledReason }: Webhook) => (disabledReason === undefined ? '' : ` (${disabledReason})`);

const webhookView: View<Webhook, States> = {
  load: async ({ webhooks }) =>
    new Map((await webhooks.health()).webhooks.map(({ webhookId, state }) => [webhookId, state])),
  columns: (states) => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'url', of: ({ url }) => url, shrinks: true },
    {
      title: 'state',
      of: (webhook) => stateOf(webhook, states)[0] + becauseOf(webhook),
      style: (webhook) => stateOf(webhook, states)[1],
    },
    {
      title: 'events',
      of: ({ events }) => (events.length === WANTED_KINDS.length ? 'all' : events.join(' ')),
      shrinks: true,
    },
    { title: 'description', of: ({ description }) => description, shrinks: true },
  ],
  none: 'No webhooks.',
};

const newWebhookView: View<WebhookWithSecret> = {
  show: (terminal, { id, url, events, secret }) => {
    printFacts(terminal, [
      ['Webhook', id],
      ['URL', url],
      ['Events', events.join(' ')],
      ['Secret', secret, 'green'],
    ]);
    terminal.note('Save the secret for the receiver now: it is not shown again.', 'dim');
  },
};

const deliveryView: View<Delivery> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'webhook', of: (delivery) => delivery.webhookId, right: true },
    { title: 'type', of: ({ type }) => type },
    STATUS,
    { title: 'attempts', of: ({ attempts }) => attempts, right: true },
    { title: 'answer', of: ({ lastAttempt }) => lastAttempt?.error ?? lastAttempt?.responseStatus, shrinks: true },
    { title: 'created', of: ({ createdAt }) => createdAt },
    { title: 'next', of: ({ nextAttemptAt }) => nextAttemptAt },
  ],
  none: 'No deliveries.',
};

/** Prints each attempt as the messages that went over the wire. */
const deliveryDetailsView: View<DeliveryDetails> = {
  show: (terminal, { type, eventId, status, nextAttemptAt, attemptLog, body = '' }) => {
    printFacts(terminal, [
      ['Event', `${type} ${eventId}`],
      ['Delivery', status, STYLES[status]],
      ['Next attempt', nextAttemptAt],
    ]);
    for (const attempt of attemptLog) printAttempt(terminal, attempt, body);
  },
};

function printAttempt(terminal: Terminal, attempt: AttemptDetails, body: string): void {
  const { number, at, durationMs, address, url, error, responseStatus, responseBody = '' } = attempt;
  /** Receivers choose what they answer: a terminal must not execute it. */
  const print = (text: string, style?: Style): void => {
    for (const line of text.split('\n'))
      terminal.print(style === undefined ? sanitized(line) : terminal.paint(style, sanitized(line)));
  };
  const printHeaders = (headers: AttemptDetails['requestHeaders'] = []): void => {
    for (const { name, value } of headers) print(`${name}: ${value}`);
    print('');
  };
  const where = address === undefined ? '' : ` to ${address}`;
  print('');
  print(`Attempt ${number} at ${at}${where}, ${durationMs} ms`, 'bold');
  if (url !== undefined) print(`POST ${url}`);
  printHeaders(attempt.requestHeaders);
  if (body !== '') print(`${body}\n`);
  if (error !== undefined) print(error, 'red');
  if (responseStatus === undefined) return;
  print(`HTTP ${responseStatus}`, error === undefined && responseStatus < 300 ? 'green' : 'red');
  printHeaders(attempt.responseHeaders);
  if (responseBody !== '') print(responseBody);
  if (attempt.responseTruncated === true) print('(the rest is not kept)', 'dim');
}

const redeliveredView: View<Redelivered> = {
  show: (terminal, { deliveries, refused }) => {
    printRows(terminal, deliveries, [
      { title: 'id', of: ({ id }) => id, right: true },
      { title: 'webhook', of: ({ webhookId }) => webhookId, right: true },
      { title: 'type', of: ({ type }) => type },
    ]);
    for (const { deliveryId, message } of refused) terminal.note(`Delivery ${deliveryId}: ${message}`, 'red');
  },
  isFailure: ({ refused }) => refused.length > 0,
};

const clockView: View<TestClock> = {
  show: (terminal, { now, advancedBy, advancingTo, nextDueAt }) => {
    const aheadMs = durationMs(advancedBy) ?? 0;
    printFacts(terminal, [
      ['Time', now],
      ['Ahead by', aheadMs === 0 ? 'nothing: it is the real time' : durationWords(aheadMs)],
      ['Going to', advancingTo],
      ['Next due', nextDueAt],
    ]);
  },
};

const SOURCE_STYLES: Readonly<Record<DirectorySource['state'], Style>> = {
  reading: 'cyan',
  following: 'green',
  failing: 'red',
  paused: 'dim',
  stopped: 'red',
  removing: 'dim',
};

const sourceView: View<DirectorySource> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'url', of: ({ url }) => url, shrinks: true },
    { title: 'state', of: ({ state }) => state, style: ({ state }) => SOURCE_STYLES[state] },
    { title: 'animals', of: ({ animals }) => animals, right: true },
    { title: 'organizations', of: ({ organizations }) => organizations, right: true },
    { title: 'not shown', of: ({ refused }) => refused?.count, right: true },
    { title: 'last seen', of: ({ seenAt }) => seenAt && minuteOf(seenAt) },
    { title: 'error', of: ({ error }) => error, shrinks: true },
  ],
  none: 'No sources.',
  show: (terminal, { id, url, state, error, animals, organizations, photos, refused, seenAt, hiddenAt, createdAt }) =>
    printFacts(terminal, [
      ['Source', id],
      ['URL', url],
      ['State', `${state}: ${SOURCE_STATES[state]}`, SOURCE_STYLES[state]],
      ['Error', error, 'red'],
      ['Animals', animals],
      ['Organizations', organizations],
      ['Photos', photos],
      ['Not shown', refused?.count],
      ...(refused?.animals ?? []).map(({ id: animal, reason }): Fact => [`Animal ${animal}`, reason]),
      ['Last seen', seenAt],
      ['Hidden since', hiddenAt],
      ['Added', createdAt],
    ]),
};

/** The views by the names of schemas. Schemas without one are shown as the description says. */
export const VIEWS: Readonly<Record<string, View>> = {
  ExpandedPet: petView,
  Order: orderView,
  PlacedOrder: orderView,
  Application: applicationView,
  SubmittedApplication: applicationView,
  CancelledOrders: cancelledView,
  Message: messageView,
  Photo: photoView,
  Webhook: webhookView,
  WebhookWithSecret: newWebhookView,
  Delivery: deliveryView,
  DeliveryDetails: deliveryDetailsView,
  Redelivered: redeliveredView,
  TestClock: clockView,
  DirectorySource: sourceView,
  ...LISTING_VIEWS,
};
