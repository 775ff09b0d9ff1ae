import { beforeAll, describe, expect, test } from 'vitest';
import { at, behindProxy, visitorsOf } from '../orders/callers.ts';
import { hourMs } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

const dayMs = 24 * hourMs;

describe.each(BACKENDS)('statistics of applications, on %s', (_, start) => {
  const clock = testClock(Date.UTC(2026, 2, 1, 9));
  const service = sharedService(start, { now: clock.now, settings: behindProxy });
  let visitors: TestService;
  let people = 0;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply', timeZone: 'America/Chicago' } });
  });

  async function apply(petId: number, email = `${(people += 1)}@example.org`): Promise<number> {
    const visitor = at(`203.0.113.${people}`, visitors);
    const body = { petId, adopter: { name: 'Ann Lee', email } };
    return (await visitor.call('POST', '/v1/applications', { body })).body.id;
  }
  const move = async (id: number, name: string) =>
    expect((await service.call('POST', `/v1/applications/${id}/${name}`)).status).toBe(200);
  const read = (query: string, accept = 'application/json') =>
    service.call('GET', `/v1/statistics?organizationId=1&${query}`, { headers: { accept } });

  test('are absent without any, and count by the month where the organization is', async () => {
    const before = await read('from=2026-03&to=2026-05');
    for (const figures of [before.body.total, ...before.body.months])
      expect(figures).not.toHaveProperty('applications');

    const [rex, ida] = [await addPet(service, {}), await addPet(service, {})];
    // To another organization, whose animal it is for a while.
    const other = await service.call('POST', '/v1/organizations', { body: { name: 'Hillside' } });
    await service.call('PATCH', `/v1/organizations/${other.body.id}`, { body: { adoption: 'apply' } });
    const moveTo = async (organizationId: number) =>
      expect((await service.call('PATCH', `/v1/pets/${rex}`, { body: { organizationId } })).status).toBe(200);
    await moveTo(other.body.id);
    const adopter = { name: 'Desk', email: 'desk@example.org' };
    const elsewhere = await service.call('POST', '/v1/applications', { body: { petId: rex, adopter } });
    expect(elsewhere.status, elsewhere.text).toBe(201);
    await moveTo(1);
    const [first, second] = [await apply(rex), await apply(rex)];
    await apply(ida, 'eve@example.org');
    clock.advance(5 * hourMs);
    await move(first, 'review');
    clock.advance(hourMs);
    await move(second, 'decline');
    await service.call('POST', '/v1/admin/people/erase', { body: { email: 'eve@example.org' } });
    clock.advance(10 * dayMs - 6 * hourMs);
    await move(first, 'accept');
    // Still March in Chicago.
    clock.set(Date.UTC(2026, 3, 1, 2));
    const late = await apply(ida);
    clock.advance(36 * hourMs);
    await move(late, 'accept');

    const { body } = await read('from=2026-03&to=2026-05');
    const [march, april, may] = body.months.map(({ applications }: { applications: object }) => applications);
    expect(march).toEqual({
      submitted: 4,
      accepted: 1,
      hoursUntilAnswered: 6,
      daysUntilAccepted: 10,
      perAnimal: 2,
    });
    expect(april).toEqual({ submitted: 0, accepted: 1, daysUntilAccepted: 1.5, perAnimal: 2 });
    expect(may).toEqual({ submitted: 0, accepted: 0 });
    expect(body.total.applications).toEqual({
      submitted: 4,
      accepted: 2,
      hoursUntilAnswered: 6,
      daysUntilAccepted: 5.75,
      perAnimal: 2,
    });
    // For everybody, months are those of UTC.
    const everybody = await service.call('GET', '/v1/statistics?from=2026-03&to=2026-05');
    expect(everybody.body.months.map((one: any) => one.applications.submitted)).toEqual([4, 1, 0]); // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
    const [head, ...rows] = (await read('from=2026-03&to=2026-05', 'text/csv')).text.trim().split('\r\n');
    const column = head!.split(',').indexOf('applications.submitted');
    expect(rows.slice(0, 4).map((row) => row.split(',')[column])).toEqual(['4', '0', '0', '4']);
  });
});
