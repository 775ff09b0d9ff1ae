import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../../support/browser.ts';
import { sharedService, startOnSqlite } from '../../support/service.ts';
import { row } from '../../support/windows.ts';
import { consoleScene } from '../scene.ts';

const { open, service } = consoleScene({ settings: { webhooksAllowPrivate: 'true' } });
const shelter = sharedService(startOnSqlite);
const nobody = 'https://a-very-long-name-of-a-shelter-that-nobody-can-reach.pets.shelter.invalid';

const host = () => new URL(shelter.origin).host;
const newKey = async (): Promise<string> =>
  (await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } })).body.key;

test('an operator reads what a directory is, and adds a source', async () => {
  const page = await open('/console/animals');
  await addPet(shelter, { name: 'Rex' });
  await page.getByRole('link', { name: 'Directory', exact: true }).click();
  await page.getByText('A directory shows the animals of other shelters that run Petstore').waitFor();
  expect(await page.getByRole('link', { name: 'How it works' }).getAttribute('href')).toBe('/docs/directory');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Add a source' }).click();
  const form = page.getByRole('dialog', { name: 'Add a source' });
  await form.getByRole('button', { name: 'Add source' }).click();
  await expectToSee(form.getByText('Enter an address such as https://pets.shelter.example.'));
  await expectToSee(form.getByText('Enter the whole partner key'));
  await form.getByLabel('Address').fill('ftp://pets.shelter.example');
  await expectToSee(form.getByText('Enter an address such as https://pets.shelter.example.'));
  await form.getByLabel('Partner key').fill(await newKey());
  await form.getByLabel('Address').fill(`${shelter.origin}/pets?q=Rex`);
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Add source' }).click();
  await expectToSee(row(page, host()));
});

test('the page follows what a source has while it is open', async () => {
  const page = await open('/console/directory');
  const source = row(page, host());
  await expectToSee(source.getByText('Up to date'));
  await expectToSee(source.getByText('1 animal of 1 organization'));
  await expectToSee(source.getByText('just now'));
  await addPet(shelter, { name: 'Tom' });
  await expectToSee(source.getByText('2 animals of 1 organization'));
});

test('the lists offer nothing that is not possible with an animal or an organization of a source', async () => {
  await addPet(service(), { name: 'Own' });
  const page = await open('/console/animals');
  const theirs = row(page, 'Rex');
  expect(await theirs.getByRole('link', { name: `At ${host()}` }).getAttribute('href')).toContain(
    `${shelter.origin}/pets/`,
  );
  await expectToSee(theirs.getByText('Available', { exact: true }));
  for (const role of ['combobox', 'checkbox', 'button'] as const) await expectNotToSee(theirs.getByRole(role));
  await page.getByLabel('Select all shown').check();
  await expectToSee(page.getByText('1 selected'));
  await expectNotToSee(page.getByRole('button', { name: 'Change organization' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  expect(table).toContain('Own');
  expect(table).not.toContain('Rex');
  await page.goto(`${service().origin}/console/organizations`);
  await expectToSee(page.getByRole('link', { name: 'View animals' }).nth(1));
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Members/ })
      .count(),
  ).toBe(1);
});

test('nothing of an animal or an organization of a source can be changed but that visitors see it', async () => {
  const [{ id, owner }] = (await service().call('GET', '/v1/pets?q=Rex&expand=owner')).body;
  const page = await open(`/console/animals/${id}`);
  await expectToSee(page.getByText('This animal is shown from another service'));
  await expectToSee(page.getByRole('link', { name: 'See it there' }));
  await expectNotToSee(page.getByRole('button', { name: 'Name and category' }));
  await expectNoBarriers(page);
  await page.goto(`${service().origin}/print/posters?ids=${id}`);
  await expectToSee(page.getByText('Animals of other services are printed by their shelters.'));
  await page.goto(`${service().origin}/console/organizations/${owner.organization.id}`);
  await expectToSee(page.getByText('This organization is shown from another service'));
  for (const name of ['Save', 'Unlist', 'Members'])
    await expectNotToSee(page.getByRole('button', { name, exact: true }));
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expectToSee(page.getByText('whatever its own service says'));
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expectToSee(page.getByText('Suspended', { exact: true }).first());
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await expectToSee(page.getByText('Listed', { exact: true }));
});

