import { fastify } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Limiter } from '../limits/limiter.ts';
import { admit, Paths } from './admit.ts';
import type { App } from './app.ts';
import { authenticate } from './authenticate.ts';
import { acceptJson } from './body.ts';
import { cors } from './cors.ts';
import { descriptionRoute } from './description.ts';
import { ApiError } from './errors.ts';
import { errorHandler, parserFailure } from './failures.ts';
import type { Log } from './log.ts';
import { countDecision, type Metrics, observe } from './observe.ts';
import { operationRoutes } from './operations.ts';
import type { Principals } from './principal.ts';
import { addressCaller, rateLimit } from './rate-limit.ts';
import { requestIds } from './request-id.ts';
import { validatorCompiler } from './validate.ts';

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
  readonly principals: Principals;
  readonly limiter: Limiter;
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  /** From the stop on, each answer is the last of its connection. */
  readonly isDraining: () => boolean;
  /** Adds every operation under `/v1`. */
  readonly addRoutes: (v1: App) => void;
}

/** One environment's HTTP interface: the whole way of a request, in order. */
export function buildServer(options: ServerOptions): App {
  const { limits, limiter, log, metrics, now } = options;
  const ids = requestIds(options.requestIdPrefix);
  const onDecision = countDecision(metrics);
  const fail = errorHandler(log);

  const app: App = fastify({
    bodyLimit: limits.bodyBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: ids.of,
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.urlBytes },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
    clientErrorHandler: (error, socket) => {
      const take = (address: string) => limiter.take(addressCaller(address, limits.anonymousPerMinute), 1);
      parserFailure({ take, now, newId: ids.next }, error, socket);
    },
  });
  app.setValidatorCompiler(validatorCompiler());
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.setNotFoundHandler(() => {
    throw new ApiError('route_not_found', 'There is nothing at this path; the API is under /v1.');
  });
  app.decorateRequest('principal', undefined);
  app.decorateRequest('unauthenticated', undefined);
  acceptJson(app, limits.jsonDepth);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (options.isDraining()) reply.header('connection', 'close');
    done(request.url.length > limits.urlBytes ? urlTooLong(limits.urlBytes) : undefined);
  });
  app.addHook('onResponse', observe(log, metrics));
  operationRoutes(app, options);

  void app.register(
    async (v1) => {
      const paths = new Paths();
      v1.addHook('onRoute', (route) => paths.add(route.url, route.method));
      v1.addHook('onRequest', cors);
      v1.addHook('onRequest', authenticate(options.principals));
      v1.addHook('onRequest', rateLimit({ limiter, now, onDecision, anonymousPerMinute: limits.anonymousPerMinute })); // 401, 429
      v1.addHook('onRequest', admit(paths, now)); // 404, 405, 410, 403
      // Fastify itself goes on: body (413, 400), validation (400), and the operation's handler.
      v1.setNotFoundHandler(() => {
        throw new Error('The hook `admit` answers what has no route.');
      });
      descriptionRoute(v1);
      options.addRoutes(v1);
    },
    { prefix: '/v1' },
  );
  return app;
}

function urlTooLong(bytes: number): ApiError {
  return new ApiError('headers_too_large', `The path and query are longer than the ${bytes} bytes that this service accepts.`);
}
