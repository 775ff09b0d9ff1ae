import type { Check, Finding } from './check.ts';

/** Settings that are within their rules, and may still be a mistake. */
export const settingsCheck: Check = (settings) => {
  const { host, trustedProxies, publicUrl, stagingPublicUrl, webhooksAllowPrivate, logLevel } = settings;
  const about = 'Settings';
  const found: Finding[] = [];
  if (webhooksAllowPrivate === 'true')
    found.push({
      about,
      level: 'warn',
      says: 'WEBHOOKS_ALLOW_PRIVATE is true: whoever may add a webhook can reach what this machine can reach.',
      todo: 'Unset it, unless this is for development.',
    });
  const hasTls = [publicUrl, stagingPublicUrl].some((url) => url.startsWith('https:'));
  if (hasTls && trustedProxies.length === 0)
    found.push({
      about,
      level: 'warn',
      says: 'PUBLIC_URL is `https:`, and TRUSTED_PROXIES names none: cookies are not `Secure`, and all visitors share one address.',
      todo: 'Set TRUSTED_PROXIES to the address of the proxy that has the certificate.',
    });
  else if (!/^(127\.|::1$|localhost$)/.test(host) && trustedProxies.length === 0)
    found.push({
      about,
      level: 'warn',
      says: `HOST is ${host}, and TRUSTED_PROXIES names none: behind a proxy all clients would share one address.`,
      todo: 'Set TRUSTED_PROXIES to the address of the proxy, if there is one. Without one the API keys travel unencrypted.',
    });
  if (logLevel === 'silent')
    found.push({
      about,
      level: 'warn',
      says: 'LOG_LEVEL is silent: failures leave no trace.',
      todo: 'Set it to error at least.',
    });
  return found.length > 0 ? found : [{ about, level: 'well', says: 'all within their rules' }];
};
