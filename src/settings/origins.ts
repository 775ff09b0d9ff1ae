import { isIPv6 } from 'node:net';
import type { Environment } from '../vocabulary/environments.ts';
import { type Settings, settingName, settingsOf } from './settings.ts';

/** The public address of an environment; if it has none, the local one. */
export const originOf = (environment: Environment, settings: Settings): string =>
  settingsOf(environment, settings).publicUrl || localOriginOf(environment, settings);

/** The address of an environment from this machine: loopback if the service listens on every address. */
export function localOriginOf(environment: Environment, settings: Settings): string {
  const bound = addressOf(settings.host);
  const address = LOOPBACK_OF[bound] ?? bound;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${settingsOf(environment, settings).port}`;
}

const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** For `localhost` Fastify would start a second server on `::1`, without our connection handling and drain. */
export const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);

/** Why the service cannot listen, and what to do. */
export function listenFailure(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  environment: Environment,
): string {
  const setting = settingName('PORT', environment);
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${setting} to another port.`;
  if (code === 'EACCES') return `This user may not use port ${port}. Set ${setting} to a port above 1023.`;
  return `The service cannot listen on ${host}, port ${port}: ${message}.`;
}
