import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../http/accept.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { credentialOf } from '../http/pipeline/authenticate.ts';
import { type Principal, principalOf, publicOnlyFor, requireScope } from '../http/principal.ts';
import { sendJson, vary } from '../http/respond.ts';
import { PAGE_BYTES } from '../http/weight.ts';
import { addressCaller } from '../limits/address-caller.ts';
import { EVENT_KINDS, type EventKind, KINDS } from '../vocabulary/event-kinds.ts';
import { namePosition } from './position.ts';
import { Events, ListEventsQuery } from './schema.ts';
import { type Audience, type EventStore, sequenceIn } from './store.ts';
import type { Streams } from './stream.ts';

/** The events in order, as a list and as a live stream. Specification, part 6. */
export function eventRoutes(
  v1: App,
  { events, streams, lists }: { readonly events: EventStore; readonly streams: Streams; readonly lists: Lists },
): void {
  v1.addHook('onSend', namePosition(events));

  v1.get('/events', {
    schema: {
      operationId: 'listEvents',
      summary: 'Read events',
      description:
        'The events with a `sequence` above `after`, in the order of the changes. With `Accept: text/event-stream` the response is a live stream, which starts after `Last-Event-ID`, after `after`, or now. Events are kept for 30 days, or for the `RETENTION_DAYS` of the service if these are fewer. A key receives only the events of resources that its scopes may read; a publishable or partner key receives those of public animals, their organizations and their categories.',
      querystring: ListEventsQuery,
      response: { 200: Events },
    },
    config: {
      whose: 'account',
      streams: true,
      errors: ['insufficient_scope', 'position_lost', 'too_many_streams'],
      headers: { Link: 'The events after these (`rel="next"`), which may not exist yet. RFC 8288.' },
    },
    handler: async (request, reply) => {
      const { after, position, limit, types } = request.query;
      const audience = audienceOf(principalOf(request), types);
      vary(reply, 'Accept');
      if (position !== undefined && (after !== undefined || wantsStream(request)))
        throw new ApiError('invalid_parameter', 'The parameter `position` is for lists, without `after`.');
      if (wantsStream(request)) return openStream(request, reply, audience, after);

      const start = position === 'now' ? await events.last() : position === undefined ? after : sequenceIn(position);
      const { found, upTo } = await lists.inTurn(() => events.list(audience, start ?? 0, limit, PAGE_BYTES));
      // Only now: events may be deleted while others are read.
      if (position !== undefined && position !== 'now' && !(await events.isKept(position))) throw lost();
      // The link also skips events for others, so that the next request does not search them again.
      const next = position === undefined ? `after=${upTo}` : `position=${await events.positionAt(upTo)}`;
      const filter = types === undefined ? '' : `&types=${types.join(',')}`;
      reply.header('link', `</v1/events?${next}&limit=${limit}${filter}>; rel="next"`);
      sendJson(reply, `[${found.map(({ body }) => body).join(',')}]`);
      return reply;
    },
  });

  async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    audience: Audience,
    from: number | undefined,
  ): Promise<undefined> {
    // "Now" is read before the headers are sent, so that the stream has every event after them.
    const after = resumedAfter(request) ?? from ?? (await streams.newest());
    const holders = holdersOf(request);
    const full = holders.find(({ name, most }) => streams.countOf(name) >= most);
    if (full !== undefined) throw tooMany(full.most);
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    if (request.method === 'HEAD') {
      void reply.send();
      return undefined;
    }
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    const names = holders.map(({ name }) => name);
    streams.open(reply.raw, { audience, holders: names, credential: credentialOf(request), after });
    return undefined;
  }
}

const lost = (): ApiError =>
  new ApiError(
    'position_lost',
    'The events after this position are not all kept; start again from the position `now`, and read everything after that.',
  );

/** The most streams of a partner, or of one visitor's address with a publishable key, which a web page shows to everybody. */
const maxPerVisitor = 20;

/** Under which names a stream is counted, and the most of each: nobody may use all connections of the process up. */
function holdersOf(request: FastifyRequest): { readonly name: string; readonly most: number }[] {
  const { keyId, origins, isPartner = false, caller } = principalOf(request);
  if (isPartner) return [{ name: caller.bucket, most: maxPerVisitor }];
  const account = { name: caller.bucket, most: caller.limits.perMinute };
  if (origins === undefined) return [account];
  const { bucket } = addressCaller(request.ip, maxPerVisitor);
  return [account, { name: `visitor:${keyId}:${bucket}`, most: maxPerVisitor }];
}

const tooMany = (most: number): ApiError =>
  new ApiError('too_many_streams', `There are ${most} live streams open already; close one, or try again later.`, {
    headers: { 'retry-after': '10' },
  });

const audienceOf = (principal: Principal, wanted: readonly EventKind[] | undefined): Audience => ({
  accountId: principal.accountId,
  organizationId: principal.organization?.id,
  publicOnly: publicOnlyFor(principal),
  kinds: readableKinds(principal, wanted),
});

/**
 * The requested kinds, or else all that the key's scopes may read.
 *
 * @throws ApiError `insufficient_scope`
 */
export function readableKinds(principal: Principal, wanted: readonly EventKind[] | undefined): ReadonlySet<EventKind> {
  for (const kind of wanted ?? []) requireScope(principal, KINDS[kind].scope, ` that \`${kind}\` needs`);
  return new Set(wanted ?? EVENT_KINDS.filter((kind) => principal.scopes.has(KINDS[kind].scope)));
}

/** Whether the client names the type of a stream, and likes JSON no better. RFC 9110, section 12.5.1. */
function wantsStream({ headers: { accept = '' } }: FastifyRequest): boolean {
  const stream = qualityOf(accept, ['text/event-stream']);
  return stream > 0 && stream >= qualityOf(accept, ['application/json', 'application/*', '*/*']);
}

function resumedAfter(request: FastifyRequest): number | undefined {
  const id = request.headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  throw new ApiError('invalid_parameter', 'The header `Last-Event-ID` must be the `sequence` of an event.');
}
