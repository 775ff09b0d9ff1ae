import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNoBarriers, expectNotToSee, expectToSee, PHONE, shiftsOf } from '../support/browser.ts';
import { builtPages, startOnSqlite } from '../support/service.ts';
import { setLogo, widthOf } from './logos.ts';
import { pagesScene } from './scene.ts';

const { browser, service } = pagesScene({ settings: { visitorOpenOrders: 1 } });

const riverside = {
  name: 'Riverside Shelter',
  email: 'hello@riverside.example',
  phone: '+49 (0)30 5550-100, ext. 7',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
  hours: {
    monday: '10 am – 4 pm',
    tuesday: '10 am – 4 pm',
    wednesday: '10 am – 4 pm',
    thursday: '10 am – 4 pm',
    friday: '10 am – 4 pm',
    saturday: '10 am – 4 pm',
    sunday: '10 am – 4 pm',
  },
  website: 'https://www.riverside.example/adopt/',
  donationUrl: 'https://give.example/riverside?from=board',
  mission: 'We take in animals that nobody else takes in.\nSince 1987.',
  adoptionPolicy: 'Come and see us twice.',
  social: { mastodon: 'https://social.example/@riverside' },
  location: { latitude: 39.8, longitude: -89.65 },
};

const say = async (organization: object) => {
  const answer = await service().call('PATCH', '/v1/organizations/1', { body: organization });
  expect(answer.status, answer.text).toBe(200);
};

let rex: number;
beforeAll(async () => {
  rex = await addPet(service(), { name: 'Rex' });
});

