import { beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';
import { at, behindProxy, race, visitorsOf } from '../callers.ts';

const ROUNDS = 12;

/** Of requests that end or answer one application, or take one animal, exactly one succeeds. */
describe.each(BACKENDS)('races of applications, on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now, settings: behindProxy });
  let visitors: TestService;
  let people = 0;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
  });

  const apply = (petId: number, email: string) => {
    clock.advance(1_000);
    const visitor = at(`203.0.${people >> 8}.${people & 255}`, visitors);
    return visitor.call('POST', '/v1/applications', { body: { petId, adopter: { name: 'Ann Lee', email } } });
  };
  const newEmail = () => `person-${(people += 1)}@example.org`;
  async function applied(petId: number): Promise<{ id: number; token: string }> {
    const { status, body, text } = await apply(petId, newEmail());
    expect(status, text).toBe(201);
    return { id: body.id, token: body.applicationUrl.split('#')[1] };
  }
  const move = (id: number, name: string) => service.call('POST', `/v1/applications/${id}/${name}`);
  const statusOf = async (id: number): Promise<string> =>
    (await service.call('GET', `/v1/applications/${id}`)).body.status;
  /** The codes of failures and the statuses of successes. */
  const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => body?.code ?? status);

  /** The animal has an order if one of its applications is accepted, and none otherwise. */
  async function expectOrders(petId: number): Promise<void> {
    const [orders, accepted] = await Promise.all([
      service.call('GET', `/v1/store/orders?petId=${petId}`),
      service.call('GET', `/v1/applications?petId=${petId}&status=accepted`),
    ]);
    const ofAccepted = accepted.body.map(({ orderId }: { orderId: number }) => orderId);
    expect(orders.body.map(({ id }: { id: number }) => id)).toEqual(ofAccepted);
    expect(ofAccepted.length).toBeLessThan(2);
  }

  /** Which of them is first depends on the machine. */
  const expectAmong = (outcomes: readonly string[], allowed: readonly string[]) =>
    expect(allowed).toEqual(expect.arrayContaining([...outcomes]));

  /** Runs two requests against each other in many ways, and returns their codes. */
  async function rounds(prepare: (petId: number) => Promise<readonly [() => Promise<Answer>, () => Promise<Answer>]>) {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const petId = await addPet(service, {});
      outcomes.add(codesOf(await race(round, await prepare(petId))).join(' '));
      await expectOrders(petId);
    }
    return [...outcomes].toSorted();
  }

  test('accept against accept, of one application and of two', async () => {
    const ofOne = await rounds(async (petId) => {
      const { id } = await applied(petId);
      return [() => move(id, 'accept'), () => move(id, 'accept')];
    });
    expectAmong(ofOne, ['200 application_closed', 'application_closed 200']);
    const ofTwo = await rounds(async (petId) => {
      const [first, second] = [await applied(petId), await applied(petId)];
      return [() => move(first.id, 'accept'), () => move(second.id, 'accept')];
    });
    expectAmong(ofTwo, ['200 pet_not_available', 'pet_not_available 200']);
  });

  test.each([
    [
      'the applicant withdraws',
      (_id: number, key: string) => service.call('POST', '/v1/application/withdraw', { key }),
    ],
    ['the organization declines', (id: number) => move(id, 'decline')],
  ])('accept while %s', async (_says, other) => {
    const outcomes = await rounds(async (petId) => {
      const { id, token } = await applied(petId);
      return [() => move(id, 'accept'), () => other(id, token)];
    });
    expectAmong(outcomes, ['200 application_closed', 'application_closed 200']);
  });

  test('accept while the organization closes it', async () => {
    const ends = new Set<string>();
    const outcomes = await rounds(async (petId) => {
      const { id } = await applied(petId);
      const close = async () => {
        const answer = await service.call('POST', '/v1/applications/close', { body: { applicationIds: [id] } });
        ends.add(answer.body.refused[0]?.code ?? 'closed');
        return answer;
      };
      return [() => move(id, 'accept'), close];
    });
    expectAmong(outcomes, ['200 200', 'application_closed 200']);
    expectAmong([...ends], ['application_closed', 'closed']);
  });

  test('accept while the animal is removed', async () => {
    const ids: number[] = [];
    const outcomes = await rounds(async (petId) => {
      const { id } = await applied(petId);
      ids.push(id);
      return [() => move(id, 'accept'), () => service.call('DELETE', `/v1/pets/${petId}`)];
    });
    expect(outcomes).toContain('200 pet_has_open_order');
    for (const outcome of outcomes)
      expect(['200 pet_has_open_order', 'pet_not_available 204', 'application_closed 204']).toContain(outcome);
    expect(outcomes.length).toBeGreaterThan(1);
    // Nobody waits for an animal that is gone.
    for (const id of ids) await eventually(async () => ['accepted', 'closed'].includes(await statusOf(id)));
  });

  test('one adopter applies twice, and somebody applies while the animal is removed', async () => {
    const twice = await rounds(async (petId) => {
      const email = newEmail();
      return [() => apply(petId, email), () => apply(petId, email.toUpperCase())];
    });
    expect(twice).toEqual(['201 already_applied', 'already_applied 201']);
    const pets: number[] = [];
    const removed = await rounds(async (petId) => {
      pets.push(petId);
      return [() => apply(petId, newEmail()), () => service.call('DELETE', `/v1/pets/${petId}`)];
    });
    expect(removed).toEqual(['201 204', 'pet_not_found 204']);
    for (const petId of pets)
      await eventually(async () => {
        const { body } = await service.call('GET', `/v1/applications?petId=${petId}&status=submitted,in_review`);
        return body.length === 0;
      });
  });
});
