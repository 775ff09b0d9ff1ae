import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertLinks } from '../../src/alerts/links.ts';
import { openMatching } from '../../src/alerts/matching.ts';
import { alertStore } from '../../src/alerts/store.ts';
import { petStore } from '../../src/pets/store.ts';
import { openPlaces } from '../../src/places/places.ts';
import { newPair, petfinderClient } from '../compat/petfinder-scene.ts';
import { callTool, textsOf } from '../mcp/scene.ts';
import { visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { hourMs } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { command } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { builtPages, sharedService, startOnSqlite, testNow, type TestService } from '../support/service.ts';

/** Where others find the directory. */
const publicUrl = 'https://directory.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const shelter = sharedService(startOnSqlite);
let directory: TestService;
let mailServer: MailServer;
let visitors: TestService;
/** Rex at the shelter, and here; Own is the directory's. */
let theirs: number;
let ours: number;
let own: number;
/** The shelter's organization here. */
let organizationId: number;

beforeAll(async () => {
  mailServer = await openMailServer();
  const mail = { smtpUrl: mailServer.url, mailFrom: 'mail@directory.example' };
  const settings = { ...mail, publicUrl, webhooksAllowPrivate: 'true' } as const;
  directory = await startOnSqlite({ settings, pages: builtPages });
  visitors = await visitorsOf(directory);
  const { id } = (await shelter.call('POST', '/v1/organizations', { body: { name: 'Riverside', listed: true } })).body;
  const member = await newMember(shelter, id, 'manager');
  const body = { name: 'Rex', categoryId: 1, profile: { species: 'Dog', breed: { primary: 'Beagle' } } };
  theirs = (await member.call('POST', '/v1/pets', { body })).body.id;
  own = await addPet(directory, { name: 'Own', profile: { species: 'Dog' } });
  await saveSearch();
  const { key } = (await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } })).body;
  await directory.call('POST', '/v1/admin/directory', { body: { url: shelter.origin, key } });
  const found = await eventually(async () => (await directory.call('GET', '/v1/pets?q=Rex&expand=owner')).body[0]);
  ours = found.id;
  organizationId = found.owner.organization.id;
});
afterAll(async () => {
  await directory.close();
  await mailServer.close();
});

