import { describedOperations } from './description.ts';
import type { TestService } from './service.ts';

/** The ids that a reader tries, by the name of the path parameter. */
export type KnownIds = Readonly<Record<string, readonly (number | string)[]>>;

export interface ReadText {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Sends every GET of the description: with each known id, and each list with every filter. Fails if the description has a parameter for
 * which it knows no value, or if a limit refuses a request.
 *
 * @param word what the searches by name look for
 */
export async function readEverything(caller: TestService, known: KnownIds, word: string): Promise<ReadText[]> {
  const { body: openapi } = await caller.call('GET', '/v1/openapi.json');
  const filters: Record<string, readonly (number | string)[]> = {
    limit: ['100'],
    status: ['available', 'pending', 'placed', 'returned'],
    categoryId: known['categoryId']!,
    petId: known['petId']!,
    organizationId: known['organizationId']!,
    accountId: known['accountId']!,
    ids: [known['petId']!.join(',')],
    updatedSince: ['2020-01-01T00:00:00Z'],
    q: [word],
    name: [word],
    email: [word],
    awaiting: ['confirmation', 'approval'],
    types: ['pet.created', 'order.placed', 'message.queued'],
    expand: ['owner', 'profile', 'photos'],
    after: ['0'],
    position: ['0'],
    near: ['0,0'],
    within: ['20000'],
    species: ['Dog'],
    breed: ['Beagle'],
    color: ['Black'],
    sex: ['male'],
    age: ['young'],
    size: ['small'],
    coat: ['short'],
    goodWith: ['children'],
    houseTrained: ['true'],
    specialNeeds: ['false'],
    hasPhotos: ['true', 'false'],
    missing: ['photos', 'description,size,children'],
    sort: ['longest_waiting'],
    order: ['least'],
    count: ['1000'],
    state: ['open'],
    assignee: ['none'],
    from: ['2026-01-01'],
    to: ['2026-12-31'],
    month: ['2026-11'],
    orderId: ['1'],
    method: ['GET'],
    code: ['invalid_body'],
    operation: ['listPets'],
    keyId: ['1'],
    requestId: ['req_1'],
    since: ['2020-01-01T00:00:00Z'],
    hasFailed: ['true'],
    createdSince: ['2020-01-01T00:00:00Z'],
  };
  const paths: string[] = [];
  for (const { method, path, parameters } of describedOperations(openapi)) {
    if (method !== 'get' || path === '/openapi.json') continue;
    for (const named of withIds(path, known)) {
      const queries = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor');
      const most = queries.some(({ name }) => name === 'limit') ? 'limit=100&' : '';
      paths.push(`/v1${named}?${most}`);
      for (const { name } of queries) {
        const values = filters[name];
        if (values === undefined) throw new Error(`which value has the parameter ${name} of ${path}?`);
        for (const value of values) paths.push(`/v1${named}?${most}${name}=${encodeURIComponent(value)}`);
      }
    }
  }
  const read: ReadText[] = [];
  // Several at once cost the service less; of the searches of a caller eight may wait.
  for (let from = 0; from < paths.length; from += 8)
    read.push(
      ...(await Promise.all(
        paths.slice(from, from + 8).map(async (path) => {
          const { status, text } = await caller.call('GET', path);
          // Such an answer says nothing about what the caller may see.
          if (status === 429 || status >= 500) throw new Error(`${path}: ${text}`);
          return { path, status, text };
        }),
      )),
    );
  return read;
}

/** The path with each combination of known ids; none if no id is known for one of its parameters. */
function withIds(path: string, known: KnownIds): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return (known[name] ?? []).flatMap((id) => withIds(path.replace(`{${name}}`, String(id)), known));
}
