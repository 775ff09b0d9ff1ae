import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/words/languages.ts';
import { hostileNames } from '../pages/hostile-names.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, openBrowser } from '../support/browser.ts';
import { builtPages, startOnSqlite, type TestService, sharedService } from '../support/service.ts';
import { startWordPress } from '../support/wordpress.ts';

let key: string;
const service = sharedService(startOnSqlite, { pages: builtPages });
beforeAll(async () => {
  key = await newKey(service);
  // Only lists of other statuses have it.
  const belloId = await addPet(service, { name: 'Bello' });
  await service.call('PATCH', `/v1/pets/${belloId}`, { body: { status: 'sold' } });
  const profile = {
    species: 'Dog',
    breed: { primary: 'Beagle', mixed: true },
    age: 'young',
    sex: 'male',
    size: 'small',
  };
  const versions = { summary: 'A dear dog.', translations: { es: { summary: 'Un perro muy querido.' } } };
  rexId = await addPet(service, {
    name: 'Rex',
    profile: { ...profile, ...versions, description: '# Hello\n\n**Rex** & co.' },
  });
  await postPhoto(service, rexId, '?alt=Asleep%20%22here%22');
  await addPet(service, { name: 'Misty', profile: { species: 'Cat', age: 'senior', sex: 'female' } });
});
let rexId: number;

