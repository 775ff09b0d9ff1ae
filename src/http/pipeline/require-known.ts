import type { SchemaObject } from 'ajv';
import type { preValidationHookHandler, RouteOptions } from 'fastify';
import { ApiError } from '../errors.ts';
import { findUnknown, type Known, knownOf, type Unknown, unknownName } from '../validation/unknown.ts';

/** The names that an operation reads. */
export interface KnownNames {
  readonly query: Known;
  /** Undefined if the body is bytes. */
  readonly body: Known | undefined;
}

const NOTHING: Known = { members: new Map() };
const namesIn = (schema: unknown): Known =>
  schema === undefined ? NOTHING : (knownOf(schema as SchemaObject) ?? NOTHING);

export const knownNames = ({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): KnownNames => ({
  query: namesIn(schema?.querystring),
  body: config?.consumes === undefined ? namesIn(schema?.body) : undefined,
});

/**
 * Refuses query parameters and members of the body that the operation does not read (400), if the client prefers that. Otherwise they are
 * ignored, and only noted. RFC 7240, section 4.4.
 */
export const requireKnown: preValidationHookHandler = (request, reply, done) => {
  const { known } = request.operation;
  const handling = handlingIn(request.headers['prefer']);
  if (handling !== undefined) reply.header('preference-applied', `handling=${handling}`);
  if (known === undefined) return done();
  const parameters: Unknown[] = [];
  const members: Unknown[] = [];
  findUnknown(request.query, known.query, parameters);
  if (known.body !== undefined) findUnknown(request.body, known.body, members);
  if (handling === 'strict') {
    const [parameter] = parameters;
    if (parameter !== undefined)
      return done(
        new ApiError('invalid_parameter', `The operation knows no query parameter ${unknownName(parameter)}`),
      );
    const [member] = members;
    if (member !== undefined)
      return done(new ApiError('invalid_body', `The operation knows no field ${unknownName(member)}`));
  } else if (parameters.length + members.length > 0) request.ignored = { parameters, members };
  done();
};

type Handling = 'strict' | 'lenient';

/** The preference `handling` of the header `Prefer`: its first occurrence counts. RFC 7240, section 2. */
function handlingIn(prefer: string | string[] | undefined): Handling | undefined {
  if (prefer === undefined) return undefined;
  if (prefer === 'handling=strict') return 'strict';
  // Quoted text of other preferences may contain commas. A quotation that does not end is one to the end: each is read once.
  const unquoted = String(prefer).replaceAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs, (_, text: string) =>
    text.replaceAll(/\W/g, '_'),
  );
  const preference = unquoted.split(',').find((one) => /^\s*handling\s*(?:[=;]|$)/i.test(one)) ?? '';
  const [, value] = /^\s*handling\s*=\s*(strict|lenient)\s*(?:;|$)/i.exec(preference) ?? [];
  return value?.toLowerCase() as Handling | undefined;
}
