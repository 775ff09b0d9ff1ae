import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, speakerOf } from '../../src/words/languages.ts';
import { hostileNames } from '../pages/hostile-names.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet, rateLimitOf } from '../support/answers.ts';
import { builtPages, sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const clock = testClock();
const service = sharedService(startOnSqlite, { pages: builtPages, now: clock.now });

async function read(path: string, of: TestService = service): Promise<string> {
  const { status, text } = await of.call('GET', path, { key: null, headers: { accept: 'text/html' } });
  expect(status, `${path}: ${text}`).toBe(200);
  return text;
}

/** What a document shows before its scripts run, and to those who run none. */
const contentIn = (html: string): string =>
  /<div id="app" class="still">([^]*)<\/div>\s*(?:<template|<\/body>)/.exec(html)?.[1] ?? '';

/** The paths that it links. */
const linksIn = (html: string): string[] =>
  [...contentIn(html).matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));

/** As Debian's text browser shows it. */
const shown = async (path: string): Promise<string> =>
  (await promisify(execFile)('w3m', ['-dump', '-cols', '200', service.origin + path])).stdout;

const add = (pet: object): Promise<number> => addPet(service, { profile: { species: 'Dog' }, ...pet });

let rex: number;
beforeAll(async () => {
  await service.call('PATCH', '/v1/organizations/1', {
    body: { name: 'Riverside Shelter', phone: '+1 217 555 0142', email: 'hello@riverside.example' },
  });
  rex = await add({
    name: 'Rex',
    profile: {
      species: 'Dog',
      breed: { primary: 'Beagle' },
      age: 'young',
      sex: 'male',
      adoptionFee: { amount: 12_500, currency: 'USD' },
      goodWith: { cats: 'no' },
      description: 'Rex was **found** at the [river](https://river.example).',
    },
  });
  for (let count = 1; count <= 30; count += 1) await add({ name: `Dog ${count}` });
});

test('a text browser reads the board, an animal and how to reach the shelter', async () => {
  const board = await shown('/');
  for (const text of ['Looking for a home', 'Riverside Shelter', 'Dog 30', 'Show more']) expect(board).toContain(text);
  const animal = await shown(`/pets/${rex}`);
  const facts = ['Beagle · Young · Male', '$125', 'I am looking for a home.', 'Rex was found at the river.', 'Cats No'];
  for (const text of ['All animals', ...facts, '+1 217 555 0142']) expect(animal).toContain(text);
  const contact = await shown('/how-to-adopt');
  for (const text of ['How adoption works', '+1 217 555 0142', 'hello@riverside.example'])
    expect(contact).toContain(text);
});

test.each(Object.keys(LANGUAGES))('documents speak %s, and so do the pages that they link', async (language) => {
  const { words } = await speakerOf(language);
  const board = await read(`/?lang=${language}`);
  expect(contentIn(board)).toContain(`<h1>${words.first.titles.available}</h1>`);
  const link = linksIn(board).find((path) => path.startsWith('/pets/'));
  expect(link).toBe(`/pets/${rex + 30}?lang=${language}`);
  const animal = contentIn(await read(`/pets/${rex}?lang=${language}`));
  expect(animal).toContain(words.animal.says.available);
  expect(animal).toContain(`>${words.animal.fee}</dt>`);
});

