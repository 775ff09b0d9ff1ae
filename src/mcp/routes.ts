import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { type CallResponse, send } from '../http/connection/within.ts';
import { ON_EVERY_RESPONSE } from '../http/description/headers.ts';
import { ApiError } from '../http/errors.ts';
import type { ServerParts } from '../http/interface.ts';
import { readBody } from '../http/pipeline/body.ts';
import { sendLong } from '../http/pipeline/compress.ts';
import { EXPOSED_HEADERS } from '../http/pipeline/cors.ts';
import { principalOf } from '../http/principal.ts';
import { parseJsonVerbatim } from '../http/validation/json.ts';
import { VERSION } from '../package.ts';
import type { Now } from '../time/clock.ts';
import { callOf } from './call.ts';
import { errorJson } from './errors.ts';
import { idOf, isObject, type Message, messageIn, negotiated, ProtocolError, VERSIONS } from './messages.ts';
import { openTools } from './tools.ts';

interface McpParts extends ServerParts {
  readonly settings: { readonly maxBodyBytes: number; readonly maxJsonDepth: number; readonly maxUrlBytes: number };
  /** Unix milliseconds. */
  readonly now: Now;
  readonly environment: string;
}

/** The overhead around the arguments of a call, and the arguments outside the body of its request. */
const envelope = { bytes: 16_384, depth: 2 };

/**
 * The operations of the API as tools (Model Context Protocol, Streamable HTTP without sessions). A call is sent through the pipeline
 * of the API, which charges it; every other message costs one request.
 */
export function mcpRoutes(app: App, parts: McpParts): void {
  const { settings, charge, handle } = parts;
  const tools = openTools(parts.operations, parts.now);
  const serverInfo = { name: 'petstore', title: 'Pet Store Service', version: VERSION };
  const described = {
    capabilities: { tools: {} },
    instructions: instructionsOf(parts.environment),
  };
  const charged = new WeakSet<FastifyRequest>();

  async function pay(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (charged.has(request)) return;
    charged.add(request);
    await charge(request, reply);
  }

  async function call({ params }: Message, request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const { name, arguments: given = {} } = params;
    const tool = typeof name === 'string' ? tools.find(name) : undefined;
    if (tool === undefined) throw new ProtocolError(200, 'invalidParams', 'There is no tool with this `name`.');
    if (!isObject(given)) throw new ProtocolError(200, 'invalidParams', 'The `arguments` must be an object.');
    let made;
    try {
      made = callOf(tool, given, settings.maxUrlBytes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await pay(request, reply);
      return { content: [text(JSON.stringify(error.body()))], isError: true };
    }
    charged.add(request);
    request.isRelayed = true;
    const response = await send(made, request, handle);
    for (const name of ON_EVERY_RESPONSE) reply.header(name, response.headers[name.toLowerCase()]);
    return resultOf(response);
  }

  async function answer(message: Message, request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const { method, params, isStateless } = message;
    if (method === 'tools/call') return call(message, request, reply);
    await pay(request, reply);
    if (method === 'tools/list') {
      if (params['cursor'] !== undefined)
        throw new ProtocolError(200, 'invalidParams', 'The list of tools has no further page.');
      return cacheable(isStateless, { tools: tools.of(principalOf(request)) });
    }
    if (isStateless && method === 'server/discover')
      return cacheable(true, { supportedVersions: VERSIONS, ...described });
    if (!isStateless && method === 'initialize')
      return { protocolVersion: negotiated(params['protocolVersion']), serverInfo, ...described };
    if (!isStateless && method === 'ping') return {};
    // Clients of the revisions with a handshake take a 404 for the end of their session.
    throw new ProtocolError(isStateless ? 404 : 200, 'methodNotFound', 'The service does not know this method.');
  }

  readBody(
    app,
    { maxBodyBytes: settings.maxBodyBytes + envelope.bytes, maxJsonDepth: settings.maxJsonDepth + envelope.depth },
    parseJsonVerbatim,
  );
  app.setErrorHandler(async (error, request, reply) => {
    // Without a principal, the address has paid.
    if (request.principal !== undefined) await pay(request, reply);
    if (!(error instanceof ProtocolError)) throw error;
    return reply
      .code(error.status)
      .type(JSON_TYPE)
      .send(errorJson(error, idOf(request.body)));
  });
  app.post('', {
    handler: async (request, reply) => {
      const message = messageIn(request.body, request.headers);
      if (message === undefined) {
        await pay(request, reply);
        return reply.code(202).send();
      }
      const result = await answer(message, request, reply);
      const complete = message.isStateless
        ? { resultType: 'complete', ...result, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } }
        : result;
      const json = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: complete });
      // Tools contain no secrets. The result of a call may, and its length would leak it.
      if (message.method !== 'tools/list') return reply.type(JSON_TYPE).send(json);
      sendLong(request, reply, json);
      return reply;
    },
  });
}

const JSON_TYPE = 'application/json';

/** A key's tools change with the version of the service only. */
const cacheable = (isStateless: boolean, result: object): object =>
  isStateless ? { ...result, ttlMs: 300_000, cacheScope: 'private' } : result;

/** Every call prefers strict handling. */
const sharedHeaders: ReadonlySet<string> = new Set([...ON_EVERY_RESPONSE, 'Preference-Applied']);

/** First the body, exactly as the API sends it, then the status and the headers that only this response has. */
function resultOf({ status, headers, body }: CallResponse): object {
  const lines = EXPOSED_HEADERS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined || sharedHeaders.has(name) ? [] : [`${name}: ${value.toString()}`];
  });
  const head = text([`HTTP ${status}`, ...lines].join('\n'));
  return { content: body === '' ? [head] : [text(body), head], isError: status >= 400 };
}

const text = (value: string): object => ({ type: 'text', text: value });

const instructionsOf = (environment: string): string =>
  `The adoption API of a shelter or pet shop, in its ${environment} environment. Each tool is one operation of the HTTP API. A result has the body of the response, and then its status and headers. Lists have pages: if the header \`Link\` has \`rel="next"\`, call the tool again with the \`cursor\` of that link and the same other arguments. An error has a \`code\` and a \`message\` that says what to correct; after a 429 wait for the seconds in \`Retry-After\`. To repeat a change safely, give it an \`Idempotency-Key\`.`;
