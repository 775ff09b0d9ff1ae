import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { invited } from '../../organizations/members.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE, shiftsOf } from '../../support/browser.ts';
import { startFtpServer } from '../../support/ftp-server.ts';
import { certificateFor } from '../../support/tls.ts';
import { openAs, row, tabTo } from '../../support/windows.ts';
import { ann, openPage } from '../page.ts';
import { consoleScene } from '../scene.ts';

const { browser, open, service } = consoleScene({ environment: 'staging', settings: { webhooksAllowPrivate: 'true' } });
const WIDE = { viewport: { width: 1440, height: 900 } };
const cat = { breed: { primary: 'Siamese' }, sex: 'female', size: 'small', age: 'young' };

const add = async (name: string, profile: object = cat): Promise<number> => {
  const { status, body, text } = await service().call('POST', '/v1/pets', { body: { name, categoryId: 2, profile } });
  expect(status, text).toBe(201);
  return body.id;
};
const setStatus = async (petId: number, to: string) =>
  expect((await service().call('PATCH', `/v1/pets/${petId}`, { body: { status: to } })).status).toBe(200);
const advance = async (by: string) => {
  const { status, text } = await service().call('POST', '/v1/test/clock/advance', { body: { by } });
  expect(status, text).toBe(200);
};
const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
};

test('a list goes to Petfinder from its set-up to a refused sign-in, by keyboard', async () => {
  const ftp = await startFtpServer({ folders: ['/import'] });
  const listed = () =>
    (ftp.files.get('/import/NJ94.csv')?.toString() ?? '')
      .matchAll(/^"\d+","[^"]*","([^"]*)".*"([AX])"/gm)
      .map(([, name, status]) => `${name} ${status}`)
      .toArray();
  const pets = [];
  for (const name of ['Mia', 'Rex', 'Tom', 'Zoe']) pets.push(await add(name));
  const [mia = 0, rex = 0, tom = 0] = pets;
  const nobody = await add('Nobody knows her sex', { ...cat, sex: undefined });

  const manager = openPage(service());
  const token = await invited(service(), 1, { role: 'manager' });
  expect((await manager.call('POST', '/session/join', { body: { ...ann, token } })).status).toBe(200);
  const page = await openAs(browser(), service(), manager, '/console/animals', WIDE);
  await page.getByRole('link', { name: 'Listing sites' }).click();
  await expectToSee(page.getByText('Not set up').first());
  expect(await shiftsOf(page)).toBeLessThan(0.05);
  await page.getByRole('link', { name: 'Set up Petfinder' }).click();

  // It warns of what the first list does, and the wrong password shows before anything is sent.
  await expectToSee(page.getByText('help@petfinder.com'));
  await press(page, 'Save and try the sign-in');
  await expectToSee(page.getByText('Enter the password'));
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('text');
  await page.keyboard.type('nj94');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await tabTo(page, page.getByText('Advanced'));
  await page.keyboard.press('Enter');
  await page.getByLabel('Server').fill(ftp.host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(ftp.port));
  await page.getByLabel('Username').fill('NJ94');
  await expectNoBarriers(page, WIDE);
  await press(page, 'Save and try the sign-in');
  await expectToSee(page.getByText('530 Login incorrect.'));
  await page.getByLabel('Password').fill(ftp.password);
  await press(page, 'Save and try the sign-in');
  await expectToSee(page.getByText('Petfinder lets the service in. Nothing was sent.'));
  await expectToSee(page.getByText('is not encrypted'));

  // The first list is shown, and sent only after somebody has agreed to this one.
  await expectToSee(page.getByText('This list waits for your consent'));
  await expectToSee(row(page, 'Nobody knows her sex').getByText('Its sex is not known.'));
  await expectToSee(page.getByText('The lists have no photos'));
  await expectNoBarriers(page, WIDE);
  expect(ftp.stores()).toBe(0);
  await service().call('PATCH', `/v1/pets/${tom}`, { body: { name: 'Tom II' } });
  await press(page, 'Send this list of 4 to Petfinder');
  await expectToSee(page.getByText('This is the new list'));
  expect(ftp.stores()).toBe(0);
  await press(page, 'Send this list of 4 to Petfinder');
  await expectToSee(page.getByText('What was sent'));
  expect(listed()).toEqual(['Zoe A', 'Tom II A', 'Rex A', 'Mia A']);
  await page.getByRole('tab', { name: 'In the list', exact: true }).click();
  await expectToSee(row(page, 'Tom II').getByText('Since'));
  await expectToSee(row(page, 'has agreed').getByText('Sent', { exact: true }));
  await page.getByText('Steps').first().click();
  await expectToSee(page.getByText('complete on the server'));
  await expectNoBarriers(page, WIDE);

  // The animal says so, too.
  await page.getByRole('link', { name: 'Rex' }).click();
  await expectToSee(page.getByText('Listed since'));
  await page.goto(`${service().origin}/console/animals/${nobody}#listing-sites`);
  await page.getByRole('button', { name: 'Its sex is not known' }).click();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('sex');

  // An adopted animal is gone with the next run.
  await advance('PT1H');
  await setStatus(rex, 'sold');
  await advance('PT10M');
  await expect.poll(listed).toEqual(['Zoe A', 'Tom II A', 'Rex X', 'Mia A']);

  // A list that shrinks waits, and a second look says what vanishes.
  await setStatus(mia, 'sold');
  await service().call('PATCH', `/v1/pets/${tom}`, {
    body: { profile: { staff: { hold: { type: 'medical', until: '2099-01-01' } } } },
  });
  await page.goto(`${service().origin}/console/listing-sites/petfinder`);
  await press(page, 'Run now');
  await expectToSee(page.getByText('less than half'));
  await press(page, /^Send this list/);
  await expectToSee(page.getByRole('dialog').getByText('Tom II'));
  await expectNoBarriers(page, WIDE);
  expect(listed()).toHaveLength(4);
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Send this list/ }));
  await page.keyboard.press('Enter');
  await expectNotToSee(page.getByText('less than half'));
  await expect.poll(listed).toEqual(['Zoe A', 'Rex X', 'Mia X']);

  // The site refuses for a day: the service pauses it, and tells the manager.
  ftp.password = 'another one';
  await add('New one');
  await advance('PT24H');
  await expectToSee(page.getByText('Petfinder refuses the username or the password'));
  await expectToSee(page.getByText('Nothing is sent until you enter the password anew'));
  const subjects = async () => {
    const { body: mails } = await service().call('GET', '/v1/test/mails');
    return mails.map(({ subject }: { subject: string }) => subject).join('\n');
  };
  await expect.poll(subjects).toContain('Petfinder refuses');
  await expectNoBarriers(page, WIDE);
  await page.getByRole('link', { name: 'Listing sites' }).first().click();
  await expectToSee(page.getByText('530 Login incorrect.'));
  await expectNoBarriers(page, WIDE);
  await page.getByRole('link', { name: /^Correct it/ }).click();
  await page.getByLabel('Password').fill(ftp.password);
  await press(page, 'Save and try the sign-in');
  await expectNotToSee(page.getByText('Petfinder refuses'));
  await expect.poll(listed).toContain('New one A');
});

