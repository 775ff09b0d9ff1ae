import type { FastifyReply } from 'fastify';

/** What the hooks and the serializer of a route make of a reply, whatever its payload is typed as. */
type AnyReply = Pick<FastifyReply, 'type' | 'serialize'>;

/** Sends what is JSON already. */
export function sendJson(reply: AnyReply, json: string): void {
  void reply.type('application/json; charset=utf-8').send(json);
}

/** The payload as the route's schema for this status serialises it. */
export const jsonBy = (reply: AnyReply, payload: unknown): string => reply.serialize(payload) as string;
