import { describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { changePet } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock } from '../support/service.ts';

describe.each(BACKENDS)('statistics in the time zone of an organization, on %s', (_, start) => {
  const clock = testClock(Date.parse('2026-03-31T21:30:00Z'));
  const service = sharedService(start, { now: clock.now });

  test('months begin at midnight there, on both sides of a change of clocks, and follow a move', async () => {
    const inZone = (timeZone: string | null) => service.call('PATCH', '/v1/organizations/1', { body: { timeZone } });
    const counted = async (query = '') => {
      const { body } = await service.call('GET', `/v1/statistics?organizationId=1${query}`);
      return body.months.flatMap(
        ({ month, intakes, adoptions }: { month: string; intakes: { total: number }; adoptions: number }) =>
          intakes.total + adoptions === 0 ? [] : [[month, intakes.total, adoptions]],
      );
    };
    // 23:30 of 31 March in Berlin, in summer time, and an hour later.
    const first = await addPet(service, { name: 'Rex' });
    clock.advance(3_600_000);
    await addPet(service, { name: 'Ida' });
    // 23:30 of 31 October there, in winter time, and an hour later.
    clock.set(Date.parse('2026-10-31T22:30:00Z'));
    await changePet(service, first, { status: 'sold' });
    clock.advance(3_600_000);
    await addPet(service, { name: 'Tom' });

    expect(await counted()).toEqual([
      ['2026-03', 2, 0],
      ['2026-10', 1, 1],
    ]);
    await inZone('Europe/Berlin');
    const berlin = [
      ['2026-03', 1, 0],
      ['2026-04', 1, 0],
      ['2026-10', 0, 1],
      ['2026-11', 1, 0],
    ];
    expect(await counted()).toEqual(berlin);
    // The current month is the one there.
    const { body } = await service.call('GET', '/v1/statistics?organizationId=1');
    expect(body.months.at(-1).month).toBe('2026-11');
    const staff = await newMember(service, 1, 'staff');
    expect((await staff.call('GET', '/v1/statistics')).body.months.at(-1).month).toBe('2026-11');
    // Of all animals, each is counted where it is; the months are those of UTC.
    const all = await service.call('GET', '/v1/statistics?from=2026-11&to=2026-11');
    expect(all.body.total.intakes.total).toBe(1);
    expect((await service.call('GET', '/v1/statistics')).body.months.at(-1).month).toBe('2026-10');
    await inZone('America/Chicago');
    expect(await counted()).toEqual([
      ['2026-03', 2, 0],
      ['2026-10', 1, 1],
    ]);
    await inZone(null);
    expect(await counted()).toEqual([
      ['2026-03', 2, 0],
      ['2026-10', 1, 1],
    ]);
  });
});
