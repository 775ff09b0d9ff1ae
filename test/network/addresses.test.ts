import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, privateRanges } from '../../src/network/addresses.ts';
import { openNetwork } from '../../src/network/network.ts';
import { eventually } from '../support/eventually.ts';
import { PUBLIC, RESOLVED, WRITTEN } from './private-addresses.ts';

test('there are more than sixty ways to write a private address', () => {
  expect(new Set(WRITTEN).size).toBeGreaterThan(60);
  expect(new Set(WRITTEN).size).toBe(WRITTEN.length);
});

describe('an address', () => {
  test.each(RESOLVED)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(PUBLIC)('%j is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test('of IPv4 is as public as each IPv6 form that embeds it', () => {
    const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
        const isPublic = isPublicAddress(`${a}.${b}.${c}.${d}`);
        const tail = `${hex(a, b)}:${hex(c, d)}`;
        expect(isPublicAddress(`::ffff:${tail}`)).toBe(isPublic);
        expect(isPublicAddress(`64:ff9b::${tail}`)).toBe(isPublic);
        for (const form of [`::${tail}`, `::ffff:0:${tail}`, `2002:${tail}::`, `2001:0:${tail}::`])
          expect(isPublicAddress(form)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('that Node itself refuses is never public', () => {
    const ranges = privateRanges();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4().map((at) => [at, 'ipv4'] as const),
          fc.ipV6().map((at) => [at, 'ipv6'] as const),
        ),
        ([address, family]) => {
          expect(ranges.check(address, family) && isPublicAddress(address)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('connecting', () => {
  let listener: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen({ host: '::', port: 0 }, resolve));
    port = (listener.address() as { port: number }).port;
  });
  afterAll(() => void listener.close());

  test('stops at the socket too, even for an unchecked address', async () => {
    const network = openNetwork({ allowPrivate: false, resolve: async () => [] });
    for (const scheme of ['http', 'https']) {
      for (const [host, address] of [
        ['rebound.example', '127.0.0.1'],
        ['127.0.0.1', '127.0.0.1'],
        ['[::1]', '::1'],
        ['rebound.example', '::1'],
        ['[::ffff:127.0.0.1]', '::ffff:127.0.0.1'],
      ] as const) {
        const socket = network.connect(new URL(`${scheme}://${host}:${port}/`), [address]);
        const code = await new Promise((resolve) =>
          socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
        );
        expect([scheme, host, code]).toEqual([scheme, host, 'ERR_IP_BLOCKED']);
      }
    }
    expect(connections).toBe(0);
  });

  test('reaches the listener if private addresses are allowed, which proves that these tests can fail', async () => {
    const network = openNetwork({ allowPrivate: true, resolve: async () => [] });
    network.connect(new URL(`http://127.0.0.1:${port}/`), ['127.0.0.1']).once('error', () => {});
    expect(await eventually(() => connections > 0)).toBe(true);
  });
});
