import { beforeAll, describe, expect, test } from 'vitest';
import { FEEDS } from '../../src/vocabulary/site.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, builtPages, sharedService, startOnSqlite, testClock } from '../support/service.ts';

/** As many addresses as a file has at most. */
const most = 5;
const dayMs = 86_400_000;

describe.each(BACKENDS)('the sitemap on %s', (_, start) => {
  const clock = testClock();
  const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
  const listed: number[] = [];
  /** Of animals that nobody can adopt now. */
  const others: Record<string, number> = {};

  const service = sharedService(start, { pages: builtPages, mostInSitemap: most, now: clock.now });
  beforeAll(async () => {
    const add = (name: string, pet: object = {}) => addPet(service, { name: `Zorblax ${name}`, ...pet });
    const staff = (members: object) => ({ profile: { staff: members } });
    for (let count = 1; count <= 3; count += 1) listed.push(await addPet(service, { name: `Dog ${count}` }));
    others['sold'] = await add('sold', { status: 'sold' });
    others['hold'] = await add('hold', staff({ hold: { type: 'quarantine', until: day(2) } }));
    others['soon'] = await add('soon', staff({ hold: { type: 'coming_soon', until: day(2), showPage: true } }));
    others['outcome'] = await add('outcome', staff({ outcome: { type: 'died' } }));
    others['reserved'] = await add('reserved');
    await service.call('POST', '/v1/store/orders', { body: { petId: others['reserved'] } });
    const { body: unlisted } = await service.call('POST', '/v1/organizations', { body: { name: 'Zorblax Home' } });
    others['unlisted'] = await add('unlisted', { organizationId: unlisted.id });
    others['removed'] = await add('removed');
    await service.call('DELETE', `/v1/pets/${others['removed']}`);
    for (let count = 4; count <= 7; count += 1) listed.push(await addPet(service, { name: `Dog ${count}` }));
  });

  const locations = (xml: string): string[] =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replace(service.origin, ''));
  const read = async (path: string): Promise<string> => {
    const { status, text, headers } = await service.call('GET', path, { key: null });
    expect([path, status]).toEqual([path, 200]);
    if (path.startsWith('/sitemap')) expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    return text;
  };
  const files = async (): Promise<string[][]> =>
    Promise.all(locations(await read('/sitemap.xml')).map(async (path) => locations(await read(path))));

  test('has every animal of the board, in files of so many at most', async () => {
    const found = await files();
    expect(found.every(({ length }) => length <= most)).toBe(true);
    expect(found.flat().toSorted()).toEqual(
      ['/', '/how-to-adopt', '/accessibility', ...listed.map((id) => `/pets/${id}`)].toSorted(),
    );
  });

  test('names no file without an address', async () => {
    const gap = await Promise.all(Array.from({ length: 12 }, () => addPet(service, { name: 'Sold', status: 'sold' })));
    const last = await addPet(service, { name: 'Dog 8' });
    const found = await files();
    expect(found.every(({ length }) => length > 0)).toBe(true);
    expect(found.flat()).toContain(`/pets/${last}`);
    // As many addresses of animals as a file has besides three pages.
    const named = locations(await read('/sitemap.xml'));
    expect(named).not.toContain(`/sitemap-${Math.ceil(gap[5]! / (most - 3))}.xml`);
    expect(named).toEqual(named.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })));
    for (const id of [...gap, last]) await service.call('DELETE', `/v1/pets/${id}`);
  });

  test('is made once, whatever its address says besides', async () => {
    expect(await read('/sitemap.xml?x=1')).toBe(await read('/sitemap.xml'));
  });

  test('says when an animal was changed last', async () => {
    const [id] = listed;
    clock.advance(60_000);
    await service.call('PATCH', `/v1/pets/${id}`, { body: { profile: { age: 'young' } } });
    const { body } = await service.call('GET', `/v1/pets/${id}/profile`);
    expect(await read('/sitemap-1.xml')).toContain(
      `<url><loc>${service.origin}/pets/${id}</loc><lastmod>${body.updatedAt}</lastmod></url>`,
    );
  });

  test('nobody who follows it, links and feeds meets an animal that cannot be adopted', async () => {
    const seen = new Set<string>();
    const left = ['/sitemap.xml', ...FEEDS.map(({ path }) => path)];
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const text = await read(path);
      seen.add(path);
      expect(text, path).not.toContain('Zorblax');
      const content = /<div id="app" class="still">([^]*)<\/body>/.exec(text)?.[1] ?? '';
      const links = [...content.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, link = '']) =>
        link.replaceAll('&amp;', '&'),
      );
      left.push(...[...locations(text), ...links].filter((link) => !seen.has(link)));
    }
    for (const id of listed) expect(seen).toContain(`/pets/${id}`);
  });

  test('has an animal until it is hidden, and from when it is not', async () => {
    const [id] = listed;
    const has = async (petId: number | undefined) => (await files()).flat().includes(`/pets/${petId}`);
    const { body } = await service.call('POST', '/v1/store/orders', { body: { petId: id } });
    expect(await has(id)).toBe(false);
    await service.call('POST', `/v1/store/orders/${body.id}/cancel`);
    expect(await has(id)).toBe(true);
    expect(await has(others['hold'])).toBe(false);
    clock.advance(3 * dayMs);
    expect([await has(others['hold']), await has(others['soon'])]).toEqual([true, true]);
  });
});

