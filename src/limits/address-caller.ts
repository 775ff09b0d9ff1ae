import { isIPv6 } from 'node:net';
import type { Caller } from './limiter.ts';

/** The caller of requests without a valid key: an IPv4 address, or an IPv6 network of 64 bits, which is one subscriber. */
export function addressCaller(address: string, perMinute: number): Caller {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const bucket = isIPv6(plain) ? `${networkOf(plain)}::/64` : plain;
  return { bucket: `address:${bucket}`, limits: { perMinute } };
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail.split(':').filter((group) => group !== '');
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4);
  // The same address can be written in capitals and with leading zeros.
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