describe('a board with one organization', () => {
  beforeAll(async () => {
    await say(riverside);
    await setLogo(service(), 1);
  });

  test('carries its name, how to reach it, its hours and what it says about itself', async () => {
    const before = Date.now();
    const page = await browser().open(service().origin);
    expect(await page.title()).toBe('Animals looking for a home · Riverside Shelter');
    await expectToSee(page.getByRole('banner').getByRole('link', { name: 'Riverside Shelter' }));
    await expect.poll(() => widthOf(page.getByRole('banner').locator('img'))).toBe(1);
    await expectToSee(page.getByText('Meet the animals of Riverside Shelter.'));
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    const main = page.getByRole('main');
    const href = (name: RegExp) => main.getByRole('link', { name }).getAttribute('href');
    await expectToSee(main.getByRole('heading', { name: 'How to adopt' }));
    expect(await page.title()).toBe('How to adopt');
    expect(await href(/ext. 7/)).toBe('tel:+49305550100');
    expect(await href(/@/)).toBe('mailto:hello@riverside.example');
    expect(await href(/^Directions 12 Mill Lane, Springfield, IL 62701, United States$/)).toBe(
      'https://www.openstreetmap.org/directions?to=39.8%2C-89.65',
    );
    await expectToSee(main.getByText('Today: 10 am – 4 pm'));
    const icons = main.locator('.contact-links svg');
    await expect
      .poll(() => icons.evaluateAll((all) => all.map((icon) => icon.innerHTML.includes(' d="'))))
      .toEqual(Array.from({ length: 4 }, () => true));

    await expectToSee(main.getByText('Come and see us twice.'));
    expect(await href(/^riverside.example\/adopt$/)).toBe('https://www.riverside.example/adopt/');
    expect(await href(/^Donate to Riverside Shelter$/)).toBe(riverside.donationUrl);
    expect(await href(/Mastodon/)).toBe('https://social.example/@riverside');
    // Midnight may have passed since the page was drawn.
    const days = [before, Date.now()].map((moment) =>
      new Intl.DateTimeFormat('en', { weekday: 'long' }).format(moment),
    );
    expect(days).toContain(await main.locator('[aria-current=date] dt').innerText());
    expect(await barriersIn(page)).toEqual([]);
  });

  test('names it at the animal, and says who sees a name and an address', async () => {
    const page = await browser().open(`${service().origin}/pets/${rex}`, PHONE);
    const organization = page.getByRole('region', { name: 'Riverside Shelter' });
    await expectToSee(organization.getByRole('link', { name: 'hello@riverside.example' }));
    const donate = organization.getByRole('link', { name: 'Donate to Riverside Shelter' });
    expect(await donate.getAttribute('href')).toBe(riverside.donationUrl);
    const adoption = page.getByRole('region', { name: 'How adoption works' });
    await expectToSee(adoption.getByText('Come and see us twice.'));
    expect(await shiftsOf(page)).toBe(0);
    for (const name of ['Ask about me', 'Reserve']) {
      await page.getByRole('button', { name }).tap();
      const dialog = page.getByRole('dialog');
      await expectToSee(
        dialog.getByText('Only Riverside Shelter and the operators of this service see your name and address.'),
      );
      await dialog.getByRole('button', { name: 'Cancel' }).tap();
    }
    expect(await barriersIn(page)).toEqual([]);
  });

  test('explains why it refuses a reservation, and how to reach the shelter instead', async () => {
    const page = await browser().open(service().origin);
    const dialog = page.getByRole('dialog');
    const reserve = async (id: number) => {
      await page.goto(`${service().origin}/pets/${id}`);
      await page.getByRole('button', { name: 'Reserve' }).click();
      await dialog.getByLabel('Your name').fill('Ann Lee');
      await dialog.getByLabel('Your email address').fill('ann@example.org');
    };
    const submit = () => dialog.getByRole('button', { name: 'Reserve' }).click();
    await reserve(await addPet(service(), { name: 'Luna' }));
    await submit();
    await expectToSee(page.getByText('Reserved for you'));
    await reserve(rex);
    await submit();
    await expectToSee(dialog.getByText('Too many open reservations'));
    await expectToSee(dialog.getByRole('link', { name: 'hello@riverside.example' }));

    // Without the stream the page does not know yet that the animal was removed.
    await page.route('**/v1/events*', (route) => route.abort());
    const kiwi = await addPet(service(), { name: 'Kiwi' });
    await reserve(kiwi);
    await service().call('DELETE', `/v1/pets/${kiwi}`);
    await submit();
    await expectToSee(page.getByText('This animal is not here any more'));
  });

  test('shows a change of it at once', async () => {
    const page = await browser().open(`${service().origin}/how-to-adopt`);
    await expectToSee(page.getByRole('link', { name: /ext. 7/ }));
    await say({ name: 'Lakeside Shelter', phone: '+1 555 0199' });
    await expectToSee(page.getByRole('banner').getByRole('link', { name: 'Lakeside Shelter' }));
    await expectToSee(page.getByRole('link', { name: '+1 555 0199' }));
  });

  test('shows only what it has: without a position the way to the address, without an address none', async () => {
    await say({ location: null, hours: null, website: null, mission: null, adoptionPolicy: null, social: null });
    const page = await browser().open(`${service().origin}/how-to-adopt`);
    await expectToSee(page.getByRole('main').getByRole('link', { name: '+1 555 0199' }));
    expect(await page.getByRole('link', { name: /^Directions/ }).getAttribute('href')).toBe(
      'https://www.openstreetmap.org/directions?to=12+Mill+Lane%2C+Springfield%2C+IL+62701%2C+United+States',
    );
    await expectNotToSee(page.getByRole('heading', { name: /^(?:Hours|Mission|Online)$/ }));
    await say({ address: null, phone: null, email: null });
    await expectNotToSee(page.getByRole('link', { name: /^Directions/ }));
  });

  test('shows hostile text literally', async () => {
    const script = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
    for (const name of ['website', 'donationUrl']) {
      const body = { [name]: 'javascript:alert(1)' };
      expect((await service().call('PATCH', '/v1/organizations/1', { body })).status).toBe(400);
    }
    await say({
      name: script,
      phone: '<b>555</b>',
      email: 'a?bcc=b&c@example.org',
      address: { street: `"><script>alert(1)</script>${'W'.repeat(220)}`, city: 'شارع الطاحونة' },
      hours: Object.fromEntries(Object.keys(riverside.hours).map((day) => [day, `<i>${'9'.repeat(90)}`])),
      mission: `${script}\n${'i'.repeat(4_900)}`,
      adoptionPolicy: '\u202e${alert(1)}{{constructor}}',
    });
    for (const path of ['/how-to-adopt', `/pets/${rex}`]) {
      const page = await browser().open(service().origin + path, PHONE);
      await expectToSee(page.getByText(`${script}\niii`));
      await expectToSee(page.getByRole('banner').getByRole('link', { name: script }));
      expect(await page.getByRole('link', { name: 'bcc=' }).getAttribute('href')).toBe(
        'mailto:a%3Fbcc%3Db%26c@example.org',
      );
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.close();
    }
    const board = await browser().open(service().origin);
    await expectToSee(board.getByText(`Meet the animals of ${script}.`));
    expect(await board.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await board.title()).toBe(`Animals looking for a home · ${script}`);
  });
});

