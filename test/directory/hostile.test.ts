import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { atEndOfTest } from '../support/at-end.ts';
import { eventually } from '../support/eventually.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';

const path = '/v1/admin/directory';
const key = `ptk_live_${'0'.repeat(38)}`;

/** What the directory says of a source. */
interface Source {
  readonly state: string;
  readonly error?: string;
}

/** What a source answers to the beginnings of paths: the longest one counts. */
type Answers = Record<string, unknown>;

const organization = { id: 1, name: 'Riverside Shelter' };
const animal = {
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

describe('a source that is not as it should be', () => {
  const clock = testClock();
  const directory = sharedService(startOnSqlite, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  let answers: Answers;
  let asked: string[];

  beforeEach(() => {
    answers = honest;
    asked = [];
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    asked.push(url);
    const found = Object.keys(answers)
      .filter((start) => url.startsWith(start))
      .toSorted((a, b) => b.length - a.length)[0];
    const answered = found === undefined ? undefined : answers[found];
    if (typeof answered === 'function') return answered(response);
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/v1/events'))
      response.setHeader('link', '</v1/events?position=1-00000000&limit=1>; rel="next"');
    if (answered === undefined) response.statusCode = 404;
    response.end(JSON.stringify(answered ?? { code: 'not_found', message: 'Nothing.', status: 404 }));
  }

  /** Adds a source that answers so. @returns its id, and what it has become as soon as that `isSo` */
  async function add(more: Answers, isSo: (source: Source) => boolean) {
    answers = { ...honest, ...more };
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    atEndOfTest(() => server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const added = await directory.call('POST', path, { body: { url, key } });
    expect(added.status, added.text).toBe(201);
    const { id } = added.body;
    atEndOfTest(async () => {
      await directory.call('DELETE', `${path}/${id}`);
      await eventually(async () => {
        clock.advance(1_000);
        return (await directory.call('GET', `${path}/${id}`)).status === 404;
      });
    });
    return eventually(async () => {
      clock.advance(1_000);
      const { body } = await directory.call('GET', `${path}/${id}`);
      return isSo(body) ? body : undefined;
    });
  }
  const follows = (more: Answers) => add(more, ({ state }) => state === 'following');
  const fails = async (more: Answers) => (await add(more, ({ error }) => error !== undefined)).error;
  const shown = async () => (await directory.call('GET', '/v1/pets?expand=owner,profile')).body;

  test.each<[string, unknown, RegExp]>([
    ['no JSON', (response: ServerResponse) => response.end('<html>'), /^The request failed: invalid_json\.$/],
    ['no list', { animals: [] }, /^It answered something else than a list\.$/],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      /^It answered 302\.$/,
    ],
    ['a failure', (response: ServerResponse) => response.writeHead(500).end('{}'), /^It answered 500\.$/],
    [
      'more than a mebibyte',
      (response: ServerResponse) => response.end(`["${'a'.repeat(1_100_000)}"]`),
      /^An answer has more than 1048576 bytes\.$/,
    ],
    ['a connection that breaks', (response: ServerResponse) => response.destroy(), /^The request failed/],
  ])('is named if it answers %s', async (_, wrong, message) => {
    expect(await fails({ '/v1/pets': wrong })).toMatch(message);
    expect(await shown()).toEqual([]);
  });

  test('is not asked without end if a page names itself as the next one', async () => {
    const again = (response: ServerResponse) =>
      response.setHeader('link', '</v1/pets?limit=100&expand=owner,profile>; rel="next"').end('[]');
    expect(await fails({ '/v1/pets': again })).toBe('A page names itself as the next one.');
  });

  test('loses a member that breaks a rule, and nothing else', async () => {
    const profile = { species: 'Dog', size: 'enormous', sex: 'male', unknown: { a: 1 }, birthDate: 'yesterday' };
    await follows({ '/v1/pets': [{ ...animal, profile }] });
    const [rex, ...others] = await shown();
    expect(others).toEqual([]);
    expect(rex.profile).toMatchObject({ species: 'Dog', sex: 'male' });
    for (const left of ['size', 'unknown', 'birthDate']) expect(rex.profile).not.toHaveProperty(left);
  });

  test('shows no animal without a name, a known status, or an organization that it has', async () => {
    const wrong = [
      { ...animal, id: 8, name: '' },
      { ...animal, id: 9, name: 'a'.repeat(300) },
      { ...animal, id: 10, status: 'gone' },
      { ...animal, id: 11, owner: { organization: { id: 2, name: 'Another' } } },
      { ...animal, id: -1 },
      { ...animal, id: 12, categoryId: 99 },
      { ...animal, id: 13, profile: null },
      null,
      'Rex',
    ];
    await follows({ '/v1/pets': [...wrong, animal] });
    expect((await shown()).map(({ name }: { name: string }) => name)).toEqual(['Rex']);
  });

  test('may have the ids of another source: neither changes the other', async () => {
    await follows({});
    await follows({ '/v1/pets': [{ ...animal, name: 'Tom' }] });
    expect((await shown()).map(({ name }: { name: string }) => name).toSorted()).toEqual(['Rex', 'Tom']);
  });

  test('may lie about events: what they are about is read', async () => {
    const lies = [
      { type: 'pet.deleted', data: { id: 7 } },
      { type: 'pet.updated', data: { id: 'x' } },
      { type: 'pet.updated', data: { id: 1e300 } },
      { type: 'organization.updated', data: {} },
      { type: 'order.placed', data: { id: 7 } },
      { type: 'rm -rf', data: null },
      null,
    ];
    await follows({ '/v1/events?position=1': lies });
    await eventually(() => asked.some((url) => url.startsWith('/v1/pets?ids=7&')));
    expect(await shown()).toHaveLength(1);
  });
});

test('an address inside the network is refused', async () => {
  const directory = await startOnSqlite();
  for (const url of [
    'https://127.0.0.1',
    'https://10.0.0.1',
    'https://[::1]',
    'https://localhost',
    'http://shelter.example',
  ]) {
    const answer = await directory.call('POST', path, { body: { url, key } });
    expect(answer.body, url).toMatchObject({
      code: 'invalid_body',
      message: expect.stringMatching(/^The field `url` must/),
    });
  }
});
