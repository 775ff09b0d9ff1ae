import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { AccessRuleName } from '../../src/vocabulary/access-rules.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}

interface Response {
  readonly headers: object;
  readonly content?: Record<string, Media>;
}

/** One operation of the description, with its references resolved. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security: readonly { readonly apiKey?: readonly string[] }[];
  readonly 'x-operator-only'?: true;
  readonly 'x-secret-key-only'?: true;
  readonly 'x-staging-only'?: true;
  readonly 'x-whose': AccessRuleName;
  readonly parameters: readonly { name: string; in: string; required: boolean; description: string; schema: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, Response>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a whole document
type Document = any;

export function describedOperations(openapi: Document): Operation[] {
  const resolved = (value: Document): Document =>
    value?.$ref === undefined
      ? value
      : value.$ref
          .slice(2)
          .split('/')
          .reduce((part: Document, name: string) => part[name], openapi);
  const withExamples = (response: Response): Response => ({
    ...response,
    ...(response.content === undefined
      ? {}
      : {
          content: mapped(response.content, (media) => ({
            ...media,
            ...(media.examples === undefined ? {} : { examples: mapped(media.examples, resolved) }),
          })),
        }),
  });
  return Object.entries<Record<string, Operation>>(openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      parameters: operation.parameters.map(resolved),
      responses: mapped(operation.responses, (response) => withExamples(resolved(response))),
    })),
  );
}

/** Validates a value against the schema of a body (JSON Schema 2020-12) and returns the errors. */
export function shapeCheck(openapi: Document): (media: Media, value: unknown) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const text = { validate: () => true } as const;
  // Beyond 2^53 a parsed number is not exact, and 2^63 - 1 is read as 2^63.
  ajv.addFormat('int64', {
    type: 'number',
    validate: (found) => Number.isInteger(found) && Math.abs(found) <= 2 ** 63,
  });
  ajv.addFormat('date-time', (found) => new Date(found).toISOString() === found);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat('month', /^\d{4}-(?:0[1-9]|1[0-2])$/);
  ajv.addFormat('email', /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/);
  ajv.addFormat('origin', (found) => new URL(found).origin === found);
  ajv.addFormat('web-url', /^https?:/);
  ajv.addFormat('secure-url', /^https:/);
  ajv.addFormat('distance', /^\d+(?:\.\d+)?(?:km|mi)$/);
  ajv.addFormat('currency', /^[A-Z]{3}$/);
  ajv.addFormat('address', /@/);
  ajv.addFormat('country', /^[A-Z]{2}$/);
  ajv.addFormat('time-zone', (found) => Intl.DateTimeFormat('en', { timeZone: found }) !== undefined);
  ajv.addFormat('locale', (found) => Intl.getCanonicalLocales(found).length === 1);
  ajv.addFormat('plain-text', text);
  ajv.addFormat('search-text', text);
  ajv.addFormat('multiline-text', text);
  const document = { $id: 'petstore', components: openapi.components };
  ajv.addSchema(document);
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: object): ValidateFunction => {
    const json = JSON.stringify(schema).replaceAll('"#/', '"petstore#/');
    const validate = compiled.get(json) ?? ajv.compile(JSON.parse(json));
    compiled.set(json, validate);
    return validate;
  };
  const known = new WeakMap<object, ValidateFunction>();
  return ({ schema }, value) => {
    const validate = known.get(schema) ?? compile(schema);
    known.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath} ${message}: ${JSON.stringify(value)}`,
    );
  };
}

function mapped<Value, Result>(record: Record<string, Value>, to: (value: Value) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
