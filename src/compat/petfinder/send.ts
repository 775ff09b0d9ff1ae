import type { FastifyReply } from 'fastify';
import { jsonOf } from '../../vocabulary/int64.ts';

/** Sends JSON as Petfinder did, whose content type named no charset: Fastify adds one to the type of a text. */
export const send = (reply: FastifyReply, cacheControl: string, body: object): FastifyReply =>
  reply
    .header('cache-control', cacheControl)
    .type('application/json')
    .send(Buffer.from(jsonOf(body)));

/** Animals and organizations may change at any time. */
export const FRESH = 'no-cache, private';
