import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapi from '../../openapi.json' with { type: 'json' };
import type { Environment } from '../../src/vocabulary/environments.ts';
import { describedOperations, type Operation, shapeCheck } from './description.ts';

/** A response, and the request that it answers. */
interface Exchange {
  readonly environment: Environment;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body. */
  readonly body: unknown;
  readonly text: string;
}

/** Headers that depend on more than the operation and the status. */
const optional = new Set(['Link', 'Idempotency-Replayed', 'Preference-Applied']);
const operations = describedOperations(openapi);
const check = shapeCheck(openapi);
/** By the number of segments; those with fewer parameters first. */
const candidates = new Map<number, { readonly segments: readonly string[]; readonly operation: Operation }[]>();
for (const operation of operations) {
  const segments = `/v1${operation.path}`.split('/');
  const others = candidates.get(segments.length) ?? [];
  candidates.set(
    segments.length,
    [...others, { segments, operation }].toSorted((a, b) => parametersIn(a) - parametersIn(b)),
  );
}

function parametersIn({ segments }: { readonly segments: readonly string[] }): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

/** Whether it is routed as a parameter: escapes that are no UTF-8 are not. */
function isParameter(segment: string): boolean {
  try {
    return decodeURIComponent(segment) !== '';
  } catch {
    return false;
  }
}

function operationOf(method: string, path: string): Operation | undefined {
  const asked = path.split('/');
  const found = (candidates.get(asked.length) ?? []).filter(({ segments }) =>
    segments.every((segment, i) => segment === asked[i] || (segment.startsWith('{') && isParameter(asked[i]!))),
  );
  // The methods of the narrowest path alone are this path's.
  return found.find(
    ({ operation }) => operation.path === found[0]?.operation.path && operation.method.toUpperCase() === method,
  )?.operation;
}

/** Asserts that a response of a described operation has a status, headers, a media type, an error code and a shape that its description names. */
export function expectDescribed({ environment, method, path, status, headers, body, text }: Exchange): void {
  const operation = operationOf(method, path);
  if (operation === undefined) return;
  if (operation['x-staging-only'] === true && environment === 'production') return;
  const { operationId, responses } = operation;
  const response = responses[status];
  const name = `${operationId} ${status}`;
  if (response === undefined) throw new Error(`${name} is not described: ${text}`);
  for (const header of Object.keys(response.headers))
    if (
      headers[header.toLowerCase()] === undefined &&
      !optional.has(header) &&
      !(operationId === 'listPets' && header === 'ETag')
    )
      throw new Error(`${name} lacks the header ${header}.`);
  const type = headers['content-type']?.split(';', 1)[0];
  const media = response.content?.[type ?? ''];
  if (media === undefined) {
    if (response.content !== undefined || text !== '') throw new Error(`${name} is not described as ${type}: ${text}`);
  } else if (type === 'application/json') {
    const wrong = check(media, body);
    if (wrong.length > 0) throw new Error(`${name} differs from its description:\n${wrong.join('\n')}`);
    const { code } = (body ?? {}) as { readonly code?: string };
    if (status >= 400 && !Object.hasOwn(media.examples ?? {}, code ?? ''))
      throw new Error(`${name} has no code ${code}.`);
  }
  record(name);
}

/** The operations and statuses that this run has seen, one a line: each worker appends those that it sees first. */
const seenFile = (): string => join(tmpdir(), 'described-responses');
const seen = new Set<string>();

function record(name: string): void {
  if (seen.has(name)) return;
  seen.add(name);
  appendFileSync(seenFile(), `${name}\n`);
}

/** The operations that no test of this run has seen succeed. */
export function operationsWithoutSuccess(): string[] {
  const succeeded = new Set(readFileSync(seenFile(), 'utf8').match(/^\w+(?= 2\d\d$)/gm));
  return operations.map(({ operationId }) => operationId).filter((operationId) => !succeeded.has(operationId));
}
