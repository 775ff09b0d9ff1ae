import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Database } from '../database/database.ts';
import type { RequestLine } from '../telemetry/log.ts';
import { countDecision, type Metrics } from '../telemetry/metrics.ts';
import type { Now } from '../time/clock.ts';
import type { App, Step } from './app.ts';
import { type AppOptions, openApp } from './connection/open-app.ts';
import type { DescribedRoute } from './description/described-route.ts';
import { descriptionRoute } from './description/routes.ts';
import { ApiError } from './errors.ts';
import { probeRoutes } from './health/probes.ts';
import { type Interface, rendererOf, type ServerParts } from './interface.ts';
import { observeRequest, type RecordRequest } from './observe-request.ts';
import { authenticate, type Credentials, requireIdentity } from './pipeline/authenticate.ts';
import { authorize } from './pipeline/authorize.ts';
import { batch } from './pipeline/batch.ts';
import { apiHeaders, browserHeaders, noStore } from './pipeline/browser-headers.ts';
import { compressLongTexts } from './pipeline/compress.ts';
import { cors } from './pipeline/cors.ts';
import { nameService } from './pipeline/name-service.ts';
import { limitLater, limitPages, rateLimit } from './pipeline/rate-limit.ts';
import { requireRoom, requireSameOrigin, requireSession } from './pipeline/refusals.ts';
import { knownNames, requireKnown } from './pipeline/require-known.ts';
import { answerOptions, outlinePath, Paths, requireRoute } from './pipeline/require-route.ts';
import { requireWellFormed } from './pipeline/require-well-formed.ts';
import { track } from './pipeline/track.ts';

export interface ServerOptions extends Omit<AppOptions, 'renderError'> {
  /** Unix milliseconds. */
  readonly now: Now;
  /** Whether that time may be ahead of the real one. */
  readonly isAhead: boolean;
  readonly credentials: Credentials;
  readonly serviceId: string;
  readonly database: Database;
  readonly writeRequestLine: (line: RequestLine) => void;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
  readonly recordRequest: RecordRequest;
  /** Adds the operations under `/v1`. */
  readonly addRoutes: (v1: App) => void;
  /** Operations under `/v1` that have a second base path, such as `/messages-api/v1`, which the description names; it may be `/v1` too. */
  readonly mounted: { readonly prefix: string; readonly addRoutes: (app: App) => void };
  /** The interfaces beside the API. */
  readonly interfaces: readonly Interface[];
  /** Named shapes of events that no operation returns. */
  readonly eventShapes: readonly TSchema[];
  readonly site: Site;
  /** Adds the files for everybody, besides the site's. */
  readonly addFileRoutes: (app: App) => void;
  /** Adds the routes under `/session`, which sign people in and out of the site. */
  readonly addSessionRoutes: (app: App) => void;
  /** Called with the key of each new ban. */
  readonly onBan: (keyId: number) => void;
}

