import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that the system gives to connections and to listeners without a port of their own, of which the tests open thousands: such a port
 * would often be taken before the program listens. Browsers refuse 10080. A cluster of Redis also listens 10,000 ports above its own.
 */
const [first, last] = [10_100, 22_000];
const given = new Set<number>();

/** A port at which nobody listens, for a program that must be told one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    if (given.has(port)) continue;
    given.add(port);
    const { promise: isFree, resolve } = Promise.withResolvers<boolean>();
    const probe = createServer().on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    if (await isFree) return port;
  }
}