describe('what programs find', () => {
  const service = sharedService(startOnSqlite, { pages: builtPages });
  const get = (path: string, of = service) => of.call('GET', path, { key: null });

  test('one file, of an origin that is written as XML', async () => {
    const published = await startOnSqlite({ pages: builtPages, settings: { publicUrl: 'https://pets.example' } });
    const id = await addPet(published, { name: 'Rex' });
    const { text } = await get('/sitemap.xml', published);
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<urlset [^]*<\/urlset>\n$/);
    expect(text).toContain(`<url><loc>https://pets.example/pets/${id}</loc><lastmod>`);
    expect((await get('/robots.txt', published)).text).toContain('\nSitemap: https://pets.example/sitemap.xml\n');
  });

  test('robots may read what the pages need, and neither the rest of the API, nor the pages of staff, nor links of adopters', async () => {
    const { text, headers } = await get('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`\nSitemap: ${service.origin}/sitemap.xml\n`);
    const rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, start = '']) => ({ kind, start }));
    /** RFC 9309: the longest rule counts. */
    const mayRead = (path: string): boolean =>
      rules
        .filter(({ start }) => path.startsWith(start))
        .toSorted((one, other) => other.start.length - one.start.length)[0]?.kind !== 'Disallow';
    const pages = ['/', '/pets/1', '/how-to-adopt', '/?category=1', '/sitemap.xml', '/feed.xml', '/docs/guide'];
    const ofPages = [
      '/v1/pets?limit=24',
      '/v1/categories',
      '/v1/organizations/1',
      '/words/de',
      '/assets/shell.js',
      '/photos/1',
    ];
    for (const path of [...pages, ...ofPages]) expect([path, mayRead(path)]).toEqual([path, true]);
    const staff = [
      '/v1/store/orders',
      '/v1/pets/1',
      '/v1/events',
      '/console',
      '/console/orders/3',
      '/portal',
      '/session',
      '/mcp',
    ];
    const secret = ['/reservation', '/application', '/alert'];
    for (const path of [...staff, ...secret]) expect([path, mayRead(path)]).toEqual([path, false]);
  });

  test('nothing in staging, or while the board is switched off', async () => {
    const staging = await startOnSqlite({ environment: 'staging', pages: builtPages });
    expect((await get('/robots.txt', staging)).text).toBe('User-agent: *\nDisallow: /\n');
    const { accounts, database } = await service.beside();
    const board = await accounts.findByEmail('board@localhost');
    const [key] = await accounts.keys.list(board!.id, 1);
    await accounts.keys.revoke(key!.id, { type: 'command_line' });
    await database.close();
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await get('/sitemap.xml')).status).toBe(404);
  });
});
