import { expect, test } from 'vitest';
import { invited } from '../organizations/members.ts';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../support/browser.ts';
import { openAs, row } from '../support/windows.ts';
import { png, widthOf } from './logos.ts';
import { ann, openPage } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();

const organization = async (id: number) => (await service().call('GET', `/v1/organizations/${id}`)).body;

test('an operator adds an organization, lists it and unlists it', async () => {
  const page = await open('/console/organizations');
  await expectToSee(row(page, 'Our shelter').getByText('Listed', { exact: true }));
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Add an organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expectToSee(dialog.getByText('Enter a name.'));
  await dialog.getByLabel('Name').fill('Hilltop Rescue');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Hilltop Rescue' }));
  expect(await organization(2)).toEqual({ id: 2, name: 'Hilltop Rescue', listed: false, suspended: false });

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expectToSee(dialog.getByText('List an organization only if you know who runs it.'));
  await dialog.getByRole('button', { name: 'List' }).click();
  await expectToSee(page.getByText('Hilltop Rescue is listed.'));
  expect((await organization(2)).listed).toBe(true);
  await page.getByRole('button', { name: 'Unlist' }).click();
  await expectToSee(dialog.getByText('gone from the board'));
  await dialog.getByRole('button', { name: 'Unlist' }).click();
  await expectToSee(page.getByRole('button', { name: 'List', exact: true }));
  expect((await organization(2)).listed).toBe(false);
});

