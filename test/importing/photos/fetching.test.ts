import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photoFetching, PHOTOS_AT_ONCE } from '../../../src/importing/photos/fetching.ts';
import { type Network, openNetwork } from '../../../src/network/network.ts';
import { newImage } from '../../pets/photos/images.ts';
import { type ImageServer, ofImage, startImages } from './image-server.ts';

/** What servers of photos may do to an import. */

let images: ImageServer;
let image: Buffer;
/** The hosts that were connected to. */
let connected: string[];
beforeAll(async () => {
  images = await startImages();
  image = await newImage();
});
afterAll(() => images.close());
beforeEach(() => {
  images.answers.clear();
  images.asked.length = 0;
  connected = [];
});

const names: Record<string, string[]> = {
  'photos.example': ['1.1.1.1'],
  'inside.example': ['10.0.0.7'],
  'both.example': ['169.254.169.254', '::1'],
};
const strict = openNetwork({ allowPrivate: false, resolve: async (name) => names[name] ?? [] });
/** Checks addresses as the service does. What it would connect to is the server of this test. */
const network: Network = {
  ...strict,
  connect(url) {
    connected.push(url.hostname);
    return connect(Number(new URL(images.origin).port), '127.0.0.1');
  },
};

const at = (path: string, host = 'photos.example') => `http://${host}/${path}`;
const never = new AbortController().signal;
const fetching = (timeoutMs = 30_000) => photoFetching(network, { timeoutMs })();

async function reasonOf(url: string, timeoutMs?: number): Promise<string> {
  const fetched = await fetching(timeoutMs)(url, never);
  if ('reason' in fetched) return fetched.reason;
  throw new Error('There was a photo.');
}

const redirectTo = (path: string, location: string) =>
  images.answers.set(path, (response) => response.writeHead(302, { location }).end());

test('an image is fetched, also after redirects', async () => {
  redirectTo('/old', '/older/');
  redirectTo('/older/', 'new.jpg');
  images.answers.set('/older/new.jpg', ofImage(image));
  const fetched = await fetching()(at('old'), never);
  if ('reason' in fetched) throw new Error(fetched.reason);
  expect(fetched.bytes).toBe(image.length);
  expect(await readFile(fetched.path)).toEqual(image);
  await rm(fetched.path);
});

const NOT_PUBLIC = 'The host has no address on the public internet.';

test.each([
  'http://127.0.0.1/x',
  'http://[::1]/x',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/x',
  at('x', 'inside.example'),
  at('x', 'both.example'),
])('%s is not connected to, also as a redirect', async (url) => {
  expect(await reasonOf(url)).toBe(NOT_PUBLIC);
  expect(connected).toEqual([]);
  redirectTo('/away', url);
  expect(await reasonOf(at('away'))).toBe(NOT_PUBLIC);
  expect(connected).toEqual(['photos.example']);
});

test.each(['file:///etc/passwd', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'http://['])(
  'a redirect to %s is refused',
  async (location) => {
    redirectTo('/away', location);
    expect(await reasonOf(at('away'))).toBe('The server redirects to no web address.');
  },
);

test('an image that the file itself holds is asked of nobody', async () => {
  const fetched = await fetching()(`data:image/jpeg;base64,${image.toString('base64')}`, never);
  if ('reason' in fetched) throw new Error(fetched.reason);
  expect(await readFile(fetched.path)).toEqual(image);
  expect(connected).toEqual([]);
  await rm(fetched.path);
});

test('a redirect to itself ends', async () => {
  redirectTo('/round', '/round');
  expect(await reasonOf(at('round'))).toBe('The server redirects more than 5 times.');
  expect(images.asked).toHaveLength(6);
});

test('a body without an end is cut', async () => {
  const piece = Buffer.alloc(1_048_576);
  let closed: Promise<unknown> | undefined;
  images.answers.set('/endless', (response) => {
    closed = once(response, 'close');
    const more = () => {
      while (response.write(piece));
      response.once('drain', more);
    };
    more();
  });
  expect(await reasonOf(at('endless'))).toBe('A photo has at most 20 MiB.');
  await closed;
});

