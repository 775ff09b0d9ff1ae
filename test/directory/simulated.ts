import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfTest } from '../support/at-end.ts';
import { eventually } from '../support/eventually.ts';
import type { TestService, testClock } from '../support/service.ts';

export const path = '/v1/admin/directory';
export const key = `ptk_live_${'0'.repeat(38)}`;

/** What a source answers to the beginnings of paths: the longest one counts. A function answers by itself; what is missing is not found. */
export type Answers = Readonly<Record<string, unknown>>;

export const organization = { id: 1, name: 'Riverside Shelter' };
export const animal = {
  id: 7,
  name: 'Rex',
  categoryId: 1,
  status: 'available',
  owner: { organization: { id: 1, name: 'Riverside Shelter' } },
  profile: { species: 'Dog', size: 'large' },
};
const honest: Answers = {
  '/v1/events': [],
  '/v1/organizations': [organization],
  '/v1/organizations/1': organization,
  '/v1/pets': [animal],
  '/v1/categories/1': { id: 1, name: 'Dogs' },
};

/** What the directory says of a source. */
export interface Source {
  readonly id: number;
  readonly state: string;
  readonly error?: string;
  /** How many of its animals are shown. */
  readonly animals: number;
  readonly refused?: { readonly count: number; readonly animals: readonly { id: number; reason: string }[] };
}

let services = 0;

/** A service that a test answers for, until the test ends. It says less than the interface has, or anything else. */
export async function simulated(more: Answers = {}) {
  const source = {
    answers: { ...honest, ...more } as Answers,
    /** The paths of all requests. */
    asked: [] as string[],
    /** What it says it is. */
    service: `service-${(services += 1)}`,
    url: '',
  };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    source.asked.push(url);
    const found = Object.keys(source.answers)
      .filter((start) => url.startsWith(start))
      .toSorted((a, b) => b.length - a.length)[0];
    const answered = found === undefined ? undefined : source.answers[found];
    response.setHeader('x-service-id', source.service);
    response.setHeader('content-type', 'application/json');
    if (typeof answered === 'function') return answered(response, url);
    if (url.startsWith('/v1/events')) response.setHeader('link', position('1-00000000'));
    if (answered === undefined) response.statusCode = 404;
    return response.end(JSON.stringify(answered ?? { code: 'not_found', message: 'Nothing.', status: 404 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfTest(() => server.close().closeAllConnections());
  source.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return source;
}

export const position = (at: string): string => `</v1/events?position=${at}&limit=1>; rel="next"`;
export type Answering = (response: ServerResponse, url: string) => void;

/** A directory in a test's time. */
export function directoryOf(service: TestService, clock: ReturnType<typeof testClock>) {
  const read = async (id: number): Promise<Source> => (await service.call('GET', `${path}/${id}`)).body;
  /** Polls in the directory's time, in which it asks its sources. */
  const soon = <T>(ask: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> =>
    eventually(() => {
      clock.advance(1_000);
      return ask();
    });
  return {
    soon,
    read,

    /** Adds a source, and removes it when the test ends. @returns what it has become as soon as that `isSo` */
    async add({ url }: { readonly url: string }, isSo: (source: Source) => boolean): Promise<Source> {
      const { status, text, body } = await service.call('POST', path, { body: { url, key } });
      if (status !== 201) throw new Error(text);
      atEndOfTest(async () => {
        await service.call('DELETE', `${path}/${body.id}`);
        await soon(async () => (await service.call('GET', `${path}/${body.id}`)).status === 404);
      });
      return this.becomes(body.id, isSo);
    },

    becomes: (id: number, isSo: (source: Source) => boolean): Promise<Source> =>
      soon(async () => {
        const source = await read(id);
        return isSo(source) ? source : undefined;
      }),

    /** The animals that visitors see, with all that they see. */
    shown: async () => (await service.call('GET', '/v1/pets?limit=100&expand=owner,profile')).body,
  };
}
