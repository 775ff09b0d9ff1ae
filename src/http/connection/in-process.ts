import { type HTTPMethods, fastify } from 'fastify';
import type { App } from '../app.ts';
import type { Principal } from '../principal.ts';
import { parseJson } from '../validation/json.ts';
import { type AppOptions, equip } from './open-app.ts';

/**
 * Opens operations within this process: without a server, limits and a log, and with one principal for all requests.
 *
 * @param from the address of the client
 * @returns sends a request, as `fetch` does; where `fetch` would resolve with the answer to a failure, it rejects with the failure itself
 */
export function openInProcess(
  principal: Principal,
  settings: Pick<AppOptions['settings'], 'maxJsonDepth' | 'maxUrlBytes'>,
  addRoutes: (v1: App) => void,
  from = '127.0.0.1',
): typeof globalThis.fetch {
  const app: App = fastify({ routerOptions: { maxParamLength: settings.maxUrlBytes } });
  equip(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) =>
    parseJson(bytes, settings.maxJsonDepth),
  );
  const failures: Error[] = [];
  app.setErrorHandler<Error>((error, _request, reply) => {
    failures.push(error);
    void reply.code(500).send();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    Object.assign(request, { principal, operation: request.routeOptions.config });
    done();
  });
  void app.register(async (v1) => addRoutes(v1), { prefix: '/v1' });
  return async (url, { method, headers, body } = {}) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url);
    // No call in the process is lost and sent again.
    const { 'idempotency-key': _, ...sent } = headers as Record<string, string>;
    const answer = await app.inject({
      method: method as HTTPMethods,
      url: pathname + search,
      headers: body instanceof Blob ? { ...sent, 'content-type': body.type } : sent,
      remoteAddress: from,
      ...(typeof body === 'string' && { payload: body }),
      ...(body instanceof Blob && { payload: Buffer.from(await body.arrayBuffer()) }),
    });
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    const text = answer.statusCode === 204 ? null : answer.payload;
    return new Response(text, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
}
