import { afterAll, beforeAll, expect, test } from 'vitest';
import { postPhoto } from '../../pets/photos/images.ts';
import { addPet } from '../../support/answers.ts';
import { DESKTOP, expectNoBarriers, expectNotToSee, expectToSee, PHONE, shiftsOf } from '../../support/browser.ts';
import { openMailServer } from '../../support/mail.ts';
import { pagesScene } from '../scene.ts';

const mails = await openMailServer();
afterAll(() => mails.close());
const { browser, service } = pagesScene({ settings: { smtpUrl: mails.url } });

beforeAll(async () => {
  const springfield = { latitude: 39.8, longitude: -89.65 };
  await service().call('PATCH', '/v1/organizations/1', { body: { location: springfield } });
  const dog = { species: 'Dog', breed: { primary: 'Beagle' }, age: 'young', sex: 'male', size: 'small' };
  await addPet(service(), {
    name: 'Rex',
    profile: { ...dog, goodWith: { cats: 'yes' }, staff: { intake: { date: '2026-01-05' } } },
  });
  await addPet(service(), {
    name: 'Moose',
    profile: { ...dog, age: 'senior', staff: { intake: { date: '2025-03-01' } } },
  });
  await addPet(service(), { name: 'Luna', categoryId: 2, profile: { species: 'Cat', age: 'young' } });
  const boston = { city: 'Boston', latitude: 42.36, longitude: -71.06 };
  await addPet(service(), { name: 'Max', profile: { ...dog, location: boston } });
});

test('finds animals by what adopters ask for, keeps that in the address, and gives it up again', async () => {
  const page = await browser().open(service().origin);
  const names = page.locator('.pet-card-name');
  await expectToSee(page.getByRole('link', { name: /Luna/ }));
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  // The counts follow the other wishes, and what no animal has cannot be asked for.
  const choice = (words: string) => dialog.locator('.wish-choice', { hasText: words });
  await expect.poll(() => choice('Young').textContent()).toBe('Young 3');
  expect(await choice('Baby').getByRole('checkbox').isDisabled()).toBe(true);
  await dialog.getByLabel('Species').fill('dog');
  await expect.poll(() => choice('Young').textContent()).toBe('Young 2');
  await expectToSee(dialog.getByRole('button', { name: 'Show 3 animals' }));
  await dialog.getByLabel('Breed').fill('beagle');
  await expect.poll(() => dialog.locator('datalist option[value="Beagle"]').count()).toBe(1);
  await dialog.getByLabel('Young').check();
  await dialog.getByLabel('Cats').check();
  await dialog.getByLabel('Near').fill('Springfield, IL');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Show 1 animal', exact: true }).click();
  await expectNotToSee(dialog);
  await expect.poll(() => names.allTextContents()).toEqual(['Rex']);
  const wanted = { species: 'dog', breed: 'beagle', age: 'young', goodWith: 'cats', near: 'Springfield, IL' };
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(wanted);

  // Whoever gets the address sees the same.
  await page.reload();
  await expect.poll(() => names.allTextContents()).toEqual(['Rex']);
  await page.getByRole('link', { name: 'Remove the filter Near Springfield, IL' }).click();
  await page.getByRole('link', { name: 'Remove the filter Good with cats' }).click();
  await expect.poll(() => names.allTextContents()).toEqual(['Max', 'Rex']);
  await page.goBack();
  await expect.poll(() => names.allTextContents()).toEqual(['Rex']);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect.poll(() => names.count()).toBe(4);
});

test('are asked for, found and shown in the language of the visitor', async () => {
  const page = await browser().open(service().origin, { ...DESKTOP, locale: 'de-DE' });
  const names = page.locator('.pet-card-name');
  await expectToSee(page.getByRole('link', { name: /Luna.*Katze/ }));
  // Nobody is called so, and no category is.
  const search = page.getByRole('searchbox').last();
  for (const typed of ['Hund', 'Hündin', 'hunde', 'perro']) {
    await search.fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(typed);
    await expect.poll(() => names.allTextContents()).toEqual(['Max', 'Moose', 'Rex']);
  }
  await page.goto(`${service().origin}/?species=Cat`);
  const chosen = page.locator('.wish-line');
  await expectToSee(chosen.getByText('Katze'));
  await chosen.getByRole('button').first().click();
  const fields = page.getByRole('dialog').locator('input[list]');
  await expect.poll(() => fields.first().inputValue()).toBe('Katze');
  await fields.first().fill('hund');
  await expect.poll(() => page.locator('datalist option[value="Hund"]').count()).toBe(1);
  await fields.nth(1).fill('Deutscher Schäferhund');
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ species: 'Dog', breed: 'German Shepherd Dog' });
  await page.goto(`${service().origin}/?species=Dog`);
  await page.getByRole('link', { name: /Moose/ }).click();
  await expectToSee(page.getByRole('definition').filter({ hasText: /^Hund$/ }));
});

test('sorts by the time of waiting, and by distance once a place is known', async () => {
  const page = await browser().open(`${service().origin}/?species=Dog`, PHONE);
  const names = page.locator('.pet-card-name');
  const order = page.getByRole('combobox', { name: 'Order of the animals' });
  await expect.poll(() => names.allTextContents()).toEqual(['Max', 'Moose', 'Rex']);
  await expect.poll(() => order.locator('option').allTextContents()).toEqual(['Newest first', 'Waiting longest']);
  await order.selectOption('longest_waiting');
  await expect.poll(() => names.allTextContents()).toEqual(['Moose', 'Rex', 'Max']);
  await page.goto(`${service().origin}/?species=Dog&near=62701&within=300mi&sort=distance`);
  await expect.poll(async () => (await names.allTextContents()).toSorted()).toEqual(['Moose', 'Rex']);
  await expect.poll(() => order.inputValue()).toBe('distance');
  await expectNoBarriers(page);
});

