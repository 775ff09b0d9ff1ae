import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { visitorsOf } from '../orders/callers.ts';
import { invited, newMember } from '../organizations/members.ts';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { openAs } from '../support/windows.ts';
import { ann, openPage } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();

const profileOf = async (id: number) => (await service().call('GET', `/v1/pets/${id}/profile`)).body;

test('the page of an animal shows how much visitors are interested in it, and the statistics which animals they look at', async () => {
  const [rex, mia] = [await addPet(service(), { name: 'Bao' }), await addPet(service(), { name: 'Suki' })];
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari/604.1' };
  for (const kind of ['view', 'view', 'heart'])
    await service().call('POST', `/v1/pets/${rex}/interest`, { key: null, headers, body: { kind } });
  const page = await open(`/console/animals/${rex}`);
  const card = page.locator('#interest');
  await expectToSee(card.getByRole('heading', { name: 'Interest of visitors' }));
  await expectToSee(card.getByText(/^Most views: 2 on /));
  expect(await card.getByRole('definition').allTextContents()).toEqual(['2', '1', '0', '0', '0']);
  const days = card.getByRole('table', { name: 'Views by day' }).getByRole('row');
  await expect.poll(() => days.count()).toBe(31);
  expect(await days.last().getByRole('cell').allTextContents()).toEqual(['2']);
  await expectToSee(card.getByRole('img', { name: /: 0 at first, 2 at last\. The table has every day\.$/ }));
  await expectNoBarriers(page);
  await card.getByRole('link', { name: 'Other animals' }).click();
  const most = page.getByRole('table', { name: 'The animals whose pages visitors opened most' });
  await expect
    .poll(() => most.getByRole('row').nth(1).getByRole('cell').allTextContents())
    .toEqual(['Bao', '2', '1', '0', '0', '0']);
  await expectToSee(page.locator('#interest:focus'));
  const least = page.getByRole('table', { name: 'The animals whose pages visitors opened least' });
  await expectToSee(least.getByRole('link', { name: 'Suki' }));
  await expectNotToSee(most.getByRole('link', { name: 'Suki' }));
  await expectNotToSee(least.getByRole('link', { name: 'Bao' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download interest as CSV' }).click(),
  ]);
  const table = (await buffer(await download.createReadStream())).toString();
  expect(table).toMatch(/^\uFEFFpetId,name,/);
  expect(table).toContain(`${mia},Suki,0,0,0,0,0`);
  expect(download.suggestedFilename()).toMatch(/^interest-\d{4}-\d{2}-\d{2}\.csv$/);
  await expectNoBarriers(page);
});

describe("an animal's profile", () => {
  test('is typed with suggestions, and only what has changed is sent', async () => {
    const id = await addPet(service(), { name: 'Rex', profile: { sex: 'male', staff: { notes: 'Shy.' } } });
    const page = await open('/console/animals');
    await page.getByRole('link', { name: 'Rex' }).click();
    await page.getByLabel('Species').fill('dogs');
    const suggested = (label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((field) => [...field.list.options].map(({ value }) => value));
    await expect.poll(() => suggested('Breed')).toContain('Beagle');
    await expect.poll(() => suggested('Breed')).not.toContain('Siamese');
    await expect.poll(() => suggested('Color')).toContain('Brindle');
    // Nobody is held to the suggestions.
    await page.getByLabel('Breed', { exact: true }).fill('Village dog');
    await page.getByLabel('Born on').fill('2999-01-01');
    await page.getByRole('group', { name: 'Vaccinations up to date' }).getByLabel('Yes').check();
    await page.getByLabel('Adoption fee').fill('125');
    await page.getByLabel('Currency of the fee').selectOption('USD');
    const staff = page.getByRole('region', { name: 'Staff only' });
    await staff.getByRole('button', { name: 'Add a vaccination' }).press('Enter');
    await expectToSee(staff.getByLabel('Name').and(page.locator(':focus')));
    await page.keyboard.type('Rabies');

    await page.getByRole('button', { name: 'Save' }).click();
    const born = page.getByLabel('Born on');
    await expectToSee(born.and(page.locator(':focus[aria-invalid=true]')));
    await expectToSee(page.getByText('This field must not be in the future.'));
    await page.getByLabel('Weight', { exact: true }).fill('heavy');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(page.getByText('Enter a weight, such as 12.5.'));
    await expectNoBarriers(page);
    await page.getByLabel('Weight', { exact: true }).fill('');
    await born.fill('2024-05-01');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Species').press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      species: 'dogs',
      breed: { primary: 'Village dog' },
      birthDate: '2024-05-01',
      shotsCurrent: true,
      adoptionFee: { amount: 12_500, currency: 'USD' },
      staff: { vaccinations: [{ name: 'Rabies' }] },
    });
    await expectToSee(page.getByText('The profile was saved.'));
    await expectNotToSee(page.getByRole('button', { name: 'Save' }));
    expect(await profileOf(id)).toMatchObject({ sex: 'male', staff: { notes: 'Shy.' } });

    // Its orders appear as they are placed, and the audit says what has changed.
    const adopter = { name: 'Priya Nair', email: 'priya@example.org' };
    await service().call('POST', '/v1/store/orders', { body: { petId: id, adopter } });
    await expectToSee(page.getByRole('table', { name: 'Adoptions of this animal' }).getByText('Priya Nair'));
    await page.goto(`${service().origin}/console/audit?about=pet`);
    await expectToSee(page.getByRole('listitem').filter({ hasText: 'changed Rex: vaccinations.' }));
    const change = page.getByRole('listitem').filter({ hasText: 'adoption fee' });
    await expectToSee(change);
    const [, members = ''] = /changed Rex: (.*)\.$/.exec((await change.textContent()) ?? '') ?? [];
    expect(members.split(/, | and /).toSorted()).toEqual([
      'adoption fee',
      'age',
      'birth date',
      'breed',
      'species',
      'vaccinations up to date',
    ]);
  });

  test('that two people edit at once is merged field by field, and loses nothing', async () => {
    const id = await addPet(service(), { name: 'Mia', profile: { species: 'Cat', description: 'Purrs.' } });
    const colleague = openPage(service());
    const joining = { ...ann, email: 'mia@shelter.example', token: await invited(service(), 1, { role: 'staff' }) };
    await colleague.call('POST', '/session/join', { body: joining });
    const theirs = await openAs(browser(), service(), colleague, `/console/animals/${id}`);
    const page = await open(`/console/animals/${id}`);
    await page.getByLabel('In one sentence').fill('Sleeps all day.');
    await page.getByLabel('Story', { exact: true }).fill('Purrs all day.');
    await theirs.getByLabel('Sex').selectOption('Female');
    await theirs.getByLabel('Story', { exact: true }).fill('Purrs at night.');
    await theirs.getByLabel('Other notes').fill('Bites.');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expectToSee(theirs.getByText('The profile was saved.'));

    // What others see is told as it happens, and what only staff see when it is saved.
    const meanwhile = page.getByRole('alert').filter({ hasText: 'Changed while you were typing' });
    await expectToSee(meanwhile.getByText(`${ann.name} changed Sex to “Female”.`));
    await expectToSee(meanwhile.getByText('changed Story to “Purrs at night.”. Saving keeps yours.'));
    await expect.poll(() => page.getByLabel('Sex').inputValue()).toBe('female');
    expect(await page.getByLabel('Story', { exact: true }).inputValue()).toBe('Purrs all day.');
    await expectNoBarriers(page);
    await meanwhile.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => page.getByLabel('Story', { exact: true }).inputValue()).toBe('Purrs at night.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(page.getByText('The profile was saved.'));
    await expectNotToSee(meanwhile);
    await expect.poll(() => page.getByLabel('Other notes').inputValue()).toBe('Bites.');
    expect(await profileOf(id)).toMatchObject({
      summary: 'Sleeps all day.',
      description: 'Purrs at night.',
      sex: 'female',
      staff: { notes: 'Bites.' },
    });

    // Staff's notes cause no event: saving over them asks first.
    await page.getByLabel('Other notes').fill('Bites strangers.');
    await theirs.getByLabel('Other notes').fill('Bit twice.');
    await theirs.getByRole('button', { name: 'Save' }).click();
    // While it saves, the button has no name.
    await expectNotToSee(theirs.getByText('Your changes are not saved yet.'));
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(meanwhile.getByText('changed Other notes to “Bit twice.”. Saving keeps yours.'));
    expect((await profileOf(id)).staff.notes).toBe('Bit twice.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectNotToSee(meanwhile);
    expect((await profileOf(id)).staff.notes).toBe('Bites strangers.');

    // Somebody else's change appears while nothing is typed.
    await service().call('PATCH', `/v1/pets/${id}/profile`, { body: { sex: null } });
    await expect.poll(() => page.getByLabel('Sex').inputValue()).toBe('');
  });

  test('asks what adopters ask of such an animal, and keeps what it has', async () => {
    const profile = { species: 'Fish', coat: 'wire' };
    const id = await addPet(service(), { name: 'Bubbles', profile });
    const page = await open(`/console/animals/${id}`);
    const asks = async (label: string) => (await page.getByText(label, { exact: true }).count()) > 0;
    await expectToSee(page.getByLabel('Story', { exact: true }));
    expect(await Promise.all(['Walks on a leash', 'Declawed', 'Farm animals', 'Coat', 'Weight'].map(asks))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    await page.getByRole('button', { name: 'Every field' }).click();
    await expectToSee(page.getByRole('group', { name: 'Walks on a leash' }));
    await page.getByRole('button', { name: 'Every field' }).click();
    await page.getByLabel('Species').fill('Dog');
    await expectToSee(page.getByRole('group', { name: 'Walks on a leash' }));
    expect(await asks('Declawed')).toBe(false);
    await page.getByLabel('Unit').selectOption('lb');
    await page.getByLabel('Weight', { exact: true }).fill('27.5');
    await expectToSee(page.getByText('= 12.474 kg'));
    await page.getByRole('navigation', { name: 'Sections of the profile' }).getByText('Place and listing').click();
    await page.getByLabel('Country').selectOption('Spain');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(page.getByText('The profile was saved.'));
    expect(await profileOf(id)).toMatchObject({ coat: 'wire', weightGrams: 12_474, location: { country: 'ES' } });
  });

  test('is on the page of its own people only', async () => {
    const { key } = await service().newAccount({ email: 'other@shelter.example' });
    const foreign = await service().call('POST', '/v1/pets', { key, body: { name: 'Foreign', categoryId: 1 } });
    const member = openPage(service());
    await member.call('POST', '/session/join', {
      body: { ...ann, token: await invited(service(), 1, { role: 'staff' }) },
    });
    const page = await openAs(browser(), service(), member, `/console/animals/${foreign.body.id}`);
    await expectToSee(page.getByText('Animal not found'));
    await page.goto(`${service().origin}/console/animals/0`);
    await expectToSee(page.getByText('Animal not found'));
  });
});

test('the history says who changed what, newest first, as it happens', async () => {
  const id = await addPet(service(), { name: 'Olive', profile: { sex: 'female' } });
  await service().call('PATCH', `/v1/pets/${id}`, { body: { profile: { size: 'small', breed: { primary: 'Pug' } } } });
  const page = await open(`/console/animals/${id}`);
  await page.getByRole('main').getByRole('link', { name: 'History' }).press('Enter');
  const history = page.getByRole('list', { name: 'History of this animal' }).getByRole('listitem');
  const told = () => history.locator('p').allTextContents();
  const who = 'operator@localhost with key 1';
  await expect.poll(told).toEqual([`${who} changed breed and size.`, `${who} added the animal.`]);

  // What only staff may know causes no event: the page asks after it has saved.
  await page.getByLabel('Other notes').fill('Hides food.');
  await page.getByLabel('Other notes').blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await told())[0]).toBe('operator@localhost changed staff notes (staff only).');
  const order = await service().call('POST', '/v1/store/orders', { body: { petId: id } });
  await expect
    .poll(async () => (await told()).slice(0, 2).toSorted())
    .toEqual([`${who} began adoption ${order.body.id}.`, `${who} moved it from Available to Pending.`]);
  await expectNoBarriers(page);
});

