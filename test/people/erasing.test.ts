import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vacuum } from '../../src/database/sqlite/vacuum.ts';
import { databaseFile } from '../../src/settings/settings.ts';
import { allEvents, follow } from '../events/streams.ts';
import { join } from '../organizations/members.ts';
import { changePet, getOrder, petStatus, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, type TestService } from '../support/service.ts';
import { addWebhook, deliveriesOf, openReceiver } from '../webhooks/receiver.ts';
import { columnsWith } from './places.ts';
import { COLUMNS, openScene, type Scene } from './scene.ts';

const person = { name: 'Ann Lee', email: 'ann.lee@x.example' };
const nothing = {
  accounts: 0,
  orders: 0,
  applications: 0,
  messages: 0,
  events: 0,
  deliveries: 0,
  answers: 0,
  others: 0,
};

describe.each(BACKENDS)('erasing a person, on %s', (engine, start) => {
  let service: TestService;
  let scene: Scene;
  /** What was there before the erasure, and its answer. */
  let before: { readonly found: Answer['body']; readonly columns: string[]; readonly orderTag: string | null };
  let erased: Answer;

  const find = async (email: string): Promise<Answer['body']> =>
    (await service.call('GET', `/v1/admin/people?email=${encodeURIComponent(email)}`)).body;
  const erase = (email: string): Promise<Answer> => service.call('POST', '/v1/admin/people/erase', { body: { email } });
  const tagOf = async (orderId: number) => (await getOrder(service, orderId)).headers.get('etag');
  /** The events of erasures, newest first: nobody but the operators' audit has them. */
  const notices = async (): Promise<Answer['body'][]> =>
    (await service.call('GET', '/v1/audit?types=person.erased')).body;

  beforeAll(async () => {
    service = await start({ settings: { webhooksAllowPrivate: 'true' } });
    scene = await openScene(service, person);
    before = {
      found: await find(person.email),
      columns: await columnsWith(service, person.email),
      orderTag: await tagOf(scene.orders.delivered),
    };
    erased = await erase(` ${person.email.toUpperCase()} `);
  });
  afterAll(async () => {
    await scene.close();
    await service.close();
  });

  test('shows before what there is', () => {
    expect(before.columns).toEqual(COLUMNS);
    const { open, delivered, ofAnother } = scene.orders;
    expect(before.found).toMatchObject({
      email: person.email,
      accounts: [{ id: scene.ids.accountId, email: person.email }],
      orders: [
        { id: ofAnother, adopter: { name: 'Bob' }, note: 'Ann Lee <ann.lee@x.example> comes along' },
        {
          id: delivered,
          adopter: { name: 'Ann Lee', email: 'ANN.LEE@X.EXAMPLE' },
          note: 'Saturday',
          visitAt: '2099-01-01T10:00:00.000Z',
          paidAt: expect.any(String),
          messageToAdopter: `Bye, ${person.email}`,
          staffNotes: ['She has a garden.'],
        },
        { id: open, status: 'placed', adopter: { ...person, phone: '555 0100' }, locale: 'es-MX' },
      ],
      messages: [
        { accountId: 1 },
        { accountId: 1, from: person, locale: 'pl', answers: ['Dear Ann Lee, yes.'] },
        { id: scene.ids.messageId, accountId: scene.ids.accountId },
      ],
      counts: { accounts: 1, orders: 3, messages: 3 },
    });
    const tables = before.found.others.map(({ table }: { table: string }) => table);
    expect(new Set(tables)).toEqual(
      new Set([
        'organizations',
        'password_links',
        'invitations',
        'api_keys',
        'categories',
        'pets',
        'import_references',
        'imports',
        'order_notes',
        'webhooks',
      ]),
    );
    // And the note on the order of the person.
    expect(before.found.counts.others).toBe(tables.length + 1);
  });

  test('leaves the address and the name in no column of any table', async () => {
    expect(erased.status, erased.text).toBe(200);
    expect(await columnsWith(service, person.email)).toEqual([]);
    expect(await columnsWith(service, person.name.toLowerCase())).toEqual([]);
    expect((await find(person.email)).counts).toEqual(nothing);
  });

  test('answers with how much it changed', () => {
    const { events: _events, ...counts } = before.found.counts;
    expect(erased.body).toMatchObject(counts);
    // The cancellation has an event too.
    expect(erased.body.events).toBeGreaterThan(before.found.counts.events);
  });

  test('cancels the open orders, and takes adopter and note from all of them', async () => {
    const { open, delivered, ofAnother } = scene.orders;
    const [was, is, stays] = await Promise.all([open, delivered, ofAnother].map((id) => getOrder(service, id)));
    expect(was!.body).toMatchObject({ status: 'cancelled' });
    expect(is!.body).toMatchObject({ status: 'delivered' });
    for (const { body } of [was!, is!]) expect(Object.keys(body)).not.toContain('adopter');
    for (const { body } of [was!, is!]) expect(Object.keys(body)).not.toContain('note');
    expect(was!.body).not.toHaveProperty('locale');
    for (const { body } of [was!, is!])
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['answers', 'visitAt', 'messageToAdopter']));
    const answers = [{ question: 'Who comes?', answer: '[erased]' }];
    expect(stays!.body).toMatchObject({ status: 'placed', adopter: { name: 'Bob' }, note: '[erased]', answers });
    const notesOn = async (id: number) => (await service.call('GET', `/v1/store/orders/${id}/notes`)).body;
    expect(await notesOn(delivered)).toEqual([]);
    expect(await notesOn(ofAnother)).toMatchObject([{ note: '[erased]' }]);
    expect(await petStatus(service, scene.pets.named)).toBe('available');
  });

  test('changes the version of an order whose body changes', async () => {
    expect(await tagOf(scene.orders.delivered)).not.toBe(before.orderTag);
  });

  test('replaces messages with their answers, and the address in names', async () => {
    const { body: inbox } = await service.call('GET', '/v1/admin/inbox');
    expect(inbox.map(({ message }: { message: string }) => message)).toEqual(Array(3).fill('[erased]'));
    const { body: thread } = await service.call('GET', `/v1/inbox/${scene.ids.threadId}`);
    expect(thread).toMatchObject({ message: '[erased]', answers: [{ message: '[erased]' }] });
    expect(thread).not.toHaveProperty('from');
    expect(thread).not.toHaveProperty('locale');
    const pet = await service.call('GET', `/v1/pets?ids=${scene.pets.named}`);
    expect(pet.body[0].name).toBe('Rex, ask [erased]');
    expect((await service.call('GET', '/v1/pets?q=ask%20[ERASED]')).body).toEqual(pet.body);
    const category = await service.call('GET', `/v1/categories/${scene.ids.categoryId}`);
    expect(category.body.description).toBe('Ask [erased]');
    const key = await service.call('GET', `/v1/account/keys/${scene.ids.keyId}`);
    expect(key.body.name).toBe('Website of [erased]');
    const { body: organization } = await service.call('GET', '/v1/organizations/1');
    expect(organization).toMatchObject({ mission: 'Homes. [erased]' });
    expect(organization).not.toHaveProperty('email');
    const events = await allEvents(service, { query: '?types=pet.updated,category.updated,organization.updated' });
    expect(events.slice(-3).map(({ data }) => data.id)).toEqual([1, scene.ids.categoryId, scene.pets.named]);
  });

  test('disables a webhook whose URL contains the address', async () => {
    const withUrl = await service.call('GET', scene.webhooks.withUrl.path);
    expect(withUrl.body).toMatchObject({ disabled: true, disabledReason: 'erased' });
    expect(withUrl.body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const described = await service.call('GET', scene.webhooks.described.path);
    expect(described.body).toMatchObject({ disabled: false, description: 'For [erased]' });
    const log = await deliveriesOf(service, scene.webhooks.described);
    expect(log.at(-1).lastAttempt).toMatchObject({ responseStatus: 200, responseBody: '[erased]' });
  });

  test('closes the account', async () => {
    const { body } = await service.call('GET', `/v1/admin/accounts/${scene.ids.accountId}`);
    expect(body).toMatchObject({ email: `closed-${scene.ids.accountId}@localhost`, closedAt: expect.any(String) });
    expect((await scene.own.call('GET', '/v1/account')).status).toBe(401);
  });

  test('writes an event that counts, names nobody, and reaches nobody', async () => {
    expect(await notices()).toEqual([
      {
        id: expect.any(String),
        type: 'person.erased',
        timestamp: expect.any(String),
        sequence: expect.any(Number),
        actor: { type: 'account', accountId: 1, keyId: 1 },
        data: { reason: 'request', ...erased.body },
      },
    ]);
    expect(await allEvents(service, { query: '?types=person.erased' })).toEqual([]);
  });

  test('shows the address in no replay of a stored response, and repeats none of the requests', async () => {
    const answers = await scene.replay();
    for (const { text } of answers) expect(text.toLowerCase()).not.toMatch(/ann\.lee|ann lee/);
    // A response that shows a secret is encrypted, and a closed account's key is refused.
    const isKnown = ({ status, headers }: Answer): boolean =>
      headers.has('idempotency-replayed') || status === 422 || status === 401;
    expect(answers.filter((answer) => !isKnown(answer))).toEqual([]);
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed')).length).toBeGreaterThan(5);
  });

  test('finds nothing the second time, and then writes no event', async () => {
    const again = await erase(person.email);
    expect([again.status, again.body]).toEqual([200, nothing]);
    expect(await notices()).toHaveLength(1);
  });

  test('erases once if two operators do at the same time', async () => {
    const before = (await notices()).length;
    const adopter = { name: 'Lou', email: 'lou@z.example' };
    const orderId = await placeOrder(service, await addPet(service, {}), { adopter });
    const { accountId } = await service.newAccount({ email: adopter.email });
    const answers = await Promise.all([erase(adopter.email), erase(adopter.email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const sum = (of: 'accounts' | 'orders') => answers.reduce((total, { body }) => total + body[of], 0);
    expect([sum('accounts'), sum('orders')]).toEqual([1, 1]);
    expect((await notices()).length).toBe(before + 1);
    expect((await getOrder(service, orderId)).body.status).toBe('cancelled');
    expect((await service.call('GET', `/v1/admin/accounts/${accountId}`)).body).toHaveProperty('closedAt');
    expect(await columnsWith(service, adopter.email)).toEqual([]);
  });

  test('does not touch the addresses that contain the address', async () => {
    const others = ['jo.ann@z.example', 'joann@z.example', 'ann@z.example.org', 'ann@z.example-shop.org'];
    const orders = [];
    for (const email of others)
      orders.push(
        await placeOrder(service, await addPet(service, {}), { adopter: { name: 'Jo', email }, note: email }),
      );
    await service.call('POST', '/v1/messages', { body: { message: others.join(', ') } });
    expect((await erase('ann@z.example')).body).toEqual(nothing);
    for (const [i, id] of orders.entries())
      expect((await getOrder(service, id)).body).toMatchObject({ adopter: { email: others[i] }, note: others[i] });
  });

  test('takes the text of a message that only its sender names from events, deliveries and stored responses', async () => {
    const body = { message: 'We live at 5 Elm Street.', from: { name: 'Eve Ash', email: 'eve@z.example' } };
    const send = () => service.call('POST', '/v1/messages', { headers: { 'idempotency-key': 'elm' }, body });
    await send();
    await service.call('POST', '/v1/messages', { body: { message: 'We live at 6 Oak Street.' } });
    // The receiver of the scene quotes what it receives.
    const copies = ['delivery_attempts.response_body', 'events.data', 'messages.message'];
    const whereIs = async (street: string) => JSON.stringify(await columnsWith(service, street));
    await eventually(async () => (await whereIs('oak street')) === JSON.stringify(copies));
    await eventually(
      async () => (await whereIs('elm street')) === JSON.stringify([...copies, 'idempotency_keys.body'].toSorted()),
    );
    const counts = { ...nothing, messages: 1, events: 1, deliveries: 1, answers: 1 };
    expect((await find('eve@z.example')).counts).toEqual(counts);
    expect((await erase('eve@z.example')).body).toEqual(counts);
    expect(await columnsWith(service, 'elm street')).toEqual([]);
    expect((await send()).body.message).toBe('[erased]');
    expect(await columnsWith(service, 'oak street')).toEqual(copies);
  });

  test('keeps every digit of a number beside the person, and what only looks like JSON', async () => {
    const categoryId = '9007199254740993';
    const body = `{"name":"{1.50: 9007199254740993} cat@z.example","categoryId":${categoryId}}`;
    const { text } = await service.call('POST', '/v1/pets', { body });
    await erase('cat@z.example');
    const events = await service.call('GET', '/v1/events?after=0&limit=100&types=pet.created,pet.updated');
    // A change names what has changed behind the members of the pet.
    const expected = text.replace('cat@z.example', '[erased]').slice(0, -1);
    expect(events.text.split(expected)).toHaveLength(3);
  });

  test('replaces a name that becomes the address when it is folded', async () => {
    const id = await addPet(service, { name: 'Tom Ｔom＠z.example' });
    await erase('tom@z.example');
    expect((await service.call('GET', `/v1/pets?ids=${id}`)).body[0].name).toBe('[erased]');
    expect(await columnsWith(service, 'tom@z.example')).toEqual([]);
  });

  test('finds an international domain in both of its forms, and whatever its case', async () => {
    const adopter = { name: 'Ann', email: 'ann@xn--bcher-kva.example' };
    const orderId = await placeOrder(service, await addPet(service, {}), { adopter });
    const body = { message: 'I am Ann@BÜCHER.example, 555-0100' };
    const { id } = (await service.call('POST', '/v1/messages', { body })).body;
    await eventually(async () => (await service.call('GET', `/v1/inbox/${id}`)).status === 200);
    expect((await find('ann@bücher.example')).counts).toMatchObject({ orders: 1, messages: 1 });
    expect((await erase('ANN@Bücher.example')).body).toMatchObject({ orders: 1, messages: 1 });
    expect((await getOrder(service, orderId)).body.status).toBe('cancelled');
    expect((await find(adopter.email)).counts).toEqual(nothing);
    const { body: inbox } = await service.call('GET', '/v1/admin/inbox');
    expect(inbox[0].message).toBe('[erased]');
  });

  test('takes a member from stored responses, and shows no invitation again', async () => {
    const { key, accountId } = await service.newAccount({ email: 'may@z.example' });
    await service.call('PATCH', '/v1/account', { key, body: { name: 'May Fox' } });
    await join(service, accountId, { id: 1, role: 'staff' });
    const promote = () =>
      service.call('PATCH', `/v1/organizations/1/members/${accountId}`, {
        headers: { 'idempotency-key': 'promote' },
        body: { role: 'manager' },
      });
    const invite = () =>
      service.call('POST', '/v1/organizations/1/invitations', {
        headers: { 'idempotency-key': 'invite' },
        body: { role: 'staff', email: 'may@z.example' },
      });
    expect((await promote()).body).toMatchObject({ email: 'may@z.example', name: 'May Fox' });
    const { body: invitation } = await invite();
    expect((await service.call('DELETE', `/v1/organizations/1/invitations/${invitation.id}`)).status).toBe(204);
    await erase('may@z.example');
    for (const text of ['may@z.example', 'may fox']) expect(await columnsWith(service, text)).toEqual([]);
    expect((await promote()).body).toEqual({
      id: accountId,
      email: `closed-${accountId}@localhost`,
      role: 'manager',
      suspended: false,
    });
    expectError(await invite(), 422, 'idempotency_key_reused', '`Idempotency-Key`');
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('a live stream that resumes does not get the old events from memory', async () => {
    const stream = await follow(service);
    const petId = await addPet(service, {});
    await placeOrder(service, petId, { adopter: { name: 'Eve', email: 'eve@z.example' } });
    await stream.until(({ texts }) => texts.some((text) => text.includes('eve@z.example')), 'the order');
    await erase('eve@z.example');
    await changePet(service, petId, { name: 'Max' });
    await stream.until(({ texts }) => texts.some((text) => text.includes('Max')), 'a later event');
    const resumed = await follow(service, { query: `?after=${stream.events[0]!.sequence - 1}` });
    await resumed.until(({ texts }) => texts.some((text) => text.includes('Max')), 'a later event');
    expect(resumed.events.some(({ type }) => type === 'order.placed')).toBe(true);
    expect(resumed.texts.join('')).not.toContain('eve@z.example');
    stream.close();
    resumed.close();
  });

  test('a response to what was sent before does not bring the address back', async () => {
    const release = Promise.withResolvers<void>();
    const receiver = await openReceiver((response, { body }) => {
      void release.promise.then(() => response.writeHead(200).end(body));
    });
    const webhook = await addWebhook(service, { url: receiver.url, events: ['order.placed'] });
    await placeOrder(service, await addPet(service, {}), { adopter: { name: 'Kim', email: 'kim@z.example' } });
    await eventually(() => receiver.received.length > 0);
    await erase('kim@z.example');
    release.resolve();
    const [delivery] = await eventually(async () => {
      const log = await deliveriesOf(service, webhook);
      return log[0]?.status === 'succeeded' && log;
    });
    expect(delivery.lastAttempt).not.toHaveProperty('responseBody');
    expect(await columnsWith(service, 'kim@z.example')).toEqual([]);
    await service.call('DELETE', webhook.path);
    await receiver.close();
  });

  test('403 for the account of the board and for that of the last operator, which stay as they are', async () => {
    await service.call('GET', '/page-settings', { key: null });
    const { database, accounts } = await service.beside();
    await accounts.board.find();
    await database.close();
    expectError(await erase('board@localhost'), 403, 'forbidden', 'board@localhost');
    expectError(await erase('operator@localhost'), 403, 'forbidden', 'last operator');
    expect((await service.call('GET', '/v1/account')).body.email).toBe('operator@localhost');
  });

  test.each(['', 'ann', 'ann@', 'a b@x.example', '"a"@x.example', 7, null])('400 for the address %j', async (email) => {
    expectError(
      await service.call('POST', '/v1/admin/people/erase', { body: { email } }),
      400,
      'invalid_body',
      '`email`',
    );
  });

  test('400 without an address', async () => {
    expectError(await service.call('GET', '/v1/admin/people'), 400, 'invalid_parameter', '`email`');
    expectError(await service.call('GET', '/v1/admin/people?email=ann'), 400, 'invalid_parameter', '`email`');
  });
});

test('after a vacuum, the bytes of the address are in no file of the database', async () => {
  const [[, startOnSqlite]] = BACKENDS;
  const service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  const scene = await openScene(service, person);
  const file = databaseFile('production', service.settings);
  const filesWith = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const path of [file, `${file}-wal`]) {
      if ((await readFile(path, 'latin1')).toLowerCase().includes(text)) found.push(path);
    }
    return found;
  };
  await service.call('POST', '/v1/admin/people/erase', { body: { email: person.email } });
  expect(await filesWith(person.email)).not.toEqual([]);
  await vacuum(file);
  expect(await filesWith(person.email)).toEqual([]);
  expect(await filesWith('[erased]')).toContain(file);
  expect((await service.call('GET', '/v1/store/orders')).body).toHaveLength(3);
  await addPet(service, {});
  await scene.close();
  await service.close();
});