describe('the board', () => {
  test('has every animal, page by page, and those alone that its address asks for', async () => {
    const found: string[] = [];
    for (let path: string | undefined = '/'; path !== undefined;) {
      const links: string[] = linksIn(await read(path));
      found.push(...links.filter((link) => link.startsWith('/pets/')));
      path = links.find((link) => link.includes('cursor='));
    }
    expect(found).toEqual(Array.from({ length: 31 }, (_, index) => `/pets/${rex + 30 - index}`));
    const petsAt = async (path: string) => linksIn(await read(path)).filter((link) => link.startsWith('/pets/'));
    expect(await petsAt('/?breed=beagle')).toEqual([`/pets/${rex}`]);
    expect(await petsAt('/?q=dog%2012&category=1')).toEqual([`/pets/${rex + 12}`]);
    const nobody = await read('/?near=nowhere-at-all');
    expect(contentIn(nobody)).toContain('No such place is known');
  });

  test('with a wrong cursor has no content, and its scripts show the list', async () => {
    expect(contentIn(await read('/?cursor=wrong'))).toBe('');
    expect(await read('/?cursor=wrong')).toContain('<div id="app">');
  });

  test('is canonical without its filters', async () => {
    const canonicalOf = async (path: string) => /<link rel="canonical" href="([^"]*)"/.exec(await read(path))?.[1];
    expect(await canonicalOf('/?breed=beagle&sort=longest_waiting')).toBe(`${service.origin}/`);
    expect(await canonicalOf('/?breed=beagle&lang=de')).toBe(`${service.origin}/?lang=de`);
    expect(await canonicalOf('/how-to-adopt')).toBe(`${service.origin}/how-to-adopt`);
  });
});

test('a photo has its size, and a text for those who do not see it', async () => {
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const id = await add({ name: 'Luna' });
  const headers = { 'content-type': 'image/png' };
  const { body } = await service.call('POST', `/v1/pets/${id}/photos?alt=Luna%20asleep`, { body: image, headers });
  for (const path of ['/', `/pets/${id}`])
    expect(contentIn(await read(path))).toMatch(
      new RegExp(`<img[^>]* src="${body.urls[600]}"[^>]* width="1" height="1" alt="Luna asleep"`),
    );
  await service.call('DELETE', `/v1/pets/${id}`);
});

test('names the photo that everybody sees first, so that browsers load it before the scripts', async () => {
  const pet = await add({ name: 'Bella' });
  for (const path of ['/', `/pets/${pet}`]) expect(await read(path)).not.toContain('rel="preload" as="image"');
  expect((await postPhoto(service, pet)).status).toBe(201);
  for (const path of ['/', `/pets/${pet}`]) {
    const html = await read(path);
    const [photo = ''] = /<img\b[^>]*fetchpriority="high"[^>]*>/.exec(contentIn(html)) ?? [];
    const [preload = ''] = /<link rel="preload" as="image"[^>]*>/.exec(html) ?? [];
    const valueIn = (tag: string, name: string) => new RegExp(` ${name}="([^"]+)"`).exec(tag)?.[1];
    expect(valueIn(preload, 'href')).toMatch(/^\/photos\/\w+\/600\.webp$/);
    for (const [ofLink, ofPhoto] of [
      ['href', 'src'],
      ['imagesrcset', 'srcset'],
      ['imagesizes', 'sizes'],
    ] as const)
      expect(valueIn(preload, ofLink)).toBe(valueIn(photo, ofPhoto));
  }
  await service.call('DELETE', `/v1/pets/${pet}`);
});

test('names and stories do no harm', async () => {
  const harmful = [...hostileNames, '</noscript><script>alert(1)</script>', '</script><script>alert(1)</script>'];
  const ids = await Promise.all(harmful.map((name) => add({ name, profile: { description: name.trim() } })));
  for (const path of ['/', `/pets/${ids.at(-1)}`, ...ids.map((id) => `/pets/${id}`)]) {
    const html = await read(path);
    expect(html.match(/<\/body/g)).toHaveLength(1);
    // Names are in attributes, too.
    expect(contentIn(html).replaceAll(/="[^"]*"/g, '=""')).not.toMatch(
      /<(?:script|style|iframe|base|object|meta|textarea|title)\b|<[^>]*\s(?:on\w+|style)=/i,
    );
    expect(contentIn(html)).not.toMatch(/(?:href|src)="(?!\/|\?|#|https?:|mailto:|tel:)/i);
  }
  for (const id of ids) await service.call('DELETE', `/v1/pets/${id}`);
});

/** How often animals were listed: each document of the board or of an animal lists some when it is made. */
async function readings(): Promise<number> {
  const { text } = await service.call('GET', '/metrics', { key: null });
  const counts = [
    ...text.matchAll(/^petstore_http_request_duration_seconds_count\{[^}]*route="\/v1\/pets"[^}]*\} (\d+)$/gm),
  ];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('a document is made once, until something changes', async () => {
  const atFirst = await readings();
  await read(`/pets/${rex}`);
  expect(await readings()).toBe(atFirst + 1);
  const begin = '/?age=young&category=1&lang=de';
  for (let count = 0; count < 50; count += 1)
    for (const path of [
      `/pets/${rex}`,
      `/pets/${rex}?x=${count}`,
      `${begin}&x=${count}`,
      `${begin},${count}&sex=${count}`,
    ])
      await read(path);
  // The service itself commits now and then, such as when a key was used last.
  expect(await readings()).toBeLessThan(atFirst + 50);
  await service.call('PATCH', `/v1/pets/${rex}`, { body: { name: 'Rexi' } });
  expect(contentIn(await read(`/pets/${rex}`))).toContain('Rexi</bdi></h1>');
});