test('a manager puts the board on a website, with one address', async () => {
  const page = await open('/console/organizations/1');
  await page.getByRole('button', { name: 'Put the board on your website' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Make the line' }).click();
  await expectToSee(form.getByText('Enter an address such as'));
  await form.getByLabel('Address of your website').fill('shelter.example/our-animals');
  await form.getByRole('button', { name: 'Make the line' }).click();
  const shown = page.getByRole('dialog', { name: 'Your board' });
  const key = (await shown.getByText(/^ppk_live_\w{38}$/).textContent()) ?? '';
  const line = `<script src="${service().origin}/embed.js" data-key="${key}" data-organization="1"></script>`;
  await expectToSee(shown.getByText(line));
  await expectToSee(shown.getByText('[petstore_animals organization="1"]'));
  await expectNoBarriers(page);
  const { body } = await service().call('GET', '/v1/account/keys');
  expect(body[0]).toMatchObject({
    name: 'Board on shelter.example',
    scopes: ['pets:read', 'orders:write', 'messages:write'],
    origins: ['https://shelter.example'],
  });
});

test('the mails after an adoption are written, as an adopter reads them, and turned on', async () => {
  const page = await open('/console/organizations/1');
  const text = page.getByLabel('After 3 days');
  await expectToSee(page.getByText('Dear Ann,').first());
  await text.fill('Hello {name}, how is {animal}?');
  await expectToSee(page.getByText('Hello Ann, how is Rex?'));
  await page.getByLabel('Send these mails').check();
  await page.getByRole('button', { name: 'Save the mails' }).click();
  await expectToSee(page.getByText('Saved.'));
  const stored = async () => (await service().call('GET', '/v1/organizations/1/follow-ups')).body;
  expect(await stored()).toMatchObject({ active: true, afterThreeDays: 'Hello {name}, how is {animal}?' });
  // A colleague turns them off, and a text is corrected.
  await service().call('PATCH', '/v1/organizations/1/follow-ups', { body: { active: false } });
  await page.getByRole('button', { name: 'Use the suggested text' }).click();
  await page.getByRole('button', { name: 'Save the mails' }).click();
  await expect.poll(async () => (await stored()).afterThreeDays).toContain('came home with you');
  expect(await stored()).toMatchObject({ active: false });
  await expectNoBarriers(page);
});

test('the questions to adopters are written, ordered and removed', async () => {
  const page = await open('/console/organizations/1');
  const dialog = page.getByRole('dialog');
  const add = async (question: string, answer: string) => {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await dialog.getByLabel('Question').fill(question);
    await dialog.getByLabel('Answer', { exact: true }).selectOption(answer);
  };
  await add('Have you a garden?', 'Yes or no');
  await dialog.getByLabel('Visitors must answer it').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('Yes or no · required'));
  await add('Where do you live?', 'A choice');
  await dialog.getByLabel('Choices').fill('House');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(dialog.getByText('Enter 2 to 20 different choices'));
  await expectNoBarriers(page);
  await dialog.getByLabel('Choices').fill('House\nFlat\n');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('A choice: House, Flat'));
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Move up Where do you live?' }).click();
  await expect
    .poll(async () => (await organization(1)).application)
    .toMatchObject([
      { question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'], required: false },
      { question: 'Have you a garden?', kind: 'yes_no', required: true },
    ]);
  await expectToSee(page.getByRole('button', { name: 'Move up Have you a garden?' }));

  // A colleague turns them around and adds one while the dialog is open: nothing of it is lost.
  await page.getByRole('button', { name: 'Edit Have you a garden?' }).click();
  await dialog.getByLabel('Question').fill('Have you a big garden?');
  const [home, garden] = (await organization(1)).application;
  const ofColleague = async (...application: object[]) => {
    const { status, text } = await service().call('PATCH', '/v1/organizations/1', { body: { application } });
    expect(status, text).toBe(200);
  };
  await ofColleague(garden, home, { question: 'Any pets?', kind: 'text' });
  await expectToSee(page.getByRole('button', { name: 'Remove Any pets?' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotToSee(dialog);
  const questions = async () =>
    (await organization(1)).application.map(({ question }: { question: string }) => question);
  expect(await questions()).toEqual(['Have you a big garden?', 'Where do you live?', 'Any pets?']);

  // If they have changed the same one, the user learns of it first.
  await page.getByRole('button', { name: 'Edit Where do you live?' }).click();
  await dialog.getByLabel('Visitors must answer it').check();
  await ofColleague({ ...home, choices: ['House', 'Flat', 'Farm'] });
  await expectToSee(page.getByText('A choice: House, Flat, Farm'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(dialog.getByText('Somebody else has changed this'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotToSee(dialog);
  expect((await organization(1)).application).toMatchObject([{ choices: ['House', 'Flat'], required: true }]);

  // One that is removed meanwhile comes back.
  await page.getByRole('button', { name: 'Edit Where do you live?' }).click();
  await ofColleague({ question: 'Have you a garden?', kind: 'text' });
  await expectToSee(page.getByRole('button', { name: 'Remove Have you a garden?' }));
  for (const verb of ['Save', 'Try again', 'Save']) await dialog.getByRole('button', { name: verb }).click();
  await expectNotToSee(dialog);
  expect(await questions()).toEqual(['Have you a garden?', 'Where do you live?']);
  for (const question of ['Have you a garden?', 'Where do you live?']) {
    await page.getByRole('button', { name: `Remove ${question}` }).click();
    await expect.poll(() => page.getByText(question, { exact: true }).count()).toBe(0);
  }
  await expect.poll(() => organization(1)).not.toHaveProperty('application');
});

test('a manager types an address, and sees where searches find it', async () => {
  const page = await open('/console/organizations/1');
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // While it saves, the button has no name.
    await expectNotToSee(page.getByText('Your changes are not saved yet.'));
  };
  await expectToSee(page.getByText('With a town or a postal code'));
  expect(await page.getByLabel('Position').count()).toBe(0);
  await page.getByLabel('City').fill('Atlantis');
  await save();
  await expectToSee(page.getByText('This service does not know where this address is.'));
  await expectNoBarriers(page);
  await page.getByLabel('Postal code').fill('62701');
  await page.getByLabel('City').fill('');
  await page.getByLabel('Country').selectOption('United States');
  await save();
  await expectToSee(page.getByText('Visitors find your animals near 62701.'));
  expect(await organization(1)).toMatchObject({ address: { postalCode: '62701', country: 'US' } });
  await page.getByLabel('Postal code').fill('');
  await page.getByLabel('City').fill('Łódź');
  await page.getByLabel('Country').selectOption('Poland');
  await save();
  await expectToSee(page.getByText('Visitors find your animals near Łódź, PL.'));
  await page.route('**/v1/organizations?near=*', (route) => route.abort());
  await page.getByLabel('City').fill('Atlantis');
  await save();
  await expectToSee(page.getByText('Visitors find your animals near this address.'));
  await page.unroute('**/v1/organizations?near=*');
  await page.getByText('Set the position exactly').click();
  const position = page.getByLabel('Position');
  await position.fill('51.77, 19.46');
  await position.press('Enter');
  await expectNotToSee(page.getByText('Your changes are not saved yet.'));
  await expectToSee(position.and(page.locator(':focus')));
  // From now on nobody reads where the address is.
  const lookUps: string[] = [];
  page.on('request', (request) => void (/[?&]near=/.test(request.url()) && lookUps.push(request.url())));
  await page.getByLabel('City').fill('Warszawa');
  await save();
  expect((await organization(1)).location).toEqual({ latitude: 51.77, longitude: 19.46 });
  await page.getByLabel('Position').fill('');
  await page.getByLabel('City').fill('');
  await page.getByLabel('Country').selectOption('');
  await save();
  expect(await organization(1)).not.toHaveProperty('location');
  expect(lookUps).toEqual([]);
});

test('a profile is saved field by field, beside the changes of somebody else and what is typed meanwhile', async () => {
  const page = await open('/console/organizations/1');
  await page.getByText('Set the position exactly').click();
  const position = page.getByLabel('Position');
  await position.fill('somewhere');
  await page.getByLabel('Website').fill('riverside.example');
  await page.getByLabel('Page where adopters pay the fee').fill('pay.example/riverside');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Saturday').fill('10 am – 4 pm');
  await page.getByLabel('Languages for visitors').fill('en; es es ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(position.and(page.locator(':focus')));
  await expectToSee(page.getByText('Enter latitude and longitude in degrees'));
  await expectNoBarriers(page);
  await position.fill('50.1, 8.68');
  const donations = page.getByLabel('Page for donations');
  await donations.fill('http://give.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(page.getByText('Enter an address that begins with https:.'));
  await donations.fill('give.example');
  // A change whose event the page does not receive in time.
  let isChanged = false;
  await page.route('**/v1/organizations/1', async (route) => {
    const changes = { phone: '+49 69 0100', hours: { sunday: 'closed' } };
    if (route.request().method() === 'PATCH' && !isChanged) {
      isChanged = true;
      await service().call('PATCH', '/v1/organizations/1', { body: changes });
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(page.getByText('Somebody else has changed this'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByLabel('Telephone').inputValue()).toBe('+49 69 0100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotToSee(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => organization(1))
    .toMatchObject({
      website: 'https://riverside.example',
      paymentUrl: 'https://pay.example/riverside',
      donationUrl: 'https://give.example',
      phone: '+49 69 0100',
      address: { country: 'DE' },
      hours: { saturday: '10 am – 4 pm', sunday: 'closed' },
      languages: ['en', 'es'],
      location: { latitude: 50.1, longitude: 8.68 },
    });
  await page.unroute('**/v1/organizations/1');
  const mission = page.getByLabel('What you do');
  await page.route('**/v1/organizations/1', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const response = await route.fetch();
    await mission.fill('We take in animals.');
    return route.fulfill({ response });
  });
  await page.getByLabel('Saturday').fill('');
  await page.getByLabel('Languages for visitors').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => mission.inputValue()).toBe('We take in animals.');
  await expectToSee(page.getByRole('button', { name: 'Save', exact: true }).and(page.locator('[aria-busy=false]')));
  expect(await mission.inputValue()).toBe('We take in animals.');
  await expectToSee(mission.and(page.locator(':focus')));
  await page.unroute('**/v1/organizations/1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotToSee(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => organization(1))
    .toMatchObject({ hours: { sunday: 'closed' }, mission: 'We take in animals.' });
  expect(await organization(1)).not.toHaveProperty('languages');

  // The page shows at once what a colleague saves, but not in the field in which the user types.
  await mission.fill('We take in dogs.');
  const changes = { mission: 'We take in cats.', phone: '+49 69 0200' };
  await service().call('PATCH', '/v1/organizations/1', { body: changes });
  await expect.poll(() => page.getByLabel('Telephone').inputValue()).toBe('+49 69 0200');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(page.getByText('Somebody else has changed this'));
  expect(await organization(1)).toMatchObject(changes);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNotToSee(page.getByRole('button', { name: 'Save', exact: true }));
  expect(await organization(1)).toMatchObject({ ...changes, mission: 'We take in dogs.' });
});

test('a manager chooses a logo, which only an image that fits replaces, and an operator removes it', async () => {
  const manager = openPage(service());
  const token = await invited(service(), 1, { role: 'manager' });
  await manager.call('POST', '/session/join', { body: { ...ann, token } });
  const page = await openAs(browser(), service(), manager, '/console/organizations/1');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/logo')) sent.push(request.method());
  });
  const choose = (buffer: Buffer) =>
    page.getByLabel('Image of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  const button = page.getByRole('button', { name: 'Choose an image' });
  const chooser = page.waitForEvent('filechooser');
  await expectToSee(page.getByText('PNG, JPEG or WebP, up to 256 KiB.'));
  await button.click();
  await (await chooser).setFiles({ name: 'logo.webp', mimeType: 'image/webp', buffer: png });
  await expectToSee(page.getByText('The logo was saved.'));
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'The current logo' }))).toBe(1);
  const { logo } = await organization(1);
  expect(logo).toMatch(/^\/logos\/1\?v=/);

  await choose(Buffer.concat([png], 256 * 1_024 + 1));
  await expectToSee(page.getByRole('alert').getByText('The image is larger than 256 KiB.'));
  expect(sent).toEqual(['PUT']);
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expectToSee(page.getByRole('alert').getByText('The image must be a PNG, JPEG or WebP file.'));
  await expectNotToSee(page.getByText('The image is larger than 256 KiB.'));
  await expectNoBarriers(page);
  expect((await organization(1)).logo).toBe(logo);
  await choose(Buffer.concat([png], 256 * 1_024));
  await expectNotToSee(page.getByRole('alert'));
  await expect.poll(async () => (await organization(1)).logo).not.toBe(logo);

  await service().call('PATCH', '/v1/organizations/1', { body: { listed: false } });
  const operator = await open('/console/organizations/1');
  for (const window of [page, operator]) {
    await expectToSee(window.getByText('once visitors see the organization'));
    await expectNotToSee(window.getByRole('img', { name: 'The current logo' }));
  }
  await operator.getByRole('button', { name: 'Remove the logo' }).click();
  await expectToSee(operator.getByText('The logo was removed.'));
  await expectToSee(button);
  await expect.poll(() => operator.evaluate('document.activeElement.id')).toBe('main');
  expect((await organization(1)).logo).toBeUndefined();
});

test('a manager chooses that several may apply, except for an animal, and the navigation follows', async () => {
  const manager = openPage(service());
  const { body: hilltop } = await service().call('POST', '/v1/organizations', { body: { name: 'Hilltop' } });
  const token = await invited(service(), hilltop.id, { role: 'manager' });
  await manager.call('POST', '/session/join', { body: { ...ann, email: 'bea@hilltop.example', token } });
  const page = await openAs(browser(), service(), manager, `/console/organizations/${hilltop.id}`);
  const save = page.locator('.save-bar').getByRole('button', { name: 'Save' });
  const several = page.getByRole('radio', { name: /^Several may apply/ });
  await expectToSee(several);
  const entry = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Applications' });
  expect(await entry.count()).toBe(0);
  await several.check();
  await save.click();
  await expectToSee(page.getByText('The profile was saved.'));
  expect((await organization(hilltop.id)).adoption).toBe('apply');
  await expectToSee(entry);

  const { body: kit } = await manager.call('POST', '/v1/pets', { body: { name: 'Kit', categoryId: 1 } });
  await page.goto(`${service().origin}/console/animals/${kit.id}`);
  await page.getByLabel('How it is adopted').selectOption('Whoever reserves first');
  await save.click();
  await expectToSee(page.getByText('The profile was saved.'));
  expect((await service().call('GET', `/v1/pets/${kit.id}/profile`)).body.adoption).toBe('reserve');
});