test('what adopters will miss is counted, listed, and asked for', async () => {
  const { body } = await service().call('POST', '/v1/organizations', { body: { name: 'Hill' } });
  const { key } = await newMember(service(), body.id, 'staff');
  const add = (name: string, profile: object, more = {}) => addPet(service(), { name, profile, ...more }, key);
  await add('Told', { description: 'Swims.', age: 'young', sex: 'male', size: 'small', goodWith: { children: 'no' } });
  await add('Half', { sex: 'female', birthDate: '2024-05-01' });
  const bare = await add('Bare', {});
  await add('Sold', {}, { status: 'sold' });
  const page = await open(`/console/animals?organization=${body.id}`);
  const hints = page.getByRole('navigation', { name: 'What adopters will miss' });
  await expectToSee(hints.getByText('Of 3 available:'));
  const missing = [
    '3 have no photo',
    '2 have no story',
    '1 of unknown age',
    '1 of unknown sex',
    '2 of unknown size',
    '2 with no word on children',
  ];
  await expect.poll(() => hints.getByRole('link').allTextContents()).toEqual(missing);
  await expectNoBarriers(page);
  // So many that the service does not count them: the links are there all the same.
  await page.route('**/v1/pet-facets?*', (route) => route.fulfill({ json: {} }));
  await page.reload();
  await expectToSee(hints.getByText('Available:'));
  await expectToSee(hints.getByRole('link', { name: 'No photo' }));
  await page.unroute('**/v1/pet-facets?*');
  await page.reload();
  await hints.getByRole('link', { name: '1 of unknown sex' }).press('Enter');
  const rows = page.getByRole('table').getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByLabel('What is missing').inputValue()).toBe('sex');
  expect(new URL(page.url()).search).toBe(`?status=available&missing=sex&organization=${body.id}`);

  await page.getByRole('link', { name: 'Bare' }).press('Enter');
  for (const [button, field] of [
    ['A photo', page.getByRole('button', { name: 'Choose photos' })],
    ['Its story', page.getByLabel('Story')],
    ['Its age', page.getByLabel('Born on')],
    ['Its size', page.getByLabel('Size when grown')],
    ['Whether it is good with children', page.getByRole('group', { name: 'Children' }).getByLabel('Yes')],
    ['Its sex', page.getByLabel('Sex')],
  ] as const) {
    await page.getByRole('button', { name: button }).press('Enter');
    await expectToSee(field.and(page.locator(':focus')));
  }
  await page.getByLabel('Sex').selectOption('Female');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotToSee(page.getByRole('button', { name: 'Its sex' }));
  await expectToSee(page.getByRole('button', { name: 'Its age' }));
  expect(await profileOf(bare)).toMatchObject({ sex: 'female' });
});