/** The pages for people. */
interface Site {
  /** Why there are none; undefined if there are. */
  readonly missing: string | undefined;
  readonly addRoutes: (app: App) => void;
  /** Answers a browser's request for an unknown path. False if the client is no browser. */
  readonly answerNotFound: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Builds the HTTP interface of one environment. The lists of steps below are the life of every request. */
export function buildServer(options: ServerOptions): App {
  const { settings, limiter, database, metrics, inFlight, now, site } = options;
  const trackRequest = track(
    inFlight,
    options.isAhead ? now : undefined,
    observeRequest(options.writeRequestLine, metrics, options.recordRequest),
  );
  const count = countDecision(metrics);
  const limit = rateLimit(limiter, settings.anonymousPerMinute, count, options.onBan);
  const pageLimit = limitPages(limiter, count);
  const room = requireRoom(options.unread);
  const wellFormed = requireWellFormed(settings.maxUrlBytes);

  // The pipelines: the steps of each kind of request in order, with the statuses that they answer.
  const everyRequest: Step[] = [trackRequest, batch((handle) => database.withDeadline(handle))];
  const interfaceRequest =
    ({ credentials, cors: allowPages = cors, preflightHeaders, isChargedLater, refusals = [] }: Interface) =>
    (paths: Paths): Step[] => [
      apiHeaders,
      allowPages,
      authenticate(credentials), // notes a 401
      isChargedLater === true ? limitLater(limiter, limit) : limit, // 429, then the noted 401
      room, // 429
      wellFormed, // 400, 431
      requireRoute(paths, now, preflightHeaders), // 404, 405, 410
      ...refusals, // 403
      nameService(options.serviceId),
      authorize, // 403
      // Fastify continues with pipeline/body.ts (413, 400), under /v1 pipeline/require-known.ts (400), validation/validate.ts (400), and the
      // operation's handler, which makes its changes through idempotency/effects.ts (409, 422).
    ];
  // A client may take half a minute to send a body: earlier decisions are made again.
  const interfaceBody = ({ credentials }: Interface): Step[] => [
    authenticate(credentials),
    requireIdentity, // 401
    authorize, // 403
  ];
  const sessionBody: Step[] = [requireSession(options.credentials), authorize]; // 401, 403
  const sessionRequest = (paths: Paths): Step[] => [
    browserHeaders,
    noStore,
    limit, // 429, by address: no principal is known yet
    room, // 429
    wellFormed, // 400, 431
    requireRoute(paths, now), // 404, 405
    requireSameOrigin, // 403
    requireSession(options.credentials), // 401
    authorize, // 403
  ];
  const siteRequest: Step[] = [browserHeaders, pageLimit, room, wellFormed];
  // No route has the path.
  const unknownRequest: Step[] = [apiHeaders, cors, limit, room, wellFormed];
  // The router cannot read the URL, so Fastify runs no hooks of its own.
  const unroutableRequest: Step[] = [trackRequest, apiHeaders, limit];

  const app = openApp({ ...options, renderError: rendererOf(options.interfaces) }, unroutableRequest);
  addSteps(app, everyRequest);
  probeRoutes(app, {
    ...options,
    metricsToken: settings.metricsToken,
    steps: [pageLimit, wellFormed],
  });

  const described: DescribedRoute[] = [];
  const mount = (
    prefix: string,
    steps: (paths: Paths) => Step[],
    bodySteps: readonly Step[],
    addRoutes: (scope: App) => void,
  ) =>
    app.register(
      async (scope) => {
        const paths = new Paths(now);
        scope.addHook('onRoute', (route) => {
          paths.add(route.url, route.method, route.config?.deprecation);
          described.push(route);
          route.config = { ...route.config, operationId: route.schema?.operationId };
          if (route.config.bodyOptional === true) route.preValidation = absentBodyIsEmpty;
        });
        addSteps(scope, [outlinePath(paths), ...steps(paths)]);
        for (const step of bodySteps) scope.addHook('preValidation', ifBodyIsLate(step));
        scope.setNotFoundHandler(() => {
          throw new Error('The step `requireRoute` answers requests without a route.');
        });
        addRoutes(scope);
      },
      { prefix },
    );
  const api = (prefix: string, addRoutes: (scope: App) => void): Interface => ({
    prefixes: [prefix],
    credentials: options.credentials,
    addRoutes(scope) {
      scope.addHook('onRoute', compressLongTexts);
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, known: knownNames(route) };
      });
      scope.addHook('preValidation', requireKnown);
      addRoutes(scope);
    },
  });
  const { mounted } = options;
  const interfaces = [
    api('/v1', (scope) => {
      descriptionRoute(scope, described, options.eventShapes);
      options.addRoutes(scope);
      mounted.addRoutes(scope);
    }),
    // Its operations take the place of those under `/v1` in the description.
    ...(mounted.prefix === '/v1' ? [] : [api(mounted.prefix, mounted.addRoutes)]),
    ...options.interfaces,
  ];
  const limitMessage = rateLimit(limiter, settings.anonymousPerMinute, count, options.onBan, () => 'reads');
  const parts: ServerParts = {
    operations: described,
    handle: (request, response) => app.routing(request, response),
    async charge(request, reply) {
      const refusal = await new Promise<Error | undefined>((decide) => limitMessage.call(app, request, reply, decide));
      if (refusal !== undefined) throw refusal;
    },
  };
  for (const one of interfaces)
    for (const prefix of one.prefixes)
      void mount(prefix, interfaceRequest(one), interfaceBody(one), (scope) => one.addRoutes(scope, parts));
  void mount('/session', sessionRequest, sessionBody, options.addSessionRoutes);
  void app.register(async (scope) => {
    addSteps(scope, siteRequest);
    site.addRoutes(scope);
    options.addFileRoutes(scope);
  });
  void app.register(async (scope) => {
    addSteps(scope, unknownRequest);
    scope.setNotFoundHandler((request, reply) => {
      if (site.answerNotFound(request, reply) || answerOptions(request, reply, new Paths(now))) return;
      const why = site.missing === undefined ? '' : ` ${site.missing}`;
      throw new ApiError('route_not_found', `Nothing has this path; the API is under /v1.${why}`);
    });
  });
  return app;
}

function addSteps(scope: App, steps: readonly Step[]): void {
  for (const step of steps) scope.addHook('onRequest', step);
}

const absentBodyIsEmpty: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};

const ifBodyIsLate = (step: Step): Step =>
  function (request, reply, done) {
    if (!request.isBodyLate) return done();
    return step.call(this, request, reply, done);
  };