test('Adopt-a-Pet on a phone: its questions, a map that is there, encryption, pause and removal', async () => {
  const ftp = await startFtpServer({ certificate: certificateFor('IP:127.0.0.1') });
  ftp.files.set('/import.cfg', Buffer.from('; ours'));
  await add('Luna');
  const page = await open('/console/listing-sites/adopt-a-pet', PHONE);
  await expectToSee(page.getByText('erases every animal of your account'));
  await page.getByLabel('It is an animal already').check();
  await page.getByLabel('Username').fill(ftp.username);
  await page.getByLabel('Password').fill(ftp.password);
  await page.getByText('Advanced').click();
  await page.getByLabel('Server').fill(ftp.host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(ftp.port));
  await page.getByRole('button', { name: 'Save and try the sign-in' }).click();
  await expectToSee(page.getByText('An import.cfg is there already'));
  await expectToSee(page.getByText('The server offers encryption, and it is off'));
  await expectNoBarriers(page, WIDE);
  await page.setViewportSize(PHONE.viewport);
  await page.getByLabel('We keep an import.cfg there').check();
  await page.getByRole('button', { name: 'Save and try the sign-in' }).click();
  await expectNotToSee(page.getByText('An import.cfg is there already'));
  await page.getByRole('button', { name: /^Send this list/ }).click();
  await expectToSee(page.getByText('What was sent'));
  expect(ftp.files.get('/pets.csv')?.toString().split('\n')[0]).toContain('Luna');
  expect(ftp.files.get('/import.cfg')?.toString()).toBe('; ours');

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Pause');
  await expectToSee(page.getByRole('dialog').getByText('animals that are adopted meanwhile stay there'));
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expectToSee(page.getByText('Paused: nothing is sent'));
  await expectNoBarriers(page, WIDE);
  await page.setViewportSize(PHONE.viewport);
  // A new password does not resume what somebody has paused.
  await page.getByLabel('Password').fill(ftp.password);
  await expectToSee(page.getByRole('button', { name: 'Try the saved sign-in' }));
  await page.getByRole('button', { name: 'Save and try the sign-in' }).click();
  await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('');
  await expectToSee(page.getByText('Paused: nothing is sent'));
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectNotToSee(page.getByText('Paused: nothing is sent'));
  await choose('Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectToSee(page.getByText('Before the first list'));
  expect(ftp.files.has('/pets.csv')).toBe(true);
});

test('nobody else sees them: staff, and operators only of an organization that they name', async () => {
  const staff = openPage(service());
  const token = await invited(service(), 1, { role: 'staff' });
  const email = 'staff@shelter.example';
  expect((await staff.call('POST', '/session/join', { body: { ...ann, email, token } })).status).toBe(200);
  const page = await openAs(browser(), service(), staff, '/console/listing-sites/petfinder');
  await expectToSee(page.getByText('This page is for managers'));

  const { body } = await service().call('POST', '/v1/organizations', { body: { name: 'Hilltop' } });
  const other = await open(`/console/organizations/${body.id}`);
  await other.getByRole('main').getByRole('link', { name: 'Listing sites' }).click();
  await other.getByRole('link', { name: 'Set up RescueGroups' }).click();
  await expectToSee(other.getByText('Import Account of the type CSV'));
  expect(new URL(other.url()).search).toBe(`?organization=${body.id}`);
});
