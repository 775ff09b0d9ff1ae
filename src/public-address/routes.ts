import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { App, Step } from '../http/app.ts';
import { tooLarge } from '../http/pipeline/body.ts';
import { bytesOf } from '../http/pipeline/spool.ts';
import { requestOrigin } from '../http/request.ts';
import { type Received, type Seen, streamPath, UPLOAD_BYTES, uploadPath } from './messages.ts';
import type { Passes } from './passes.ts';

/** A stream whose client neither uploads nor leaves ends after this time. */
const longestMs = 20_000;

const Params = Type.Object({ pass: Type.String() });

/**
 * Answers the checks of the public address: with a stream of what the service sees, and with the size of an upload. Without a good pass, each
 * is as if it were not there.
 */
export function publicAddressRoutes(
  app: App,
  { passes, process }: { readonly passes: Passes; readonly process: string },
): void {
  const streams = new Map<string, ServerResponse>();
  const requirePass: Step = ({ params }, reply, done) => {
    const { pass } = params as { readonly pass: string };
    if (passes.isGood(pass)) done();
    else reply.callNotFound();
  };

  app.get(
    streamPath(':pass'),
    { onRequest: requirePass, schema: { params: Params }, config: { streams: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { pass } = request.params;
      const { raw } = reply;
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      reply.hijack();
      raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      const { remoteAddress: peer = '' } = request.socket;
      const seen: Seen = {
        process,
        client: request.ip,
        peer,
        isForwarded: (request.ips ?? []).length > 1,
        origin: requestOrigin(request),
      };
      raw.write(`data: ${passes.sign(pass, seen)}\n\n`);
      streams.set(pass, raw);
      const end = setTimeout(() => raw.end(), longestMs);
      raw.once('close', () => {
        clearTimeout(end);
        streams.delete(pass);
      });
    },
  );

  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _stream, done) => done(null));
    scope.post(
      uploadPath(':pass(^check-.*$)'),
      { onRequest: requirePass, schema: { params: Params } },
      async ({ params, raw }, reply) => {
        const { pass } = params;
        const stream = streams.get(pass);
        streams.delete(pass);
        let bytes = 0;
        const received = () => passes.sign(pass, { process, bytes } satisfies Received);
        for await (const chunk of bytesOf(raw)) {
          if (bytes === 0) stream?.write(`data: ${received()}\n\n`);
          bytes += chunk.length;
          if (bytes > UPLOAD_BYTES) throw tooLarge(UPLOAD_BYTES);
        }
        stream?.end();
        return reply.type('text/plain').send(received());
      },
    );
  });
}
