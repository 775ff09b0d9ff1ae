import type { TSchema } from 'typebox';

/**
 * Compiles a schema the first time it is asked for, and equal schemas once per process: each environment has routes of its own, with schemas
 * that are equal. Their JSON is the key; a schema holds nothing else.
 */
export function once<Compiled>(compile: (schema: TSchema) => Compiled): (schema: TSchema) => Compiled {
  const known = new Map<string, Compiled>();
  return (schema) => {
    const key = JSON.stringify(schema);
    let compiled = known.get(key);
    if (compiled === undefined) known.set(key, (compiled = compile(schema)));
    return compiled;
  };
}