test('a service that is there already is refused, and one that does not answer fails', async () => {
  const page = await open('/console/directory');
  await page.getByRole('button', { name: 'Add a source' }).click();
  const form = page.getByRole('dialog', { name: 'Add a source' });
  await form.getByLabel('Address').fill(shelter.origin);
  await form.getByLabel('Partner key').fill(await newKey());
  await form.getByRole('button', { name: 'Add source' }).click();
  await expectToSee(form.getByText('The service is a source of this directory already.'));
  await form.getByLabel('Address').fill(nobody);
  await form.getByRole('button', { name: 'Add source' }).click();
  const fails = row(page, 'a-very-long-name');
  await expectToSee(fails.getByText('Fails'));
  await page.getByLabel('Only what needs attention (1 of 2)').check();
  await expectNotToSee(row(page, host()));
  await page.setViewportSize(PHONE.viewport);
  await expectNoBarriers(page);
  await page.getByLabel('Only what needs attention (1 of 2)').uncheck();
  await expectToSee(row(page, host()));
});

test('a source is paused, resumed, and given another key when it refuses the one that it has', async () => {
  const page = await open('/console/directory');
  const source = row(page, host());
  const choose = async (action: string) => {
    await source.getByRole('button', { name: `Actions for ${host()}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Pause');
  await expectToSee(source.getByText('Paused', { exact: true }));
  await choose('Give it another key');
  const other = page.getByRole('dialog', { name: `Another key for ${host()}` });
  const give = async () => {
    await other.getByLabel('Partner key').fill(await newKey());
    await other.getByRole('button', { name: 'Use this key' }).click();
  };
  await give();
  await expectToSee(page.getByText('The key is kept; the source is paused.'));
  await choose('Resume');
  await expectToSee(source.getByText('Up to date'));
  const { body: keys } = await shelter.call('GET', '/v1/admin/partner-keys');
  for (const { id } of keys) await shelter.call('DELETE', `/v1/admin/partner-keys/${id}`);
  await expectToSee(source.getByText('Stopped'));
  await choose('Give it another key');
  await give();
  await expectToSee(source.getByText('Up to date'));
});

test('what a source has is said to be hidden while it is silent', async () => {
  const { database, now } = await service().beside();
  const [{ id, owner }] = (await service().call('GET', '/v1/pets?q=Rex&expand=owner')).body;
  const { id: sourceId } = (await service().call('GET', '/v1/admin/directory')).body.find(
    ({ url }: { url: string }) => url === shelter.origin,
  );
  const page = await open(`/console/animals/${id}`);
  await expectToSee(page.getByRole('link', { name: 'View on the board' }));
  await service().call('PATCH', `/v1/admin/directory/${sourceId}`, { body: { paused: true } });
  const at = (hidden: number | null) =>
    database.transaction(async (tx) => {
      await tx.updateTable('directory_sources').set({ hidden_at: hidden }).where('id', '=', sourceId).execute();
      const organization = tx.updateTable('organizations').set({ listed_at: hidden === null ? now() : null });
      await organization.where('id', '=', owner.organization.id).execute();
    });
  await at(now());
  await page.reload();
  await expectToSee(page.getByText('This animal is shown from another service'));
  await expectNotToSee(page.getByRole('link', { name: 'View on the board' }));
  await page.goto(`${service().origin}/console/organizations/${owner.organization.id}`);
  await expectToSee(page.getByRole('heading', { name: 'Hidden' }));
  await expectToSee(page.getByText('Its service has been silent since'));
  await at(null);
  await service().call('PATCH', `/v1/admin/directory/${sourceId}`, { body: { paused: false } });
});

test('animals of a source that are not shown are named with the reason', async () => {
  const { database } = await service().beside();
  const refusal = { source_id: 1, their_id: 77, reason: 'Its name is missing.', round: 1_000 };
  await database.transaction((tx) => tx.insertInto('directory_refusals').values(refusal).execute());
  const page = await open('/console/directory');
  await page.getByRole('button', { name: '1 animal not shown' }).click();
  const dialog = page.getByRole('dialog', { name: 'Animals that are not shown' });
  await expectToSee(dialog.getByText('Its name is missing.'));
  expect(await dialog.getByRole('link', { name: 'No. 77' }).getAttribute('href')).toBe(`${shelter.origin}/pets/77`);
  await expectNoBarriers(page);
});

test('removing a source says what vanishes, and takes it away', async () => {
  const page = await open('/console/directory');
  await page.getByRole('button', { name: `Actions for ${host()}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this source' });
  await expectToSee(dialog.getByText('2 animals of 1 organization vanish from the board'));
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Remove source' }).click();
  await expectNotToSee(row(page, host()));
  expect((await service().call('GET', '/v1/pets')).body).toMatchObject([{ name: 'Own' }]);
});
