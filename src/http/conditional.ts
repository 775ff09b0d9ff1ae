import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** The strong entity tag of a resource with a version number. RFC 9110, section 8.8.3. */
export const etagOf = (version: number): string => `"${version}"`;

/** The strong entity tag of a resource without a version number, from its content. */
export function etagOfContent(resource: object): string {
  const text = JSON.stringify(resource, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
}

/**
 * Refuses the change of a resource that has changed since the client read it.
 *
 * @throws ApiError `precondition_failed`. RFC 9110, section 13.1.1.
 */
export function requireMatch(request: FastifyRequest, etag: string): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || matches(wanted, (tag) => tag === etag)) return;
  throw new ApiError(
    'precondition_failed',
    'The resource has changed since the ETag given in `If-Match`; fetch it again.',
  );
}

/** Sets the ETag. True if the client already has this version (304). RFC 9110, section 13.1.2. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  return known !== undefined && matches(known, (tag) => tag.replace(/^W\//, '') === etag);
}

function matches(header: string, isSame: (tag: string) => boolean): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => isSame(tag.trim()));
}
