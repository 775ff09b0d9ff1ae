import { build } from 'fast-json-stringify';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { once } from './validation/once.ts';

/** A reply of any route, whatever its payload's type. */
type AnyReply = Pick<FastifyReply, 'type' | 'serialize'>;

type Serialize = (payload: unknown) => string;

/** Sends text that is JSON already. */
export function sendJson(reply: AnyReply, json: string): void {
  void reply.type('application/json; charset=utf-8').send(json);
}

/** Adds a request header to those that the response depends on. RFC 9110, section 12.5.5. */
export function vary(reply: Pick<FastifyReply, 'getHeader' | 'header'>, header: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? header : `${String(before)}, ${header}`);
}

/** Serializes the payload with the route's schema for the reply's status. */
export const jsonBy = (reply: AnyReply, payload: unknown): string => reply.serialize(payload) as string;

/** Serializes responses with the schema of their route and status; leaves out members that the schema does not name. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  // Compiled with the first response: compiling all of them would slow the start.
  let compiled: Serialize | undefined;
  return (payload: unknown) => (compiled ??= serializerOf(schema))(payload);
};

const serializerOf = once((schema) => build(schema) as Serialize);
