import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { changePet, moveOrder, newCaller, placeOrder } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock } from '../support/service.ts';
import { type Action, type History, naiveFigures, randomHistories } from './naive.ts';

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 2, 1, 9);

/** The rules of decision 0057, each with an animal. It is added on 1 March. */
const RULES: readonly History[] = [
  { name: 'in care since it was added', actions: [], stays: [['2026-03-01', 'unknown']] },
  {
    name: 'in care since its intake',
    profile: { staff: { intake: { date: '2025-12-24', type: 'stray' } } },
    actions: [],
    stays: [['2025-12-24', 'stray']],
  },
  {
    name: 'sold: adopted',
    actions: [['2026-03-11', 'sell']],
    stays: [['2026-03-01', 'unknown', '2026-03-11', 'adoption']],
  },
  {
    name: 'delivered, and returned',
    actions: [
      ['2026-03-12', 'deliver'],
      ['2026-04-02', 'return'],
    ],
    stays: [
      ['2026-03-01', 'unknown', '2026-03-12', 'adoption'],
      ['2026-04-02', 'return'],
    ],
  },
  {
    name: 'sold by mistake, and available again on the same day',
    actions: [
      ['2026-03-12', 'sell'],
      ['2026-03-12', 'free'],
    ],
    stays: [['2026-03-01', 'unknown']],
  },
  {
    name: 'available by mistake, and sold again on the same day',
    actions: [
      ['2026-03-12', 'sell'],
      ['2026-03-20', 'free'],
      ['2026-03-20', 'sell'],
    ],
    stays: [['2026-03-01', 'unknown', '2026-03-12', 'adoption']],
  },
  {
    name: 'sold, and the outcome says how it left, and when',
    actions: [
      ['2026-04-03', 'sell'],
      ['2026-04-04', { staff: { outcome: { date: '2026-03-30', type: 'transfer' } } }],
    ],
    stays: [['2026-03-01', 'unknown', '2026-03-30', 'transfer']],
  },
  {
    name: 'sold, and the outcome says how',
    actions: [
      ['2026-04-03', 'sell'],
      ['2026-04-04', { staff: { outcome: { type: 'reclaimed' } } }],
    ],
    stays: [['2026-03-01', 'unknown', '2026-04-03', 'reclaimed']],
  },
  {
    name: 'sold, and the outcome says that it died later, in its new home',
    actions: [
      ['2026-04-03', 'sell'],
      ['2026-04-20', { staff: { outcome: { date: '2026-04-19', type: 'died' } } }],
    ],
    stays: [['2026-03-01', 'unknown', '2026-04-03', 'adoption']],
  },
  {
    name: 'still available, and the outcome says that it died',
    actions: [['2026-04-04', { staff: { outcome: { date: '2026-04-04', type: 'died' } } }]],
    stays: [['2026-03-01', 'unknown', '2026-04-04', 'died']],
  },
  {
    name: 'an outcome without a date, while it is available',
    actions: [['2026-04-04', { staff: { outcome: { type: 'escaped' } } }]],
    stays: [['2026-03-01', 'unknown']],
  },
  {
    name: 'an outcome with a date alone, while it is available',
    actions: [['2026-04-04', { staff: { outcome: { date: '2026-04-01' } } }]],
    stays: [['2026-03-01', 'unknown', '2026-04-01', 'unknown']],
  },
  {
    name: 'the outcome of an earlier stay says nothing of the next one',
    actions: [
      ['2026-03-12', 'sell'],
      ['2026-03-12', { staff: { outcome: { date: '2026-03-11', type: 'adoption' } } }],
      ['2026-03-20', 'free'],
      ['2026-04-05', 'sell'],
    ],
    stays: [
      ['2026-03-01', 'unknown', '2026-03-11', 'adoption'],
      ['2026-03-20', 'return', '2026-04-05', 'adoption'],
    ],
  },
  {
    name: 'dead on the day of its return',
    actions: [
      ['2026-03-12', 'deliver'],
      ['2026-04-06', 'return'],
      ['2026-04-06', { staff: { outcome: { date: '2026-04-06', type: 'euthanized' } } }],
    ],
    stays: [
      ['2026-03-01', 'unknown', '2026-03-12', 'adoption'],
      ['2026-04-06', 'return', '2026-04-06', 'euthanized'],
    ],
  },
  {
    name: 'returned, and the intake says when, and as what',
    actions: [
      ['2026-03-12', 'sell'],
      ['2026-04-06', 'free'],
      ['2026-04-06', { staff: { intake: { date: '2026-04-01', type: 'stray' } } }],
    ],
    stays: [
      ['2026-03-01', 'unknown', '2026-03-12', 'adoption'],
      ['2026-04-01', 'stray'],
    ],
  },
  {
    name: 'an intake after the outcome, which nobody removed',
    profile: {
      staff: { intake: { date: '2026-02-20', type: 'return' }, outcome: { date: '2026-01-15', type: 'adoption' } },
    },
    actions: [],
    stays: [
      ['2026-01-15', 'unknown', '2026-01-15', 'adoption'],
      ['2026-02-20', 'return'],
    ],
  },
  { name: 'added as sold: nobody knows when it left', status: 'sold', actions: [], stays: [] },
  {
    name: 'added as sold, with the outcome',
    status: 'sold',
    profile: { staff: { intake: { date: '2025-11-01' }, outcome: { date: '2026-01-20' } } },
    actions: [],
    stays: [['2025-11-01', 'unknown', '2026-01-20', 'adoption']],
  },
  {
    name: 'added as sold, and returned',
    status: 'sold',
    actions: [['2026-03-15', 'free']],
    stays: [['2026-03-15', 'return']],
  },
  {
    name: 'dead on arrival',
    profile: { staff: { intake: { type: 'dead_on_arrival' } } },
    actions: [],
    stays: [],
  },
  { name: 'a courtesy listing', profile: { placement: 'courtesy' }, actions: [['2026-03-14', 'sell']], stays: [] },
  {
    name: 'euthanized, for which it came',
    profile: { staff: { intake: { date: '2026-03-01', type: 'euthanasia_request' } } },
    actions: [['2026-03-02', { staff: { outcome: { date: '2026-03-02', type: 'euthanized' } } }]],
    stays: [['2026-03-01', 'euthanasia_request', '2026-03-02', 'euthanized']],
  },
];