test('an animal with five photos is added and shown to visitors with four clicks, or stays hidden', async () => {
  const page = await open('/console/animals');
  await page.evaluate(`addEventListener('pointerdown', () => { window.presses = (window.presses ?? 0) + 1 }, true)`);
  const files = await Promise.all(
    ['red', 'teal', 'navy', 'gold', 'gray'].map(async (background) => {
      const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
      return { name: `${background}.png`, mimeType: 'image/png', buffer };
    }),
  );

  await page.getByRole('button', { name: 'Add an animal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an animal' });
  await expectToSee(dialog.getByLabel('Name').and(page.locator(':focus')));
  await page.keyboard.type('Juno');
  await dialog.getByLabel('Category').click();
  await dialog.getByLabel('Category').selectOption('Dogs');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByLabel('Photos').click();
  await (await chooser).setFiles(files);
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Juno' }));
  const photos = page.getByRole('list', { name: 'Photos, in their order' }).getByRole('listitem');
  await expect.poll(() => photos.count()).toBe(5);
  expect(await page.evaluate('window.presses')).toBeLessThanOrEqual(4);
  const [juno] = (await service().call('GET', '/v1/pets?q=Juno&expand=profile&status=available')).body;
  expect(juno.profile.species).toBe('Dog');

  // Several of a litter, none of which visitors see yet.
  await page.goto(`${service().origin}/console/animals`);
  await page.getByRole('button', { name: 'Add an animal' }).click();
  // Whoever cancels the chooser of files keeps the form.
  await dialog.getByLabel('Photos').dispatchEvent('cancel', { bubbles: true });
  await dialog.getByLabel('Category').selectOption('Cats');
  await dialog.getByLabel('Add another one after it').check();
  for (const _twin of [1, 2]) {
    await dialog.getByLabel('Name').fill('Twin');
    await dialog.getByRole('button', { name: 'Add, hidden' }).click();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('');
    await expectToSee(dialog.getByLabel('Name').and(page.locator(':focus')));
  }
  // Whoever hid the ones before shows the next one with the other button.
  await dialog.getByLabel('Name').fill('Shown');
  await dialog.getByRole('button', { name: 'Add and show' }).click();
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('');
  const visitors = await visitorsOf(service());
  expect((await visitors.call('GET', '/v1/pets?q=Shown')).body).toHaveLength(1);
  await page.keyboard.press('Escape');
  const twins = page.getByRole('row').filter({ hasText: 'Twin' });
  await expect.poll(() => twins.count()).toBe(2);
  await expectToSee(twins.first().getByText('hidden from visitors'));
  expect((await visitors.call('GET', '/v1/pets?q=Twin')).body).toEqual([]);
  await twins.first().getByRole('link', { name: 'Twin' }).click();
  await expectToSee(page.getByText('Not shown to visitors yet.').first());
  await page.getByRole('button', { name: 'Show to visitors' }).click();
  await expectToSee(page.getByRole('link', { name: 'View on the board' }));
});

