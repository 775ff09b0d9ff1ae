import { beforeAll, describe, expect, test } from 'vitest';
import { signUp, visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { newCaller } from '../support/adoption.ts';
import { expectError, pagesOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';

/** Who receives a message, and who can read it. */
describe.each(BACKENDS)('the receiver of a message, on %s', (_, start) => {
  let staff: TestService;
  let hiddenStaff: TestService;
  let website: TestService;
  let hiddenId: number;
  /** The animals, by what they belong to. */
  let pets: Record<'listed' | 'hidden' | 'account', number>;

  const service = sharedService(start);
  beforeAll(async () => {
    hiddenId = (await service.call('POST', '/v1/organizations', { body: { name: 'Hidden' } })).body.id;
    staff = await newMember(service, 1, 'staff');
    hiddenStaff = await newMember(service, hiddenId, 'staff');
    website = await newCaller(service);
    const add = async (caller: TestService): Promise<number> =>
      (await caller.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
    pets = { listed: await add(staff), hidden: await add(hiddenStaff), account: await add(await signUp(service)) };
  });

  const send = (caller: TestService, message: string, petId?: unknown) =>
    caller.call('POST', '/v1/messages', { body: { message, petId } });
  /** Sends a message, waits until it is delivered, and returns it as operators read it. */
  async function delivered(caller: TestService, text: string, petId?: number) {
    const { status, body } = await send(caller, text, petId);
    expect(status).toBe(202);
    return eventually(async () => {
      const { body: all } = await service.call('GET', '/v1/admin/inbox?limit=100');
      return all.find(({ id }: { id: string }) => id === body.id);
    });
  }
  const inbox = (organizationId: number | string, caller: TestService) =>
    caller.call('GET', `/v1/organizations/${organizationId}/messages`);
  const textsIn = async (organizationId: number, caller: TestService) =>
    (await inbox(organizationId, caller)).body.map(({ message }: { message: string }) => message);
  const toldTo = async (caller: TestService) =>
    (await caller.call('GET', '/v1/events?types=message.delivered&limit=100')).body.map(
      ({ data }: { data: { message: string } }) => data.message,
    );

  test('the organization of the animal if visitors may see it, and otherwise the operators', async () => {
    const about = await delivered(website, 'about listed', pets.listed);
    expect(about).toMatchObject({ message: 'about listed', petId: pets.listed, status: 'delivered' });
    await delivered(website, 'about hidden', pets.hidden);
    await delivered(website, 'about one of an account', pets.account);
    const general = await delivered(website, 'about nothing');
    expect(general).not.toHaveProperty('petId');

    expect((await inbox(1, staff)).body).toEqual([about]);
    expect(await textsIn(hiddenId, hiddenStaff)).toEqual([]);
    expect(await textsIn(1, service)).toEqual(['about listed']);
    expect(await toldTo(staff)).toEqual(['about listed']);
    expect(await toldTo(hiddenStaff)).toEqual([]);
    const sent = ['about listed', 'about hidden', 'about one of an account', 'about nothing'];
    expect(await toldTo(website)).toEqual(sent);
    const { body: own } = await website.call('GET', '/v1/messages');
    expect(own.map(({ message }: { message: string }) => message)).toEqual(sent.toReversed());
    expect(Object.keys(own[0]).toSorted()).toEqual(['createdAt', 'id', 'message', 'status']);
  });

  test('the account of a publishable key reads no message of its visitors', async () => {
    const stranger = await signUp(service);
    const page = await visitorsOf(stranger);
    const { id } = await delivered(page, 'I am Ann, 555 0100', pets.listed);
    await delivered(page, 'I am Ann, for the operators');
    expectError(await stranger.call('GET', `/v1/messages/${id}`), 404, 'message_not_found');
    expect((await stranger.call('GET', '/v1/messages')).body).toEqual([]);
    expect(await toldTo(stranger)).toEqual([]);
    expect(await toldTo(staff)).toContain('I am Ann, 555 0100');
    expect(await toldTo(staff)).not.toContain('I am Ann, for the operators');
  });

  test('404: an animal that does not exist, or that visitors do not see', async () => {
    const page = await visitorsOf(website);
    for (const petId of [0, 999_999]) expectError(await send(website, 'x', petId), 404, 'pet_not_found', '`petId`');
    for (const petId of [pets.hidden, pets.account, 999_999])
      expectError(await send(page, 'x', petId), 404, 'pet_not_found', '`petId`');
    expectError(await send(website, 'x', 'Rex'), 400, 'invalid_body', '`petId`');
  });

  test('only members and operators read the inbox of an organization, in pages', async () => {
    for (const text of ['first', 'second', 'third']) await delivered(website, text, pets.listed);
    const pages = await pagesOf(staff, '/v1/organizations/1/messages?limit=2');
    const texts = pages.flatMap(({ body }) => body.map(({ message }: { message: string }) => message));
    expect(texts.slice(0, 3)).toEqual(['third', 'second', 'first']);
    for (const caller of [hiddenStaff, website])
      expectError(await inbox(1, caller), 403, 'forbidden', 'member of the organization');
    expectError(await inbox(hiddenId, website), 404, 'organization_not_found');
    for (const id of [999_999, 'abc']) expectError(await inbox(id, service), 404, 'organization_not_found');
  });
});
