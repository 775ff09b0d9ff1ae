import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from './pipeline/authenticate.ts';

/** The token of a secret link, which its page sends instead of a key. Without one it is a text that no link has. */
export const linkTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  bearerOf(headers.authorization) ?? '';

/** For answers behind a secret link: no cache keeps them, and no other site learns the address. */
export const keepSecret = (reply: Pick<FastifyReply, 'headers'>): unknown =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
