import { createServer } from 'node:http';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Log } from '../../telemetry/log.ts';
import type { App, Step } from '../app.ts';
import { readBody } from '../pipeline/body.ts';
import { errorHandler, type RenderError } from '../pipeline/failures.ts';
import { requestIds } from '../pipeline/request-id.ts';
import { serializerCompiler } from '../respond.ts';
import { validatorCompiler } from '../validation/validate.ts';
import type { InFlight } from './in-flight.ts';
import { inTurn } from './in-turn.ts';
import { answerAll, type ConnectionOptions, parserFailures } from './parser-failures.ts';
import { boundConnections } from './per-address.ts';
import type { UnreadResponses } from './unread-responses.ts';

export interface AppOptions {
  readonly settings: {
    readonly maxBodyBytes: number;
    readonly maxJsonDepth: number;
    readonly maxUrlBytes: number;
    readonly maxHeaderBytes: number;
    readonly headersTimeoutSeconds: number;
    readonly requestTimeoutSeconds: number;
    readonly anonymousPerMinute: number;
    readonly trustedProxies: readonly string[];
    readonly metricsToken: string;
    readonly connectionsPerAddress: number;
  };
  /** Random, and different in each process. */
  readonly requestIdStart: string;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly inFlight: InFlight;
  /** Called for each connection beyond those that its address may have. */
  readonly onConnectionRefused: () => void;
  readonly unread: UnreadResponses;
  readonly renderError: RenderError;
}

/** Longer than load balancers keep idle connections, so that they never send a request on one that is closing. */
const keepAliveMs = 72_000;

/**
 * Opens Fastify on Node's HTTP server, so that every failure has a body, even of Node's parser and the router.
 *
 * @param unroutable the steps for requests whose URL the router cannot read: Fastify runs no hooks for them
 */
export function openApp(options: AppOptions, unroutable: readonly Step[]): App {
  const { settings, limiter, inFlight, unread, log } = options;
  const ids = requestIds(options.requestIdStart);
  const fail = errorHandler(log, options.renderError);
  const connections: ConnectionOptions = {
    take: (address) => limiter.take(addressCaller(address, settings.anonymousPerMinute), 1),
    newId: ids.next,
    replyOn: inFlight.on,
    renderError: options.renderError,
    log,
  };
  const runSteps = (steps: readonly Step[], request: FastifyRequest, reply: FastifyReply, error: Error): void => {
    const [step, ...rest] = steps;
    if (step === undefined) return fail(error, request, reply);
    step.call(app, request, reply, (refusal) =>
      refusal === undefined ? runSteps(rest, request, reply, error) : fail(refusal, request, reply),
    );
  };

  const app: App = fastify({
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: ids.of,
    return503OnClosing: false,
    // The routes are this service's own: to check the pattern of the site's files takes longer than all else about them.
    routerOptions: { maxParamLength: settings.maxUrlBytes, allowUnsafeRegex: true },
    serverFactory: (handle) =>
      createServer(
        {
          maxHeaderSize: settings.maxHeaderBytes,
          headersTimeout: settings.headersTimeoutSeconds * 1_000,
          requestTimeout: settings.requestTimeoutSeconds * 1_000,
          keepAliveTimeout: keepAliveMs,
          connectionsCheckingInterval: 1_000,
          // Without these, Node itself answers 400 without a body, and takes the first of two keys or content types.
          requireHostHeader: false,
          joinDuplicateHeaders: true,
          ServerResponse: unread.Response,
        },
        inTurn(handle),
      ),
    frameworkErrors: (error, request, reply) => runSteps(unroutable, request, reply, error),
    clientErrorHandler: parserFailures(connections),
  });
  answerAll(app.server, connections);
  boundConnections(app.server, {
    most: settings.connectionsPerAddress,
    trustedProxies: settings.trustedProxies,
    onRefused: options.onConnectionRefused,
  });
  equip(app);
  app.setErrorHandler((error, request, reply) => {
    inFlight.keepConnection(reply);
    // The client may send the body anyway, or leave it out: what follows would be ambiguous.
    if (request.sendContinue !== undefined) reply.header('connection', 'close');
    fail(error, request, reply);
  });
  readBody(app, settings);
  return app;
}

/** Adds what the routes of this service need of their app: schemas, the status of a success, and the members of requests. */
export function equip(app: App): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRoute', (route) => {
    const [success = 200] = Object.keys(route.schema?.response ?? {});
    route.config = { ...route.config, success: Number(success) };
  });
  app.decorateReply('inFlightIndex', -1);
  app.decorateRequest('operation');
  app.decorateRequest('principal', undefined);
  app.decorateRequest('unauthenticated', undefined);
  app.decorateRequest('identified', undefined);
  app.decorateRequest('sessionToken', undefined);
  app.decorateRequest('sendContinue', undefined);
  app.decorateRequest('errorCode', undefined);
  app.decorateRequest('ignored', undefined);
  app.decorateRequest('pathOutline', undefined);
  app.decorateRequest('isBodyLate', false);
  app.decorateRequest('isRelayed', false);
}
