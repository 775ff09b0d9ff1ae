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

/** Events, as a list and as a live stream. Specification, part 6. */
export interface Events extends Api.EventsApi {
  /**
   * Follows events as they happen, starting after the `sequence` given as `after`, or with the next event. The stream continues until you leave
   * the loop or abort the signal. After a broken or silent connection it reconnects and resumes, so that no event is lost or repeated. Save the
   * last `sequence` to resume after a restart of your program. Events are kept for 30 days.
   *
   * `GET /events` with `Accept: text/event-stream`.
   * @throws PetstoreError like any call if the first connection fails; later only for permanent errors such as `invalid_api_key`
   */
  stream<Kind extends Api.EventType = Api.EventType>(
    options?: StreamOptions<Kind>,
  ): AsyncIterableIterator<Api.PetstoreEvent<Kind>>;
}

/**
 * A client for one environment of the service and one API key.
 *
 * Every call retries as the specification requires (part 8): on 429 and 503 after `Retry-After`, otherwise with exponential backoff and full
 * jitter. Calls also wait before they would exceed the rate limits. All calls of a client share its knowledge of the limits, so create one
 * client and use it everywhere. If the response to a DELETE is lost, a 404 to the next attempt counts as success.
 */
export class Petstore {
  declare readonly pets: Api.PetsApi;
  declare readonly vocabularies: Api.VocabulariesApi;
  declare readonly photos: Api.PhotosApi;
  declare readonly imports: Api.ImportsApi;
  declare readonly categories: Api.CategoriesApi;
  declare readonly organizations: Api.OrganizationsApi;
  declare readonly listingSites: Api.ListingSitesApi;
  declare readonly orders: Api.OrdersApi;
  declare readonly reservations: Api.ReservationsApi;
  declare readonly applications: Api.ApplicationsApi;
  declare readonly ownApplication: Api.OwnApplicationApi;
  declare readonly messages: Api.MessagesApi;
  declare readonly inbox: Api.InboxApi;
  declare readonly answerTemplates: Api.AnswerTemplatesApi;
  declare readonly alerts: Api.AlertsApi;
  declare readonly events: Events;
  declare readonly statistics: Api.StatisticsApi;
  declare readonly webhooks: Api.WebhooksApi;
  declare readonly account: Api.AccountApi;
  declare readonly keys: Api.KeysApi;
  declare readonly admin: Api.AdminApi;
  declare readonly test: Api.TestApi;
  declare readonly description: Api.DescriptionApi;

  /**
   * @param clock for tests of this package
   * @internal
   */
  constructor(options: PetstoreOptions, clock?: Clock);
  /** Sends nothing until the first call. */
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
