import { isIPv6 } from 'node:net';
import type { Settings } from './settings.ts';
import type { Environment } from './vocabulary/environments.ts';

export const portOf = (environment: Environment, { port, stagingPort }: Settings): number =>
  environment === 'production' ? port : stagingPort;

export const portSettingOf = (environment: Environment): string =>
  environment === 'production' ? 'PORT' : 'STAGING_PORT';

/** Where people reach the pages of an environment, by its setting; empty where that is not set. */
export const publicUrlOf = (environment: Environment, settings: Settings): string =>
  environment === 'production' ? settings.publicUrl : settings.stagingPublicUrl;

/** The same; without the setting, where this machine reaches them. */
export const originOf = (environment: Environment, settings: Settings): string =>
  publicUrlOf(environment, settings) || reachableAt(environment, settings);

/** Where this machine reaches an environment that it serves: on loopback, where it listens on every address. */
export function reachableAt(environment: Environment, settings: Settings): string {
  const bound = addressOf(settings.host);
  const address = LOOPBACK_OF[bound] ?? bound;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${portOf(environment, settings)}`;
}

const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Fastify makes a second server for `localhost`, which none of our own parts would know of. */
export const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);

export function listenFailure(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  environment: Environment,
): string {
  const setting = portSettingOf(environment);
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken; stop what uses it, or set ${setting} to another.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has; set ${setting} to one above 1023.`;
  return `The service cannot listen on ${host}, port ${port}: ${message}.`;
}