test('a document costs its visitor nothing of the limits of the API', async () => {
  const { body: settings } = await service.call('GET', '/page-settings', { key: null });
  const remaining = async (): Promise<number> => {
    const asBoard = { key: settings.boardKey, headers: { 'sec-fetch-site': 'same-origin' } };
    return rateLimitOf(await service.call('GET', '/v1/pets', asBoard)).remaining;
  };
  const before = await remaining();
  for (const path of ['/?category=1', '/?category=2', `/pets/${rex + 1}`, '/how-to-adopt']) await read(path);
  expect(await remaining()).toBe(before - 1);
});

test('over the limit of its visitor, a document has no content', async () => {
  clock.advance(60_000);
  const contents: string[] = [];
  for (let count = 0; count < 301; count += 1) contents.push(contentIn(await read(`/?q=nobody+${count}`)));
  // Each reads the list and the categories.
  expect(contents.findIndex((content) => content === '')).toBe(300);
  clock.advance(60_000);
  expect(contentIn(await read('/?q=nobody+300'))).toContain('<h1>');
});

test('without an animal, the document says so', async () => {
  const { status, text } = await service.call('GET', '/pets/999999', { key: null, headers: { accept: 'text/html' } });
  expect([status, contentIn(text)]).toEqual([404, expect.stringContaining('Animal not found')]);
  expect(contentIn((await service.call('GET', '/pets/nonsense', { key: null })).text)).toContain('Animal not found');
});

/** The answers of the API that a document has, by path. */
const answersIn = (html: string): Map<string, string> =>
  new Map(
    [...html.matchAll(/<script type="application\/json" data-answer="([^"]*)"(?: data-link="[^"]*")?>([^<]*)</g)].map(
      ([, path = '', json = '']) => [path.replaceAll('&amp;', '&'), json],
    ),
  );

test('a document has what the API answers to the key of the board, unchanged, and nothing else', async () => {
  const { body: settings } = await service.call('GET', '/page-settings', { key: null });
  const wide = await add({ name: 'Luna </script><script>' });
  for (const path of ['/', '/?sort=longest_waiting&q=dog', `/pets/${wide}`, '/how-to-adopt']) {
    const answers = answersIn(await read(path));
    expect(answers.size, path).toBe(path === '/how-to-adopt' ? 1 : 2);
    for (const [asked, json] of answers) {
      const { text } = await service.call('GET', asked, {
        key: settings.boardKey,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(json).toBe(text.replaceAll('<', String.raw`\u003c`));
    }
  }
  await service.call('DELETE', `/v1/pets/${wide}`);
});

test('an animal that is hidden leaves every document at once', async () => {
  const id = await add({ name: 'Hidden Harry' });
  const paths = ['/', `/pets/${id}`];
  for (const path of paths) expect(await read(path)).toContain('Hidden Harry');
  await service.call('PATCH', `/v1/pets/${id}`, { body: { profile: { staff: { outcome: { type: 'escaped' } } } } });
  for (const path of paths) {
    const { text } = await service.call('GET', path, { key: null, headers: { accept: 'text/html' } });
    expect(text).not.toContain('Hidden Harry');
  }
  await service.call('DELETE', `/v1/pets/${id}`);
});
