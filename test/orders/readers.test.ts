import { beforeAll, describe, expect, test } from 'vitest';
import type { EventKind } from '../../src/vocabulary/event-kinds.ts';
import type { ToldEvent } from '../events/streams.ts';
import { newMember } from '../organizations/members.ts';
import { getOrder, moveOrder, newCaller } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { at, behindProxy, signUp, visitorsOf } from './callers.ts';

/** The accounts, with the organization that each belongs to: `shelter` is listed, `hidden` is not. */
const ORGANIZATION_OF = {
  operator: 'shelter',
  staff: 'shelter',
  colleague: 'shelter',
  hiddenStaff: 'hidden',
  hiddenColleague: 'hidden',
  approved: undefined,
  website: undefined,
  stranger: undefined,
  otherStranger: undefined,
} as const;
type Account = keyof typeof ORGANIZATION_OF;
const ACCOUNTS = Object.keys(ORGANIZATION_OF) as Account[];
/** Who added the animals. */
const OWNERS = ['staff', 'hiddenStaff', 'approved', 'stranger'] as const satisfies Account[];
/** Who places orders; visitors do so with the publishable key of an account. */
const PLACERS = [...ACCOUNTS, 'visitor of website', 'visitor of stranger', 'visitor of staff'] as const;

const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
const note = 'Call me at 555 0100.';
const locale = 'es-MX';
const visitAt = '2099-01-01T10:00:00.000Z';
const messageToAdopter = 'Ring the bell.';

type Shown = 'nothing' | 'the order' | 'the order and the adopter';

const isVisitor = (placer: string): boolean => placer.startsWith('visitor');
const sideOf = (account: Account): string => ORGANIZATION_OF[account] ?? account;

function shownTo(reader: Account, placer: (typeof PLACERS)[number], owner: (typeof OWNERS)[number]): Shown {
  if (reader === 'operator' || reader === placer) return 'the order and the adopter';
  if (sideOf(reader) !== sideOf(owner)) return 'nothing';
  const isOwn = !isVisitor(placer) && sideOf(placer as Account) === sideOf(owner);
  return isOwn || owner === 'staff' || owner === 'approved' ? 'the order and the adopter' : 'the order';
}

