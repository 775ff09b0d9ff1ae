import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sourceReader } from '../../src/directory/source.ts';
import { openNetwork } from '../../src/network/network.ts';
import { atEndOfTest } from '../support/at-end.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';
import {
  animal,
  type Answering,
  type Answers,
  directoryOf,
  key,
  organization,
  path,
  position,
  simulated,
} from './simulated.ts';

const failed = /^The request failed/;
const text =
  (body: string): Answering =>
  (response) =>
    response.end(body);
const status =
  (code: number, headers = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end('{}');

const endless: Answering = (response) =>
  pipeline(
    function* () {
      for (;;) yield '[],'.repeat(10_000);
    },
    response,
    () => {},
  );

/** What a source answers when it is asked for its animals, and what operators read of it. */
const ANSWERS: readonly (readonly [what: string, answer: unknown, error: RegExp])[] = [
  ['no JSON', text('<html>'), /^The request failed: invalid_json\.$/],
  [
    'a page of HTML',
    (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('[]'),
    /^It answered something else than JSON\.$/,
  ],
  ['no list', { animals: [] }, /^It answered something else than a list\.$/],
  ['a redirect inside', status(302, { location: 'http://169.254.169.254/' }), /^It answered 302\.$/],
  ['a failure', status(500), /^It answered 500\.$/],
  ['nothing new', (response: ServerResponse) => response.writeHead(304).end(), /^It answered 304\.$/],
  ['nothing at all', (response: ServerResponse) => response.writeHead(204).end(), /^It answered 204\.$/],
  ['more than a mebibyte', text(`["${'a'.repeat(1_100_000)}"]`), /^An answer has more than 1048576 bytes\.$/],
  ['bytes without end', endless, /^An answer has more than 1048576 bytes\.$/],
  [
    'compressed bytes, although it was asked for others',
    (response: ServerResponse) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
    failed,
  ],
  ['a connection that breaks', (response: ServerResponse) => response.destroy(), failed],
  [
    'an answer that is cut off',
    (response: ServerResponse) => response.setHeader('content-length', 1_000).write('[', () => response.destroy()),
    failed,
  ],
  [
    'headers of a megabyte',
    (response: ServerResponse) => response.setHeader('x-long', 'a'.repeat(1_000_000)).end('[]'),
    failed,
  ],
  ['deep nesting', text(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), failed],
  ['more values than a page has', text(`[${'0,'.repeat(200_000)}0]`), failed],
  ['more items than a page has', Array.from({ length: 101 }, () => animal), /^A page has more than 100 items\.$/],
  ['the same member twice', text('[{"id":7,"id":8}]'), failed],
  ['what is no UTF-8', (response: ServerResponse) => response.end(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])), failed],
  [
    'a page that is its own next one',
    linked('</v1/pets?limit=100&expand=owner,profile,photos>; rel="next"', '[]'),
    /^A page names itself as the next one\.$/,
  ],
  [
    'empty pages without end',
    linked(() => `</v1/pets?cursor=${Math.random()}>; rel="next"`, '[]'),
    /^An empty page names a next one\.$/,
  ],
];

function linked(link: string | (() => string), body: string): Answering {
  return (response) => response.setHeader('link', typeof link === 'string' ? link : link()).end(body);
}

/** Members of a profile that are left out, while the animal and its other members are shown. */
const LEFT_OUT: Readonly<Record<string, unknown>> = {
  size: 'enormous',
  unknown: { a: 1 },
  birthDate: 'yesterday',
  description: 'a'.repeat(100_000),
  summary: 'a\u0000b',
  adoptionFee: { amount: 100 },
  location: { latitude: 40 },
  translations: Object.fromEntries(['de', 'fr', 'es', 'pl'].map((tag) => [tag, { summary: 'Hallo.' }])),
  videos: [{ url: 'javascript:alert(1)' }],
  bondedWith: [1, 7, 999],
};

