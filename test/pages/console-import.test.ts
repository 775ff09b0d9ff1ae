import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { endAll } from '../support/process.ts';
import { startOnSqlite, type TestService, testClock } from '../support/service.ts';
import { openAs, operatorPassword } from '../support/windows.ts';
import { openPage } from './page.ts';
import { consoleScene } from './scene.ts';

// Begins today: the commands, which go by the machine's clock, add to the same data.
const clock = testClock(Date.now());
const { service, browser, open: openAt } = consoleScene({ now: clock.now });

const open = () => openAt('/console/animals/import');
const choose = (page: Page, name: string, bytes: Buffer | string) =>
  page
    .getByLabel('File of animals')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });

/** The cells of the table of bad rows. */
async function badRowsOf(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: /mistakes? in the file/ }).getByRole('row');
  return (await rows.allInnerTexts()).slice(1).map((text) => text.split('\t').map((cell) => cell.trim()));
}

/** The animals in the database of a service, without those of the other tests here, by name. */
async function animalsOf(of: TestService): Promise<unknown[]> {
  const { database } = await of.beside();
  const animals = await database.read
    .selectFrom('pets')
    .select(['name', 'category_id', 'status'])
    .where('name', 'not like', 'Other %')
    .orderBy('name')
    .execute();
  await database.close();
  return animals;
}

const hourMs = 3_600_000;

test('the dry run adds nothing and creates no category, and photos are fetched only if they are wanted', async () => {
  const page = await open();
  const before = await animalsOf(service());
  const categories = async () => (await service().call('GET', '/v1/categories?limit=100')).body;
  const known = await categories();
  await choose(
    page,
    'ponies.csv',
    'id,name,species,photo\nponies-1,Other Polly,Ponies,https://photos.example/1.jpg\nponies-2,Other Pilla,Pony farm,\n',
  );
  await expectToSee(page.getByText('There is no category "Ponies".'));
  expect(await page.getByRole('button', { name: 'Import 0 animals' }).isDisabled()).toBe(true);
  await page.getByLabel('Create the missing categories').check();
  await expectToSee(page.getByText('2 animals to add, 2 categories to create, 1 photo to fetch.'));
  await page.getByLabel('Fetch the photos').uncheck();
  await expectToSee(page.getByText('2 animals to add, 2 categories to create.'));
  expect(
    await page.getByRole('table', { name: 'The first animals of the file' }).getByRole('row').nth(1).innerText(),
  ).toMatch(/^2\s+Other Polly\s+Ponies\s+Available$/);
  expect(await animalsOf(service())).toEqual(before);
  expect(await categories()).toEqual(known);

  await page.getByRole('button', { name: 'Import 2 animals' }).click();
  await expectToSee(page.getByText('2 animals added, 2 categories created.'));
  expect((await categories()).map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Ponies', 'Pony farm']),
  );
});

test('an import is listed, and undone while nobody has touched its animals', async () => {
  const page = await open();
  await choose(page, 'wrong.csv', 'id,name,species\nwrong-1,Other Wrong,Dog\n');
  await page.getByRole('button', { name: 'Import 1 animal' }).click();
  await expectToSee(page.getByText('1 animal added.'));
  await page.close();
  const [pet] = (await service().call('GET', '/v1/pets?q=other+wrong')).body;

  const later = await open();
  const row = later.getByRole('table', { name: 'Imports' }).getByRole('row').filter({ hasText: 'wrong.csv' });
  await row.getByRole('button', { name: 'Undo the import of wrong.csv' }).press('Enter');
  const dialog = later.getByRole('dialog');
  await expectToSee(dialog.getByText('1 animal'));
  await expectNoBarriers(later);
  const notes = (notes: string | null) =>
    service().call('PATCH', `/v1/pets/${pet.id}/profile`, { body: { staff: { notes } } });
  clock.advance(1);
  await notes('Ate well.');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expectToSee(dialog.getByText(`got other photos: ${pet.id}.`));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await service().call('DELETE', `/v1/pets/${pet.id}`)).status).toBe(204);
  await row.getByRole('button', { name: 'Undo the import of wrong.csv' }).press('Enter');
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
  await expectToSee(row.getByText('Undone'));
});

