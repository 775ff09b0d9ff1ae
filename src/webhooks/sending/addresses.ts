import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where the clouds keep what only the machine itself may ask, at an address that is public by its number. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is one of the public internet: no private, loopback, link-local, multicast, shared, reserved or documentation
 * one, and none of the IPv6 forms that lead to such an IPv4 address. What it does not know is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address may come written as IPv6 (`::ffff:10.0.0.1`).
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.zoneId !== undefined) return false;
  // A network without IPv4 reaches all of it by these addresses, the private ones too.
  if (address.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // 6to4 and Teredo are ranges of their own, and all of them are refused.
  return address.range() === 'unicast' && address.match(globalUnicast);
}

const isPublicIPv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !CLOUD_ADDRESSES.has(address.toString());

/**
 * The worst of the same ranges once more, as Node itself refuses to connect to them: should an address ever come to a socket by another
 * way than `isPublicAddress`, it still gets no further.
 */
export function privateRanges(): BlockList {
  const ranges = new BlockList();
  for (const network of [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
  ]) {
    addNetwork(ranges, network, 'ipv4');
  }
  for (const network of ['::/128', '::1/128', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'])
    addNetwork(ranges, network, 'ipv6');
  return ranges;
}

function addNetwork(ranges: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix = ''] = network.split('/');
  ranges.addSubnet(address, Number(prefix), family);
}
