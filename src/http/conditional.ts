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

/** The strong entity tag of a resource that also changes without its version number, such as with time. */
export const etagWithin = (version: number, resource: object): string =>
  `"${version}.${etagOfContent(resource).slice(1)}`;

/** Whether a tag of `etagWithin` is of the version, for `requirePreconditions`. */
export const isWithin =
  (version: number) =>
  (tag: string): boolean =>
    tag.startsWith(`"${version}.`);

/**
 * Evaluates the preconditions of a change against the version that it would change.
 *
 * @param isOfVersion whether a tag of `If-Match` is of this version, for a resource that also changes with time
 * @throws ApiError `precondition_failed`
 */
export function requirePreconditions(
  request: FastifyRequest,
  etag: string,
  isOfVersion = (tag: string): boolean => tag === etag,
): void {
  if (!evaluate(request, etag, isOfVersion)) return;
  throw new ApiError('precondition_failed', 'The resource still has the ETag given in `If-None-Match`.');
}

/**
 * Sets the ETag, and evaluates the preconditions of a read.
 *
 * @returns whether the client already has this version: the response is 304
 * @throws ApiError `precondition_failed`
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return evaluate(request, etag, (tag) => tag === etag);
}

/**
 * `If-Match`, then `If-None-Match`, for every method alike. RFC 9110, section 13.2.2. Without a `Last-Modified`, a condition on a time means
 * nothing.
 *
 * @returns whether `If-None-Match` names this version
 */
function evaluate({ headers }: FastifyRequest, etag: string, isOfVersion: (tag: string) => boolean): boolean {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !matches(wanted, isOfVersion))
    throw new ApiError('precondition_failed', mismatch(wanted));
  const known = headers['if-none-match'];
  return known !== undefined && matches(known, (tag) => tag.replace(/^W\//, '') === etag);
}

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim());

const matches = (header: string, isSame: (tag: string) => boolean): boolean =>
  header.trim() === '*' || tagsIn(header).some(isSame);

/** Why no tag of an `If-Match` matches. RFC 9110, sections 8.8.3 and 13.1.1. */
function mismatch(header: string): string {
  const tags = tagsIn(header);
  if (tags.some((tag) => /^"[^"]*"$/.test(tag)))
    return 'The resource has changed since the ETag given in `If-Match`; fetch it again.';
  return tags.some((tag) => /^W\/"[^"]*"$/.test(tag))
    ? 'A weak ETag never matches in `If-Match`: send the ETag as this service gave it, without `W/`.'
    : 'The ETag in `If-Match` must be in quotation marks, as this service gave it, such as `"1"`.';
}