describe.each(BACKENDS)('who reads an order, on %s', (_, start) => {
  const callers = {} as Record<(typeof PLACERS)[number], TestService>;
  const orders: { id: number; placer: (typeof PLACERS)[number]; owner: (typeof OWNERS)[number] }[] = [];
  const refused: { placer: string; owner: string; status: number; code: string }[] = [];

  const service = sharedService(start, { settings: { ...behindProxy, visitorOpenOrders: 1_000 } });
  beforeAll(async () => {
    const { body: hidden } = await service.call('POST', '/v1/organizations', { body: { name: 'Hidden' } });
    callers.operator = service;
    callers.staff = await newMember(service, 1, 'staff');
    callers.colleague = await newMember(service, 1, 'staff');
    callers.hiddenStaff = await newMember(service, hidden.id, 'manager');
    callers.hiddenColleague = await newMember(service, hidden.id, 'staff');
    callers.approved = await newCaller(service);
    callers.website = await newCaller(service);
    callers.stranger = await signUp(service);
    callers.otherStranger = await signUp(service);
    for (const account of ['website', 'stranger', 'staff'] as const)
      callers[`visitor of ${account}`] = await visitorsOf(callers[account]);

    let address = 1;
    for (const owner of OWNERS) {
      for (const placer of PLACERS) {
        const { body: pet } = await callers[owner].call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
        const caller = at(`203.0.113.${(address += 1)}`, callers[placer]);
        const { status, body } = await caller.call('POST', '/v1/store/orders', {
          body: { petId: pet.id, adopter, note, locale },
        });
        if (status === 201) orders.push({ id: body.id, placer, owner });
        else refused.push({ placer, owner, status, code: body.code });
      }
    }
  });

  const eventsOf = async (reader: Account, kind: EventKind): Promise<ToldEvent[]> =>
    (await callers[reader].call('GET', `/v1/events?types=${kind}&limit=100`)).body;

  test('a visitor orders animals of the listed organization only', () => {
    const visitors = PLACERS.filter(isVisitor);
    const others = OWNERS.filter((owner) => owner !== 'staff');
    expect(refused).toEqual(
      others.flatMap((owner) => visitors.map((placer) => ({ placer, owner, status: 404, code: 'pet_not_found' }))),
    );
    expect(orders).toHaveLength(PLACERS.length * OWNERS.length - refused.length);
  });

  test.each(ACCOUNTS)('%s reads what concerns it, by GET, in the list and in events', async (reader) => {
    const caller = callers[reader];
    const { body: listed } = await caller.call('GET', '/v1/store/orders?limit=100');
    const told = new Map((await eventsOf(reader, 'order.placed')).map(({ data }) => [data.id, data]));
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { id, placer, owner } of orders) {
      const shown = shownTo(reader, placer, owner);
      const { status, body } = await getOrder(caller, id);
      const inList = listed.find((order: { id: number }) => order.id === id);
      const key = `${placer} orders an animal of ${owner}`;
      found[key] = [status === 404 ? 'nothing' : shownIn(body), shownIn(inList), shownIn(told.get(id))];
      const isOperatorOnly = reader === 'operator' && placer !== reader && sideOf(owner) !== sideOf(reader);
      // An event is the same for both sides.
      const isWithheld = OWNERS.some((one) => shownTo(one, placer, owner) === 'the order');
      const inEvent = isOperatorOnly ? 'nothing' : shown !== 'nothing' && isWithheld ? 'the order' : shown;
      expected[key] = [shown, shown, inEvent];
    }
    expect(found).toEqual(expected);
    expect(listed).toHaveLength(Object.values(expected).filter((shown) => !String(shown).startsWith('nothing')).length);
  });

  test('later events keep the secret, and tell who acted', async () => {
    const secret = orders.find(({ placer, owner }) => placer === 'website' && owner === 'stranger')!;
    const said = { body: { visitAt, messageToAdopter } };
    const { body: approved } = await moveOrder(callers.stranger, secret.id, 'approve', said);
    expect(shownIn(approved)).toBe('the order');
    const visit = orders.find(({ placer }) => placer === 'visitor of website')!;
    const { body: account } = await callers.staff.call('GET', '/v1/account');
    expect(shownIn((await moveOrder(callers.staff, visit.id, 'approve')).body)).toBe('the order and the adopter');

    const ofWebsite = await eventsOf('website', 'order.approved');
    expect(ofWebsite.map(({ data }) => data)).toEqual([approved]);
    const ofColleague = await eventsOf('colleague', 'order.approved');
    expect(ofColleague).toMatchObject([
      { data: { id: visit.id, adopter }, actor: { type: 'account', accountId: account.id } },
    ]);
    const placed = (await eventsOf('staff', 'order.placed')).find(({ data }) => data.id === visit.id);
    expect(placed).toMatchObject({ actor: { type: 'visitor' } });
  });

  test('adopterWithheld: absent if there is nothing to withhold', async () => {
    const { body: pet } = await callers.stranger.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const { body: placed } = await callers.website.call('POST', '/v1/store/orders', { body: { petId: pet.id } });
    expect(Object.keys(placed)).toEqual(['id', 'petId', 'status', 'expiresAt', 'createdAt', 'updatedAt']);
    const { text } = await getOrder(callers.stranger, placed.id);
    expect(text).toBe((await getOrder(callers.website, placed.id)).text);
    expect((await eventsOf('stranger', 'order.placed')).at(-1)).toMatchObject({ data: placed });
  });

  test('organizationId: only the orders for the animals of the organization, and only those that one may see', async () => {
    const listed = async (reader: Account): Promise<number[]> =>
      (await callers[reader].call('GET', '/v1/store/orders?organizationId=1&limit=100')).body.map(
        ({ id }: { id: number }) => id,
      );
    const ofShelter = orders.filter(({ owner }) => owner === 'staff').toReversed();
    expect(await listed('operator')).toEqual(ofShelter.map(({ id }) => id));
    expect(await listed('stranger')).toEqual(
      ofShelter.filter(({ placer }) => placer === 'stranger').map(({ id }) => id),
    );
  });

  test('404: the account of a publishable key neither reads nor moves what its visitors order', async () => {
    const { id } = orders.find(({ placer }) => placer === 'visitor of stranger')!;
    expectError(await getOrder(callers.stranger, id), 404, 'order_not_found');
    expectError(await moveOrder(callers.stranger, id, 'cancel'), 404, 'order_not_found');
    expectError(await moveOrder(callers.stranger, id, 'approve'), 404, 'order_not_found');
  });

  function shownIn(order: Record<string, unknown> | undefined): Shown {
    if (order === undefined) return 'nothing';
    const { adopter: who, note: what, locale: language, adopterWithheld } = order;
    if (adopterWithheld === true) expect(order).not.toHaveProperty('messageToAdopter');
    if (adopterWithheld === true) expect(order).not.toHaveProperty('visitAt');
    if (adopterWithheld !== undefined) {
      expect([who, what, language, adopterWithheld]).toEqual([undefined, undefined, undefined, true]);
      return 'the order';
    }
    expect([who, what, language]).toEqual([adopter, note, locale]);
    return 'the order and the adopter';
  }
});
