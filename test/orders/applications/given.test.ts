import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/database/migration.ts';
import { applicationsOfGivenPets } from '../../../src/database/migrations/0069-applications-of-given-pets.ts';
import { join, type Member, newMember } from '../../organizations/members.ts';
import { changePet, withKey } from '../../support/adoption.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS, sharedService, type TestService } from '../../support/service.ts';
import { behindProxy, visitorsOf } from '../callers.ts';

const ann = { name: 'Ann Lee', email: 'ann@example.org' };

/** Applications for an animal that another organization gets: docs/decisions/0100-applications.md. */
describe.each(BACKENDS)('applications for an animal that is given away, on %s', (_, start) => {
  // Staging keeps the mails that it does not send.
  const service = sharedService(start, { environment: 'staging', settings: behindProxy });
  let visitors: TestService;
  let other: Member;
  let otherId: number;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    await service.call('PATCH', '/v1/organizations/1', { body: { name: 'Riverside', adoption: 'apply' } });
    const body = { name: 'Hillside', listed: true, adoption: 'apply' };
    otherId = (await service.call('POST', '/v1/organizations', { body })).body.id;
    other = await newMember(service, otherId, 'manager');
  });

  async function addPet(caller: TestService = service): Promise<number> {
    const body = { name: 'Rex', categoryId: 1, profile: { adoption: 'apply' } };
    const answer = await caller.call('POST', '/v1/pets', { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }
  async function apply(petId: number, adopter = ann, caller = visitors): Promise<number> {
    const answer = await caller.call('POST', '/v1/applications', { body: { petId, adopter } });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }
  const get = (id: number, caller: TestService = service) => caller.call('GET', `/v1/applications/${id}`);

  test('are closed, the applicants are told what is true, and they may apply there', async () => {
    const petId = await addPet();
    const id = await apply(petId);
    const told = (await service.call('GET', '/v1/events?types=application.closed&limit=100')).body.length;
    expect((await changePet(service, petId, { organizationId: otherId })).status).toBe(200);
    await eventually(async () => (await get(id)).body.status === 'closed');
    const events = await service.call('GET', '/v1/events?types=application.closed&limit=100');
    expect(events.body.slice(told)).toMatchObject([{ actor: { type: 'service' }, data: { id } }]);
    const mail = await eventually(async () => {
      const { body } = await service.call('GET', `/v1/test/mails?to=${ann.email}&limit=100`);
      return body.find(({ subject }: { subject: string }) => subject.endsWith('is closed'));
    });
    expect(mail.subject).toBe('Your application to Riverside is closed');
    expect(mail.text).toContain('Riverside no longer has the animal that you applied for');
    const there = await apply(petId);
    expect((await get(there, other)).body.status).toBe('submitted');
    expect((await get(id, other)).status).toBe(404);
  });

  test('of earlier versions are brought or closed by the upgrade', async () => {
    const { key, accountId } = await service.newAccount();
    const alone = withKey(service, key);
    const [brought, given, kept] = [await addPet(alone), await addPet(), await addPet()];
    const bea = { name: 'Bea Ray', email: 'bea@example.org' };
    const ofBrought = await apply(brought, bea, service);
    const [ofGiven, ofKept] = [await apply(given, bea, service), await apply(kept, bea, service)];
    await join(service, accountId, { id: otherId, role: 'staff' });
    const { database } = await service.beside();
    const isPostgres = database.events.appendTo === 'pending_events';
    await database.transaction(async (tx) => {
      const run = (text: string) => sql.raw(text).execute(tx);
      await run(
        isPostgres ? 'drop function applications_of_given_pet() cascade' : 'drop trigger applications_of_given_pet',
      );
      await run(`update pets set organization_id = ${otherId} where id in (${brought}, ${given})`);
      await applicationsOfGivenPets(tx, { numbersAfterCommit: isPostgres } as Dialect);
    });
    await database.close();
    await eventually(async () => (await get(ofGiven)).body.status === 'closed');
    expect((await get(ofKept)).body.status).toBe('submitted');
    const accepted = await other.call('POST', `/v1/applications/${ofBrought}/accept`);
    expect(accepted.status, accepted.text).toBe(200);
  });
});
