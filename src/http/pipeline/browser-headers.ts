import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
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

/** The policy of a document with a style sheet and a script of its own; an empty text is for none. */
export function policyWith({ style, script }: { readonly style: string; readonly script: string }): string {
  const allowed = (text: string) => (text === '' ? '' : ` 'sha256-${hash('sha256', text, 'base64')}'`);
  return contentSecurityPolicy
    .replace("style-src 'self'", (own) => own + allowed(style))
    .replace("script-src 'self'", (own) => own + allowed(script));
}

export const SITE_HEADERS = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Sets the security headers of the site. */
export const browserHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.headers(SITE_HEADERS);
  requireTls(request, reply);
  done();
};

/** Sets the security headers of the API: browsers take its JSON for nothing else. */
export const apiHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.header('x-content-type-options', 'nosniff');
  requireTls(request, reply);
  done();
};

/** A browser that has come over TLS returns over TLS only. RFC 6797. */
function requireTls(request: FastifyRequest, reply: FastifyReply): void {
  if (isSecure(request)) reply.header('strict-transport-security', 'max-age=31536000');
}

/** Keeps the responses to one browser out of every cache. */
export const noStore: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};
