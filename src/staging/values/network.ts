import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Network, NoAddress } from '../../network/network.ts';
import { SLOW_ENDPOINT_MS, TEST_DOMAIN, TEST_ENDPOINTS, type TestEndpoint } from '../../vocabulary/test-values.ts';

/**
 * The network of staging: hosts below the test domain do what the table says, in memory.
 *
 * @param wait resolves after these milliseconds
 */
export function testNetwork(network: Network, wait: (ms: number) => Promise<void>): Network {
  /** The number of the attempt that is made over a connection. */
  const attempts = new WeakMap<Duplex, number>();
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '' } = request.headers;
    const { answers, location, waits = false } = endpointOf(new URL(`https://${host}`)) ?? {};
    if (answers === undefined) return;
    if (waits) await wait(SLOW_ENDPOINT_MS);
    const attempt = attempts.get(request.socket) ?? 1;
    const status = answers[Math.min(attempt, answers.length) - 1] ?? 204;
    response.writeHead(status, location === undefined ? {} : { location }).end();
  }

  return {
    ...network,
    addressesOf(url) {
      if (!isBelowDomain(url)) return network.addressesOf(url);
      if (endpointOf(url) === undefined) throw new NoAddress("The host's name could not be resolved.");
      return Promise.resolve([]);
    },
    connect(url, addresses, attempt = 1) {
      if (!isBelowDomain(url)) return network.connect(url, addresses, attempt);
      const [client, remote] = duplexPair();
      attempts.set(remote, attempt);
      const { fails } = endpointOf(url) ?? {};
      if (fails === undefined) server.emit('connection', remote);
      // Not before the request listens.
      else void setImmediate().then(() => client.destroy(Object.assign(new Error(fails), { code: fails })));
      // A request needs no more of its socket than every stream has.
      return client as Socket;
    },
  };
}

const isBelowDomain = ({ hostname }: URL): boolean => `.${hostname}`.endsWith(`.${TEST_DOMAIN}`);

const endpoints: Readonly<Record<string, TestEndpoint>> = TEST_ENDPOINTS;

function endpointOf({ hostname }: URL): TestEndpoint | undefined {
  const name = hostname.slice(0, -TEST_DOMAIN.length - 1);
  return Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
}
