import { beforeAll, describe, expect, test } from 'vitest';
import { visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { newCaller } from '../support/adoption.ts';
import { addPet, expectError, pagesOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, type CallOptions, sharedService, type TestService } from '../support/service.ts';

const ann = { name: 'Ann Lee', email: 'ann@x.example' };

describe.each(BACKENDS)('threads, on %s', (_, start) => {
  let staff: TestService;
  let colleague: TestService;
  let outsider: TestService;
  let visitor: TestService;
  let petId: number;

  const service = sharedService(start);
  beforeAll(async () => {
    staff = await newMember(service, 1, 'staff');
    colleague = await newMember(service, 1, 'staff');
    outsider = await newCaller(service);
    visitor = await visitorsOf(service);
    petId = (await staff.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
  });

  /** Sends a message, and waits until it is received. */
  async function received(message: string, more: object = { petId, from: ann }, sender = outsider): Promise<string> {
    const { status, text, body } = await sender.call('POST', '/v1/messages', { body: { message, ...more } });
    expect(status, text).toBe(202);
    expect(Object.keys(body)).toEqual(['id', 'message', 'status', 'createdAt']);
    await eventually(async () => (await service.call('GET', `/v1/inbox/${body.id}`)).status === 200);
    return body.id;
  }
  const read = (id: string, caller = staff) => caller.call('GET', `/v1/inbox/${id}`);
  const change = (id: string, body: object, options: CallOptions = {}) =>
    staff.call('PATCH', `/v1/inbox/${id}`, { body, ...options });
  const answer = (
    id: string,
    message: unknown,
    { caller = staff, ...options }: CallOptions & { caller?: TestService } = {},
  ) => caller.call('POST', `/v1/inbox/${id}/answers`, { body: { message }, ...options });
  const idOf = async (caller: TestService): Promise<number> => (await caller.call('GET', '/v1/account')).body.id;
  const idsOf = async (query: string): Promise<string[]> =>
    (await pagesOf(staff, `/v1/organizations/1/messages?limit=2&${query}`)).flatMap(({ body }) =>
      body.map(({ id }: { id: string }) => id),
    );
  const counts = async () => (await staff.call('GET', '/v1/organizations/1/messages/counts')).body;

  test('a message says who writes, to its receivers alone', async () => {
    const id = await received(
      'Is he still there?',
      { petId, from: { ...ann, name: '  Ann Lee ' }, locale: 'pl' },
      visitor,
    );
    const { body } = await read(id);
    expect(body).toMatchObject({
      message: 'Is he still there?',
      from: ann,
      sentBy: 'visitor',
      state: 'open',
      petId,
      locale: 'pl',
    });
    expect(body).toMatchObject({ organizationId: 1, answers: [] });
    const { answers: _, ...listed } = body;
    expect((await staff.call('GET', '/v1/organizations/1/messages')).body[0]).toEqual(listed);
    const { text } = await staff.call('GET', '/v1/events?types=message.delivered');
    expect(text).toContain('Is he still there?');
    expect(text).not.toContain('Ann');
    expect(text).not.toContain('locale');
  });

  test.each([
    [{ name: 'Ann' }, '`from.email`'],
    [{ name: ' ', email: ann.email }, '`from.name`'],
    [{ name: 'Ann\n', email: 'ann' }, '`from.email`'],
    ['Ann', '`from`'],
  ])('400: from %j', async (from, field) => {
    expectError(
      await outsider.call('POST', '/v1/messages', { body: { message: 'x', from } }),
      400,
      'invalid_body',
      field,
    );
  });

  test('an answer is kept with its writer, and makes the message answered', async () => {
    const id = await received('Does he like cats?');
    const before = await read(id);
    const answered = await answer(id, ' He does.\n\nCome and see. ');
    expect([answered.status, answered.body.state]).toEqual([201, 'answered']);
    const [first] = answered.body.answers;
    expect(first).toEqual({
      id: expect.any(Number),
      message: 'He does.\n\nCome and see.',
      accountId: await idOf(staff),
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(answered.headers.get('etag')).toBe((await read(id)).headers.get('etag'));
    const late = await answer(id, 'He does!', {
      caller: colleague,
      headers: { 'if-match': before.headers.get('etag')! },
    });
    expectError(late, 412, 'precondition_failed');
    await change(id, { state: 'closed' });
    const again = await answer(id, 'And dogs.', { caller: service });
    expect(again.body).toMatchObject({ state: 'answered', answers: [first, { message: 'And dogs.', accountId: 1 }] });
    for (const text of ['', ' \n ', 'x'.repeat(10_001), undefined])
      expectError(await answer(id, text), 400, 'invalid_body', '`message`');
  });

  test('403: a key that may not read messages learns nothing by changing or answering them', async () => {
    const id = await received('Secret?');
    const { body } = await staff.call('POST', '/v1/account/keys', { body: { scopes: ['messages:write'] } });
    for (const answered of [await change(id, {}, { key: body.key }), await answer(id, 'No.', { key: body.key })])
      expectError(answered, 403, 'insufficient_scope', '`messages:read`');
    expect((await read(id)).body).toMatchObject({ state: 'open', answers: [] });
  });

  test('states and assignees filter and count', async () => {
    const [mine, theirs, nobodys] = [await received('1'), await received('2'), await received('3')];
    const open = (await counts()).open;
    await change(mine, { assigneeId: await idOf(staff) });
    await change(theirs, { assigneeId: await idOf(colleague), state: 'closed' });
    expect((await read(theirs)).body).toMatchObject({ state: 'closed', assigneeId: await idOf(colleague) });
    expect((await counts()).open).toBe(open - 1);
    const ofStaff = `assignee=${await idOf(staff)}`;
    expect(await idsOf(ofStaff)).toEqual([mine]);
    expect(await idsOf(`${ofStaff}&state=closed`)).toEqual([]);
    expect(await idsOf(`state=closed&assignee=${await idOf(colleague)}`)).toEqual([theirs]);
    const unassigned = await idsOf('state=open&assignee=none');
    expect(unassigned).toContain(nobodys);
    expect(unassigned).not.toContain(mine);
    expect((await idsOf('state=open')).length).toBe(open - 1);
    expect((await service.call('GET', '/v1/admin/inbox/counts')).body).toEqual(await counts());
    expect((await service.call('GET', `/v1/admin/inbox?state=closed`)).body).toMatchObject([{ id: theirs }]);
    const reopened = await change(theirs, { assigneeId: null, state: 'open' });
    expect([reopened.status, reopened.body.state, reopened.body.assigneeId]).toEqual([200, 'open', undefined]);
    for (const query of ['state=done', 'assignee=me', 'assignee=0'])
      expectError(
        await staff.call('GET', `/v1/organizations/1/messages?${query}`),
        400,
        'invalid_parameter',
        `\`${query.split('=')[0]}\``,
      );
  });

  test('a search finds messages by words, sender and animal, on every page, and in one state', async () => {
    const zoe = { name: 'Zoë Groß', email: 'zoe@post.example' };
    const anton = await addPet(service, { name: 'Añton' });
    const [cats, visit] = [
      await received('Do CÄTS bother him?', { petId, from: zoe }),
      await received('May we visit?', { petId: anton, from: zoe }),
    ];
    await received('Something else entirely', { petId, from: ann });
    const found = (q: string) => idsOf(`q=${encodeURIComponent(q)}`);
    expect(await found('cats bother')).toEqual([cats]);
    expect(await found('anton')).toEqual([visit]);
    for (const q of ['ZOE GROSS', 'post.example']) expect(await found(q)).toEqual([visit, cats]);
    for (const q of ["'", 'nobody wrote this']) expect(await found(q)).toEqual([]);
    await change(cats, { state: 'closed' });
    expect(await idsOf('q=zoe&state=open')).toEqual([visit]);
    expect((await service.call('GET', '/v1/admin/inbox?q=zoe')).body.map(({ id }: { id: string }) => id)).toEqual([
      visit,
      cats,
    ]);
    expectError(await staff.call('GET', '/v1/organizations/1/messages?q=%00'), 400, 'invalid_parameter', '`q`');
    await change(cats, { state: 'open' });
  });

  test('only a member of the receiver, or an operator, takes care of a message; and not after leaving', async () => {
    const id = await received('Who?');
    expectError(await change(id, { assigneeId: await idOf(outsider) }), 404, 'member_not_found', '`assigneeId`');
    expectError(await change(id, { assigneeId: 999_999 }), 404, 'member_not_found', '`assigneeId`');
    expect((await change(id, { assigneeId: 1 })).body.assigneeId).toBe(1);
    const leaver = await newMember(service, 1, 'staff');
    const leaverId = await idOf(leaver);
    expect((await change(id, { assigneeId: leaverId })).body.assigneeId).toBe(leaverId);
    expect((await leaver.call('DELETE', `/v1/organizations/1/members/${leaverId}`)).status).toBe(204);
    expect((await read(id)).body).not.toHaveProperty('assigneeId');
    expectError(await read(id, leaver), 404, 'message_not_found');
  });

  test('what was sent to the operators, they alone read and answer', async () => {
    const id = await received('To whoever runs this', {});
    expect((await read(id, service)).body).not.toHaveProperty('organizationId');
    for (const attempt of [read(id), change(id, { state: 'closed' }), answer(id, 'Hello')])
      expectError(await attempt, 404, 'message_not_found');
    expect((await answer(id, 'Hello', { caller: service })).status).toBe(201);
    expectError(await visitor.call('POST', `/v1/inbox/${id}/answers`, { body: { message: 'x' } }), 403, 'forbidden');
  });

  test('templates belong to the organization', async () => {
    const path = '/v1/organizations/1/answer-templates';
    const made = await staff.call('POST', path, { body: { name: 'Here', text: 'Dear {name},\n\nyes.' } });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${path}/${made.body.id}`]);
    const changed = await colleague.call('PATCH', `${path}/${made.body.id}`, { body: { name: 'Still here' } });
    expect((await staff.call('GET', path)).body).toEqual([changed.body]);
    expect(changed.body).toEqual({ id: made.body.id, name: 'Still here', text: 'Dear {name},\n\nyes.' });
    expectError(await staff.call('POST', path, { body: { name: ' ', text: 'x' } }), 400, 'invalid_body', '`name`');
    expectError(await staff.call('PATCH', `${path}/x`, { body: {} }), 404, 'template_not_found');
    expect((await staff.call('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    expectError(await staff.call('DELETE', `${path}/${made.body.id}`), 404, 'template_not_found');
  });
});