test('photos are added, described, ordered and removed, also with the keyboard', async () => {
  const id = await addPet(service(), { name: 'Luna' });
  const page = await open(`/console/animals/${id}`);
  const photosOf = async (): Promise<{ id: number; alt?: string; urls: Record<string, string> }[]> =>
    (await service().call('GET', `/v1/pets/${id}/photos`)).body;
  const files = await Promise.all(
    [
      ['red', 700],
      ['green', 40],
    ].map(async ([color, width]) => ({
      name: `${color}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: Number(width), height: 30, channels: 3, background: String(color) } })
        .png()
        .toBuffer(),
    })),
  );
  await expectToSee(page.getByText('Drop photos here'));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  await (await chooser).setFiles(files);
  const list = page.getByRole('list', { name: 'Photos, in their order' });
  const items = list.getByRole('listitem');
  await expect.poll(() => items.count()).toBe(2);
  await expect
    .poll(() =>
      items
        .first()
        .getByRole('img')
        .evaluate((image) => image.naturalWidth > 0),
    )
    .toBe(true);

  // A file that is no image is dropped.
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'vector.svg', { type: 'image/svg+xml' }));
    for (const kind of ['dragover', 'drop'])
      document.querySelector('.photos-drop').dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  const refusal = page.getByRole('alert').filter({ hasText: 'vector.svg' });
  await expectToSee(refusal);
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Dismiss vector.svg' }).click();
  await expectNotToSee(refusal);

  // What is typed for another photo, while the first description is on its way, is saved after it.
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/photos/*', async (route) => {
    await held;
    return route.continue();
  });
  await page.getByLabel('What photo 2 shows').fill('Luna in the grass');
  await page.keyboard.press('Enter');
  await page.getByLabel('What photo 1 shows').fill('Luna');
  await page.keyboard.press('Enter');
  goOn();
  await expect.poll(async () => (await photosOf()).map(({ alt }) => alt)).toEqual(['Luna', 'Luna in the grass']);
  await page.unroute('**/photos/*');
  await expectToSee(page.getByText('The description was saved.').first());
  const [red, green] = (await photosOf()).map((photo) => photo.id);
  expect(await photosOf()).toMatchObject([{ id: red }, { id: green, alt: 'Luna in the grass' }]);

  await page.getByRole('button', { name: 'Choose what stays in view of photo 2' }).click();
  const whole = page.locator('.photo-focus-whole');
  await whole.click({ position: { x: 1, y: 1 } });
  await page.getByLabel('From the top').fill('40');
  await expectNoBarriers(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
  await expectToSee(page.getByText('The photo was saved.'));
  expect(await photosOf()).toMatchObject([{ id: red }, { id: green, focus: { x: 0, y: 40 } }]);
  await expect.poll(() => items.nth(1).getByRole('img').getAttribute('style')).toContain('0% 40%');

  await page.getByRole('button', { name: 'Move photo 2 forward' }).press('Enter');
  await expectToSee(page.getByRole('button', { name: 'Move photo 1 back' }).and(page.locator(':focus')));
  await expect.poll(async () => (await photosOf()).map((photo) => photo.id)).toEqual([green, red]);
  // One change after the other.
  await expectToSee(list.and(page.locator('[aria-busy=false]')));
  await items.nth(1).getByRole('img').dragTo(items.nth(0).getByRole('img'));
  await expect.poll(async () => (await photosOf()).map((photo) => photo.id)).toEqual([red, green]);

  // The list of animals shows the first one, in a frame that has its size before.
  await addPet(service(), { name: 'Without' });
  await page.getByRole('link', { name: 'Animals' }).first().click();
  const pictureOf = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('.animal-picture');
  const isShown = () =>
    pictureOf('Luna')
      .locator('img')
      .evaluate((image) => image.complete && image.naturalWidth > 0);
  await expect.poll(isShown).toBe(true);
  expect(await pictureOf('Luna').locator('img').getAttribute('loading')).toBe('lazy');
  // The smallest file, though the photo has larger ones.
  expect(
    await pictureOf('Luna')
      .locator('img')
      .evaluate((image) => image.currentSrc),
  ).toMatch(/\/300\.webp$/);
  await expectToSee(pictureOf('Without').locator('svg'));
  expect(await pictureOf('Luna').boundingBox()).toMatchObject({ width: 44, height: 44 });
  // It follows, and stays, as others change the animal.
  await service().call('PATCH', `/v1/pets/${id}/photos/${red}`, { body: { position: 1 } });
  await service().call('PATCH', `/v1/pets/${id}`, { body: { name: 'Luna Belle' } });
  const [first] = await photosOf();
  expect(first?.id).toBe(green);
  await expect.poll(() => pictureOf('Luna Belle').locator('img').getAttribute('src')).toBe(first?.urls['600']);
  await service().call('PATCH', `/v1/pets/${id}/photos/${green}`, { body: { position: 1 } });
  await page.goto(`${service().origin}/console/animals/${id}`);

  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => items.count()).toBe(1);
  expect((await photosOf()).map((photo) => photo.id)).toEqual([green]);
});

test('photos go on being sent over a bad line while somebody works on another page', async () => {
  const id = await addPet(service(), { name: 'Far' });
  const page = await open(`/console/animals/${id}`);
  const isLeft = Promise.withResolvers<void>();
  let attempts = 0;
  await page.route(`**/v1/pets/${id}/photos*`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    attempts += 1;
    if (attempts === 1) return route.abort('connectionreset');
    await isLeft.promise;
    return route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  expect(await (await chooser).element().getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/webp,image/gif,image/avif',
  );
  const buffer = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles([{ name: 'far.png', mimeType: 'image/png', buffer }]);
  await expect.poll(() => attempts).toBe(2);
  await page.getByRole('link', { name: 'Animals' }).first().click();
  await page.waitForURL('**/console/animals');
  await expectNotToSee(page.getByRole('button', { name: 'Choose photos' }));
  isLeft.resolve();
  await expectToSee(page.getByText('far.png was added.'));
  expect((await service().call('GET', `/v1/pets/${id}/photos`)).body).toHaveLength(1);
});

test('an animal is changed all the same while the small allowance for settings is used up', async () => {
  const id = await addPet(service(), { name: 'Spare' });
  const manager = openPage(service());
  const token = await invited(service(), 1, { role: 'manager' });
  await manager.call('POST', '/session/join', { body: { ...ann, email: 'busy@shelter.example', token } });
  while ((await manager.call('GET', '/v1/account')).status !== 429);
  const page = await openAs(browser(), service(), manager, `/console/animals/${id}`);
  await page.getByLabel('Sex').selectOption('Female');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('The profile was saved.'));
  expect(await profileOf(id)).toMatchObject({ sex: 'female' });
});

test('a hold is set in the profile, shown where the animal is, and ended with a button', async () => {
  const id = await addPet(service(), { name: 'Healing', profile: { species: 'Dog' } });
  const page = await open(`/console/animals/${id}`);
  const phone = await open(`/console/animals/${id}`, PHONE);
  await page.getByLabel('On hold', { exact: true }).selectOption('Medical hold');
  await page.getByLabel('Last day of the hold').fill('2099-12-30');
  await page.getByLabel('Why it is on hold').fill('Has to heal until its stitches are out.');
  await page.getByLabel('Why it is on hold').press('Tab');
  await page.getByRole('button', { name: 'Save' }).click();
  const card = page
    .locator('.card')
    .filter({ has: page.getByRole('heading', { name: 'Medical hold until 30 Dec 2099' }) });
  await expectToSee(card.getByText('Has to heal'));
  await expectToSee(page.getByText('Hidden from visitors: it is on hold'));
  await expectNotToSee(page.getByRole('link', { name: 'View on the board' }));
  await expectNoBarriers(page);
  // Another window of staff follows.
  await expectToSee(phone.getByRole('heading', { name: 'Medical hold until 30 Dec 2099' }));
  await phone.close();

  const list = await open('/console/animals?q=healing');
  const badge = list.getByRole('row').filter({ hasText: 'Healing' }).getByText('Medical hold until 30 Dec 2099');
  await expectToSee(badge);
  await expectNoBarriers(list);

  await card.getByRole('button', { name: 'Change the hold' }).press('Enter');
  await expectToSee(page.getByLabel('On hold', { exact: true }).and(page.locator(':focus')));
  await card.getByRole('button', { name: 'Show to visitors' }).press('Enter');
  await expectToSee(page.getByText('The hold has ended.'));
  await expectNotToSee(card);
  await expectNotToSee(badge);
  await expect.poll(() => page.getByLabel('On hold', { exact: true }).inputValue()).toBe('');
  expect((await profileOf(id)).staff).toEqual({ daysInCare: expect.any(Number) });
});

test('the page of an animal that comes soon says so, without the button', async () => {
  const hold = { type: 'coming_soon', showPage: true };
  const id = await addPet(service(), { name: 'Soon', profile: { species: 'Dog', staff: { hold } } });
  const page = await open(`/pets/${id}`);
  await expectToSee(page.getByText('You cannot reserve me yet'));
  await expectToSee(page.getByText('Coming soon', { exact: true }));
  await expectNotToSee(page.getByRole('button', { name: 'Reserve' }));
  await expectToSee(page.getByRole('button', { name: 'Ask about me' }));
  await expectNoBarriers(page);
  // When the hold ends, the page that is open shows it.
  await service().call('PATCH', `/v1/pets/${id}/profile`, { body: { staff: { hold: null } } });
  await expectToSee(page.getByRole('button', { name: 'Reserve' }));
});
