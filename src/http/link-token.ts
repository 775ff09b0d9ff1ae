import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, ERRORS } from './errors.ts';
import { bearerOf } from './pipeline/authenticate.ts';

/** The token of a secret link, which its page sends instead of a key: `authenticate` has refused requests without one. */
export const linkTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  bearerOf(headers.authorization) ?? '';

/** What is behind a secret link. Mistyped, unknown and ended links look the same. @throws ApiError */
export function behindLink<Found>(found: Found | undefined, code: ErrorCode): Found {
  if (found === undefined) throw new ApiError(code, ERRORS[code].meaning);
  return found;
}

/** For answers behind a secret link: no cache keeps them, and no other site learns the address. */
export const keepSecret = (reply: Pick<FastifyReply, 'headers'>): unknown =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
