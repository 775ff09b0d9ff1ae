import { expect, test } from 'vitest';
import { expectToSee } from '../support/browser.ts';
import { consoleScene } from './scene.ts';

const { service, open: openAt } = consoleScene();

const open = () => openAt('/console/animals/import');
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('bad rows are told with line, column and reason before anything is sent', async () => {
  const page = await open();
  const text =
    '\uFEFFAnimal name;Species;State;Note\r\nBo;Dogs;;\r\nKit;Kats;pending;\r\n;Cats;;\r\n"Quote ""Q"";";2;sold;"two\r\nlines"\r\nOld;1;gone;\r\nshort\r\nBell\u0007;1;;\r\n';
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('CSV file').setInputFiles(csv('animals.csv', text));
  await expectToSee(page.getByRole('heading', { name: '4 mistakes in the file' }));
  const told = await page.getByRole('table', { name: '4 mistakes in the file' }).getByRole('row').allInnerTexts();
  expect(told.map((line) => line.split(/\s*\t\s*/))).toEqual([
    ['Line', 'Column', 'What is wrong'],
    ['3', 'Species', 'There is no category “Kats”.'],
    ['4', 'Animal name', 'The name is missing.'],
    ['7', 'State', 'The status must be available, pending or sold.'],
    ['8', 'the whole row', 'The row has 1 column where the first line has 4 columns.'],
  ]);
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Import 3 animals' }).click();
  await expectToSee(page.getByText('2 of 3 animals are here.'));
  // What the page let pass and the service does not take is told in the service's words.
  await expectToSee(page.getByRole('row').filter({ hasText: 'control characters' }).getByText('9', { exact: true }));
  const { body } = await service().call('GET', '/v1/pets?q=quote');
  expect(body).toEqual([expect.objectContaining({ name: 'Quote "Q";', categoryId: 2, status: 'sold' })]);
  await page.context().close();
});

/** The hundred ids below those of a page: what comes behind it. */
const idsAround = (page: readonly { readonly id: number }[]): string =>
  Array.from({ length: 100 }, (_, index) => (page.at(-1)?.id ?? 0) - index - 1)
    .filter((id) => id > 0)
    .join(',');

test('it stops, goes on, and adds nobody twice, also when the file is chosen again', async () => {
  const count = 120;
  const rows = Array.from({ length: count }, (_, index) => `Import ${index},1`);
  const file = csv('many.csv', `name,category\n${rows.join('\n')}`);
  const page = await open();
  // An answer takes its time, as it does over a real line.
  await page.route('**/v1/pets', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 25));
    await route.continue();
  });
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: `Import ${count} animals` }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Stopped' }));
  const before = Number(await page.getByRole('progressbar').getAttribute('value'));
  expect(before).toBeLessThan(count);

  // Another window knows nothing of this one.
  await page.reload();
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: `Import ${count} animals` }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expectToSee(page.getByText(`${count} of ${count} animals are here.`));
  const { body } = await service().call('GET', '/v1/pets?q=import&limit=100');
  const { body: rest } = await service().call('GET', `/v1/pets?q=import&limit=100&ids=${idsAround(body)}`);
  expect(new Set(body.map(({ name }: { name: string }) => name)).size).toBe(100);
  expect(rest.length).toBe(count - 100);
  await page.context().close();
});

test('a file that cannot be read says why', async () => {
  const page = await open();
  const choose = (buffer: Buffer) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer });
  await choose(Buffer.from('name\nM\xFCsli', 'latin1'));
  await expectToSee(page.getByText('The file is not in UTF-8.'));
  await choose(Buffer.from('who,what\nRex,"Dogs'));
  await expectToSee(page.getByText('Say which columns hold the name and the category'));
  await page.getByLabel('Name from').selectOption('who');
  await page.getByLabel('Category from').selectOption('what');
  await expectToSee(page.getByText('A quotation mark is opened here and never closed.'));
  await expectToSee(page.getByText('No row can be sent as it is.'));
  await page.context().close();
});
