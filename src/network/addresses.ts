import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Metadata services of clouds at addresses from public ranges (Azure). */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address belongs to the public internet. Private, loopback, link-local, multicast, shared, reserved and documentation
 * addresses do not, nor do IPv6 addresses that embed one of these, nor addresses in unknown ranges.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `process` turns IPv4-mapped IPv6 addresses (`::ffff:10.0.0.1`) into IPv4.
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.zoneId !== undefined) return false;
  // NAT64: a network without IPv4 reaches every IPv4 address through this range, private ones too.
  if (address.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // 6to4 and Teredo are other ranges than 'unicast', and refused.
  return address.range() === 'unicast' && address.match(globalUnicast);
}

const isPublicIPv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !CLOUD_ADDRESSES.has(address.toString());

/**
 * A second line of defense: Node itself refuses to connect to the worst of the same ranges, even if an address should reach a socket
 * without passing `isPublicAddress`.
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
