import { isIPv6 } from 'node:net';
import type { Caller } from './limiter.ts';

/** The caller of requests without a valid key. */
export const addressCaller = (address: string, perMinute: number): Caller => ({
  bucket: `address:${subscriberOf(address)}`,
  limits: { perMinute },
});

/** One subscriber of the network: an IPv4 address, or an IPv6 network of 64 bits. */
export function subscriberOf(address: string): string {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `${networkOf(plain)}::/64` : plain;
}

/** Some proxies add the port of the client, which it chooses anew for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail.split(':').filter((group) => group !== '');
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4);
  // The same address can be written in capitals and with leading zeros.
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
