import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { DESKTOP, expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedService, startOnSqlite } from '../../support/service.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene({ settings: { webhooksAllowPrivate: 'true' } });
const shelter = sharedService(startOnSqlite);
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
    expect(await link.getAttribute('href')).toBe(`${shelter.origin}/pets/${theirs}`);
    await expectToSee(page.getByText('Likes walks.'));
    for (const button of ['Reserve', 'Ask about me']) await expectNotToSee(page.getByRole('button', { name: button }));
    await expectNotToSee(page.getByRole('heading', { name: 'How adoption works' }));
    await expectNoBarriers(page);
  },
);
