import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { hourMs } from '../../support/adoption.ts';
import { DESKTOP, expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { builtPages, sharedService, startOnSqlite } from '../../support/service.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene({ settings: { webhooksAllowPrivate: 'true' } });
const shelter = sharedService(startOnSqlite, { pages: builtPages });
let theirs: number;
let ours: number;

beforeAll(async () => {
  const organization = { body: { name: 'Riverside Shelter', listed: true } };
  const { id } = (await shelter.call('POST', '/v1/organizations', organization)).body;
  const member = await newMember(shelter, id, 'manager');
  const profile = { species: 'Dog', summary: 'Likes walks.', adoptionFee: { amount: 15_000, currency: 'USD' } };
  theirs = (await member.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1, profile } })).body.id;
  const { key } = (await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } })).body;
  await service().call('POST', '/v1/admin/directory', { body: { url: shelter.origin, key } });
  ours = await eventually(async () => (await service().call('GET', '/v1/pets?q=Rex')).body[0]?.id);
});

test.each([
  ['desktop', { ...DESKTOP, viewport: { width: 1440, height: 900 } }],
  ['phone', PHONE],
])(
  "on a %s an animal of another service leads to its page there instead of asking for a visitor's data",
  async (_, device) => {
    const page = await browser().open(`${service().origin}/pets/${ours}`, device);
    const { host } = new URL(shelter.origin);
    const link = page.getByRole('link', { name: `See it at ${host}` });
    await expectToSee(link);
    expect(await link.getAttribute('href')).toBe(`${shelter.origin}/pets/${theirs}?lang=en`);
    await expectToSee(
      page.getByText(`Riverside Shelter looks after me. Questions and adoption are handled on its own site, ${host}.`),
    );
    await expectNotToSee(page.getByText('As of'));
    await expectToSee(page.getByText('Likes walks.'));
    for (const button of ['Reserve', 'Ask about me']) await expectNotToSee(page.getByRole('button', { name: button }));
    await expectNotToSee(page.getByRole('heading', { name: 'How adoption works' }));
    await expectNoBarriers(page);
  },
);

test('the link to the shelter has the language of the page', async () => {
  const page = await browser().open(`${service().origin}/pets/${ours}?lang=de`);
  const link = page.getByRole('link', { name: `Auf ${new URL(shelter.origin).host} ansehen` });
  const address = `${shelter.origin}/pets/${theirs}?lang=de`;
  expect(await link.getAttribute('href')).toBe(address);
  const there = await browser().open(address);
  await expectToSee(there.getByRole('button', { name: 'Reservieren' }));
});

test('the embedded board leads to the shelter, in its language', async () => {
  const body = { kind: 'publishable', origins: [service().origin] };
  const { key } = (await service().call('POST', '/v1/account/keys', { body })).body;
  const page = await browser().open(`${service().origin}/docs`);
  await page.evaluate(`{
    const script = document.createElement('script');
    Object.assign(script.dataset, ${JSON.stringify({ key, lang: 'fr' })});
    script.src = '/embed.js';
    document.body.prepend(script);
  }`);
  await page.getByRole('link', { name: /Rex/ }).click();
  const link = page.getByRole('link', { name: `Voir sur ${new URL(shelter.origin).host}` });
  expect(await link.getAttribute('href')).toBe(`${shelter.origin}/pets/${theirs}?lang=fr`);
  await expectNotToSee(page.getByRole('button', { name: 'Réserver' }));
});

test('the code of the slideshow opens its page at the shelter', async () => {
  const page = await browser().open(`${service().origin}/slideshow`);
  await expectToSee(page.getByRole('img', { name: `${shelter.origin}/pets/${theirs}`, exact: true }));
});

test('how to adopt leads to the shelter, and does not speak of reserving here', async () => {
  await service().call('PATCH', '/v1/organizations/1', { body: { listed: false } });
  const page = await browser().open(`${service().origin}/how-to-adopt`);
  await expectToSee(page.getByRole('heading', { name: 'On the site of the shelter' }));
  await expectNotToSee(page.getByRole('heading', { name: 'Reserve', exact: true }));
  const link = page.getByRole('link', { name: new URL(shelter.origin).host }).first();
  expect(await link.getAttribute('href')).toBe(`${shelter.origin}/?lang=en`);
});

test('no view and no heart of it is sent', async () => {
  const page = await browser().open(`${service().origin}/`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByRole('link', { name: /Rex/ }).click();
  await page.getByRole('button', { name: 'Favorite: Rex' }).click();
  await expectToSee(page.getByText('Likes walks.'));
  expect(sent.filter((url) => url.endsWith('/interest'))).toEqual([]);
});

test.each([
  ['a card', '/'],
  ['its page', `/pets/`],
])('after a day of silence %s says when it was last seen, with scripts and without', async (_, path) => {
  const { database } = await service().beside();
  await database.transaction((tx) =>
    tx
      .updateTable('directory_sources')
      .set({ paused_at: Date.now(), seen_at: Date.now() - 25 * hourMs, progress: 1_000_000 })
      .execute(),
  );
  const address = `${service().origin}${path === '/' ? path : path + ours}`;
  const page = await browser().open(address);
  await expectToSee(page.getByText('As of'));
  if (path !== '/') await expectToSee(page.getByText('Something may have changed since then.'));
  await expectNoBarriers(page);
  const html = await (await fetch(address)).text();
  expect(/<div id="app" class="still">([^]*)<\/body>/.exec(html)?.[1]).toContain('As of');
});