test('a body that says it is too long is not read', async () => {
  images.answers.set('/long', (response) => {
    response.writeHead(200, { 'content-length': String(21 * 1_048_576) }).flushHeaders();
  });
  expect(await reasonOf(at('long'))).toBe('A photo has at most 20 MiB.');
});

test('a page instead of an image is refused', async () => {
  images.answers.set('/page', (response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sorry</h1>'),
  );
  expect(await reasonOf(at('page'))).toBe('The server sent text/html, and no image.');
});

test('a missing image is reported with the status', async () => {
  expect(await reasonOf(at('missing'))).toBe('The server answered 404.');
});

test.each([
  ['says nothing', () => {}],
  [
    'sends a byte now and then',
    (response: ServerResponse) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    },
  ],
])('a server that %s is given up', async (_, answer) => {
  images.answers.set('/slow', answer);
  expect(await reasonOf(at('slow'), 300)).toBe('The photo did not arrive within 0.3 seconds.');
});

test('an image that breaks off is none', async () => {
  images.answers.set('/half', (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write(image.subarray(0, 100), () => response.destroy());
  });
  expect(await reasonOf(at('half'))).toBe('The request failed: ECONNRESET.');
});

test('a host that fails three times in a row is not asked again in this import', async () => {
  images.answers.set('/dead', (response) => void response.destroy());
  images.answers.set('/alive', ofImage(image));
  const fetch = fetching();
  for (const _ of [1, 2]) await fetch(at('dead'), never);
  const alive = await fetch(at('alive'), never);
  if ('path' in alive) await rm(alive.path);
  for (const _ of [1, 2, 3]) await fetch(at('dead'), never);
  expect(await fetch(at('alive'), never)).toEqual({
    reason: 'photos.example failed 3 times, and was not asked again.',
  });
  expect(images.asked).toHaveLength(6);
});

test('only so many photos are fetched at the same time, whoever imports', async () => {
  const begin = photoFetching(network);
  const { promise: isFull, resolve: full } = Promise.withResolvers<void>();
  const held: (() => void)[] = [];
  images.answers.set('/held', (response) => {
    held.push(() => ofImage(image)(response, undefined as never));
    if (held.length === PHOTOS_AT_ONCE) full();
    if (isOpen) for (const release of held.splice(0)) release();
  });
  let isOpen = false;
  const all = [begin(), begin(), begin()].flatMap((fetch) => Array.from({ length: 8 }, () => fetch(at('held'), never)));
  await isFull;
  isOpen = true;
  for (const release of held.splice(0)) release();
  for (const fetched of await Promise.all(all)) if ('path' in fetched) await rm(fetched.path);
  expect(images.asked).toHaveLength(24);
  expect(images.most()).toBe(PHOTOS_AT_ONCE);
});

test('an import that is stopped waits for no photo', async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  images.answers.set('/silent', () => asked());
  const stop = new AbortController();
  const fetched = fetching()(at('silent'), stop.signal);
  await isAsked;
  stop.abort();
  await expect(fetched).rejects.toThrow('abort');
});

test('what a server says it sends is shown only as far as it is a type', async () => {
  images.answers.set('/odd', (response) =>
    response.setHeader('content-type', `text/html\u009b2J${'x'.repeat(1_000)}`).end('Sorry'),
  );
  expect(await reasonOf(at('odd'))).toBe('The server sent text/html, and no image.');
});

test('an import that was stopped asks for no name any more', async () => {
  const asked: string[] = [];
  const fetch = photoFetching({
    ...network,
    addressesOf: async ({ hostname }) => {
      asked.push(hostname);
      return ['1.1.1.1'];
    },
  })();
  await expect(fetch(at('late'), AbortSignal.abort())).rejects.toThrow('abort');
  expect(asked).toEqual([]);
});
