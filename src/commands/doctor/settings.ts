import type { Settings } from '../../settings/settings.ts';
import { type Check, type Finding, findings } from './check.ts';

const { well, warn } = findings('Settings');

/** Warns of settings that are valid but may be a mistake. */
export const settingsCheck: Check = (settings) => {
  const found = [...warnings(settings)];
  return found.length > 0 ? found : well('all valid');
};

function* warnings(settings: Settings): Generator<Finding> {
  const { host, trustedProxies, publicUrl, stagingPublicUrl, webhooksAllowPrivate, logLevel } = settings;
  if (webhooksAllowPrivate === 'true')
    yield warn(
      'WEBHOOKS_ALLOW_PRIVATE is true: any account that adds a webhook can send requests into the private network.',
      'Unset it, unless this is a development machine.',
    );
  const hasTls = [publicUrl, stagingPublicUrl].some((url) => url.startsWith('https:'));
  if (hasTls && trustedProxies.length === 0)
    yield warn(
      'PUBLIC_URL uses `https:`, but TRUSTED_PROXIES is empty: cookies are not `Secure`, and all visitors share one rate limit.',
      'Set TRUSTED_PROXIES to the address of the proxy that terminates TLS.',
    );
  else if (!/^(127\.|::1$|localhost$)/.test(host) && trustedProxies.length === 0)
    yield warn(
      `HOST is ${host}, but TRUSTED_PROXIES is empty: behind a proxy, all clients share one rate limit.`,
      'Set TRUSTED_PROXIES to the address of the proxy. Without a proxy, API keys are sent unencrypted.',
    );
  if (logLevel === 'silent') yield warn('LOG_LEVEL is silent: failures are not logged.', 'Set it to at least error.');
}