/** Of a website that only reads. */
const newKey = async (of: TestService): Promise<string> => {
  const body = { kind: 'publishable', origins: ['https://www.shelter.example'], scopes: ['pets:read'] };
  return (await of.call('POST', '/v1/account/keys', { body })).body.key;
};

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Between WordPress and the service: counts what is asked, and may answer instead. */
let front: Server;
let asked: string[];
let instead: Answering | undefined;
beforeAll(async () => {
  front = createServer((request, response) => {
    asked.push(request.url ?? '');
    return (instead ?? forwarded)(request, response);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
});
beforeEach(() => {
  asked = [];
  instead = undefined;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await once(front, 'close');
});
const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const throughFront = () => startWordPress(originOf(front), key);
const forwarded = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const headers = { authorization: request.headers.authorization ?? '' };
  const answer = await fetch(service.origin + request.url, { headers });
  response.writeHead(answer.status, { link: answer.headers.get('link') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
};
/** Sends as much as the other side takes. */
const endless = (response: ServerResponse): void =>
  void pipeline(
    Readable.from(
      (function* () {
        for (;;) yield ' '.repeat(65_536);
      })(),
    ),
    response,
  ).catch(() => {});
const lists = () => asked.filter((path) => path.startsWith('/v1/pets'));

/** What `esc_html` and `esc_attr` write. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#039': "'",
  '#038': '&',
  '#91': '[',
};
const unescaped = (html: string): string => html.replaceAll(/&([^;]*);/g, (_, name: string) => ENTITIES[name] ?? '?');
const names = (html: string): string[] =>
  [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, name = '']) => unescaped(name));
const textOf = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, ' '));

describe('the list', () => {
  test('shows photo, name and facts, and leads to the animal at the Petstore', async () => {
    const { visit } = await startWordPress(service.origin, key);
    const html = await visit();
    expect(names(html)).toEqual(['Misty', 'Rex']);
    expect(textOf(html)).toContain('Beagle mix · Young · Male · Small');
    expect(html).toContain(`<a href="${service.origin}/pets/${rexId}?lang=en">`);
    const [image = ''] = /<img[^>]*>/.exec(html) ?? [];
    expect(image).toMatch(/ width="\d+" height="\d+" alt="Asleep &quot;here&quot;" loading="lazy"/);
    const [, source = ''] = / src="([^"]+)"/.exec(image) ?? [];
    const photo = await fetch(source);
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await visit({ shows: 'block' })).toBe(`<div class="wp-block-petstore-animals">${html}</div>`);
  });

  test('leads to the shelter of an animal that the Petstore shows from another service', async () => {
    const url = 'https://pets.riverside.example/pets/7';
    instead = (request, response) => {
      if (request.url?.startsWith('/v1/pets') !== true) return forwarded(request, response);
      return response.end(JSON.stringify([{ id: 1, name: 'Rex', status: 'available', profile: { origin: { url } } }]));
    };
    const { visit } = await throughFront();
    expect(await visit()).toContain(`<a href="${url}?lang=en">`);
  });

  test.each([
    [{ species: 'Dog' }, ['Rex']],
    [{ species: 'Cat, Dog' }, ['Misty', 'Rex']],
    [{ age: 'senior,baby' }, ['Misty']],
    [{ sex: 'male' }, ['Rex']],
    [{ size: 'small' }, ['Rex']],
    [{ organization: '1', limit: '1' }, ['Misty']],
    [{ status: 'sold' }, ['Bello']],
    [{ status: 'all', sort: 'longest_waiting' }, ['Rex', 'Misty', 'Bello']],
  ])('has only the animals of %j', async (attributes, expected) => {
    const { visit } = await startWordPress(service.origin, key);
    expect(names(await visit({ attributes }))).toEqual(expected);
  });

  test('says so if it is empty, and leads to further animals if it is full', async () => {
    const { visit } = await throughFront();
    expect(textOf(await visit({ attributes: { organization: '77' } }))).toBe(
      '  No animals are looking for a home right now  ',
    );
    expect(textOf(await visit({ attributes: { limit: '1' } }))).toMatch(/See all animals\s*$/);
    expect(await visit({ attributes: { limit: '99999' } })).not.toContain('See all animals');
    expect(lists().map((path) => new URLSearchParams(path).get('limit'))).toEqual(['24', '1', '100']);
  });

  test('has no animal that visitors must not see', async () => {
    const hiddenId = await addPet(service, { name: 'Hidden', profile: { staff: { hold: { type: 'stray' } } } });
    const { visit } = await startWordPress(service.origin, key);
    for (const attributes of [{}, { status: 'all' }, { details: 'here' }]) {
      const html = await visit({ attributes, query: { animal: String(hiddenId) } });
      expect(names(html)).toContain('Rex');
      expect(html).not.toContain('Hidden');
    }
  });
});

describe('languages', () => {
  test.each(Object.keys(LANGUAGES))('it says in %s what the feed of the Petstore says', async (language) => {
    const { visit } = await startWordPress(service.origin, key);
    const locale = language.replace('-', '_');
    const html = await visit({ locale });
    expect(html).toContain(
      `<div class="petstore-animals" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    );
    const facts = [...html.matchAll(/-facts" dir="auto">(.*?)<\/p>/g)].map(([, line = '']) => unescaped(line));
    const { items } = JSON.parse((await service.call('GET', `/feed.json?lang=${language}`, { key: null })).text);
    expect(facts).toHaveLength(2);
    // The styles begin it with a capital letter.
    for (const [place, line] of facts.entries())
      expect(items[place].content_text.toLowerCase()).toContain(line.toLowerCase());
    expect(await visit({ attributes: { language }, locale: 'sv_SE' })).toBe(html);
  });

  test("a country's locale finds its language, and an unknown one English", async () => {
    const { visit } = await startWordPress(service.origin, key);
    expect(await visit({ locale: 'de_CH_informal' })).toContain('lang="de"');
    expect(await visit({ locale: 'sv_SE' })).toContain('lang="en"');
  });
});

describe('one animal', () => {
  const attributes = { details: 'here' };

  test('is shown in the page of the list, without another request', async () => {
    const { visit } = await throughFront();
    expect(await visit({ attributes })).toContain(`<a href="https://www.shelter.example/animals/?animal=${rexId}">`);
    const html = await visit({ attributes, query: { animal: String(rexId) } });
    expect(names(html)).toEqual(['Rex']);
    expect(textOf(html)).toMatch(/All animals.*Small.*A dear dog\..*Hello.*Rex & co\..*How to adopt/s);
    expect(html).toContain('<p dir="auto">Hello</p><p dir="auto">Rex &amp; co.</p>');
    expect(html).toContain(`/pets/${rexId}?lang=en">How to adopt`);
    expect(lists()).toHaveLength(1);
    const spanish = await visit({ attributes, query: { animal: String(rexId) }, locale: 'es_ES' });
    expect(textOf(spanish)).toContain('Un perro muy querido.');
  });

  test.each(['999999', '1 OR 1=1', '<script>', ['1'], ''])('%j, which the list lacks, is not', async (animal) => {
    const { visit } = await throughFront();
    const html = await visit({ attributes, query: { animal } });
    expect(names(html)).toEqual(['Misty', 'Rex']);
    expect(html.includes('<p>Animal not found</p>')).toBe(typeof animal === 'string' && animal !== '');
    expect(lists()).toHaveLength(1);
  });

  test.each([
    ['Szuka domu z nową rodziną\nOraz ogrodem.', 'Drugi akapit.'],
    ['كلب لطيف ينام', 'يحب الأطفال.'],
    ['Ett hus på vår ö, à la Å', 'À Å\nÅ'],
  ])('has every paragraph of its story, whatever its letters are: %j', async (...paragraphs) => {
    instead = (request, response) => {
      if (request.url?.startsWith('/v1/pets') !== true) return forwarded(request, response);
      const profile = { description: paragraphs.join('\r\n \n') };
      return response.end(JSON.stringify([{ id: 1, name: 'Rex', status: 'available', profile }]));
    };
    const { visit } = await throughFront();
    const html = await visit({ attributes, query: { animal: '1' } });
    const shown = [...html.matchAll(/<p dir="auto">(.*?)<\/p>/gs)].map(([, text = '']) =>
      text.replaceAll('<br />', ''),
    );
    expect(shown).toEqual(paragraphs);
  });

  test('an address has no effect unless the author wants that', async () => {
    const { visit } = await startWordPress(service.origin, key);
    expect(names(await visit({ query: { animal: String(rexId) } }))).toEqual(['Misty', 'Rex']);
  });
});

describe('what is remembered', () => {
  test('for five minutes, visitors cost the Petstore nothing', async () => {
    const { visit } = await throughFront();
    const html = await visit();
    expect(await visit({ afterSeconds: 299 })).toBe(html);
    expect(asked).toHaveLength(2);
    await visit({ afterSeconds: 300 });
    // The words are remembered for a day.
    expect([asked.length, lists().length]).toEqual([3, 2]);
  });

  test('of visitors who come at once, one asks', async () => {
    const { visit, atLocks } = await throughFront();
    const released = Promise.withResolvers<void>();
    instead = async (request, response) => {
      await released.promise;
      await forwarded(request, response);
    };
    const visits = Array.from({ length: 4 }, () => visit());
    await expect.poll(atLocks).toBe(4);
    released.resolve();
    for (const html of await Promise.all(visits)) expect(names(html)).toEqual(['Misty', 'Rex']);
    expect(asked).toHaveLength(2);
  });

  test('who comes while another asks sees the list from before', async () => {
    const { visit } = await throughFront();
    const html = await visit();
    const released = Promise.withResolvers<void>();
    instead = async (_request, response) => {
      await released.promise;
      response.end('[]');
    };
    const first = visit({ afterSeconds: 300 });
    await expect.poll(() => lists().length).toBe(2);
    expect(await visit({ afterSeconds: 300 })).toBe(html);
    released.resolve();
    expect(names(await first)).toEqual([]);
    expect(names(await visit({ afterSeconds: 300 }))).toEqual([]);
    expect(lists()).toHaveLength(2);
  });
});

describe('a Petstore that fails', () => {
  const day = 86_400;
  const good = '[{"id":1,"name":"Rex","categoryId":1,"status":"available"}]';

  test('and is stopped: visitors see the last list for seven days', async () => {
    const own = await startOnSqlite();
    await addPet(own, {});
    const { visit } = await startWordPress(own.origin, await newKey(own));
    const html = await visit();
    expect(names(html)).toEqual(['Rex']);
    await own.close();
    expect(await visit({ afterSeconds: 300 })).toBe(html);
    expect(await visit({ afterSeconds: 6 * day })).toBe(html);
    expect(await visit({ afterSeconds: 7 * day })).toBe('');
  });

  test('and refuses the key: visitors see nothing any more', async () => {
    const secret = await newKey(service);
    const { visit } = await startWordPress(service.origin, secret);
    expect(names(await visit())).toContain('Rex');
    const { body: keys } = await service.call('GET', '/v1/account/keys');
    const { id } = keys.find(({ prefix }: { prefix: string }) => secret.startsWith(prefix));
    await service.call('DELETE', `/v1/account/keys/${id}`);
    expect(await visit({ afterSeconds: 300 })).toBe('');
  });

  test.each<[string, Answering]>([
    ['403 of a firewall', (_, response) => response.writeHead(403).end('<h1>Forbidden</h1>')],
    ['401 of a proxy', (_, response) => response.writeHead(401).end('{"message":"Unauthorized","code":401}')],
    ['500', (_, response) => response.writeHead(500).end(good)],
    [
      '429',
      (_, response) => response.writeHead(429, { 'retry-after': '60' }).end('{"code":"rate_limited","message":"x"}'),
    ],
    ['a redirect', (_, response) => response.writeHead(302, { location: service.origin }).end()],
    ['a page', (_, response) => response.end('<!doctype html><title>It works!</title>')],
    ['nothing', (_, response) => response.end()],
    ['JSON that is cut off', (_, response) => response.end(good.slice(0, -9))],
    ['a number', (_, response) => response.end('7')],
    ['an object', (_, response) => response.end('{"id":1}')],
    ['things that are no animals', (_, response) => response.end('[{"id":"1","name":["Rex"],"status":{}}]')],
    ['no UTF-8', (_, response) => response.end(Buffer.from(good.replace('Rex', '\u00e9'), 'latin1'))],
    ['without an end', (_, response) => endless(response)],
    ['by breaking off', (_, response) => void response.socket?.destroy()],
    // PHP gives up. Nothing else ends this.
    ['by keeping silent', () => {}],
  ])('and answers %s: visitors see the last list, and the Petstore has a minute', async (_, fail) => {
    const { visit } = await throughFront();
    const html = await visit();
    instead = fail;
    expect(await visit({ afterSeconds: 300, givesUp: true })).toBe(html);
    expect(await visit({ afterSeconds: 359 })).toBe(html);
    expect(lists()).toHaveLength(2);
    instead = (_request, response) => response.end(good.replace('Rex', 'Bella'));
    expect(names(await visit({ afterSeconds: 360 }))).toEqual(['Bella']);
  });

  test('from the beginning: visitors see nothing, and editors why', async () => {
    const { visit } = await startWordPress(service.origin, `ppk_live_${'x'.repeat(38)}`);
    expect(await visit()).toBe('');
    const editor = textOf(await visit({ capabilities: ['edit_posts'] }));
    expect(editor).toContain('Visitors do not see this sentence.');
    expect(editor).toContain('The Petstore answered with status 401: ');
  });

  test('because of a mistake of the author: editors read what the Petstore says', async () => {
    const { visit } = await startWordPress(service.origin, key);
    const mistaken = { attributes: { sex: '<b>boy</b>' } };
    expect(await visit(mistaken)).toBe('');
    expect(textOf(await visit({ ...mistaken, capabilities: ['edit_posts'] }))).toMatch(/status 400: .*sex/);
  });
});

test('hostile names, texts and addresses do no harm', async () => {
  const photo = (path: string, alt = '') => ({
    id: 1,
    width: 600,
    height: 400,
    alt,
    focus: { x: '0;background:url(//evil.example)', y: 5 },
    urls: { '300': path, '600': path, '1200': path },
  });
  const paths = [
    '//evil.example/x.webp',
    'https://evil.example/x.webp',
    'javascript:alert(1)',
    '/x.webp" onerror="alert(1)',
  ];
  const pets = hostileNames.map((name, place) => ({
    id: place + 1,
    name,
    status: 'available',
    owner: { organization: { id: 1, name } },
    profile: { species: name, breed: { primary: name }, sex: name, age: name, summary: name, description: name },
    photos: [photo(paths[place % paths.length] ?? '', name), photo('/fine.webp', name)],
  }));
  instead = async (request, response) =>
    request.url?.startsWith('/v1/pets') === true
      ? void response.end(JSON.stringify(pets))
      : forwarded(request, response);
  const { visit } = await throughFront();
  const attributes = { details: 'here' };
  const list = await visit({ attributes, query: { animal: '"><script>alert(1)</script>' } });
  const markup = pets.slice(0, 20);
  const single = await Promise.all(markup.map(({ id }) => visit({ attributes, query: { animal: String(id) } })));
  const frontOrigin = originOf(front);
  const styles = readFileSync('integrations/wordpress/petstore-animals/style.css', 'utf8');
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Animals</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
      <style>body { font-family: sans-serif; color-scheme: light dark; background: Canvas; color: CanvasText }${styles}</style><main><h1>Animals</h1>${[list, ...single].join('')}</main>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const browser = await openBrowser([frontOrigin]);
  const page = await browser.open(originOf(site));
  const shown = (selector: string) => page.locator(selector).allTextContents();
  expect(await shown('ul .petstore-animals-name')).toEqual(hostileNames);
  expect(await shown('.petstore-animals > .petstore-animals-name')).toEqual(markup.map(({ name }) => name));
  const found: string[] = await page.evaluate(`[...document.querySelectorAll('main *')].flatMap((element) => [
    element.localName,
    ...[...element.attributes].map(({ name }) => name),
    ...['src', 'href'].flatMap((name) => element[name] === undefined ? [] : [new URL(element[name]).origin]),
  ])`);
  expect([...new Set(found)].toSorted()).toEqual(
    // oxfmt-ignore
    ['a', 'alt', 'class', 'decoding', 'dir', 'div', 'h1', 'h2', 'height', 'href', frontOrigin, 'https://www.shelter.example',
      'img', 'lang', 'li', 'loading', 'p', 'sizes', 'src', 'srcset', 'style', 'ul', 'width'].toSorted(),
  );
  expect(await page.locator('[style]').first().getAttribute('style')).toBe('object-position:50% 5%');
  await expectNoBarriers(page);
  await browser.close();
  site.closeAllConnections();
  site.close();
  browser.assertClean();
});

test('a shortcode in a name or a text is not run', async () => {
  const name = 'Rex [petstore_animals] [petstore_animals limit=1';
  const owner = { organization: { id: 1, name } };
  const profile = { species: name, summary: name, description: `${name}\n\n${name}` };
  instead = (request, response) => {
    if (request.url?.startsWith('/v1/pets') !== true) return forwarded(request, response);
    return response.end(JSON.stringify([{ id: 1, name, status: 'available', owner, profile }]));
  };
  const { visit } = await throughFront();
  for (const animal of ['', '1']) {
    const html = await visit({ shows: 'block', attributes: { details: 'here' }, query: { animal } });
    expect(names(html)).toEqual([name]);
    expect(html).not.toContain('[');
  }
});

describe('the settings', () => {
  const secret = `psk_live_${'x'.repeat(38)}`;
  const capabilities = ['manage_options'];
  const nonce = (html: string, button: string): string =>
    new RegExp(`name="_wpnonce" value="(\\w+)">(?:(?!_wpnonce).)*name="${button}"`, 's').exec(html)?.[1] ?? '';

  test.each([
    [{ address: 'javascript:alert(1)' }, 'The address must be such as'],
    [{ address: 'https://pets.shelter.example/board' }, 'The address must be such as'],
    [{ address: 'https://ann:secret@pets.shelter.example' }, 'The address must be such as'],
    [{ key: secret }, 'Never enter a secret key here.'],
    [{ key: '' }, 'The key must be a publishable one'],
  ])('%j is refused, and changes nothing', async (mistake, refusal) => {
    const { visit } = await startWordPress(service.origin, key);
    const form = { address: 'https://pets.shelter.example/', key, ...mistake };
    expect(await visit({ shows: 'save', form })).toContain(refusal);
    const html = await visit({ shows: 'settings', capabilities });
    expect(html).toContain(`value="${service.origin}"`);
    expect(html).toContain(`value="${key}"`);
    expect(html).not.toContain(secret);
  });

  test('only administrators see them', async () => {
    const { visit } = await startWordPress(service.origin, key);
    expect(await visit({ shows: 'settings', capabilities: ['edit_posts'] })).not.toContain(key);
  });

  test('the button asks the Petstore, if this page has sent it', async () => {
    const { visit } = await throughFront();
    const press = async (value: string) =>
      textOf(await visit({ shows: 'settings', capabilities, form: { petstore_test: 'Test', _wpnonce: value } }));
    const page = await visit({ shows: 'settings', capabilities });
    expect(await press(nonce(page, 'submit'))).toContain('The link you followed has expired.');
    expect(asked).toEqual([]);
    expect(await press(nonce(page, 'petstore_test'))).toContain(
      'It works. The newest animals that visitors see: Misty, Rex',
    );
    instead = (_, response) => response.end('<html>');
    expect(await press(nonce(page, 'petstore_test'))).toContain('What answered is no Petstore.');
  });
});

test("the editor's script can be parsed, and every file has the same version", async () => {
  const folder = 'integrations/wordpress/petstore-animals';
  await promisify(execFile)(process.execPath, ['--check', `${folder}/editor.js`]);
  const versionIn = (file: string, version: RegExp) =>
    version.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1] ?? `none in ${file}`;
  const versions = [
    versionIn('petstore-animals.php', /^ \* Version: (.*)$/m),
    versionIn('block.json', /"version": "(.*)"/),
    versionIn('editor.asset.php', /'version' => '(.*)'/),
    versionIn('readme.txt', /^Stable tag: (.*)$/m),
  ];
  expect(new Set(versions)).toEqual(new Set(['1.0.0']));
});
