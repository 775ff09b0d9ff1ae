import { dnsResolver, machineResolver, type Network, openNetwork, type Resolve } from '../network/network.ts';
import type { Settings } from '../settings/settings.ts';

/** The part of the network that requests to URLs of others may use. @param resolve resolves names, for tests */
export function buildNetwork({ webhooksAllowPrivate }: Settings, resolve?: Resolve): Network {
  const allowPrivate = webhooksAllowPrivate === 'true';
  return openNetwork({ allowPrivate, resolve: resolve ?? (allowPrivate ? machineResolver : dnsResolver()) });
}
