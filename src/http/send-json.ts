import type { FastifyReply } from 'fastify';

/** Sends what is JSON already. */
export function sendJson(reply: Pick<FastifyReply, 'type'>, json: string): void {
  void (reply.type('application/json; charset=utf-8') as FastifyReply).send(json);
}