describe.each(BACKENDS)('statistics, on %s', (_, startService) => {
  const clock = testClock(start);
  const histories = [...RULES, ...randomHistories(30)];

  const service = sharedService(startService, { now: clock.now });
  beforeAll(async () => {
    const ids = await Promise.all(
      histories.map(async ({ name, profile, status }, i) => {
        const body = { name, categoryId: 1_000 + i, ...(status && { status }), ...(profile && { profile }) };
        return Number((await service.call('POST', '/v1/pets', { body })).body.id);
      }),
    );
    const orders = new Map<number, number>();
    const act = async (petId: number, action: Action) => {
      if (action === 'deliver') {
        const order = await placeOrder(service, petId);
        orders.set(petId, order);
        for (const move of ['approve', 'deliver']) expect((await moveOrder(service, order, move)).status).toBe(200);
      } else if (action === 'return')
        expect((await moveOrder(service, orders.get(petId) ?? 0, 'return')).status).toBe(200);
      else {
        const change =
          typeof action === 'object' ? { profile: action } : { status: action === 'sell' ? 'sold' : 'available' };
        const answer = await changePet(service, petId, change);
        expect(answer.status, answer.text).toBe(200);
      }
    };
    const days = Map.groupBy(
      histories.flatMap(({ actions }, i) => actions.map(([day, action]) => ({ day, action, petId: ids[i] ?? 0 }))),
      ({ day }) => day,
    );
    for (const [day, due] of [...days].toSorted(([a], [b]) => a.localeCompare(b))) {
      clock.set(Date.parse(day) + DAY_MS / 2);
      const ofPets = Map.groupBy(due, ({ petId }) => petId);
      await Promise.all(
        [...ofPets.values()].map(async (actions) => {
          for (const { petId, action } of actions) await act(petId, action);
        }),
      );
    }
    clock.set(Date.UTC(2026, 5, 15));
  });

  const read = (query: string, accept = 'application/json', path = '') =>
    service.call('GET', `/v1/statistics${path}${query}`, { headers: { accept } });

  test('the figures of all animals, of each month and of each category are those that a naive count gives', async () => {
    const { status, body } = await read('?from=2025-11&to=2026-06');
    expect(status).toBe(200);
    const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
    const all = histories.flatMap(({ stays }) => stays);
    expect(body.months).toEqual(months.map((month) => ({ month, ...naiveFigures(all, month, month) })));
    expect(body.total).toEqual(naiveFigures(all, '2025-11', '2026-06'));
    const categories = histories.flatMap(({ stays }, i) =>
      stays.length === 0 ? [] : [{ categoryId: 1_000 + i, ...naiveFigures(stays, '2025-11', '2026-06') }],
    );
    expect(new Set(body.categories)).toEqual(new Set(categories));
    // Each month begins with the animals with which the last one ended.
    for (const [i, { inCare, intakes, outcomes }] of body.months.entries()) {
      expect(inCare.end).toBe(inCare.begin + intakes.total - outcomes.total);
      if (i > 0) expect(inCare.begin).toBe(body.months[i - 1].inCare.end);
    }
  });

  test('a part of the months has the same figures', async () => {
    const { body: all } = await read('?from=2025-11&to=2026-06');
    const { body: part } = await read('?from=2026-03&to=2026-04');
    expect(part.months).toEqual(all.months.slice(4, 6));
  });

  test('the table of Shelter Animals Count has each intake and outcome once', async () => {
    const { body: figures } = await read('?from=2026-03&to=2026-06');
    const { status, body: records } = await read('?from=2026-03&to=2026-06', undefined, '/shelter-animals-count');
    expect(status).toBe(200);
    for (const { month, inCare, intakes, outcomes } of figures.months) {
      const own = records.filter((record: SacRecord) => `${record.recordYear}-0${record.recordMonth}` === month);
      expect(sumOf(own.map(({ liveIntake }: SacRecord) => liveIntake))).toBe(intakes.total);
      expect(sumOf(own.map(({ outComes }: SacRecord) => outComes))).toBe(outcomes.total);
      expect(sumOf(own.map(({ animalCounts }: SacRecord) => animalCounts.beginingCount.count))).toBe(inCare.begin);
      expect(sumOf(own.map(({ animalCounts }: SacRecord) => animalCounts.endiningCount.count))).toBe(inCare.end);
    }
  });

  test('of Shelter Animals Count, ages are those of the day, and nothing is made up', async () => {
    const organization = await service.call('POST', '/v1/organizations', { body: { name: 'Kittens and frogs' } });
    const member = await newMember(service, organization.body.id, 'staff');
    clock.set(Date.UTC(2026, 5, 20));
    const intake = { date: '2026-01-31', type: 'transfer' };
    const outcome = { date: '2026-06-30', type: 'euthanized' };
    for (const [categoryId, profile] of [
      // Five months old on 30 June, and on the day before not yet.
      [2, { birthDate: '2026-01-30', staff: { intake, outcome } }],
      [2, { birthDate: '2026-01-31', placement: 'foster', staff: { intake: { date: '2026-06-20', type: 'return' } } }],
      [4, { species: 'Frog', age: 'adult', staff: { intake: { type: 'abandoned' } } }],
      [5, {}],
    ] as const)
      expect((await member.call('POST', '/v1/pets', { body: { name: 'Tom', categoryId, profile } })).status).toBe(201);

    const { body } = await member.call('GET', '/v1/statistics/shelter-animals-count?from=2026-01&to=2026-06');
    const of = (species: string, month: string) =>
      body.find((record: SacRecord) => record.species === species && record.recordMonth === month);
    expect(new Set(body.map(({ species }: SacRecord) => species))).toEqual(
      new Set(['feline', 'reptile_or_amphibian', 'other']),
    );
    expect(of('feline', '1').liveIntake.upToFiveMonths.transferredinFromAgency).toEqual({
      inState: 0,
      outOfState: 0,
      international: 0,
      unknown: 1,
    });
    expect(of('feline', '6')).toMatchObject({
      recordYear: '2026',
      animalCounts: {
        beginingCount: { count: 1, date: '2026-06-01' },
        endiningCount: { count: 1, date: '2026-06-20', fosterAnimalCount: 1 },
      },
      liveIntake: { upToFiveMonths: { relinquishedbyOwner: 1 } },
      outComes: { otherOutcomes: { adult: { shelterEuthanasia: 1 } } },
    });
    expect(of('reptile_or_amphibian', '6').liveIntake.ageUnknown.otherIntakes).toBe(1);
    const table = await member.call('GET', '/v1/statistics/shelter-animals-count?from=2026-06', {
      headers: { accept: 'text/csv' },
    });
    const [columns] = table.text.split('\r\n');
    expect(columns).toMatch(/^species,recordYear,recordMonth,animalCounts\.beginingCount\.count,/);
    const nothing = await member.call('GET', '/v1/statistics/shelter-animals-count?from=1999-06&to=1999-06', {
      headers: { accept: 'text/csv' },
    });
    expect(nothing.text).toBe(`${columns}\r\n`);

    // Members count the animals of their organization, and no others.
    const { body: own } = await member.call('GET', '/v1/statistics?from=2026-01&to=2026-06');
    expect(own.total).toMatchObject({ inCare: { begin: 0, end: 3 }, intakes: { total: 4 }, outcomes: { total: 1 } });
    const query = `?organizationId=${organization.body.id}&from=2026-01&to=2026-06`;
    expect((await read(query)).body).toEqual(own);
    expectError(await member.call('GET', '/v1/statistics?organizationId=1'), 403, 'forbidden');
    expectError(await (await newCaller(service)).call('GET', '/v1/statistics'), 403, 'forbidden');
  });

  test('`Accept: text/csv` gives a row for each month, for all of them, and for each category', async () => {
    const { status, headers, text } = await read('?from=2026-03&to=2026-04', 'text/csv');
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringContaining('accept'),
    ]);
    const [names = '', march, , total, first] = text.split('\r\n');
    const { body } = await read('?from=2026-03&to=2026-04');
    const cell = (row: string | undefined, name: string) => row?.split(',')[names.split(',').indexOf(name)];
    expect([cell(march, 'from'), cell(march, 'to'), cell(march, 'adoptions')]).toEqual([
      '2026-03',
      '2026-03',
      String(body.months[0].adoptions),
    ]);
    expect([cell(total, 'to'), cell(total, 'rates.save')]).toEqual(['2026-04', String(body.total.rates.save)]);
    expect(cell(first, 'categoryId')).toBe(String(body.categories[0].categoryId));
  });

  test('without months, the last twelve; wrong ones are refused', async () => {
    const { body } = await read('');
    expect([body.months[0].month, body.months.at(-1).month]).toEqual(['2025-07', '2026-06']);
    for (const [query, rule] of [
      ['?from=2026-13', 'a month like'],
      ['?from=2026-02&to=2026-01', '`from` must not be later'],
      ['?from=2021-06&to=2026-06', 'at most 60 months'],
    ] as const) {
      const answer = await read(query);
      expectError(answer, 400, 'invalid_parameter');
      expect(answer.body.message).toContain(rule);
    }
    expect((await read('?from=2021-07&to=2026-06')).body.months).toHaveLength(60);
  });
});

interface SacRecord {
  readonly species: string;
  readonly recordYear: string;
  readonly recordMonth: string;
  readonly animalCounts: Record<'beginingCount' | 'endiningCount', { readonly count: number }>;
  readonly liveIntake: object;
  readonly outComes: object;
}

const sumOf = (value: unknown): number =>
  typeof value === 'number' ? value : Object.values(value as object).reduce<number>((sum, one) => sum + sumOf(one), 0);
