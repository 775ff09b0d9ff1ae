import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { allEvents } from '../events/streams.ts';
import { fromPage } from '../pages/page.ts';
import { getOrder, petStatus } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { type Answer, BACKENDS, sharedService } from '../support/service.ts';
import { columnsWith } from './places.ts';
import { COLUMNS, openScene, type Scene } from './scene.ts';

const wrong = { name: 'An Le', email: 'an.le@x.example' };
const right = { name: 'Ann Lee', email: 'Ann.Lee@X.example' };

async function addAlerts(database: Database, count: number, email: string): Promise<void> {
  const times = { created_at: 0, since: 0, due_at: 0, ends_at: Number.MAX_SAFE_INTEGER };
  const alert = { email, filters: '{}', visitor: 'v', found: '[]', ...times };
  for (let added = 0; added < count; added += 500)
    await database.transaction((tx) =>
      tx
        .insertInto('alerts')
        .values(Array.from({ length: Math.min(count, 500) }, () => alert))
        .execute(),
    );
}

describe.each(BACKENDS)('correcting a person, on %s', (engine, start) => {
  let scene: Scene;
  let corrected: Answer;

  const correct = (body: object): Promise<Answer> => service.call('POST', '/v1/admin/people/correct', { body });
  const find = async (email: string): Promise<Answer['body']> =>
    (await service.call('GET', `/v1/admin/people?email=${email}`)).body;

  const service = sharedService(start, { settings: { webhooksAllowPrivate: 'true' } });
  beforeAll(async () => {
    scene = await openScene(service, wrong);
    corrected = await correct({ email: wrong.email, newEmail: right.email, newName: right.name });
  });
  afterAll(async () => {
    await scene.close();
  });

  test('replaces the address wherever it identifies or names the person', async () => {
    expect(corrected.status, corrected.text).toBe(200);
    // These are the keys of others: a file, a receiver and a client know them.
    const keys = ['idempotency_keys.key', 'import_references.reference', 'webhooks.url'];
    expect(await columnsWith(service, wrong.email)).toEqual(keys);
    const now = await columnsWith(service, right.email.toLowerCase());
    // The link would confirm the wrong address.
    expect(now).toEqual(COLUMNS.filter((column) => ![...keys, 'password_links.email'].includes(column)));
  });

  test('changes adopter and note of orders, and their version, and nothing else about them', async () => {
    const { open, delivered, ofAnother } = scene.orders;
    const answers = await Promise.all([open, delivered, ofAnother].map((id) => getOrder(service, id)));
    expect(answers.map(({ body }) => body)).toMatchObject([
      { status: 'placed', adopter: right, note: `I am An Le, ${right.email}, 555-0100` },
      { status: 'delivered', adopter: right, note: 'Saturday' },
      { status: 'placed', adopter: { name: 'Bob' }, note: `An Le <${right.email}> comes along` },
    ]);
    // The delivered one is paid: its tag is not of its version alone.
    const tags = answers.map(({ headers }) => headers.get('etag'));
    expect(tags).toEqual(['"2"', expect.stringMatching(/^"[\w-]{16}"$/), '"2"']);
    expect(await petStatus(service, scene.pets.named)).toBe('pending');
    expect(new Set((await find(right.email)).orders.map(({ id }: { id: number }) => id))).toEqual(
      new Set([open, delivered, ofAnother]),
    );
  });

  test('changes who writes a message, and leaves its answers', async () => {
    const { body } = await service.call('GET', `/v1/inbox/${scene.ids.threadId}`);
    expect(body).toMatchObject({ from: right, answers: [{ message: 'Dear An Le, yes.' }] });
  });

  test('changes the account, whose keys go on working', async () => {
    const { body } = await scene.own.call('GET', '/v1/account');
    expect(body).toMatchObject({ email: right.email.toLowerCase(), name: right.name });
  });

  test('changes the events and the stored responses too', async () => {
    const events = await allEvents(service, { query: '?types=order.placed,order.delivered' });
    const adopters = events.map(({ data }) => data.adopter);
    expect(adopters).toMatchObject([right, right, { name: 'Bob', email: 'bob@y.example' }, right]);
    const answers = await scene.replay();
    for (const { text } of answers) expect(text.toLowerCase()).not.toContain(wrong.email);
    expect(answers.filter(({ text }) => text.includes(right.email)).length).toBeGreaterThan(3);
  });

  test('writes an event that counts and names nobody', async () => {
    const { body } = await service.call('GET', '/v1/audit?types=person.corrected');
    expect(body.map(({ data }: { data: object }) => data)).toEqual([{ reason: 'request', ...corrected.body }]);
  });

  test('changes nothing a second time', async () => {
    const again = await correct({ email: right.email, newEmail: right.email, newName: right.name });
    expect(Object.values(again.body).every((count) => count === 0)).toBe(true);
  });

  test('changes the name alone, or the case of the address', async () => {
    const { database } = await service.beside();
    await addAlerts(database, 1, right.email.toLowerCase());
    await correct({ email: right.email, newName: 'Ann B. Lee' });
    expect((await getOrder(service, scene.orders.open)).body.adopter).toEqual({
      ...right,
      name: 'Ann B. Lee',
      phone: '555 0100',
    });
    await correct({ email: right.email, newEmail: right.email.toLowerCase() });
    expect(await database.read.selectFrom('alerts').select('email').execute()).toHaveLength(1);
    await database.close();
    expect((await getOrder(service, scene.orders.open)).body).toMatchObject({
      adopter: { name: 'Ann B. Lee', email: right.email.toLowerCase() },
      note: `I am An Le, ${right.email.toLowerCase()}, 555-0100`,
    });
  });

  test('409 if another account has the new address; nothing changes', async () => {
    await service.newAccount({ email: 'taken@x.example' });
    const refused = await correct({ email: right.email, newEmail: 'Taken@x.example' });
    expectError(refused, 409, 'account_exists', 'taken@x.example');
    expect((await getOrder(service, scene.orders.open)).body.adopter.email).toBe(right.email.toLowerCase());
    const { database } = await service.beside();
    // As many rows as one transaction changes, and more.
    for (const count of [0, 2_000]) {
      await addAlerts(database, count, 'operator@localhost');
      expectError(await correct({ email: 'operator@localhost', newEmail: right.email }), 409, 'account_exists');
    }
    await database.close();
  });

  test('a password link that was mailed to the wrong address ends; a new name alone ends none', async () => {
    const statuses: number[] = [];
    for (const [email, correction] of [
      ['typo@x.example', { newEmail: 'ty@x.example' }],
      ['name@x.example', { newName: 'Nam' }],
    ] as const) {
      const { accountId } = await service.newAccount({ email });
      const { body } = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
      await correct({ email, ...correction });
      const reset = { token: body.link.split('#token=')[1], password: 'seven quiet otters' };
      const answer = await service.call('POST', '/session/reset-password', {
        key: null,
        headers: fromPage,
        body: reset,
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([404, 200]);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test.each([
    [{ email: 'ann@x.example' }, '`newEmail` or `newName`'],
    [{ newName: 'Ann' }, '`email`'],
    [{ email: 'ann@x.example', newEmail: 'ann' }, '`newEmail`'],
    [{ email: 'ann@x.example', newName: ' ' }, '`newName`'],
  ])('400 for %j', async (body, naming) => {
    expectError(await correct(body), 400, 'invalid_body', naming);
  });
});
