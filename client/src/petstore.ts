import type * as Api from './api.ts';
import { type Clock, realClock } from './clock.ts';
import { methodOf, outgoing } from './methods.ts';
import { OPERATIONS } from './operations.ts';
import type { PetstoreOptions } from './options.ts';
import { openPace } from './pace.ts';
import { type StreamOptions, streamOf } from './stream.ts';
import { openTransport } from './transport.ts';

export type * from './api.ts';
export { etagOf } from './methods.ts';
export { type ClientErrorCode, type FailureDetails, PetstoreError } from './error.ts';
export type { CallOptions, ChangeOptions, CreateOptions, PetstoreOptions } from './options.ts';
export type { Page, Pages } from './pages.ts';
export type { StreamOptions } from './stream.ts';
export { verifyWebhook, type WebhookHeaders } from './webhook.ts';

/** The events, as a list to read on from and as a live stream. Specification, part 6. */
export interface Events extends Api.EventsApi {
  /**
   * Follows the events as they happen, from behind the `sequence` that `after` names, or from now on. It goes on until you leave the loop or
   * abort its signal: when the connection breaks or falls silent it connects again and goes on where it was, so that no event is missed or
   * told twice. Keep the last `sequence` to go on after a restart of your program. Events are kept for 30 days.
   *
   * `GET /events` with `Accept: text/event-stream`.
   * @throws PetstoreError as other calls do if it cannot connect at first; later only for what does not pass, such as `invalid_api_key`
   */
  stream<Kind extends Api.EventType = Api.EventType>(
    options?: StreamOptions<Kind>,
  ): AsyncIterableIterator<Api.PetstoreEvent<Kind>>;
}

/**
 * A client of one environment of the service, for one API key.
 *
 * Every call waits and tries again as the specification's part 8 asks: on 429 and 503 as long as `Retry-After` says, otherwise with exponential
 * backoff and full jitter; and it waits before the limits are overrun. Calls of one client share what is known of the limits, so make one
 * client and use it everywhere. A DELETE that is repeated because its answer was lost may find nothing left, which counts as done.
 */
export class Petstore {
  declare readonly pets: Api.PetsApi;
  declare readonly categories: Api.CategoriesApi;
  declare readonly orders: Api.OrdersApi;
  declare readonly messages: Api.MessagesApi;
  declare readonly events: Events;
  declare readonly webhooks: Api.WebhooksApi;
  declare readonly account: Api.AccountApi;
  declare readonly keys: Api.KeysApi;
  declare readonly admin: Api.AdminApi;
  declare readonly description: Api.DescriptionApi;

  /**
   * @param clock for tests of this package
   * @internal
   */
  constructor(options: PetstoreOptions, clock?: Clock);
  /** Nothing is sent until the first call. */
  constructor(options: PetstoreOptions);
  constructor(options: PetstoreOptions, clock: Clock = realClock) {
    const transport = openTransport(options, openPace(clock), clock);
    for (const [resource, operations] of Object.entries(OPERATIONS)) {
      const methods = Object.entries(operations).map(
        ([name, operation]) => [name, methodOf(transport, options, operation)] as const,
      );
      Object.assign(this, { [resource]: Object.fromEntries(methods) });
    }
    const stream = ({ types, ...rest }: StreamOptions = {}) =>
      streamOf(clock, rest, (position, call) => {
        const resumed = position === undefined ? undefined : { 'last-event-id': String(position) };
        const headers = { accept: 'text/event-stream', ...resumed };
        return transport.send(
          outgoing(options, ['GET', '/events'], { query: { types }, headers }),
          call,
          (answer) => answer,
        );
      });
    Object.assign(this.events, { stream });
  }
}
