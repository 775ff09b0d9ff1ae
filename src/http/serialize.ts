import { build } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (payload: unknown) => string;

/** Writes answers as the schema of their route and status says. What the schema does not know is left out. */
export function serializerCompiler(): FastifySerializerCompiler<TSchema> {
  return ({ schema }) => {
    // Compiled at its first answer, as validators are at their first request: a start has hundreds, and needs none.
    let compiled: Serialize | undefined;
    return (payload: unknown) => (compiled ??= build(schema) as Serialize)(payload);
  };
}
