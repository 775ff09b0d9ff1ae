import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { openTally } from '../../kit/tally.ts';
import { subscriberOf } from '../../limits/address-caller.ts';

/**
 * Bounds the open connections of each client address: a further one is closed at once. A trusted proxy has no bound, since its connections
 * carry the requests of many clients.
 *
 * @param trustedProxies IP addresses and CIDR ranges
 * @param onRefused called for each connection that is closed
 */
export function boundConnections(server: Server, { most, trustedProxies, onRefused }: BoundOptions): void {
  const proxies = blockListOf(trustedProxies);
  const open = openTally();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isIP(remoteAddress) === 0 || proxies.check(remoteAddress, familyOf(remoteAddress))) return;
    const subscriber = subscriberOf(remoteAddress);
    if (open.of(subscriber) >= most) {
      onRefused();
      socket.destroy();
      return;
    }
    open.add(subscriber, 1);
    socket.once('close', () => open.add(subscriber, -1));
  });
}

export interface BoundOptions {
  readonly most: number;
  readonly trustedProxies: readonly string[];
  readonly onRefused: () => void;
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