test('a dog nearby that gets on with children takes a postal code and four taps on a phone', async () => {
  const bella = await addPet(service(), { name: 'Bella', profile: { species: 'Dog', goodWith: { children: 'yes' } } });
  const page = await browser().open(service().origin, PHONE);
  const names = page.locator('.pet-card-name');
  await expectToSee(page.getByText('5 animals', { exact: true }));
  expect(await shiftsOf(page)).toBeLessThan(0.01);
  await page.getByRole('searchbox', { name: 'Postal code or town, state' }).fill('62701');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Dogs', exact: true }).tap();
  await page.getByRole('button', { name: 'Filters (1)' }).tap();
  await page.getByRole('dialog').getByText('Children').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Show 1 animal', exact: true }).tap();
  await expect.poll(() => names.allTextContents()).toEqual(['Bella']);
  await expectToSee(page.getByRole('link', { name: /Bella/ }).getByText(/^\d+\smi away$/));
  await expectToSee(page.getByRole('status').getByText('1 animal', { exact: true }));
  await expect.poll(() => page.getByRole('combobox', { name: 'Order of the animals' }).inputValue()).toBe('distance');
  await expectNoBarriers(page);
  // What gives up the place gives up its order.
  await page.getByRole('link', { name: 'Clear all' }).tap();
  await expect.poll(() => new URL(page.url()).search).toBe('?category=1');
  await expect.poll(() => page.getByRole('searchbox', { name: 'Postal code or town, state' }).inputValue()).toBe('');
  await service().call('DELETE', `/v1/pets/${bella}`);
});

test('shows animals with photos only', async () => {
  const page = await browser().open(service().origin);
  const names = page.locator('.pet-card-name');
  await postPhoto(service(), 1);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByLabel('With photos only').check();
  await dialog.getByRole('button', { name: 'Show 1 animal', exact: true }).click();
  await expect.poll(() => names.allTextContents()).toEqual(['Rex']);
  expect(new URL(page.url()).search).toBe('?hasPhotos=true');
  await postPhoto(service(), 2);
  await expect.poll(() => names.allTextContents()).toEqual(['Moose', 'Rex']);
  await page.getByRole('link', { name: 'Remove the filter With photos' }).click();
  await expect.poll(() => names.count()).toBe(4);
});

test('a place that nobody knows is said to be unknown', async () => {
  const page = await browser().open(`${service().origin}/?near=Nowhere at all`);
  await expectToSee(page.getByText('No such place is known'));
  await page.getByRole('link', { name: 'Search everywhere' }).click();
  await expectToSee(page.getByRole('link', { name: /Rex/ }));
});

test('a new animal appears where it is asked for, and only there', async () => {
  const seniors = await browser().open(`${service().origin}/?age=senior`);
  const babies = await browser().open(`${service().origin}/?age=baby`);
  await expectToSee(seniors.getByRole('link', { name: /Moose/ }));
  await expectToSee(babies.getByText('No animals match'));
  await addPet(service(), { name: 'Granny', profile: { age: 'senior' } });
  await addPet(service(), { name: 'Kitten', profile: { age: 'baby' } });
  await expectToSee(seniors.getByRole('link', { name: /Granny/ }));
  await expectToSee(babies.getByRole('link', { name: /Kitten/ }));
  expect(await babies.getByRole('link', { name: /Granny/ }).count()).toBe(0);
});

test('mails whoever asks for it about animals like these, and the link of the mail begins and ends that', async () => {
  const page = await browser().open(`${service().origin}/?species=Horse&age=young`);
  await expectToSee(page.getByText('No animals match'));
  await page.getByRole('main').getByText('Tell me when such an animal comes').click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when such an animal comes' });
  await expectToSee(dialog.getByText('Horse · Young'));
  await dialog.getByLabel('Your email address').fill('ann');
  await dialog.getByRole('button', { name: 'Ask for mails' }).click();
  await expectToSee(dialog.getByText('Enter an email address, such as ann@example.org.'));
  await expectNoBarriers(page);
  await dialog.getByLabel('Your email address').fill('ann@example.org');
  await page.keyboard.press('Enter');
  await expectToSee(page.getByRole('dialog', { name: 'Check your mail' }).getByText('ann@example.org'));
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectNotToSee(page.getByRole('dialog'));

  const token = /\/alert\?lang=en#(pal_[\w-]+)/.exec((await mails.next()).text)?.[1] ?? '';
  const link = await browser().open(`${service().origin}/alert#${token}`, { ...PHONE, colorScheme: 'dark' });
  await expectToSee(link.getByRole('heading', { name: 'Do you want these mails?' }));
  await expectToSee(link.getByText('Horse · Young'));
  await expectNoBarriers(link);
  await link.getByRole('button', { name: 'Yes, tell me' }).click();
  await expectToSee(link.getByRole('heading', { name: 'You get mails about new animals' }));
  await expectNoBarriers(link);
  await link.getByRole('button', { name: 'End these mails' }).click();
  await expectToSee(link.getByText('You get no more mails'));
  await link.goto(`${service().origin}/alert`);
  await expectToSee(link.getByText('No alert here'));
  await expectNoBarriers(link);
  await link.close();

  // On a phone, beside the filters.
  const phone = await browser().open(service().origin, PHONE);
  await phone.getByRole('button', { name: 'Tell me when such an animal comes' }).click();
  await expectToSee(phone.getByRole('dialog').getByText('Any animal'));
  await expectNoBarriers(phone);
});
