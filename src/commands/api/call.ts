import { realClock } from '../../../client/src/clock.ts';
import { randomId } from '../../../client/src/json.ts';
import { outgoing } from '../../../client/src/methods.ts';
import { openPace } from '../../../client/src/pace.ts';
import { type Pages, pagesOf } from '../../../client/src/pages.ts';
import type { PetstoreOptions } from '../../../client/src/petstore.ts';
import { openTransport, readBody } from '../../../client/src/transport.ts';
import type { Operation } from './operation.ts';
import type { Request } from './request.ts';

/** Calls one operation as the client's methods do, whatever it is. */
export function callerOf(options: PetstoreOptions, operation: Operation, request: Request) {
  const { verb, path, traits } = operation;
  const transport = openTransport(options, openPace(realClock), realClock);
  const isKeyed = (verb === 'POST' || verb === 'PATCH') && !traits.includes('once');
  const headers = { ...(isKeyed && { 'idempotency-key': randomId() }), ...request.headers };
  const send = <Result>(parts: object, read: (response: Response) => Promise<Result>): Promise<Result> =>
    transport.send(outgoing(options, [verb, path, ...traits], { ...request, headers, ...parts }), {}, read);
  return {
    resource: () => send({}, readBody),
    pages: (limit: number): Pages<unknown, object> =>
      pagesOf({ ...request.query, limit }, (query) =>
        send({ query }, async (response) => ({
          items: (await readBody(response)) as unknown[],
          link: response.headers.get('link'),
        })),
      ),
    /** The answer as a file of a media type. */
    file: (type: string): Promise<Uint8Array> =>
      send({ headers: { ...headers, accept: type } }, async (response) => new Uint8Array(await response.arrayBuffer())),
  };
}