describe('a board with several organizations', () => {
  let lakeside: number;
  let moose: number;
  let staffId: number;
  beforeAll(async () => {
    await say(riverside);
    const { body } = await service().call('POST', '/v1/organizations', {
      body: { name: 'Lakeside Rescue', email: 'hello@lakeside.example', listed: true },
    });
    lakeside = body.id;
    const staff = await newMember(service(), lakeside, 'staff');
    staffId = staff.accountId;
    moose = (await staff.call('POST', '/v1/pets', { body: { name: 'Moose', categoryId: 1 } })).body.id;
  });

  test('names the organization of each animal, on its card and with the contact on its page', async () => {
    const page = await browser().open(service().origin);
    expect(await page.title()).toBe('Animals looking for a home');
    await expectToSee(page.getByRole('banner').getByRole('link', { name: 'Petstore' }));
    await expectToSee(page.getByRole('link', { name: /Rex/ }).getByText('Riverside Shelter'));
    await expectToSee(page.getByRole('link', { name: /Moose/ }).getByText('Lakeside Rescue'));
    const { body } = await service().call('POST', '/v1/pets', { body: { name: 'Luna', categoryId: 2 } });
    await expectToSee(page.getByRole('link', { name: /Luna/ }).getByText('Riverside Shelter'));
    await service().call('DELETE', `/v1/pets/${body.id}`);

    const contact = await browser().open(`${service().origin}/how-to-adopt#contact`);
    for (const { name, email } of [riverside, { name: 'Lakeside Rescue', email: 'hello@lakeside.example' }])
      await expectToSee(contact.getByRole('region', { name }).getByRole('link', { name: email }));
    expect(await barriersIn(contact)).toEqual([]);

    await page.getByRole('link', { name: /Moose/ }).click();
    const organization = page.getByRole('region', { name: 'Lakeside Rescue' });
    await expectToSee(organization.getByRole('link', { name: 'hello@lakeside.example' }));
    await page.getByRole('button', { name: 'Reserve' }).click();
    await expectToSee(page.getByText('Only Lakeside Rescue and the operators of this service see'));
  });

  test('asks for no contact that the document has', async () => {
    const page = await browser().open(`${service().origin}/robots.txt`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const follows = page.waitForRequest('**/v1/events');
    await page.goto(`${service().origin}/how-to-adopt`);
    await follows;
    await expectToSee(page.getByRole('region', { name: 'Lakeside Rescue' }));
    const before = asked.slice(0, asked.indexOf('/v1/events'));
    expect(before.filter((path) => path.startsWith('/v1/') && !path.endsWith('/interest'))).toEqual([]);
  });

  test('loses the animals of one that is unlisted, and has them again when it is listed', async () => {
    const list = await browser().open(service().origin);
    const animal = await browser().open(`${service().origin}/pets/${moose}`);
    await expectToSee(list.getByRole('link', { name: /Moose/ }));
    await animal.getByRole('button', { name: 'Ask about me' }).click();
    await service().call('PATCH', `/v1/organizations/${lakeside}`, { body: { listed: false } });
    await expectNotToSee(list.getByRole('link', { name: /Moose/ }));
    await expectToSee(list.getByRole('banner').getByRole('link', { name: 'Riverside Shelter' }));
    await expectToSee(animal.getByText('This animal is not here any more'));
    await animal.reload();
    await expectToSee(animal.getByText('Animal not found'));
    await service().call('PATCH', `/v1/organizations/${lakeside}`, { body: { listed: true } });
    await expectToSee(list.getByRole('link', { name: /Moose/ }).getByText('Lakeside Rescue'));
    // So it does while the account that added them is suspended.
    await service().call('PATCH', `/v1/admin/accounts/${staffId}`, { body: { suspended: true } });
    await expectNotToSee(list.getByRole('link', { name: /Moose/ }));
    await service().call('PATCH', `/v1/admin/accounts/${staffId}`, { body: { suspended: false } });
    await expectToSee(list.getByRole('link', { name: /Moose/ }));
  });

  test('without any says so, and tells the operator what to do', async () => {
    for (const id of [1, lakeside])
      await service().call('PATCH', `/v1/organizations/${id}`, { body: { listed: false } });
    const page = await browser().open(service().origin);
    await expectToSee(page.getByText('No shelter is listed here yet'));
    await expectToSee(page.getByRole('main').getByRole('link', { name: 'console' }));
    await service().call('PATCH', '/v1/organizations/1', { body: { listed: true } });
    await expectToSee(page.getByRole('link', { name: /Rex/ }));
  });
});

test('a site with a name, logo and color of its own keeps them, whoever is listed', async () => {
  const settings = {
    siteName: 'Pets of Springfield',
    siteLogo: join(builtPages, 'favicon.svg'),
    siteAccent: '#ffd700',
  };
  const site = await startOnSqlite({ pages: builtPages, settings });
  for (const name of ['Lakeside Rescue', 'Riverside Shelter']) {
    await site.call('POST', '/v1/organizations', { body: { name, listed: true } });
    const page = await browser().open(site.origin);
    expect(await page.title()).toBe('Animals looking for a home · Pets of Springfield');
    const banner = page.getByRole('banner');
    await expectToSee(banner.getByRole('link', { name: 'Pets of Springfield' }));
    await expect.poll(() => widthOf(banner.locator('img'))).toBeGreaterThan(1);
    // Gold on white could not be read.
    const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--accent-text")';
    expect(await page.evaluate(accent)).toMatch(/^light-dark\(rgb\(128 108 0\),/);
    await expectNoBarriers(page);
  }
  const staging = await startOnSqlite({ settings, environment: 'staging' });
  const shown = async (from: typeof site) => (await from.call('GET', '/page-settings', { key: null })).body;
  expect((await shown(site)).accent).toMatchObject({ '--accent': 'rgb(255 215 0)', '--on-accent': 'rgb(0 0 0)' });
  expect([(await shown(staging)).name, (await shown(staging)).accent]).toEqual([settings.siteName, undefined]);
});