const read = async (path: string, caller: TestService = visitors, headers: Record<string, string> = {}) => {
  const { status, text } = await caller.call('GET', path, { headers });
  expect(status, text).toBe(200);
  return text.replaceAll('&amp;', '&');
};
const petfinder = async (path: string) => read(path, await petfinderClient(directory, await newPair(directory)));
const runExport = (...args: string[]) => {
  const env = { PETSTORE_BASE_URL: `${directory.origin}/v1`, PETSTORE_API_KEY: directory.operatorKey };
  return command(['export', 'pets', ...args], { ...env, DATA_DIR: directory.dataDir });
};
const exported = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runExport(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

/** Somebody who reads Spanish is told of each beagle that comes from now on. */
async function saveSearch(): Promise<void> {
  const body = { email: 'ana@example.org', filters: { breed: ['Beagle'] }, locale: 'es' };
  expect((await visitors.call('POST', '/v1/alerts', { body })).status).toBe(202);
  const token = /#(pal_[\w-]{43})/.exec((await mailServer.next()).text)?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  expect((await directory.call('POST', '/v1/alert/confirm', { key: null, headers })).status).toBe(200);
}

/** What is mailed two hours later. */
async function mailOfSearch(): Promise<string> {
  const { database, outbox, now: today, mails } = await directory.beside();
  const now = testNow(() => today() + 2 * hourMs);
  const { hashesOf } = alertLinks(Buffer.alloc(32), publicUrl);
  const alerts = alertStore(database, { now, mails, refusalOf: String, hashesOf });
  const pets = petStore(database, outbox, now);
  await openMatching({ database, alerts, pets, places: openPlaces(), now })(new AbortController().signal);
  return (await mailServer.next()).text;
}

const page =
  (query = '') =>
  () =>
    `${shelter.origin}/pets/${theirs}${query}`;

test.each<readonly [surface: string, read: () => Promise<string>, page: () => string]>([
  ['the API', () => read('/v1/pets?expand=profile'), page()],
  ['the animal’s document for those without scripts', () => read(`/pets/${ours}?lang=de`), page('?lang=de')],
  ['the document of how to adopt', () => read('/how-to-adopt?lang=fr'), () => `${shelter.origin}/?lang=fr`],
  ['RSS', () => read('/feed.xml'), page()],
  ['JSON Feed', () => read('/feed.json'), page()],
  [
    'the tools of agents',
    async () => textsOf(await callTool(directory, 'listPets', { expand: 'profile' })).body,
    page(),
  ],
  ['Petfinder’s API', () => petfinder('/petfinder/v2/animals'), page()],
  ['Petfinder’s API, of one animal', () => petfinder(`/petfinder/v2/animals/${ours}`), page()],
  [
    'Petfinder’s API, of the shelter',
    () => petfinder('/petfinder/v2/organizations'),
    () => `"url":"${shelter.origin}"`,
  ],
  ['the mail of a saved search', mailOfSearch, page('?lang=es')],
])('%s leads to the shelter', async (_, surface, target) => {
  expect(await surface()).toContain(target());
});

const view = (petId: number) =>
  directory.call('POST', `/v1/pets/${petId}/interest`, {
    key: null,
    headers: { 'user-agent': BROWSER },
    body: { kind: 'view' },
  });

test.each<readonly [string, () => Promise<string>]>([
  ['the sitemap', () => read('/sitemap.xml')],
  ['the statistics', () => read('/v1/statistics', directory)],
  ['the interest of visitors', () => read('/v1/statistics/interest', directory)],
  ['the table of interest', () => read('/v1/statistics/interest', directory, { accept: 'text/csv' })],
  ['an export', () => exported()],
  ['an export from the store', () => exported('--direct')],
])('%s has no animals of a shelter', async (_, surface) => {
  const text = await surface();
  expect(text).not.toContain('Rex');
  expect(text).not.toContain(`/pets/${ours}<`);
  expect(text).not.toContain(shelter.origin);
});

test('there is no file of a shelter for a listing site', async () => {
  const { code, stdout } = await runExport('--format', 'rescuegroups', '--organization', String(organizationId));
  expect([code, stdout]).toEqual([2, '']);
});

test('the sitemap, an export and the interest have the directory’s own animals', async () => {
  expect(await read('/sitemap.xml')).toContain(`${publicUrl}/pets/${own}<`);
  expect(await exported()).toContain('Own');
  expect(JSON.parse(await read('/v1/statistics/interest', directory))).toMatchObject({ animals: 1 });
});

test('nothing is kept about who looks at a shelter’s animal', async () => {
  expect([(await view(own)).status, (await view(ours)).status]).toEqual([204, 204]);
  const viewsOf = async (petId: number) =>
    JSON.parse(await read(`/v1/pets/${petId}/interest`, directory)).total.views as number;
  expect([await viewsOf(own), await viewsOf(ours)]).toEqual([1, 0]);
});

test('search engines are told that the original is at the shelter', async () => {
  const html = await read(`/pets/${ours}`);
  expect(html).toContain(`<link rel="canonical" href="${shelter.origin}/pets/${theirs}" />`);
  expect(html).not.toContain('rel="alternate" hreflang');
  expect(html).toContain(`"url":"${shelter.origin}/pets/${theirs}"`);
  expect(await read(`/pets/${own}`)).toContain(`<link rel="canonical" href="${publicUrl}/pets/${own}" />`);
});

test('how to adopt speaks of the shelter’s site, and of reserving for own animals alone', async () => {
  const both = await read('/how-to-adopt');
  for (const text of ['The animal is held for you', 'you reserve it, apply for it or ask about it there'])
    expect(both).toContain(text);
  await directory.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
  const alone = await read('/how-to-adopt');
  expect(alone).toContain('On the site of the shelter');
  expect(alone).not.toContain('The animal is held for you');
  await directory.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
});
