import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { credentialOf } from '../http/pipeline/authenticate.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import { sendJson } from '../http/respond.ts';
import { addressCaller } from '../limits/address-caller.ts';
import { EVENT_KINDS, type EventKind, KINDS } from '../vocabulary/event-kinds.ts';
import { Events, ListEventsQuery } from './schema.ts';
import type { Audience, EventStore } from './store.ts';
import type { Streams } from './stream.ts';

export interface EventRouteParts {
  readonly events: EventStore;
  readonly streams: Streams;
}

/** What has changed, in order: as a list to read on from, and as a live stream. Specification, part 6. */
export function eventRoutes(v1: App, { events, streams }: EventRouteParts): void {
  v1.route({
    method: 'GET',
    url: '/events',
    schema: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'Read events',
      description:
        'What has changed, in the order of the changes, behind the number `after`. With `Accept: text/event-stream` it is a live stream, which begins behind `Last-Event-ID` or `after`, or now. Events are kept for 30 days. A key is told only of what its scopes may read.',
      querystring: ListEventsQuery,
      response: { 200: Events },
    },
    config: {
      streams: true,
      errors: ['insufficient_scope', 'too_many_streams'],
      headers: { Link: 'The events behind these (`rel="next"`), there already or to come. RFC 8288.' },
    },
    handler: async (request, reply) => {
      const { after, limit, types } = request.query;
      const audience = audienceOf(principalOf(request), types);
      if (wantsStream(request)) return openStream(request, reply, audience, after);

      // Behind what was passed over too: whoever follows does not have it searched again each time.
      const { found, upTo: next } = await events.list(audience, after ?? 0, limit);
      const filter = types === undefined ? '' : `&types=${types.join(',')}`;
      reply.header('link', `</v1/events?after=${next}&limit=${limit}${filter}>; rel="next"`);
      sendJson(reply, `[${found.map(({ body }) => body).join(',')}]`);
      return undefined;
    },
  });

  async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    audience: Audience,
    from: number | undefined,
  ): Promise<undefined> {
    // What happens after the answer has begun is told: "now" is a number that was read before.
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

/** Of a publishable key, which a web page shows to everybody, for each address of its visitors. */
const mostOfVisitor = 20;

/** Who holds a stream, and how many of them at most: no one may take all connections of the process. */
function holdersOf(request: FastifyRequest): { readonly name: string; readonly most: number }[] {
  const { keyId, origins, caller } = principalOf(request);
  const account = { name: caller.subject, most: caller.limits.perMinute };
  if (origins === undefined) return [account];
  const { subject } = addressCaller(request.ip, mostOfVisitor);
  return [account, { name: `visitor:${keyId}:${subject}`, most: mostOfVisitor }];
}

const tooMany = (most: number): ApiError =>
  new ApiError('too_many_streams', `There are ${most} live streams open already; close one, or try again later.`, {
    headers: { 'retry-after': '10' },
  });

/** The kinds that are wanted (all, where none are named) and that the key's scopes let it be told. */
function audienceOf({ accountId, scopes }: Principal, wanted: readonly EventKind[] | undefined): Audience {
  const lacking = wanted?.find((kind) => !scopes.has(KINDS[kind].scope));
  if (lacking !== undefined) {
    throw new ApiError(
      'insufficient_scope',
      `The API key lacks the scope \`${KINDS[lacking].scope}\` that \`${lacking}\` needs.`,
    );
  }
  return { accountId, kinds: new Set((wanted ?? EVENT_KINDS).filter((kind) => scopes.has(KINDS[kind].scope))) };
}

const wantsStream = (request: FastifyRequest): boolean =>
  request.headers.accept?.toLowerCase().includes('text/event-stream') === true;

function resumedAfter(request: FastifyRequest): number | undefined {
  const id = request.headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  throw new ApiError('invalid_parameter', 'The header `Last-Event-ID` must be the `sequence` of an event.');
}
