import type { onRequestHookHandler } from 'fastify';
import { isSecure } from '../request.ts';

/** Loads nothing from other origins, runs no inline script, and lets no other site frame the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SITE_HEADERS = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Sets the security headers of the site; over TLS, browsers return over TLS only (RFC 6797). */
export const browserHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.headers(SITE_HEADERS);
  if (isSecure(request)) reply.header('strict-transport-security', 'max-age=31536000');
  done();
};

/** Keeps the responses to one browser out of every cache. */
export const noStore: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};
