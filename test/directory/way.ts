import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What goes wrong between a directory and a source. */
export type Fault =
  /** Nobody answers. */
  | { readonly kind: 'gone' }
  /** The answer ends after so many bytes of its body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** A server in between answers. */
  | { readonly kind: 'answer'; readonly status: number };

/** Something that happens during a request. */
export interface Meanwhile {
  /** How many requests come before, since the one before it happened. */
  readonly after: number;
  /** Whether the source answers first: the answer is old when it arrives. */
  readonly isLate: boolean;
  readonly happens: () => Promise<void>;
}

/** The way from a directory to a source, which has an address of its own: the source may start again elsewhere. */
export async function openWay() {
  let origin = '';
  let fault: Fault | undefined;
  let expected: Meanwhile[] = [];
  let happened: Promise<void>[] = [];
  let requests = 0;

  async function forward({
    url = '',
    headers,
  }: IncomingMessage): Promise<{ status: number; headers: object; body: string }> {
    const { host: _, ...sent } = headers;
    const forwarded = request(new URL(url, origin), { headers: sent, agent: false }).end();
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  async function answer(asked: IncomingMessage, response: ServerResponse, next?: Meanwhile): Promise<void> {
    if (next?.isLate === false) await next.happens();
    if (fault?.kind === 'gone') return void response.destroy();
    if (fault?.kind === 'answer')
      return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
    const answered = await forward(asked).catch(() => undefined);
    if (next?.isLate === true) await next.happens();
    if (answered === undefined) return void response.destroy();
    const { status, headers, body } = answered;
    response.writeHead(status, { ...headers });
    if (fault?.kind !== 'cut') return void response.end(body);
    response.write(body.slice(0, fault.afterBytes), () => response.destroy());
  }

  function take(asked: IncomingMessage, response: ServerResponse): void {
    const [next] = expected;
    const isNow = next !== undefined && requests >= next.after;
    requests = isNow ? 0 : requests + 1;
    const answering = answer(asked, response, isNow ? expected.shift() : undefined);
    if (isNow) happened.push(answering);
    answering.catch(() => response.destroy());
  }

  const server = createServer(take);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Where the source is now. */
    leadTo: (to: string) => void (origin = to),
    fail: (to?: Fault) => void (fault = to),
    /** Lets things happen during the next requests, one after the other. */
    expect(...next: Meanwhile[]): void {
      [requests, expected, happened] = [0, next, []];
    },
    /** Expects nothing any more, and waits for the end of what happens. @throws what it has thrown */
    async unexpect(): Promise<void> {
      expected = [];
      await Promise.all(happened);
    },
    close: () => server.close().closeAllConnections(),
  };
}