test('it stops, continues, and adds nobody twice, also when the file is chosen again', async () => {
  const count = 6_000;
  const rows = Array.from({ length: count }, (_, index) => `s${index},Other many ${index},1`);
  const file = `id,name,category\n${rows.join('\n')}`;
  const database = new SqliteDatabase(join(service().dataDir, 'production.sqlite'), { timeout: 0 });
  const countNow = database.prepare<[], number>(`select count(*) from pets where name like 'Other many %'`).pluck();
  const isLocked = (): boolean => {
    try {
      database.exec('begin immediate');
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      return false;
    }
  };
  /** Stops the import in its middle: nobody else can write until the page has closed the connection. */
  const stopHalfway = async (start: () => Promise<void>, stop: () => Promise<void>) => {
    const before = countNow.get() ?? 0;
    await start();
    while (countNow.get() === before) await setImmediate();
    // The service is in this process: a transaction of its own would not end while this waits for it.
    while (!isLocked()) await setImmediate();
    await stop();
    database.exec('commit');
  };
  const page = await open();
  await choose(page, 'many.csv', file);
  const click = (name: string) => page.getByRole('button', { name }).click();
  await stopHalfway(
    () => click('Import 6,000 animals'),
    () => click('Stop'),
  );
  await expectToSee(page.getByRole('heading', { name: 'Stopped' }));
  expect(countNow.get()).toBeLessThan(count);

  // A closed tab is a stop too, and another one knows nothing of it.
  await stopHalfway(
    () => click('Continue'),
    async () => void (await page.reload()),
  );
  expect(countNow.get()).toBeLessThan(count);
  await choose(page, 'many.csv', file);
  await page.route(/mode=import/, (route) => route.abort('connectionreset'), { times: 1 });
  await page.getByRole('button', { name: /^Import [\d,]+ animals$/ }).click();
  await expectToSee(page.getByText('No connection'));
  await expectToSee(page.getByText('What was imported stays.'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Done' }));
  expect(countNow.get()).toBe(count);
  database.close();
});

test('whoever signs in next in the same window neither sees nor continues the import of the one before', async () => {
  const other = openPage(service());
  await other.signIn('operator@localhost', operatorPassword);
  const page = await openAs(browser(), service(), other, '/console/animals/import');
  await choose(page, 'bad.csv', 'name,category\nOther next,1\n,1');
  await page.getByRole('button', { name: /^Import 1 animal/ }).click();
  await expectToSee(page.getByRole('heading', { name: 'Done' }));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill('operator@localhost');
  await page.getByLabel('Password').fill(operatorPassword);
  await page.keyboard.press('Enter');
  await expectToSee(page.getByLabel('File of animals'));
});

test('a file that cannot be read says why', async () => {
  const page = await open();
  await choose(page, 'bad.csv', '');
  await expectToSee(page.getByText('The file is empty.'));
  await choose(page, 'bad.csv', Buffer.from('name,category\nM\xFCsli,Dogs', 'latin1'));
  await expectToSee(page.getByRole('cell', { name: 'Müsli' }).first());
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'bad.csv', 'who,what\nBo,Dogs\nRex,"Dogs');
  await expectToSee(page.getByText('No column is recognized as the `name`. The file has the columns "who", "what".'));
  await page.getByLabel('Read who as').selectOption('name');
  await expectToSee(page.getByText('No column is recognized as the `categoryId`.'));
  await page.getByLabel('Read what as').selectOption('categoryId');
  await expectToSee(page.getByText('A quote opens here and is never closed'));
  await expectToSee(page.getByText('1 animal to add, 1 bad row.'));
});

describe('one importer', () => {
  let folder: string;
  let direct: TestService;
  let overApi: TestService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'petstore-one-importer-'));
    direct = await startOnSqlite();
    overApi = await startOnSqlite();
  });
  afterAll(async () => {
    await direct.close();
    await overApi.close();
    await endAll();
    await rm(folder, { recursive: true });
  });

  const spreadsheet = Buffer.concat([
    Buffer.from(
      '\uFEFFAnimal name;Species;Status;External ID\r\nBo;Dog;Adopted;1\r\nKit;CATS;On hold;2\r\nSue;Kats;;3\r\nLea;;;4\r\n"never closed;Dogs;;5\r\n' +
        '"Quote ""Q"";";2;sold;6\r\nTim;Dogs;eaten;7\r\nToo;Dogs;;8;many\r\nPip;Dogs;;6\r\nZo',
    ),
    Buffer.of(0xe9),
    Buffer.from(';Dogs;;9\r\nBell\u0007;1;;10\r\nMax;9007199254740993;Reserved;11\r\n'),
  ]);
  const asm3 = [
    'ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALTYPE,ANIMALSPECIES,ANIMALDECEASEDDATE,ANIMALNOTFORADOPTION,ANIMALNONSHELTER,MOVEMENTTYPE,TESTTYPE',
    '"D1","Asm one","Male","D (Dog)","Dog","","0","0","None",""',
    '"D1","Asm one","","","","","","","","FIV"',
    '"U2","Asm two","Female","U (Cat)","Cat","","0","0","1",""',
    '"U3","Asm died","Female","U (Cat)","Cat","01/02/2026","0","0","0",""',
  ].join('\n');
  const ndjson =
    '{"name":"Json","categoryId":-9223372036854775808,"status":"adopted","reference":"j1"}\n[1]\n{"name":5,"categoryId":"Fish","reference":"j2"}\n';
  const withoutReferences = 'name,category\nTwin,Dogs\nTwin,Dogs\nOne,Cats\n';

  const files = [
    ['animals.csv', spreadsheet],
    ['asm3.csv', asm3],
    ['rows.ndjson', ndjson],
    ['twins.csv', withoutReferences],
  ] as const;

  /** How many animals each file has. */
  const imported = new Map<string, number>();

  const byCommand = async (of: TestService, name: string, ...args: readonly string[]) => {
    const { stdout } = await command(['import', 'pets', join(folder, name), '--json', ...args], {
      DATA_DIR: of.dataDir,
      PETSTORE_BASE_URL: `${of.origin}/v1`,
      PETSTORE_API_KEY: of.operatorKey,
    });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { summary: lines.at(-1), bad: lines.filter(({ type }) => type === 'badRow') };
  };

  test.each(files)('gives the same animals and refusals for %s everywhere', async (name, bytes) => {
    await writeFile(join(folder, name), bytes);
    const first = await byCommand(direct, name, '--direct');
    expect(await byCommand(overApi, name)).toEqual(first);

    const page = await open();
    await choose(page, name, bytes);
    await expectToSee(page.getByRole('button', { name: /^Import / }));
    expect(await badRowsOf(page)).toEqual(
      first.bad.map(({ line, column = 'the whole row', value = '', reason }) => [String(line), column, value, reason]),
    );
    await page.getByRole('button', { name: `Import ${first.summary.added} animal` }).click();
    await expectToSee(page.getByRole('heading', { name: 'Done' }));
    await expectToSee(page.getByText(new RegExp(`^${first.summary.added} animals? added`)));
    imported.set(name, first.summary.added);
    const animals = await animalsOf(service());
    expect(animals).toEqual(await animalsOf(direct));
    expect(animals).toEqual(await animalsOf(overApi));
  });

  test('the command line and the console know what the other has imported', async () => {
    const { summary } = await byCommand(service(), 'animals.csv', '--direct');
    expect(summary).toMatchObject({ added: 0, already: 4, bad: 8 });
  });

  test('maps what people write, and names each fault by its line', async () => {
    const dogs = (await animalsOf(service())) as { name: string; category_id: unknown; status: string }[];
    const found = ['Bo', 'Kit', 'Max', 'Quote "Q";'].map((name) => dogs.find((animal) => animal.name === name));
    expect(found).toEqual([
      { name: 'Bo', category_id: 1, status: 'sold' },
      { name: 'Kit', category_id: 2, status: 'pending' },
      { name: 'Max', category_id: 9007199254740993n, status: 'pending' },
      { name: 'Quote "Q";', category_id: 2, status: 'sold' },
    ]);
    const page = await open();
    await choose(page, 'animals.csv', spreadsheet);
    await expectToSee(page.getByRole('button', { name: /^Import / }));
    expect((await badRowsOf(page)).map(([line, column]) => [line, column])).toEqual([
      ['4', 'Species'],
      ['5', 'Species'],
      ['6', 'the whole row'],
      ['8', 'Status'],
      ['9', 'the whole row'],
      ['10', 'External ID'],
      ['11', 'Animal name'],
      ['12', 'Animal name'],
    ]);
    await expectNoBarriers(page);
  });

  test.each([
    ['25 hours', 25 * hourMs],
    ['three weeks', 21 * 24 * hourMs],
  ])('adds nothing when the files are imported again %s later', async (_, waitMs) => {
    const before = await animalsOf(service());
    clock.advance(waitMs);
    const visitor = openPage(service());
    expect((await visitor.signIn('operator@localhost', operatorPassword)).status).toBe(200);
    const page = await openAs(browser(), service(), visitor, '/console/animals/import');
    for (const [name, bytes] of files) {
      await choose(page, name, bytes);
      await expectToSee(page.getByText(`0 animals to add, ${imported.get(name)} already imported`));
      expect(await page.getByRole('button', { name: 'Import 0 animals' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Choose another file' }).click();
    }
    expect(await animalsOf(service())).toEqual(before);
  });
});
