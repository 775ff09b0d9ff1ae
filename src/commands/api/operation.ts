import table from './operations.json' with { type: 'json' };

/** A flag of an operation: a parameter, or a member of its body. */
export interface Flag {
  /** As in the API: `petId`, `adopter.email` for a member of a member; headers in lower case. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** `json` is any value, also from a file or standard input. */
  readonly kind: 'integer' | 'number' | 'boolean' | 'text' | 'json';
  /** What a text is, such as `date-time`. */
  readonly format?: string;
  readonly list?: boolean;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly nullable?: boolean;
  /** Of the request, or of the object that a member is part of. */
  readonly required?: boolean;
  readonly says: string;
}

/** An operation of the API as the commands know it. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** What the client knows about it beyond its method and path. */
  readonly traits: readonly ('pages' | 'once' | 'free')[];
  readonly flags: readonly Flag[];
  /** `key`: an API key. `token`: a link's token. `none`: anybody may call it. */
  readonly caller: 'key' | 'token' | 'none';
  readonly body?: { readonly required: boolean; readonly types: readonly string[] };
  /** The name of the schema of the answer, or of its items. */
  readonly answer?: string;
  /** The members of a list's items that fit in a cell, those that every item has first. */
  readonly columns?: readonly { readonly name: string; readonly shrinks?: true; readonly right?: true }[];
  /** Other media types of the answer. */
  readonly files?: readonly string[];
  readonly streams?: true;
  readonly isForTests?: true;
  /** The flags of an example. */
  readonly example: string;
}

/** All operations of the description, in its order. */
export const OPERATIONS = table as unknown as readonly Operation[];

const byId = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

export function operationOf(id: string): Operation {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`The description has no operation ${id}.`);
  return found;
}
