import type { Check, Finding } from './check.ts';

/** Warns of settings that are valid but may be a mistake. */
export const settingsCheck: Check = (settings) => {
  const { host, trustedProxies, publicUrl, stagingPublicUrl, webhooksAllowPrivate, logLevel } = settings;
  const about = 'Settings';
  const found: Finding[] = [];
  if (webhooksAllowPrivate === 'true')
    found.push({
      about,
      level: 'warn',
      says: 'WEBHOOKS_ALLOW_PRIVATE is true: any account that adds a webhook can send requests into the private network.',
      todo: 'Unset it, unless this is a development machine.',
    });
  const hasTls = [publicUrl, stagingPublicUrl].some((url) => url.startsWith('https:'));
  if (hasTls && trustedProxies.length === 0)
    found.push({
      about,
      level: 'warn',
      says: 'PUBLIC_URL uses `https:`, but TRUSTED_PROXIES is empty: cookies are not `Secure`, and all visitors share one rate limit.',
      todo: 'Set TRUSTED_PROXIES to the address of the proxy that terminates TLS.',
    });
  else if (!/^(127\.|::1$|localhost$)/.test(host) && trustedProxies.length === 0)
    found.push({
      about,
      level: 'warn',
      says: `HOST is ${host}, but TRUSTED_PROXIES is empty: behind a proxy, all clients share one rate limit.`,
      todo: 'Set TRUSTED_PROXIES to the address of the proxy. Without a proxy, API keys are sent unencrypted.',
    });
  if (logLevel === 'silent')
    found.push({
      about,
      level: 'warn',
      says: 'LOG_LEVEL is silent: failures are not logged.',
      todo: 'Set it to at least error.',
    });
  return found.length > 0 ? found : [{ about, level: 'well', says: 'all valid' }];
};
