import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdMs, moveOrder, newCaller, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import {
  type Answer,
  BACKENDS,
  sharedService,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';
import { at, behindProxy, signUp, visitorsOf } from './callers.ts';

const minuteMs = 60_000;

/** How many animals one person can hold. */
describe.each(BACKENDS)('the bounds on open orders, on %s', (_, start) => {
  const { now, advance } = testClock();
  let board: TestService;
  let people = 0;

  const service = sharedService(start, { now, settings: behindProxy });
  beforeAll(async () => {
    board = await visitorsOf(service);
  });
  // Each visitor may send five writes a minute.
  beforeEach(() => advance(minuteMs));

  const addPets = async (count: number, caller = service): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => caller.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })),
    );
    return answers.map(({ body }) => body.id);
  };
  /** Somebody who has no open orders. */
  const newAdopter = () => {
    people += 1;
    return { name: 'Ann Lee', email: `ann-${people}@mail.example` };
  };
  const place = (caller: TestService, petId: number, adopter: object | undefined = newAdopter(), headers = {}) =>
    caller.call('POST', '/v1/store/orders', { body: { petId, adopter }, headers });
  const codesOf = (answers: readonly Answer[]) =>
    answers.map(({ status, body }) => String(body?.code ?? status)).toSorted();
  const held = async (pets: readonly number[]): Promise<number> => {
    const { body } = await service.call('GET', `/v1/pets?ids=${pets.join()}&status=pending&limit=100`);
    return body.length;
  };

  describe('for an account, by its plan', () => {
    const freeAccount = async () => withKey(service, (await service.newAccount({ plan: 'free' })).key);

    test('409 too_many_open_orders above 10 on Free; own animals do not count, and a closed order makes room', async () => {
      const account = await freeAccount();
      const own = await addPets(2, account);
      const others = await addPets(12);
      for (const petId of own) await placeOrder(account, petId);
      const ids = [];
      for (const petId of others.slice(0, 10)) ids.push(await placeOrder(account, petId));
      expectError(await place(account, others[10]!), 409, 'too_many_open_orders', '10 open orders');
      expect(await petStatus(service, others[10]!)).toBe('available');
      await placeOrder(account, (await addPets(1, account))[0]!);

      await moveOrder(service, ids[0]!, 'approve');
      expectError(await place(account, others[10]!), 409, 'too_many_open_orders');
      await moveOrder(service, ids[0]!, 'deliver');
      await placeOrder(account, others[10]!);
      expectError(await place(account, others[11]!), 409, 'too_many_open_orders');
      advance(holdMs);
      await placeOrder(account, others[11]!);
    });

    test('a race for the last place has one winner', async () => {
      const account = await freeAccount();
      const pets = await addPets(18);
      for (const petId of pets.slice(0, 9)) await placeOrder(account, petId);
      const answers = await Promise.all(pets.slice(9).map((petId) => place(account, petId)));
      expect(codesOf(answers)).toEqual(['201', ...Array<string>(8).fill('too_many_open_orders')]);
      expect(await held(pets)).toBe(10);
    });
  });

  describe('for visitors', () => {
    test('three for each address, in whatever name', async () => {
      const pets = await addPets(5);
      const page = at('203.0.113.7', board);
      const answers = [];
      for (const petId of pets) answers.push(await place(page, petId));
      expect(codesOf(answers)).toEqual(['201', '201', '201', 'too_many_open_orders', 'too_many_open_orders']);
      expectError(answers[4]!, 409, 'too_many_open_orders', '3 open orders');
      expect(await held(pets)).toBe(3);
    });

    test('twenty addresses hold three animals for one adopter', async () => {
      const pets = await addPets(20);
      const { email } = newAdopter();
      const answers = [];
      for (const [index, petId] of pets.entries()) {
        const adopter = { name: `Ann ${index}`, email: index % 2 === 0 ? email : email.toUpperCase() };
        answers.push(await place(at(`198.51.100.${index}`, board), petId, adopter));
      }
      expect(codesOf(answers).slice(0, 4)).toEqual(['201', '201', '201', 'too_many_open_orders']);
      expect(await held(pets)).toBe(3);
    });

    test('a network of IPv6 is one address', async () => {
      const pets = await addPets(5);
      const answers = [];
      for (const [index, petId] of pets.slice(0, 4).entries())
        answers.push(await place(at(`2001:db8:1:2::${index + 1}`, board), petId));
      expect(codesOf(answers)).toEqual(['201', '201', '201', 'too_many_open_orders']);
      expect((await place(at('2001:db8:1:3::1', board), pets[4]!)).status).toBe(201);
    });

    test('a race never exceeds the bound, with whatever keys', async () => {
      const pages = await Promise.all(Array.from({ length: 4 }, () => visitorsOf(service)));
      const pets = await addPets(20);
      const answers = await Promise.all(
        pets.map((petId, index) => place(at('203.0.113.20', pages[index % 4]!), petId)),
      );
      expect(codesOf(answers).slice(0, 4)).toEqual(['201', '201', '201', 'too_many_open_orders']);
      expect(await held(pets)).toBe(3);
    });

    test('a cancelled, a delivered and an expired order make room', async () => {
      const pets = await addPets(9);
      const page = at('203.0.113.30', board);
      const ids = [];
      for (const petId of pets.slice(0, 3)) ids.push((await place(page, petId)).body.id);
      await moveOrder(service, ids[0], 'cancel');
      for (const move of ['approve', 'deliver']) await moveOrder(service, ids[1], move);
      advance(minuteMs);
      const codes = [];
      for (const petId of pets.slice(3, 6)) codes.push((await place(page, petId)).body.code);
      expect(codes).toEqual([undefined, undefined, 'too_many_open_orders']);
      advance(holdMs);
      expect((await place(page, pets[6]!)).status).toBe(201);
    });

    test('a replay gets the same response, at the bound too', async () => {
      const pets = await addPets(3);
      const page = at('203.0.113.40', board);
      const adopter = newAdopter();
      const once = { 'idempotency-key': 'a reservation' };
      const first = await place(page, pets[0]!, adopter, once);
      for (const petId of pets.slice(1)) await place(page, petId, adopter);
      const again = await place(page, pets[0]!, adopter, once);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    });

    test('400 without an adopter', async () => {
      const [petId = 0] = await addPets(1);
      const answer = await at('203.0.113.50', board).call('POST', '/v1/store/orders', { body: { petId } });
      expectError(answer, 400, 'invalid_body', '`adopter`');
    });

    test('404: an animal that visitors do not see', async () => {
      const account = await newCaller(service);
      const [petId = 0] = await addPets(1, account);
      const unseen = await place(at('203.0.113.60', board), petId);
      expectError(unseen, 404, 'pet_not_found');
      expect(unseen.text).toBe((await place(at('203.0.113.60', board), 999_999)).text);
      expect(await petStatus(service, petId)).toBe('available');
    });

    test('the address is kept as a hash, while the order is open', async () => {
      const [first = 0, second = 0] = await addPets(2);
      const page = at('203.0.113.70', board);
      const ids = [(await place(page, first)).body.id, (await place(page, second)).body.id];
      const { database } = await service.beside();
      const stored = async () => {
        const rows = await database.read.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
        expect(JSON.stringify(rows)).not.toContain('203.0.113');
        return rows.toSorted((a, b) => a.id - b.id).map(({ visitor }) => visitor);
      };
      const hash = expect.stringMatching(/^[\w-]{43}$/);
      expect(await stored()).toEqual([hash, hash]);
      await moveOrder(service, ids[0], 'cancel');
      expect(await stored()).toEqual([null, hash]);
      advance(holdMs);
      // The next order writes the expiry.
      await placeOrder(service, second);
      expect(await stored()).toEqual([null, null]);
    });
  });

  describe('for accounts that signed up by themselves', () => {
    test('five from one address hold three animals of a listed organization', async () => {
      const strangers = await Promise.all(Array.from({ length: 5 }, () => signUp(service)));
      const pets = await addPets(10);
      const answers = [];
      for (const [index, petId] of pets.entries())
        answers.push(await place(at('192.0.2.1', strangers[index % 5]!), petId));
      expect(codesOf(answers).slice(0, 4)).toEqual(['201', '201', '201', 'too_many_open_orders']);
      expect(await held(pets)).toBe(3);
    });

    test('400 without an adopter; an animal of an account needs none, and has no such bound', async () => {
      const stranger = at('192.0.2.2', await signUp(service));
      expectError(
        await stranger.call('POST', '/v1/store/orders', { body: { petId: await addPet(service, {}) } }),
        400,
        'invalid_body',
        '`adopter`',
      );
      const pets = await addPets(4, await newCaller(service));
      for (const petId of pets) await placeOrder(stranger, petId);
      expect(await held(pets)).toBe(4);
    });

    test('an account that an operator has made has no such bound', async () => {
      const account = at('192.0.2.3', await newCaller(service));
      const pets = await addPets(4);
      for (const petId of pets) await placeOrder(account, petId);
      expect(await held(pets)).toBe(4);
    });
  });
});

test('VISITOR_OPEN_ORDERS is the bound', async () => {
  const service = await startOnSqlite({ settings: { visitorOpenOrders: 1 } });
  const board = await visitorsOf(service);
  const codes = [];
  for (const email of ['ann@mail.example', 'bea@mail.example']) {
    const petId = await addPet(service, {});
    const body = { petId, adopter: { name: 'Ann', email } };
    codes.push((await board.call('POST', '/v1/store/orders', { body })).body.code);
  }
  expect(codes).toEqual([undefined, 'too_many_open_orders']);
});
