import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Each worker has ports of its own, below those that the system gives to connections and to listeners without a port of their own, of which the tests open thousands: such a port
 * would often be taken before the program listens. Browsers refuse 10080. From 20,100 on a cluster of Redis listens 10,000 ports above its own.
 */
const first = 10_100 + 2_000 * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 5);
const last = first + 2_000;
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
