import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { getOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { visitorsOf } from './callers.ts';

const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
const garden = { question: 'Have you a garden?', kind: 'yes_no', required: true };
const home = { question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'], required: true };
const story = { question: 'Tell us more.', kind: 'text' };

describe.each(BACKENDS)('what an organization asks, on %s', (_, start) => {
  const clock = testClock();
  let visitor: TestService;
  let ids: number[];

  const service = sharedService(start, { now: clock.now, settings: { visitorOpenOrders: 1_000 } });
  beforeAll(async () => {
    visitor = await visitorsOf(service);
  });

  const ask = (application: unknown, caller = service): Promise<Answer> =>
    caller.call('PATCH', '/v1/organizations/1', { body: { application } });
  async function place(caller: TestService, answers?: unknown): Promise<Answer> {
    clock.advance(61_000);
    const petId = await addPet(service, {});
    return caller.call('POST', '/v1/store/orders', { body: { petId, adopter, answers } });
  }
  const all = (...answers: string[]) => answers.map((answer, i) => ({ questionId: ids[i], answer }));

  test('?expand=promised: visitors learn that an animal goes home soon, and nothing more', async () => {
    const petId = await addPet(service, {});
    const { body: order } = await visitor.call('POST', '/v1/store/orders', { body: { petId, adopter } });
    const look = async (path: string) => JSON.parse((await visitor.call('GET', path)).text);
    const pending = { id: petId, name: 'Rex', categoryId: 1, status: 'pending' };
    expect(await look(`/v1/pets/${petId}?expand=promised`)).toEqual(pending);
    await service.call('POST', `/v1/store/orders/${order.id}/approve`);
    expect(await look(`/v1/pets/${petId}?expand=promised`)).toEqual({ ...pending, promised: true });
    expect(await look(`/v1/pets?ids=${petId}&expand=promised`)).toEqual([{ ...pending, promised: true }]);
    expect(await look(`/v1/pets/${petId}`)).toEqual(pending);
    await service.call('POST', `/v1/store/orders/${order.id}/deliver`);
    expect(await look(`/v1/pets/${petId}?expand=promised`)).toEqual({ ...pending, status: 'sold' });
  });

  test('managers change it, everybody reads it, and a question keeps its id with its text', async () => {
    const manager = await newMember(service, 1, 'manager');
    const { status, body } = await ask([garden, home, story], manager);
    expect(status).toBe(200);
    ids = body.application.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(body.application).toEqual([
      { id: ids[0], ...garden },
      { id: ids[1], ...home },
      { id: ids[2], ...story, required: false },
    ]);
    const seen = await visitor.call('GET', '/v1/organizations/1');
    expect(seen.body.application).toEqual(body.application);
    const { body: reordered } = await ask([{ ...story, id: ids[2] }, { ...garden, id: ids[0] }, { ...home }]);
    const after: number[] = reordered.application.map(({ id }: { id: number }) => id);
    expect(after.slice(0, 2)).toEqual([ids[2], ids[0]]);
    // A removed question's id stays with it: an answer to it answers no other one.
    expect(ids).not.toContain(after[2]);
    ids = [ids[0]!, after[2]!, ids[2]!];
    expectError(await ask([], await newMember(service, 1, 'staff')), 403, 'forbidden');
  });

  test('400: questions that nobody could answer', async () => {
    const wrong: [unknown, string][] = [
      [[{ kind: 'text' }], '`application.0.question` is required'],
      [[{ ...story, kind: 'essay' }], '`application.0.kind` must be one of `text`, `choice`, `yes_no`'],
      [[story, { ...home, choices: ['House'] }], '`application.1.choices` must be 2 to 20 different texts'],
      [[{ ...home, choices: ['House', ' House '] }], '`application.0.choices` must be 2 to 20 different texts'],
      [[{ question: 'Where?', kind: 'choice' }], '`application.0.choices` must be 2 to 20'],
      [[{ ...story, choices: ['a', 'b'] }], '`application.0.choices` must be left out'],
      [[{ ...story, id: 7 }], '`application.0.id` must be'],
      [[story, { ...story, id: ids[0] }, { ...story, id: ids[0] }], '`application.2.id` must be'],
      [Array.from({ length: 31 }, () => story), '`application` must be'],
    ];
    for (const [application, rule] of wrong) expectError(await ask(application), 400, 'invalid_body', rule);
  });

  test('a visitor answers them, and the order keeps the questions as they were asked', async () => {
    const placed = await place(visitor, all('yes', 'Flat', 'Two cats.\nAnd a dog.').toReversed());
    expect(placed.status, placed.text).toBe(201);
    const answers = [
      { question: story.question, answer: 'Two cats.\nAnd a dog.' },
      { question: garden.question, answer: 'yes' },
      { question: home.question, answer: 'Flat' },
    ];
    expect(placed.body.answers).toEqual(answers);
    const { body: changed } = await ask([
      { ...garden, id: ids[0], question: 'A balcony?' },
      { ...home, id: ids[1] },
    ]);
    // What is asked differently is another question: whoever has read the old one reads again.
    const [balcony, kept] = changed.application.map(({ id }: { id: number }) => id);
    expect([ids.includes(balcony), kept]).toEqual([false, ids[1]]);
    expect((await getOrder(service, placed.body.id)).body.answers).toEqual(answers);
    expectError(await place(visitor, all('yes', 'Flat', 'Late')), 400, 'invalid_body', '`answers.0.questionId`');
    ids[0] = balcony;
  });

  test('a search finds what an adopter answered, until the person is erased', async () => {
    const staff = await newMember(service, 1, 'staff');
    const found = async (q: string) => (await staff.call('GET', `/v1/store/orders?q=${q}`)).body.length;
    expect(await found('two+cats')).toBe(1);
    // The questions are the organization's words.
    expect(await found('tell+us')).toBe(0);
    await service.call('POST', '/v1/admin/people/erase', { body: { email: adopter.email } });
    expect(await found('two+cats')).toBe(0);
  });

  test('400: a visitor must answer what is required; an account need not', async () => {
    const required = `must answer the question ${ids[0]}, "A balcony?", which is required`;
    for (const answers of [undefined, [], all('yes', 'Flat').slice(1)])
      expectError(await place(visitor, answers), 400, 'invalid_body', required);
    const wrong: [unknown, string][] = [
      [all('perhaps', 'Flat'), '`answers.0.answer` must be one of `yes`, `no`'],
      [all('yes', 'flat'), '`answers.1.answer` must be one of `House`, `Flat`'],
      [[...all('yes', 'Flat'), { questionId: ids[0], answer: 'no' }], '`answers.2.questionId` must be given once'],
      [all('yes', ' '), '`answers.1.answer` must be'],
    ];
    for (const [answers, rule] of wrong) {
      expectError(await place(visitor, answers), 400, 'invalid_body', rule);
      expectError(await place(service, answers), 400, 'invalid_body', rule);
    }
    expect((await place(service)).body).not.toHaveProperty('answers');
    expect((await place(service, all('no'))).body.answers).toEqual([{ question: 'A balcony?', answer: 'no' }]);
    expect((await ask(null)).body).not.toHaveProperty('application');
    expect((await place(visitor)).status).toBe(201);
  });
});
