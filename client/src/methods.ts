import { PetstoreError } from './error.ts';
import { exact, randomId, toJson } from './json.ts';
import type { Operation } from './operations.ts';
import type { ChangeOptions, PetstoreOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import { type Outgoing, readBody, type Transport } from './transport.ts';

const PARAMETER = /\{\w+\}/g;

/** Creates the method of an operation. Its arguments are the path parameters, the body or query if any, and the options. */
export function methodOf(
  transport: Transport,
  options: PetstoreOptions,
  operation: Operation,
): (...given: unknown[]) => Promise<unknown> | Pages<unknown, object> {
  const [method, path, ...traits] = operation;
  const idCount = path.match(PARAMETER)?.length ?? 0;
  const takesPages = traits.includes('pages');
  const takesQuery = traits.includes('query');
  const takesBody = traits.includes('body');
  const isBodyInOptions = traits.includes('options');
  const isKeyed = (method === 'POST' || method === 'PATCH') && !traits.includes('once');

  return (...given) => {
    const ids = given.slice(0, idCount);
    const [input, call = {}] = (
      takesPages || takesQuery || takesBody ? given.slice(idCount) : [{}, given[idCount]]
    ) as [
      input: object | undefined,
      call:
        | (ChangeOptions & {
            readonly expand?: readonly string[];
            readonly alt?: string;
            readonly organizationId?: unknown;
          })
        | undefined,
    ];
    if (takesPages)
      return pagesOf(input ?? {}, (query, ofPage) =>
        transport.send(outgoing(options, operation, { ids, query }), ofPage ?? call, readPage),
      );

    const headers = {
      ...(isKeyed && { 'idempotency-key': call.idempotencyKey ?? randomId() }),
      ...(call.ifMatch !== undefined && { 'if-match': call.ifMatch }),
    };
    const query = takesQuery ? input : { expand: call.expand, alt: call.alt, organizationId: call.organizationId };
    const parts = {
      ids,
      headers,
      ...(query && { query }),
      ...(takesBody && { body: input ?? {} }),
      ...(isBodyInOptions && { body: bodyIn(call) }),
    };
    return (async () => transport.send(outgoing(options, operation, parts), call, readResource))();
  };
}

/** What a call says to the service beside the options of the client. */
const bodyIn = ({
  timeoutMs: _timeout,
  deadlineMs: _deadline,
  maxAttempts: _attempts,
  signal: _signal,
  idempotencyKey: _key,
  ifMatch: _version,
  ...body
}: ChangeOptions): object => body;

interface Parts {
  readonly ids?: readonly unknown[];
  readonly query?: object;
  /** Sent as JSON; a Blob as it is, with its own media type. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws PetstoreError `invalid_number`, `invalid_request` */
export function outgoing(
  { baseUrl, messagesBaseUrl = baseUrl, apiKey }: PetstoreOptions,
  [method, path, ...traits]: Operation,
  { ids = [], query = {}, body, headers }: Parts,
): Outgoing {
  const base = /^\/messages\b/.test(path) ? messagesBaseUrl : baseUrl;
  const left = [...ids];
  const target = path.replaceAll(PARAMETER, () => encodeURIComponent(String(exact(left.shift()))));
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent([value].flat().map(exact).join(','))}`);
  const request = {
    method,
    url: [base.replace(/\/$/, '') + target, ...(parameters.length === 0 ? [] : [parameters.join('&')])].join('?'),
    headers: {
      accept: 'application/json',
      prefer: 'handling=strict',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && !(body instanceof Blob) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body instanceof Blob ? body : body && toJson(body),
    isRepeatable: !traits.includes('once'),
    isFree: traits.includes('free'),
  };
  requireSendable(request);
  return request;
}

/** Checks the URL and headers before `fetch` does: its error would quote the API key, and look like a network error. */
function requireSendable({ url, headers }: Outgoing): void {
  let about = '`baseUrl` must be a URL such as https://pets.example/v1, without a user and a password.';
  try {
    const trial = new Request(url);
    for (const [name, value] of Object.entries(headers)) {
      about = `The header \`${name}\` has invalid characters.`;
      trial.headers.set(name, value);
    }
  } catch {
    throw new PetstoreError('invalid_request', `${about} Nothing was sent.`);
  }
}

async function readPage(response: Response): Promise<{ items: unknown[]; link: string | null }> {
  const items = (await readBody(response)) as object[];
  // The ETag of a list of one item is that of the item: `GET /pets?ids=1`.
  if (items.length === 1) keepEtag(response, items[0]);
  return { items, link: response.headers.get('link') };
}

/** The ETags of the resources that the program still uses. */
const etags = new WeakMap<object, string>();

async function readResource(response: Response): Promise<unknown> {
  const body = await readBody(response);
  keepEtag(response, body);
  return body;
}

function keepEtag({ headers }: Response, resource: unknown): void {
  const etag = headers.get('etag');
  if (etag !== null && typeof resource === 'object' && resource !== null) etags.set(resource, etag);
}

/**
 * The ETag of a resource that a call returned, for `ifMatch`: `petstore.pets.update(id, changes, { ifMatch: etagOf(pet) })`. Undefined for a
 * resource without one, such as an item of a longer list; `petstore.pets.list({ ids: [id] })` has one. RFC 9110, section 8.8.3.
 */
export const etagOf = (resource: object): string | undefined => etags.get(resource);
