import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/words/languages.ts';
import { addPet } from '../support/answers.ts';
import { builtPages, startOnSqlite, sharedService } from '../support/service.ts';

let petId: number;
const service = sharedService(startOnSqlite, { pages: builtPages });
beforeAll(async () => {
  petId = await addPet(service, { name: 'Rex', profile: { species: 'Dog', age: 'young', sex: 'male' } });
});

const read = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', path, { key: null, headers: { accept: 'text/html', ...headers } });
const speak = (organization: object) => service.call('PATCH', '/v1/organizations/1', { body: organization });

describe('the language of a document', () => {
  test.each([
    // The address, the visitor's choice, the browser, and what it becomes.
    [undefined, undefined, undefined, 'en'],
    [undefined, undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [undefined, undefined, 'en;q=0.5,pl', 'pl'],
    [undefined, undefined, 'sv,fr;q=0.4', 'fr'],
    [undefined, undefined, 'es;q=0,de', 'de'],
    [undefined, undefined, '*', 'en'],
    [undefined, undefined, 'pt', 'pt-BR'],
    [undefined, undefined, 'PT-br', 'pt-BR'],
    [undefined, undefined, 'es-419', 'es'],
    [undefined, 'ar', 'de', 'ar'],
    [undefined, 'nonsense', 'de', 'de'],
    ['es', 'ar', 'de', 'es'],
    ['es-MX', undefined, undefined, 'es'],
    ['xx', undefined, 'de', 'de'],
    ['', undefined, 'de', 'de'],
    ['constructor', undefined, undefined, 'en'],
    ['e-'.repeat(4_000), undefined, 'de', 'de'],
  ])('?lang=%s, the cookie %s and Accept-Language %s give %s', async (lang, cookie, accepted, language) => {
    const { text, headers } = await read(lang === undefined ? '/' : `/?lang=${lang}`, {
      ...(cookie !== undefined && { cookie: `lang=${cookie}` }),
      ...(accepted !== undefined && { 'accept-language': accepted }),
    });
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toMatch(/Accept-Language, Cookie/);
    expect(text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  });

  test('each has an entity tag of its own', async () => {
    const tags = await Promise.all(
      Object.keys(LANGUAGES).map(async (language) => (await read(`/?lang=${language}`)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(tags.length);
    const again = await read('/', { 'accept-language': 'de', 'if-none-match': String(tags[0]) });
    expect(again.status).toBe(200);
  });

  test.each(['/console', '/%63onsole', '/portal/keys?x=1', '/docs'])(
    'staff and developers read English at %s',
    async (path) => {
      expect((await read(path, { 'accept-language': 'de' })).headers.get('content-language')).toBe('en');
    },
  );

  test("its organization's own language comes before English, and it offers what it says", async () => {
    await speak({ locale: 'de-AT', languages: ['de', 'fr-CA'] });
    expect((await read('/')).headers.get('content-language')).toBe('de');
    expect((await read('/', { 'accept-language': 'fr' })).headers.get('content-language')).toBe('fr');
    expect((await read('/?lang=es')).headers.get('content-language')).toBe('de');
    expect((await read('/?lang=en')).headers.get('content-language')).toBe('de');
    await speak({ languages: ['sv'] });
    expect((await read('/', { 'accept-language': 'de' })).headers.get('content-language')).toBe('en');
    await speak({ locale: null, languages: null });
  });
});

test.each(Object.keys(LANGUAGES))('the first view in %s is under 47.5 KB', async (language) => {
  const sizeOf = async (path: string) =>
    Number((await read(path, { 'accept-encoding': 'gzip' })).headers.get('content-length'));
  const { text } = await read(`/?lang=${language}`);
  const files = [...text.matchAll(/(?:src|href)="(\/(?:assets\/[^"]+|favicon.svg))"/g)].map(([, path = '']) => path);
  expect(files).toHaveLength(3);
  const sizes = await Promise.all([`/?lang=${language}`, ...files].map(sizeOf));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(47_500);
});

describe('the head of a document', () => {
  test('links every language, both ways, and is canonical for itself', async () => {
    const languages = Object.keys(LANGUAGES);
    for (const path of ['/', `/pets/${petId}`]) {
      const address = `${service.origin}${path}`;
      for (const lang of ['', ...languages]) {
        const { text } = await read(lang === '' ? path : `${path}?lang=${lang}`);
        const links = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
        expect(links.map(([, hreflang, href]) => [hreflang, href])).toEqual([
          ['x-default', address],
          ...languages.map((language) => [language, `${address}?lang=${language}`]),
        ]);
        expect(text).toContain(`<link rel="canonical" href="${lang === '' ? address : `${address}?lang=${lang}`}"`);
      }
    }
  });

  test('has its title and description in the language', async () => {
    const { text } = await read(`/pets/${petId}?lang=de`);
    expect(text).toContain('<meta property="og:locale" content="de_DE" />');
    const [, title] = /<title>([^<]*)/.exec(text) ?? [];
    expect(title).toMatch(/^Rex\b/);
    expect(title).not.toMatch(/young|male/);
  });
});

test('feeds are in the language of their address alone', async () => {
  const feed = (query: string) => read(`/feed.json${query}`, { 'accept-language': 'de' });
  expect(JSON.parse((await feed('')).text).language).toBe('en');
  const { text, headers } = await feed('?lang=de');
  expect(JSON.parse(text).language).toBe('de');
  expect(headers.get('vary')).not.toMatch(/Accept-Language/);
  expect((await read('/feed.xml?lang=fr')).text).toContain('<language>fr</language>');
});

test('staff read English where the shelter offers none', async () => {
  await speak({ languages: ['de'] });
  expect((await read('/words/en')).body.language).toBe('en');
  expect((await read('/words?lang=en')).body.language).toBe('de');
  expect((await read('/words/constructor', { accept: 'application/json' })).status).toBe(404);
  await speak({ languages: null });
});

test('words are there for pages of other sites, in the first language that is offered', async () => {
  const { body, headers } = await read('/words?lang=sv,es-MX,de', { origin: 'https://shelter.example' });
  expect(body.language).toBe('es');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  // What the service alone says is not there.
  expect(Object.keys(body.words)).not.toContain('mails');
});

test('the API is the same in every language', async () => {
  const [one, other] = await Promise.all(
    ['de', 'en'].map((language) =>
      service.call('GET', `/v1/pets/${petId}`, {
        headers: { 'accept-language': language, cookie: `lang=${language}` },
      }),
    ),
  );
  expect(one?.text).toBe(other?.text);
  expect(one?.headers.get('content-language')).toBeNull();
});