describe('a source that is not as it should be', () => {
  const clock = testClock();
  const service = sharedService(startOnSqlite, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  const directory = directoryOf(service, clock);
  const follows = async (more: Answers = {}) => {
    const source = await simulated(more);
    return { source, ...(await directory.add(source, ({ state }) => state === 'following')) };
  };
  const fails = async (more: Answers) =>
    (await directory.add(await simulated(more), ({ error }) => error !== undefined)).error;
  const names = async () => (await directory.shown()).map(({ name }: { name: string }) => name).toSorted();

  test.each(ANSWERS)('is named if it answers %s, and harms no other', async (_, wrong, message) => {
    await follows();
    expect(await fails({ '/v1/pets': wrong })).toMatch(message);
    expect(await names()).toEqual(['Rex']);
  });

  test('is named if it answers the same page without end, which is shown', async () => {
    const link = () => `</v1/pets?cursor=${Math.random()}>; rel="next"`;
    expect(await fails({ '/v1/pets': linked(link, JSON.stringify([animal])) })).toBe(
      'A page has nothing older than the page before it, and names a next one.',
    );
    expect(await names()).toEqual(['Rex']);
  });

  test('is named if it does not say which service it is', async () => {
    const source = await simulated();
    source.service = 'a service\twith spaces';
    const { error } = await directory.add(source, (one) => one.error !== undefined);
    expect(error).toMatch(/^It does not say which service it is/);
  });

  test('is named if its events go back', async () => {
    const { source, id } = await follows();
    source.answers = {
      ...source.answers,
      '/v1/events?position=1': (response: ServerResponse) => response.setHeader('link', position('0')).end('[]'),
    };
    const { error } = await directory.becomes(id, (one) => one.error !== undefined);
    expect(error).toBe('Its events go back to an earlier position.');
  });

  test('is asked for nothing at another origin, whatever its links are', async () => {
    const other = await simulated();
    const link = `<${other.url}/v1/pets?cursor=1>; rel="next"`;
    await follows({ '/v1/pets': linked(link, JSON.stringify([animal])) });
    expect(await names()).toEqual(['Rex']);
    expect(other.asked).toEqual([]);
  });

  test.each(Object.entries(LEFT_OUT))(
    'loses the member `%s` that breaks a rule, and nothing else',
    async (member, value) => {
      const profile = { species: 'Dog', sex: 'male', [member]: value };
      const { refused } = await follows({ '/v1/pets': [{ ...animal, profile }] });
      const [rex, ...others] = await directory.shown();
      expect([others, refused]).toEqual([[], undefined]);
      expect(rex.profile).toMatchObject({ species: 'Dog', sex: 'male' });
      expect(rex.profile).not.toHaveProperty(member);
    },
  );

  test('loses one translation that is in the language of the original, and no other one', async () => {
    const translations = { de: { summary: 'Hallo.' }, fr: { summary: 'Salut.' } };
    await follows({ '/v1/pets': [{ ...animal, profile: { species: 'Dog', language: 'de-AT', translations } }] });
    const [rex] = await directory.shown();
    expect(rex.profile.translations).toEqual({ fr: translations.fr });
  });

  test('has no links of an organization but those of the web', async () => {
    const wrong = { website: 'javascript:alert(1)', donationUrl: 'http://10.0.0.1', paymentUrl: 'data:text/html,x' };
    const said = { ...organization, ...wrong, mission: '<script>alert(1)</script>' };
    await follows({ '/v1/organizations': [said], '/v1/organizations/1': said });
    const [{ owner }] = await directory.shown();
    const { body } = await service.call('GET', `/v1/organizations/${owner.organization.id}`);
    // A text is shown as it is written.
    expect(body.mission).toBe(said.mission);
    for (const member of Object.keys(wrong)) expect(body).not.toHaveProperty(member);
  });

  test('shows no animal without a name, a known status, or an organization that it has, and names them', async () => {
    const wrong = [
      { ...animal, id: 8, name: '' },
      { ...animal, id: 9, name: 'a'.repeat(300) },
      { ...animal, id: 10, status: 'gone' },
      { ...animal, id: 11, owner: { organization: { id: 2, name: 'Another' } } },
      { ...animal, id: 12, categoryId: 99 },
      { ...animal, id: 13, profile: null },
    ];
    const unnamed = [{ ...animal, id: -1 }, { ...animal, id: 1e300 }, null, 'Rex'];
    const { refused } = await follows({ '/v1/pets': [...wrong, ...unnamed, animal] });
    expect(await names()).toEqual(['Rex']);
    expect(refused?.count).toBe(6);
    expect(refused?.animals.map(({ id }) => id)).toEqual(wrong.map(({ id }) => id));
  });

  test('has twenty of its refused animals named', async () => {
    const wrong = Array.from({ length: 100 }, (_, i) => ({ ...animal, id: i + 1, name: '' }));
    const { refused } = await follows({ '/v1/pets': wrong });
    expect([refused?.count, refused?.animals.length]).toEqual([100, 20]);
  });

  test('may have the ids of another source: neither changes the other', async () => {
    await follows();
    await follows({
      '/v1/pets': [{ ...animal, name: 'Tom' }],
      '/v1/events?position=1': [{ type: 'pet.updated', data: { id: 7 } }],
    });
    expect(await names()).toEqual(['Rex', 'Tom']);
  });

  test('may lie about events: what they are about is read', async () => {
    const own = await follows();
    const lies = [
      { type: 'pet.deleted', data: { id: 7 } },
      { type: 'pet.updated', data: { id: 'x' } },
      { type: 'pet.updated', data: { id: 1e300 } },
      { type: 'organization.updated', data: {} },
      { type: 'order.placed', data: { id: 7 } },
      { type: 'rm -rf', data: null },
      null,
    ];
    const liar = await follows({ '/v1/events?position=1': lies, '/v1/pets': [], '/v1/organizations': [] });
    await directory.soon(() => liar.source.asked.some((url) => url.startsWith('/v1/pets?ids=7&')));
    expect(await directory.read(own.id)).toMatchObject({ state: 'following', animals: 1 });
    expect(await names()).toEqual(['Rex']);
  });
});

test('a source that answers a byte at a time is given up', async () => {
  const server = createServer((_, response) => {
    const drip = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(drip));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfTest(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = openNetwork({ allowPrivate: true, resolve: async () => [] });
  const never = new AbortController().signal;
  const reader = sourceReader(network, { url, key, service: null, reached: null }, never, { timeoutMs: 500 });
  await expect(reader.one('/v1/pets')).rejects.toThrow('It did not answer within 0.5 seconds.');
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
