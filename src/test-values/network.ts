import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Network, NoAddress } from '../network/network.ts';
import { SLOW_ENDPOINT_MS, TEST_DOMAIN, TEST_ENDPOINTS, type TestEndpoint } from '../vocabulary/test-values.ts';

/** Events whose first request is remembered. The one forgotten is the oldest. */
const rememberedEvents = 10_000;

/**
 * The network of staging: hosts below the test domain do what the table says, in memory.
 *
 * @param wait resolves after so many milliseconds
 */
export function testNetwork(network: Network, wait: (ms: number) => Promise<void>): Network {
  /** How many requests each endpoint has had for each event. */
  const requests = new Map<string, number>();
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', 'webhook-id': event = '' } = request.headers;
    const { answers, location, waits = false } = endpointOf(new URL(`https://${host}`)) ?? {};
    if (answers === undefined) return;
    if (waits) await wait(SLOW_ENDPOINT_MS);
    const count = counted(`${host} ${String(event)}`);
    const status = answers[Math.min(count, answers.length) - 1] ?? 204;
    response.writeHead(status, location === undefined ? {} : { location }).end();
  }

  function counted(key: string): number {
    const count = (requests.get(key) ?? 0) + 1;
    requests.delete(key);
    requests.set(key, count);
    const [oldest] = requests.keys();
    if (requests.size > rememberedEvents && oldest !== undefined) requests.delete(oldest);
    return count;
  }

  return {
    ...network,
    addressesOf(url) {
      if (!isBelowDomain(url)) return network.addressesOf(url);
      if (endpointOf(url) === undefined) throw new NoAddress("The host's name could not be resolved.");
      return Promise.resolve([]);
    },
    connect(url, addresses) {
      if (!isBelowDomain(url)) return network.connect(url, addresses);
      const [client, remote] = duplexPair();
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
