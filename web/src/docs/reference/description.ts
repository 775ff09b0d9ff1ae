/** The part of OpenAPI 3.1 that the service's description uses. https://spec.openapis.org/oas/v3.1.0 */
export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: RawOperation }>>;
  readonly components: Components;
}

/** The operations by method, and the base path if it is not `/v1`. */
type PathItem = Readonly<Record<string, RawOperation>> & { readonly servers?: Description['servers'] };

interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly examples: Readonly<Record<string, Example>>;
  readonly responses: Readonly<Record<string, RawResponse>>;
  readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
}

interface Reference {
  readonly $ref: string;
}

export interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  /** The scope that the key needs, if any; empty for operations without a key. */
  readonly security: readonly { readonly apiKey?: readonly string[] }[];
  readonly 'x-core'?: boolean;
  readonly 'x-operator-only'?: boolean;
  readonly 'x-secret-key-only'?: boolean;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, RawResponse | Reference>>;
}

export interface RawResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, Media>>;

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Example {
  readonly summary: string;
  readonly value: { readonly code: string; readonly message: string; readonly status: number };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string | number;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The component that a reference names, or the value itself. */
export function resolved<Component extends object>(
  description: Description,
  kind: keyof Components,
  value: Component | Reference,
): Component {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Component;
  const found = description.components[kind][nameOf(value.$ref)];
  if (found === undefined) throw new Error(`The description has no ${value.$ref}.`);
  return found as unknown as Component;
}

/** The name of the component in a `$ref`. */
export const nameOf = (ref: string): string => ref.replace(/^.*\//, '');
