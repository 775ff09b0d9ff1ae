import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../src/vocabulary/import-report.ts';
import { join } from '../organizations/members.ts';
import { ann, fromPage, openPage, type Page, signUp } from '../pages/page.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, sharedService, startOnSqlite } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';

/** What the console sends: a file, and lines of NDJSON in return. How it looks is in test/pages/console-import.test.ts. */

let operator: Page;
const service = sharedService(startOnSqlite);
beforeAll(async () => {
  operator = await operatorOf(service);
});

const file = 'id,name,species\n1,Rex,Dog\n2,Ann,\n';
const headers = { 'content-type': 'application/octet-stream' };
const path = (query = 'format=csv&mode=import&categories=existing') => `/session/import?${query}`;
const send = (from: Page, body: string | Buffer, query?: string) => from.call('POST', path(query), { body, headers });
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('answers 401 without a session, and reads no body', async () => {
  const { status, body } = await send(openPage(service), file);
  expect([status, body.code]).toEqual([401, 'not_signed_in']);
});

test('answers 401 to an API key: it serves the site alone', async () => {
  const options = { body: file, headers: { ...headers, ...fromPage } };
  const { status, body } = await service.call('POST', path(), options);
  expect([status, body.code]).toEqual([401, 'not_signed_in']);
});

test('answers 403 to an account without an organization', async () => {
  expect(readFileSync('docs/importing.md', 'utf8')).toContain('| who | members of an organization, and operators |');
  await signUp(service);
  const alone = openPage(service);
  await alone.signIn(ann.email, ann.password);
  const { status, body } = await send(alone, file);
  expect([status, body.code]).toEqual([403, 'forbidden']);
});

test.each(BACKENDS)(
  'the animals of a member belong to the organization, once for all members, on %s',
  async (_, start) => {
    const own = await start();
    const manager = await operatorOf(own);
    const { accountId } = await signUp(own);
    const staff = openPage(own);
    await staff.signIn(ann.email, ann.password);
    const { database } = await own.beside();
    await database.transaction((tx) =>
      tx
        .updateTable('accounts')
        .set({ organization_id: 1, organization_role: 'staff' })
        .where('id', '=', accountId)
        .execute(),
    );
    const summaryOf = async (from: Page, rows: string) =>
      linesOf((await send(from, `id,name,species\n${rows}`)).text).at(-1);

    expect(await summaryOf(staff, '1,Rex,Dog\n2,Mia,Cat\n')).toMatchObject({ added: 2, already: 0 });
    expect(
      await database.read.selectFrom('pets').select(['account_id', 'organization_id']).distinct().execute(),
    ).toEqual([{ account_id: accountId, organization_id: 1 }]);
    expect(await summaryOf(manager, '2,Mia,Cat\n3,Bo,Dog\n')).toMatchObject({ added: 1, already: 1 });
    await database.close();
    await own.close();
  },
);

test.each(BACKENDS)('stops when its member is suspended or removed, on %s', async (_, start) => {
  const own = await start();
  const rows = 4_000;
  const file = `id,name,species\n${Array.from({ length: rows }, (_, i) => `${i},Rex ${i},Dogs`).join('\n')}\n`;
  const count = async () => (await own.call('GET', '/v1/store/inventory')).body.available as number;
  const { accountId } = await signUp(own);
  await join(own, accountId, { id: 1, role: 'staff' });
  const staff = openPage(own);
  await staff.signIn(ann.email, ann.password);
  for (const [method, path, body] of [
    ['PATCH', `/v1/admin/accounts/${accountId}`, { suspended: true }],
    ['DELETE', `/v1/organizations/1/members/${accountId}`, undefined],
  ] as const) {
    const before = await count();
    const running = send(staff, file);
    await eventually(async () => (await count()) > before);
    expect((await own.call(method, path, { body })).status).toBeLessThan(300);
    const after = await count();
    expect(linesOf((await running).text).at(-1)).toEqual({
      type: 'failure',
      message: expect.stringContaining('no longer a member'),
    });
    // No more than the batch whose transaction had begun.
    expect((await count()) - after).toBeLessThanOrEqual(100);
    expect(await count()).toBeLessThan(rows);
    await own.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: false } });
    await staff.signIn(ann.email, ann.password);
  }
  await own.close();
});

test('answers 403 to the script of another origin', async () => {
  const options = { body: file, headers: { ...headers, cookie: operator.cookie, 'sec-fetch-site': 'cross-site' } };
  const { status, body } = await service.call('POST', path(), { key: null, ...options });
  expect([status, body.code]).toEqual([403, 'cross_site_request']);
});

test.each(['', 'format=xls&mode=import&categories=existing', 'format=csv&mode=now&categories=existing'])(
  'answers 400 to the query %j',
  async (query) => {
    const { status, body } = await send(operator, file, query);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  },
);

test('answers 400 to another content type', async () => {
  const { status, body } = await operator.call('POST', path(), { body: { name: 'Rex' } });
  expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
});

