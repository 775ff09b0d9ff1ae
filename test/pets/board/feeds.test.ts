import { beforeAll, expect, test } from 'vitest';
import { BOARD_EMAIL, FEEDS } from '../../../src/vocabulary/site.ts';
import { addPet } from '../../support/answers.ts';
import { sharedService, startOnSqlite } from '../../support/service.ts';

const publicUrl = 'https://pets.shelter.example';
const read = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { key: null, headers });
const json = async () => JSON.parse((await read('/feed.json')).text);

const service = sharedService(startOnSqlite, { settings: { publicUrl } });
beforeAll(async () => {
  await service.call('PATCH', '/v1/organizations/1', { body: { name: 'Riverside Shelter' } });
  await addPet(service, {
    name: 'Tom',
    categoryId: 2,
    profile: { summary: 'A calm cat.', staff: { notes: 'Zorblax' } },
  });
  await addPet(service, { name: 'Old Shep', status: 'sold' });
  await addPet(service, { name: `Rex <b>&"]]>`, profile: { breed: { primary: 'Beagle' }, age: 'senior' } });
  await addPet(service, { name: 'Zorblax' }, (await service.newAccount()).key);
});

test('are the newest animals that are looking for a home: JSON Feed 1.1', async () => {
  const { status, headers, text } = await read('/feed.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/feed+json; charset=utf-8']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(JSON.parse(text)).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    language: 'en',
    title: 'Animals looking for a home · Riverside Shelter',
    description: 'Animals of Riverside Shelter that are looking for a home.',
    home_page_url: `${publicUrl}/`,
    feed_url: `${publicUrl}/feed.json`,
    items: [
      expect.objectContaining({ id: `${publicUrl}/pets/3`, title: `Rex <b>&"]]>, senior Beagle`, tags: ['Dogs'] }),
      {
        id: `${publicUrl}/pets/1`,
        url: `${publicUrl}/pets/1`,
        title: 'Tom · Cats',
        content_text: 'A calm cat. Tom is looking for a home at Riverside Shelter.',
        date_published: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        authors: [{ name: 'Riverside Shelter' }],
        tags: ['Cats'],
      },
    ],
  });
});

test('and RSS 2.0, in which everything is text', async () => {
  const { status, headers, text } = await read('/feed.xml');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(text).toContain('<title>Rex &lt;b&gt;&amp;&quot;]]&gt;, senior Beagle</title>');
  // The description is HTML within XML.
  expect(text).toContain('Rex &amp;lt;b&amp;gt;&amp;amp;&amp;quot;]]&amp;gt; is looking for a home');
  expect(text.match(/<item>/g)).toHaveLength(2);
  expect(text).toContain(`<guid>${publicUrl}/pets/1</guid>`);
  expect(text).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT<\/pubDate>/);
  expect(text).not.toContain('Zorblax');
});

test('change at once, and are 304 until then', async () => {
  const etag = (await read('/feed.json')).headers.get('etag')!;
  expect((await read('/feed.json', { 'if-none-match': etag })).status).toBe(304);
  await service.call('PATCH', '/v1/pets/3', { body: { status: 'pending' } });
  expect((await read('/feed.json', { 'if-none-match': etag })).status).toBe(200);
  expect((await json()).items).toHaveLength(1);
  await service.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
  expect((await json()).items).toEqual([]);
});

test('404 while the board is switched off', async () => {
  const { accounts } = await service.beside();
  const board = await accounts.findByEmail(BOARD_EMAIL);
  const [key] = await accounts.keys.list(board!.id, 1);
  await accounts.keys.revoke(key!.id, { type: 'command_line' });
  for (const { path } of FEEDS) {
    const { status, body } = await read(path);
    expect([status, body.code]).toEqual([404, 'route_not_found']);
  }
});
