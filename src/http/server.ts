import { fastify } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Log, RequestLine } from '../telemetry/log.ts';
import { countDecision, type Metrics } from '../telemetry/metrics.ts';
import { observeRequest } from '../telemetry/observe-request.ts';
import { operationRoutes } from '../telemetry/routes.ts';
import type { App } from './app.ts';
import type { InFlight } from './connection/in-flight.ts';
import { type ConnectionOptions, parserFailures, serveAll } from './connection/parser-failures.ts';
import { openTurn } from './connection/turn.ts';
import type { DescribedRoute } from './description/described-route.ts';
import type { WebhookEvents } from './description/openapi.ts';
import { descriptionRoute } from './description/routes.ts';
import { ApiError } from './errors.ts';
import { admit, Paths } from './pipeline/admit.ts';
import { authenticate, type Credentials } from './pipeline/authenticate.ts';
import { acceptJson } from './pipeline/body.ts';
import { cors } from './pipeline/cors.ts';
import { errorHandler } from './pipeline/failures.ts';
import { addressCaller, rateLimit } from './pipeline/rate-limit.ts';
import { requestIds } from './pipeline/request-id.ts';
import { requireSameOrigin } from './pipeline/same-origin.ts';
import { wellFormed } from './pipeline/well-formed.ts';
import { serializerCompiler } from './respond.ts';
import { browserHeaders, noStore, type Pages } from './site/pages.ts';
import { validatorCompiler } from './validation/validate.ts';

export interface ServerOptions {
  readonly limits: {
    readonly bodyBytes: number;
    readonly jsonDepth: number;
    readonly urlBytes: number;
    readonly headerBytes: number;
    readonly headersTimeoutMs: number;
    readonly requestTimeoutMs: number;
    readonly anonymousPerMinute: number;
  };
  readonly trustedProxies: readonly string[];
  readonly requestIdPrefix: string;
  readonly now: () => number;
  readonly credentials: Credentials;
  readonly limiter: Limiter;
  readonly database: Database;
  readonly log: Log;
  readonly writeRequestLine: (line: RequestLine) => void;
  readonly metrics: Metrics;
  readonly inFlight: InFlight;
  /** Adds every operation under `/v1`. */
  readonly addRoutes: (v1: App) => void;
  /** The operations that have a base path of their own, which may be `/v1` too. */
  readonly mounted: Mount;
  readonly webhookEvents: WebhookEvents;
  readonly pages: Pages;
  /** Adds what the pages ask about who is signed in, at `/session`. */
  readonly addSessionRoutes: (app: App) => void;
  /** Is told of each ban, whose key it is. */
  readonly onBan: (keyId: number) => void;
}

interface Mount {
  /** Such as `/v1`. */
  readonly prefix: string;
  readonly addRoutes: (app: App) => void;
}

/** One environment's HTTP interface: the whole way of a request, in order. */
export function buildServer(options: ServerOptions): App {
  const { limits, limiter, log, metrics, now, inFlight } = options;
  const ids = requestIds(options.requestIdPrefix);
  const fail = errorHandler(log);
  const atEndOfTurn = openTurn();
  const observed = observeRequest(options.writeRequestLine, metrics);
  const limit = rateLimit({
    limiter,
    onDecision: countDecision(metrics),
    onBan: options.onBan,
    anonymousPerMinute: limits.anonymousPerMinute,
  });
  const connections: ConnectionOptions = {
    take: (address) => limiter.take(addressCaller(address, limits.anonymousPerMinute), 1),
    newId: ids.next,
    replyOf: inFlight.of,
    log,
  };

  const app: App = fastify({
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: ids.of,
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.urlBytes },
    requestTimeout: limits.requestTimeoutMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // Without these Node itself answers 400 without a body, and takes the first of two keys or content types.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    frameworkErrors: (error, request, reply) => {
      // What the router cannot read comes by no hook.
      request.operation = request.routeOptions.config;
      reply.header('x-request-id', request.id);
      const startMs = performance.now();
      reply.raw.once('close', () => observed(request, reply, startMs));
      limit.call(app, request, reply, (refusal) => fail(refusal ?? error, request, reply));
    },
    clientErrorHandler: parserFailures(connections),
  });
  serveAll(app.server, connections);
  app.setValidatorCompiler(validatorCompiler());
  app.setSerializerCompiler(serializerCompiler());
  app.setErrorHandler((error, request, reply) => {
    inFlight.keepConnection(reply);
    fail(error, request, reply);
  });
  app.decorateReply('inFlightIndex', -1);
  app.decorateRequest('operation');
  app.decorateRequest('principal', undefined);
  app.decorateRequest('unauthenticated', undefined);
  app.decorateRequest('sessionToken', undefined);
  acceptJson(app, limits);

  app.addHook('onRequest', (request, reply, done) => {
    request.operation = request.routeOptions.config;
    reply.header('x-request-id', request.id);
    inFlight.add(reply);
    const startMs = performance.now();
    // Unlike the hook `onResponse`, this comes also when the client has gone without waiting for the answer.
    reply.raw.on('close', () => {
      inFlight.delete(reply);
      observed(request, reply, startMs);
    });
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => atEndOfTurn(() => options.database.together(done)));
  operationRoutes(app, options);
  void app.register(async (api) => options.pages.addRoutes(api));

  const described: DescribedRoute[] = [];
  const mount = (prefix: string, mounts: readonly Mount[]) =>
    app.register(
      async (api) => {
        const paths = new Paths();
        api.addHook('onRoute', (route) => {
          paths.add(route.url, route.method);
          described.push(route);
        });
        api.addHook('onRequest', cors);
        api.addHook('onRequest', authenticate(options.credentials));
        api.addHook('onRequest', limit); // 401, 429
        api.addHook('onRequest', wellFormed(limits.urlBytes)); // 400, 431
        api.addHook('onRequest', admit(paths, now)); // 404, 405, 410, 403
        // Fastify itself goes on: body (413, 400), validation (400), and the operation's handler.
        api.setNotFoundHandler(() => {
          throw new Error('The hook `admit` answers what has no route.');
        });
        for (const { addRoutes } of mounts) addRoutes(api);
      },
      { prefix },
    );
  const v1: Mount = {
    prefix: '/v1',
    addRoutes: (api) => {
      descriptionRoute(api, described, options.webhookEvents);
      options.addRoutes(api);
    },
  };
  for (const [prefix, mounts] of Map.groupBy([v1, options.mounted], ({ prefix }) => prefix)) void mount(prefix, mounts);

  void app.register(
    async (own) => {
      const paths = new Paths();
      own.addHook('onRoute', (route) => paths.add(route.url, route.method));
      own.addHook('onRequest', browserHeaders);
      own.addHook('onRequest', noStore);
      own.addHook('onRequest', limit); // 429
      own.addHook('onRequest', wellFormed(limits.urlBytes)); // 400, 431
      own.addHook('onRequest', admit(paths, now)); // 404, 405
      own.addHook('onRequest', requireSameOrigin); // 403
      own.setNotFoundHandler(() => {
        throw new Error('The hook `admit` answers what has no route.');
      });
      options.addSessionRoutes(own);
    },
    { prefix: '/session' },
  );

  void app.register(async (elsewhere) => {
    elsewhere.addHook('onRequest', limit);
    elsewhere.addHook('onRequest', wellFormed(limits.urlBytes));
    elsewhere.setNotFoundHandler((request, reply) => {
      if (options.pages.answerNotFound(request, reply)) return;
      throw new ApiError('route_not_found', 'There is nothing at this path; the API is under /v1.');
    });
  });
  return app;
}
