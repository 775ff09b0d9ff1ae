import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { getOrder, holdMs, hourMs, moveOrder, petStatus, withKey, newCaller } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';
import { at, behindProxy, visitorsOf } from '../callers.ts';

const ann = { name: 'Ann Lee', email: 'ann@example.org', phone: '555 0199' };
const dayMs = 24 * hourMs;

describe.each(BACKENDS)('applications, on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now, settings: behindProxy });
  let visitors: TestService;
  let stranger: TestService;
  let people = 0;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    stranger = withKey(service, (await service.newAccount()).key);
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
  });

  const newPerson = () => {
    people += 1;
    return {
      adopter: { name: `Person ${people}`, email: `person-${people}@example.org` },
      visitor: at(`203.0.${people >> 8}.${people & 255}`, visitors),
    };
  };

  async function send(petId: number, more: object = {}): Promise<Answer> {
    const { adopter, visitor } = newPerson();
    clock.advance(1_000);
    return visitor.call('POST', '/v1/applications', { body: { petId, adopter, ...more } });
  }
  async function apply(petId: number, more: object = {}) {
    const { status, body, text } = await send(petId, more);
    expect(status, text).toBe(201);
    return { id: body.id as number, token: body.applicationUrl.split('#')[1] as string, body };
  }
  const move = (id: number, name: string, body: object = {}, caller = service) =>
    caller.call('POST', `/v1/applications/${id}/${name}`, { body });
  const get = async (id: number) => (await service.call('GET', `/v1/applications/${id}`)).body;
  const own = (token: string, method = 'GET', path = '', body?: object) =>
    service.call(method, `/v1/application${path}`, { key: token, body });

  test('of several people, one is accepted, and the others stay until the organization closes theirs', async () => {
    const petId = await addPet(service, { name: 'Rex' });
    const [first, second, third] = [
      await apply(petId),
      await apply(petId, { adopter: ann, note: 'A garden', locale: 'es' }),
      await apply(petId),
    ];
    expect(await petStatus(service, petId)).toBe('available');
    expect(second.body).toEqual({
      id: second.id,
      petId,
      status: 'submitted',
      adopter: ann,
      note: 'A garden',
      locale: 'es',
      adopterHasLink: true,
      applicationUrl: expect.stringMatching(/\/application#pap_[\w-]{43}$/),
      createdAt: expect.any(String),
      updatedAt: second.body.createdAt,
    });

    expect((await move(second.id, 'review')).body.status).toBe('in_review');
    const visitAt = new Date(clock.now() + dayMs).toISOString();
    const accepted = await move(second.id, 'accept', { visitAt, messageToAdopter: 'Come and see him.' });
    expect(accepted.body).toMatchObject({ status: 'accepted', orderId: expect.any(Number) });
    const { body: order } = await getOrder(service, accepted.body.orderId);
    expect(order).toMatchObject({
      petId,
      status: 'approved',
      adopter: ann,
      note: 'A garden',
      locale: 'es',
      visitAt,
      messageToAdopter: 'Come and see him.',
      adopterHasLink: true,
    });
    expect(await petStatus(service, petId)).toBe('pending');
    expectError(await move(first.id, 'accept'), 409, 'pet_not_available', '`pending`');
    expectError(await send(petId), 409, 'pet_not_available');

    await moveOrder(service, order.id, 'deliver');
    const waiting = await service.call('GET', `/v1/applications?petId=${petId}&status=submitted,in_review`);
    const ids = waiting.body.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([third.id, first.id]);
    const closing = { applicationIds: [...ids, second.id, 999_999], messageToAdopter: 'Rex has found a home.' };
    const closed = await service.call('POST', '/v1/applications/close', { body: closing });
    expect(closed.body).toEqual({
      applicationIds: [third.id, first.id],
      refused: [
        { applicationId: second.id, code: 'application_closed', message: expect.stringContaining('`accepted`') },
        { applicationId: 999_999, code: 'application_not_found', message: expect.any(String) },
      ],
    });
    expect(await get(first.id)).toMatchObject({ status: 'closed', messageToAdopter: 'Rex has found a home.' });
    const counts = await service.call('GET', `/v1/application-counts?petId=${petId}`);
    expect(counts.body).toEqual({ submitted: 0, in_review: 0, accepted: 1, declined: 0, withdrawn: 0, closed: 2 });
  });

  test('of acceptances at the same time exactly one succeeds', async () => {
    const petId = await addPet(service, {});
    const all = await Promise.all([1, 2, 3, 4].map(() => apply(petId)));
    const answers = await Promise.all(all.map(({ id }) => move(id, 'accept')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'pet_not_available')).toHaveLength(3);
    const orders = await service.call('GET', `/v1/store/orders?petId=${petId}`);
    expect(orders.body).toHaveLength(1);
  });

  test('those who wait are still there when the order is cancelled, and when the animal comes back', async () => {
    const petId = await addPet(service, {});
    const [first, second, third] = [await apply(petId), await apply(petId), await apply(petId)];
    const { orderId } = (await move(first.id, 'accept')).body;
    await moveOrder(service, orderId, 'cancel');
    const again = (await move(second.id, 'accept')).body;
    await moveOrder(service, again.orderId, 'deliver');
    await moveOrder(service, again.orderId, 'return');
    expect((await move(third.id, 'accept')).body.status).toBe('accepted');
    expect((await get(first.id)).status).toBe('accepted');
  });

  test('an organization chooses between orders and applications, and an animal may differ', async () => {
    const petId = await addPet(service, {});
    const { adopter, visitor } = newPerson();
    const reserve = (id: number) => visitor.call('POST', '/v1/store/orders', { body: { petId: id, adopter } });
    expectError(await reserve(petId), 409, 'application_required', 'submit an application');
    const reserved = await addPet(service, { profile: { adoption: 'reserve' } });
    expectError(await send(reserved), 409, 'order_required', 'place an order');
    expect((await reserve(reserved)).status).toBe(201);
    // An account orders as before.
    const placed = await stranger.call('POST', '/v1/store/orders', { body: { petId, adopter: ann } });
    expect(placed.status, placed.text).toBe(201);
    const elsewhere = withKey(service, (await service.newAccount()).key);
    const theirs = await elsewhere.call('POST', '/v1/pets', { body: { name: 'Mia', categoryId: 1 } });
    const asked = { petId: theirs.body.id, adopter: ann };
    expectError(await elsewhere.call('POST', '/v1/applications', { body: asked }), 409, 'order_required');
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: null } });
    expectError(await send(await addPet(service, {})), 409, 'order_required');
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
    const bad = await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'raffle' } });
    expectError(bad, 400, 'invalid_body', '`adoption`');
  });

  test('an adopter has one open application for an animal, and few in all', async () => {
    const { adopter, visitor } = newPerson();
    const more = async (email = adopter.email) => {
      clock.advance(61_000);
      return visitor.call('POST', '/v1/applications', {
        body: { petId: await addPet(service, {}), adopter: { ...adopter, email } },
      });
    };
    const petId = await addPet(service, {});
    const first = await apply(petId, { adopter });
    expectError(
      await send(petId, { adopter: { ...adopter, email: adopter.email.toUpperCase() } }),
      409,
      'already_applied',
    );
    for (let i = 1; i < 5; i += 1) expect((await more()).status).toBe(201);
    expectError(await more(), 409, 'too_many_open_applications', '5 open applications');
    // The address of the client has as many.
    expect((await more('other@example.org')).status).toBe(201);
    expectError(await more('third@example.org'), 409, 'too_many_open_applications');
    await own(first.token, 'POST', '/withdraw');
    expect((await send(petId, { adopter })).status).toBe(201);
  });

  test('ten applications of one adopter at once leave one', async () => {
    const petId = await addPet(service, {});
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(petId, { adopter: ann })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_applied')).toHaveLength(9);
  });

  test('an applicant changes what they sent until the review begins, and withdraws', async () => {
    const petId = await addPet(service, { name: 'Luna' });
    const { token, id } = await apply(petId, { adopter: ann, note: 'A flat' });
    const shown = await own(token);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.body).toMatchObject({ status: 'submitted', pet: { id: petId, name: 'Luna' }, adopter: ann });
    const changed = await own(token, 'PATCH', '', { name: 'Ann Leeds', phone: null, note: 'A house' });
    expect(changed.body).toMatchObject({ adopter: { name: 'Ann Leeds', email: ann.email }, note: 'A house' });
    expect(changed.body.adopter).not.toHaveProperty('phone');
    expect((await own(token, 'PATCH', '', { note: null })).body).not.toHaveProperty('note');
    await move(id, 'review');
    expectError(await own(token, 'PATCH', '', { note: 'Late' }), 409, 'invalid_status_transition', '`in_review`');
    expect((await own(token, 'POST', '/withdraw')).body.status).toBe('withdrawn');
    expect((await own(token, 'POST', '/withdraw')).body.status).toBe('withdrawn');
    expectError(await own(token, 'PATCH', '', { note: 'Later' }), 409, 'application_closed');
    expectError(await move(id, 'accept'), 409, 'application_closed', '`withdrawn`');
    expectError(await own(`${token}x`), 404, 'application_not_found');
    clock.advance(30 * dayMs);
    expectError(await own(token), 404, 'application_not_found');
  });

  test('an accepted applicant finds the way to the order', async () => {
    const { token, id } = await apply(await addPet(service, {}));
    await move(id, 'accept');
    const { body } = await own(token);
    const reservation = body.reservationUrl.split('#')[1];
    expect((await service.call('GET', '/v1/reservation', { key: reservation })).body.status).toBe('approved');
    expectError(await own(token, 'POST', '/withdraw'), 409, 'application_closed');
  });

  test('answers are those to the questions of the organization', async () => {
    const application = [{ question: 'Garden?', kind: 'yes_no', required: true }];
    const { body } = await service.call('PATCH', '/v1/organizations/1', { body: { application } });
    const questionId = body.application[0].id;
    const petId = await addPet(service, {});
    expectError(await send(petId), 400, 'invalid_body', '`answers`');
    expectError(
      await send(petId, { answers: [{ questionId, answer: 'perhaps' }] }),
      400,
      'invalid_body',
      '`answers.0.answer`',
    );
    const { id, token } = await apply(petId, { answers: [{ questionId, answer: 'yes' }] });
    await own(token, 'PATCH', '', { answers: [{ questionId, answer: 'no' }] });
    expect((await get(id)).answers).toEqual([{ question: 'Garden?', answer: 'no' }]);
    await service.call('PATCH', '/v1/organizations/1', { body: { application: null } });
  });

  test('a change keeps the answers to questions that are no longer asked, and as many as may be asked at once', async () => {
    const ask = async (...questions: string[]): Promise<number[]> => {
      const application = questions.map((question) => ({ question, kind: 'text' }));
      const { body } = await service.call('PATCH', '/v1/organizations/1', { body: { application } });
      return body.application.map(({ id }: { id: number }) => id);
    };
    const all = (ids: readonly number[], answer: string) => ids.map((questionId) => ({ questionId, answer }));
    const changed = async (answers: object) => (await own(token, 'PATCH', '', { answers })).body.answers;
    const garden = { question: 'Garden?', answer: 'first' };
    const secondPet = { question: 'Pet?', answer: 'first' };
    const answers = all(await ask('Garden?', 'Pet?', 'Pet?'), 'first');
    const { token } = await apply(await addPet(service, {}), { answers });

    // One is asked differently, and one of two with the same text no longer.
    const [pet = 0] = await ask('Pet?', 'A garden?');
    const newPet = { question: 'Pet?', answer: 'second' };
    expect(await changed(all([pet], 'second'))).toEqual([newPet, garden, secondPet]);
    expect(await changed([])).toEqual([garden, secondPet]);
    expect((await own(token, 'PATCH', '', { note: 'A flat' })).body.answers).toEqual([garden, secondPet]);

    for (const round of ['One', 'Two']) {
      const many = await ask(...Array.from({ length: 30 }, (_, index) => `${round} ${index}`));
      expect(await changed(all(many, round))).toHaveLength(round === 'One' ? 32 : 60);
    }
    await service.call('PATCH', '/v1/organizations/1', { body: { application: null } });
  });

  test('staff assign, note, and keep an approval, which only they see', async () => {
    const member = await newMember(service, 1, 'staff');
    const petId = await addPet(service, {});
    const { id, token } = await apply(petId, { adopter: ann });
    const etag = (await service.call('GET', `/v1/applications/${id}`)).headers.get('etag')!;
    const patch = (body: object, headers = {}) => member.call('PATCH', `/v1/applications/${id}`, { body, headers });
    const kept = await patch({ assigneeId: member.accountId, staffNote: 'Kind.', approved: true });
    expect(kept.body).toMatchObject({ assigneeId: member.accountId, staffNote: 'Kind.' });
    expect(Date.parse(kept.body.approvedUntil)).toBe(clock.now() + 365 * dayMs);
    expectError(await patch({ staffNote: null }, { 'if-match': etag }), 412, 'precondition_failed');
    const same = await patch({ assigneeId: member.accountId, staffNote: 'Kind.' });
    expect(same.headers.get('etag')).toBe(kept.headers.get('etag'));
    expectError(await patch({ assigneeId: 999_999 }), 404, 'member_not_found', '`assigneeId`');
    for (const secret of ['assigneeId', 'staffNote', 'approvedUntil'])
      expect((await own(token)).body).not.toHaveProperty(secret);
    const assigned = `/v1/applications?assignee=${member.accountId}`;
    expect((await service.call('GET', assigned)).body).toMatchObject([{ id }]);
    // The account of an applicant learns nothing of it.
    const agency = await newCaller(service);
    const placed = await agency.call('POST', '/v1/applications', {
      body: { petId: await addPet(service, {}), adopter: { ...ann, email: 'agency@example.org' } },
    });
    expect(placed.status, placed.text).toBe(201);
    const path = `/v1/applications/${placed.body.id}`;
    expect((await member.call('PATCH', path, { body: { assigneeId: member.accountId } })).status).toBe(200);
    expect((await agency.call('GET', '/v1/applications')).body).toHaveLength(1);
    const inTheirHands = { 'if-none-match': placed.headers.get('etag') ?? '' };
    expect((await agency.call('GET', path, { headers: inTheirHands })).status).toBe(304);
    const none = '/v1/applications?assignee=none';
    for (const query of [assigned, none, `${assigned}&organizationId=1`, `${none}&organizationId=1`])
      expect((await agency.call('GET', query)).body).toEqual([]);

    // The next application of the same address shows it.
    const next = await apply(await addPet(service, {}), { adopter: { ...ann, email: 'ANN@example.org' } });
    expect(next.body).not.toHaveProperty('approvedUntil');
    expect((await get(next.id)).approvedUntil).toBe(kept.body.approvedUntil);
    await service.call('PATCH', `/v1/applications/${next.id}`, { body: { approved: false } });
    expect(await get(id)).not.toHaveProperty('approvedUntil');
    await patch({ approved: true });
    clock.advance(365 * dayMs);
    expect(await get(next.id)).not.toHaveProperty('approvedUntil');
  });

  test('only the sides of an application see it, and only the side of the animal decides', async () => {
    const petId = await addPet(service, {});
    const placed = await stranger.call('POST', '/v1/applications', { body: { petId, adopter: ann } });
    expect(placed.status, placed.text).toBe(201);
    const { id } = placed.body;
    expect(placed.body).not.toHaveProperty('applicationUrl');
    const other = withKey(service, (await service.newAccount()).key);
    expectError(await other.call('GET', `/v1/applications/${id}`), 404, 'application_not_found');
    expectError(await move(id, 'accept', {}, stranger), 403, 'forbidden', 'accept');
    expectError(await move(id, 'withdraw', {}, visitors), 403, 'forbidden');
    await service.call('PATCH', `/v1/applications/${id}`, { body: { staffNote: 'Hm.' } });
    expect((await stranger.call('GET', `/v1/applications/${id}`)).body).not.toHaveProperty('staffNote');
    expect((await stranger.call('GET', '/v1/applications')).body.map((one: { id: number }) => one.id)).toEqual([id]);
    const asked = await stranger.call('POST', '/v1/applications/close', { body: { applicationIds: [id] } });
    expect(asked.body).toMatchObject({ applicationIds: [], refused: [{ code: 'forbidden' }] });
    expect((await move(id, 'withdraw', {}, stranger)).body.status).toBe('withdrawn');
  });

  test('whoever applied for an animal that is removed is not forgotten', async () => {
    const petId = await addPet(service, {});
    const { id, token } = await apply(petId);
    await service.call('DELETE', `/v1/pets/${petId}`);
    await eventually(async () => (await get(id)).status === 'closed');
    expect((await own(token)).body).toMatchObject({ status: 'closed' });
    expect((await own(token)).body).not.toHaveProperty('pet');
    const events = await service.call('GET', '/v1/events?types=application.closed');
    expect(events.body.at(-1)).toMatchObject({ actor: { type: 'service' }, data: { id } });
  });

  test('an animal that cannot be adopted is not applied for, and goes to nobody', async () => {
    const petId = await addPet(service, {});
    const { id } = await apply(petId);
    const held = { staff: { hold: { type: 'medical', from: '2020-01-01' } } };
    const changed = await service.call('PATCH', `/v1/pets/${petId}/profile`, { body: held });
    expect(changed.status, changed.text).toBe(200);
    expectError(await send(petId), 409, 'pet_not_available');
    expectError(await move(id, 'accept'), 409, 'pet_not_available');
    await service.call('PATCH', `/v1/pets/${petId}/profile`, { body: { staff: { hold: null } } });
    expect((await move(id, 'accept')).status).toBe(200);
  });

  test('a hold of an account that has ended does not keep an applicant out', async () => {
    const petId = await addPet(service, {});
    const { id } = await apply(petId);
    await stranger.call('POST', '/v1/store/orders', { body: { petId, adopter: ann } });
    expectError(await move(id, 'accept'), 409, 'pet_not_available');
    clock.advance(holdMs);
    expect((await move(id, 'accept')).body.status).toBe('accepted');
  });

  test('a person is found, corrected and erased with their applications', async () => {
    const email = 'erased@example.org';
    const petId = await addPet(service, {});
    const { id, token } = await apply(petId, { adopter: { name: 'Eve', email }, note: 'Secret' });
    await service.call('PATCH', `/v1/applications/${id}`, { body: { staffNote: `Wrote to ${email}.` } });
    const found = await service.call('GET', `/v1/admin/people?email=${email}`);
    expect(found.body).toMatchObject({
      applications: [{ id, petId, status: 'submitted', adopter: { name: 'Eve', email }, note: 'Secret' }],
      counts: { applications: 1 },
    });
    clock.advance(1_000);
    const { updatedAt } = await get(id);
    await service.call('POST', '/v1/admin/people/correct', { body: { email, newName: 'Eva' } });
    // Its link does not work longer for that.
    expect((await get(id)).updatedAt).toBe(updatedAt);
    expect((await get(id)).adopter).toEqual({ name: 'Eva', email });
    // With the address of somebody who waits for the same animal, one application remains.
    const twin = await apply(petId, { adopter: { name: 'Eve', email: 'old@example.org' } });
    const merged = { email: 'old@example.org', newEmail: email };
    expect((await service.call('POST', '/v1/admin/people/correct', { body: merged })).status).toBe(200);
    expect(await get(twin.id)).toMatchObject({ status: 'withdrawn', adopter: { email } });
    const other = await addPet(service, {});
    await apply(other, { adopter: { name: 'Eve', email } });
    const reviewed = await apply(other, { adopter: { name: 'Eve', email: 'old@example.org' } });
    await move(reviewed.id, 'review');
    await service.call('POST', '/v1/admin/people/correct', { body: merged });
    expect(await get(reviewed.id)).toMatchObject({ status: 'in_review', adopter: { email } });
    const erased = await service.call('POST', '/v1/admin/people/erase', { body: { email } });
    expect(erased.body.applications).toBe(4);
    const note = { staffNote: 'Kind.' };
    const late = await service.call('PATCH', `/v1/applications/${id}`, { body: note });
    expectError(late, 409, 'application_closed');
    expect(await get(id)).toEqual({
      id,
      petId,
      status: 'withdrawn',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expectError(await own(token), 404, 'application_not_found');
    const { text } = await service.call(
      'GET',
      '/v1/events?types=application.submitted,application.withdrawn&limit=100',
    );
    expect(text).not.toContain('Secret');
    expect(text).not.toContain(email);
  });

  test.each([
    ['newest', [4, 3, 2, 1]],
    ['oldest', [1, 2, 3, 4]],
  ] as const)('a list is read page by page, %s first', async (sort, order) => {
    const petId = await addPet(service, {});
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await apply(petId)).id);
    const expected = order.map((place) => ids[place - 1]);
    const found: number[] = [];
    let path: string | undefined = `/v1/applications?petId=${petId}&sort=${sort}&limit=3`;
    while (path !== undefined) {
      const page: Answer = await service.call('GET', path);
      found.push(...page.body.map(({ id }: { id: number }) => id));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(expected);
  });

  test('an approval changes the ETag of every application that shows it', async () => {
    const adopter = { name: 'Gil', email: 'gil@example.org' };
    const [one, other] = [
      await apply(await addPet(service, {}), { adopter }),
      await apply(await addPet(service, {}), { adopter }),
    ];
    const path = `/v1/applications/${one.id}`;
    const etag = (await service.call('GET', path)).headers.get('etag')!;
    const approve = (approved: boolean) =>
      service.call('PATCH', `/v1/applications/${other.id}`, { body: { approved } });
    await approve(true);
    const read = await service.call('GET', path, { headers: { 'if-none-match': etag } });
    expect(read.body).toHaveProperty('approvedUntil');
    await approve(false);
    const stale = { 'if-match': read.headers.get('etag')! };
    expectError(
      await service.call('PATCH', path, { body: { approved: true }, headers: stale }),
      412,
      'precondition_failed',
    );
  });

  test('an applicant who changes nothing sends no event', async () => {
    const { id, token } = await apply(await addPet(service, {}), { note: 'A flat' });
    const etag = (await service.call('GET', `/v1/applications/${id}`)).headers.get('etag');
    for (const body of [{}, { note: 'A flat' }, { answers: [] }]) await own(token, 'PATCH', '', body);
    expect((await service.call('GET', `/v1/applications/${id}`)).headers.get('etag')).toBe(etag);
  });

  test('what staff enter for an adopter keeps nobody from applying by themselves', async () => {
    const adopter = { name: 'Hal', email: 'hal@example.org' };
    for (let i = 0; i < 5; i += 1) {
      const body = { petId: await addPet(service, {}), adopter };
      expect((await service.call('POST', '/v1/applications', { body })).status).toBe(201);
    }
    expect((await send(await addPet(service, {}), { adopter })).status).toBe(201);
  });

  test('a suspended account loses what visitors have sent with its key, however much that is', async () => {
    const { key, accountId } = await service.newAccount();
    const petId = await addPet(service, {});
    const { database } = await service.beside();
    const row = {
      pet_account_id: 1,
      organization_id: 1,
      account_id: accountId,
      by_visitor: 1,
      status: 'submitted',
      adopter_name: 'Ida',
      created_at: clock.now(),
      updated_at: clock.now(),
    };
    const rows = Array.from({ length: 3_500 }, (_value, i) => ({
      ...row,
      pet_id: petId,
      adopter_email: `ida-${i}@example.org`,
    }));
    await database.transaction(async (tx) => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('applications')
          .values(rows.slice(at, at + 500))
          .execute();
    });
    const suspended = await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    expect(suspended.status, suspended.text).toBe(200);
    expect((await service.call('GET', '/v1/account', { key })).status).toBe(403);
    const counts = await service.call('GET', `/v1/application-counts?petId=${petId}`);
    expect(counts.body).toMatchObject({ submitted: 0, withdrawn: 1_000 });
  });

  test('a member who leaves takes care of nothing any more', async () => {
    const member = await newMember(service, 1, 'staff');
    const { id } = await apply(await addPet(service, {}));
    await service.call('PATCH', `/v1/applications/${id}`, { body: { assigneeId: member.accountId } });
    await service.call('DELETE', `/v1/organizations/1/members/${member.accountId}`);
    expect(await get(id)).not.toHaveProperty('assigneeId');
  });

  test('a search finds names, addresses and animals', async () => {
    const petId = await addPet(service, { name: 'Zebedee' });
    const { id } = await apply(petId, { adopter: { name: 'Zoë Quartz', email: 'zq@example.org' } });
    for (const q of ['zoe', 'ZQ@', 'zebed', String(id)])
      expect((await service.call('GET', `/v1/applications?q=${q}`)).body).toContainEqual(
        expect.objectContaining({ id }),
      );
    expect((await service.call('GET', '/v1/applications?q=quartzite')).body).toEqual([]);
  });
});