test('answers 413 to a file that is too large', async () => {
  const { status, body } = await send(operator, Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'));
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
});

test('is not in the description of the API', async () => {
  const { body } = await service.call('GET', '/v1/openapi.json', { key: null });
  const about = Object.keys(body.paths as object).filter((one) => one.includes('import'));
  expect(about).toEqual(['/imports', '/imports/{importId}/undo']);
});

test('answers 200 with a line for the columns, each bad row and the summary; the operator owns the animals', async () => {
  const { status, headers, text } = await send(operator, file);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  expect(linesOf(text)).toEqual([
    {
      type: 'columns',
      source: 'a table of animals',
      columns: [
        { name: 'id', as: ['reference'], isLeftOut: false, examples: ['1', '2'] },
        { name: 'name', as: ['name'], isLeftOut: false, examples: ['Rex', 'Ann'] },
        { name: 'species', as: ['categoryId'], isLeftOut: false, examples: ['Dog'] },
      ],
      of: { name: 'name', categoryId: 'species', reference: 'id' },
      settings: [
        { name: 'charset', value: 'utf-8', origin: 'file' },
        { name: 'separator', value: 'comma', origin: 'file' },
        { name: 'headerLine', value: 1, origin: 'file' },
      ],
      fields: expect.arrayContaining(['name', 'breed.primary', 'photos']),
    },
    { type: 'badRow', line: 3, column: 'species', reason: 'The field `categoryId` is required.' },
    { type: 'progress', rows: 2, bytes: 17, photos: 0 },
    {
      type: 'summary',
      dryRun: false,
      rows: 2,
      added: 1,
      already: 0,
      changed: 0,
      bad: 1,
      incomplete: 0,
      photos: 0,
      photosMissing: 0,
      unread: [{ column: 'species', reason: 'The field `categoryId` is required.', count: 1, line: 3 }],
      passedOver: {},
      categoriesMade: [],
      categoriesMissing: [],
    },
  ]);
  const [rex] = (await service.call('GET', '/v1/pets?q=rex')).body;
  expect((await operator.call('PATCH', `/v1/pets/${rex.id}`, { body: { status: 'sold' } })).status).toBe(200);
  const events = (await service.call('GET', '/v1/events?limit=100')).body;
  expect(events.map(({ type }: { type: string }) => type)).toContain('pet.created');
});

test('names the first 5,000 mistakes, and counts all bad rows', async () => {
  const { text } = await send(operator, `id,name,species\n${'1,Rex,\n'.repeat(5_100)}`);
  const lines = linesOf(text);
  expect(lines.filter(({ type }) => type === 'badRow')).toHaveLength(5_000);
  expect(lines.at(-1)).toMatchObject({ type: 'summary', rows: 5_100, bad: 5_100 });
});

test('ends with a line for the failure when the file as a whole cannot be imported', async () => {
  const { status, text } = await send(operator, 'a,b\n1,2\n');
  expect(status).toBe(200);
  expect(linesOf(text).at(-1)).toEqual({
    type: 'failure',
    message: 'No column is recognized as the `name`. The file has the columns "a", "b".',
  });
});

test.each(BACKENDS)('two imports of one file at the same time add each animal once on %s', async (_, start) => {
  const own = await start();
  const someone = await operatorOf(own);
  const rows = Array.from({ length: 1_000 }, (_, i) => `race${i},Race ${i},Dogs`);
  const bodies = [rows, rows.toReversed()].map((half) => `id,name,species\n${half.join('\n')}\n`);
  const answers = await Promise.all(bodies.map((body) => send(someone, body)));
  const summaries = answers.map(({ text }) => linesOf(text).at(-1));
  expect(summaries.reduce((sum, { added }) => sum + added, 0)).toBe(1_000);
  expect(summaries.reduce((sum, { already }) => sum + already, 0)).toBe(1_000);
  expect((await own.call('GET', '/v1/store/inventory')).body.available).toBe(1_000);
  await own.close();
});

test('reads the columns and the file as somebody chooses, and leaves columns out', async () => {
  const rows = 'Tier;Art;Futter;Gewicht\nChosen;Dogs;no pork;1,250\n';
  const path = (choices: Readonly<Record<string, string>>) =>
    `format=csv&mode=dry-run&categories=existing&${new URLSearchParams(choices).toString()}`;
  const map = JSON.stringify({ name: 'Tier', categoryId: 'Art', 'staff.notes': 'Futter', weightGrams: 'Gewicht' });
  const [asked] = linesOf((await send(operator, rows, path({ map }))).text);
  expect(asked.settings).toContainEqual({
    name: 'decimal',
    value: 'point',
    origin: 'open',
    example: { line: 2, column: 'Gewicht', value: '1,250' },
  });
  const refused = linesOf((await send(operator, rows, path({ map }).replace('dry-run', 'import'))).text);
  expect(refused.at(-1)).toMatchObject({ type: 'failure', message: expect.stringContaining('"1,250" (line 2,') });

  const choices = { map, decimal: 'comma', weightUnit: 'kg', leaveOut: '["Futter"]' };
  const [{ columns, settings }] = linesOf((await send(operator, rows, path(choices))).text);
  expect(columns[2]).toEqual({ name: 'Futter', as: [], isLeftOut: true, examples: ['no pork'] });
  expect(settings.filter(({ origin }: { origin: string }) => origin === 'chosen')).toMatchObject([
    { name: 'decimal', value: 'comma' },
    { name: 'weightUnit', value: 'kg' },
  ]);
  await send(operator, rows, path(choices).replace('dry-run', 'import'));
  const [pet] = (await service.call('GET', '/v1/pets?q=Chosen&expand=profile')).body;
  expect(pet.profile.weightGrams).toBe(1_250);
  expect(pet.profile.staff?.notes).toBeUndefined();
});

test.each([
  ['map', '{"name":1}'],
  ['map', '['],
  ['leaveOut', '"name"'],
])('answers 400 to the parameter %s=%s', async (name, value) => {
  const query = `format=csv&mode=dry-run&categories=existing&${name}=${encodeURIComponent(value)}`;
  const { status, body } = await send(operator, file, query);
  expect([status, body.code]).toEqual([400, 'invalid_parameter']);
});
