import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient } from './petfinder-scene.ts';
import { expectAnimal } from './petfinder-shape.ts';

/** Species as people write them, with the type that they belong to. */
const SPECIES = {
  Dog: 'dog',
  kitten: 'cat',
  Rabbit: 'rabbit',
  'guinea pig': 'small-furry',
  Axolotl: 'scales-fins-other',
};
/** Of the categories that every service has, and of one that has no type. */
const CATEGORIES: Readonly<Record<number, string>> = { 1: 'dog', 2: 'cat', 4: 'rabbit', 999: 'scales-fins-other' };
const BREEDS = ['Beagle', 'Pug', 'Siamese'];
const COLORS = ['Black', 'White / Cream', 'Tricolor (Brown, Black, & White)'];
const AGES = ['baby', 'young', 'adult', 'senior'];
const SEXES = ['male', 'female', 'unknown'];
const SIZES = ['small', 'medium', 'large', 'xlarge'];
const COATS = ['short', 'long'];
const PLACES = [
  { latitude: 39.8, longitude: -89.65 },
  { latitude: 41.85, longitude: -87.65 },
];

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const word = (words: readonly string[]) => maybe(fc.constantFrom(...words));

const story = fc
  .string({
    minLength: 1,
    maxLength: 300,
    unit: fc.constantFrom('a', 'b', ' ', '&', '<', '>', '"', "'", '*', '_', '\n', '#', 'é', '😀'),
  })
  .filter((text) => text.trim() !== '');

const arbitraryAnimal = fc.record({
  name: fc.constantFrom('Rex', 'Alfredo', 'Fred', 'Zoë "Z" <b>'),
  categoryId: fc.constantFrom(...Object.keys(CATEGORIES).map(Number)),
  status: fc.constantFrom('available', 'available', 'available', 'sold', 'pending'),
  profile: fc.record({
    species: word(Object.keys(SPECIES)),
    breed: maybe(fc.record({ primary: word(BREEDS), secondary: word(BREEDS), mixed: maybe(fc.boolean()) })),
    colors: maybe(fc.uniqueArray(fc.constantFrom(...COLORS), { maxLength: 3 })),
    age: word(AGES),
    sex: word(SEXES),
    size: word(SIZES),
    coat: word(COATS),
    declawed: maybe(fc.boolean()),
    specialNeeds: maybe(fc.boolean()),
    houseTrained: maybe(fc.boolean()),
    goodWith: maybe(fc.record({ children: word(['yes', 'no', 'selective']), dogs: word(['yes', 'no']) })),
    location: maybe(fc.constantFrom(...PLACES)),
    description: maybe(story),
    summary: maybe(fc.constant('One sentence.')),
    tags: maybe(fc.constant(['Smart'])),
    reference: maybe(fc.constant('A-7')),
  }),
});
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Animal = ValueOf<typeof arbitraryAnimal> & { readonly id: number };

const some = (words: readonly string[]) =>
  maybe(fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }));
const arbitraryQuery = fc.record({
  type: word(['dog', 'Cat', 'rabbit', 'Small & Furry', 'scales-fins-other', 'horse']),
  breed: some([...BREEDS, 'dragon']),
  color: some([...COLORS, 'octarine']),
  age: some(AGES),
  gender: some(SEXES),
  size: some(SIZES),
  coat: some(COATS),
  status: some(['adoptable', 'adopted', 'found']),
  name: word(['FRED', 'r', 'zoë "z']),
  declawed: maybe(fc.constant('1')),
  special_needs: maybe(fc.constant('true')),
  house_trained: maybe(fc.constant('1')),
  good_with_children: word(['1', '0', 'true', 'false']),
  location: word(['39.8,-89.65', '41.85,-87.65']),
  sort: word(['recent', '-recent', 'random', 'distance', '-distance']),
  limit: maybe(fc.constantFrom('1', '2', '7', '100')),
  format: fc.constantFrom(',', '[]', '[0]'),
});
type Query = ValueOf<typeof arbitraryQuery>;

const slugs: Readonly<Record<string, string>> = { Cat: 'cat', 'Small & Furry': 'small-furry' };

/** Says by itself which animals a query asks for. */
function isWanted(animal: Animal, query: Query): boolean {
  const { profile, categoryId } = animal;
  const has = (wanted: readonly string[] | undefined, values: readonly (string | undefined)[]) =>
    wanted === undefined || values.some((value) => value !== undefined && wanted.includes(value));
  const type =
    profile.species === undefined ? CATEGORIES[categoryId] : SPECIES[profile.species as keyof typeof SPECIES];
  const status = ({ available: 'adoptable', sold: 'adopted' } as Readonly<Record<string, string>>)[animal.status];
  const isNear = query.location === undefined || isAt(animal, query.location);
  const { good_with_children: children } = query;
  return (
    (query.type === undefined || (slugs[query.type] ?? query.type) === type) &&
    has(query.status ?? ['adoptable'], [status]) &&
    has(query.breed, [profile.breed?.primary, profile.breed?.secondary]) &&
    has(query.color, profile.colors ?? []) &&
    has(query.age, [profile.age ?? 'adult']) &&
    has(query.gender, [profile.sex ?? 'unknown']) &&
    has(query.size, [profile.size ?? 'medium']) &&
    has(query.coat, [profile.coat]) &&
    animal.name.toUpperCase().includes((query.name ?? '').toUpperCase()) &&
    (query.declawed === undefined || profile.declawed === true) &&
    (query.special_needs === undefined || profile.specialNeeds === true) &&
    (query.house_trained === undefined || profile.houseTrained === true) &&
    (!['1', 'true'].includes(children ?? '') || profile.goodWith?.children === 'yes') &&
    isNear
  );
}

/** The organization is at the first place. */
const isAt = ({ profile: { location = PLACES[0] } }: Animal, text: string) =>
  `${location!.latitude},${location!.longitude}` === text;

function textOf({ format, ...query }: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [[name, value]];
    if (format === ',') return [[name, value.join(',')]];
    return value.map((one, i) => [format === '[]' ? `${name}[]` : `${name}[${i}]`, one]);
  });
  // Only near places: the two are 180 miles from each other.
  if (query.location !== undefined) parts.push(['distance', '20']);
  return new URLSearchParams(parts).toString();
}

/** Without JSON's `undefined`. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe.each(BACKENDS)("Petfinder's lists of any animals, on %s", (_, start) => {
  let client: TestService;
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    client = await petfinderClient(service, await newPair(service));
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true, location: PLACES[0] } });
  });

  /** Reads all pages. @param after called with the number of each page that was read */
  async function walk(query: Query, after = async (_page: number) => {}): Promise<number[]> {
    const met: number[] = [];
    const limit = Number(query.limit ?? 20);
    let path: string | undefined = `/v2/animals?${textOf(query)}`;
    let total: number | undefined;
    for (let page = 1; path !== undefined; page += 1) {
      const { animals, pagination } = await get(client, path);
      for (const animal of animals) {
        expectAnimal(animal);
        expect(animal.distance === null).toBe(query.location === undefined);
        met.push(animal.id);
      }
      total ??= pagination.total_count;
      const pages = Math.ceil(total! / limit);
      const { _links: links, ...counts } = pagination;
      expect(counts).toEqual({ count_per_page: limit, total_count: total, current_page: page, total_pages: pages });
      expect(Object.keys(links)).toEqual([...(page > 1 ? ['previous'] : []), ...(page < pages ? ['next'] : [])]);
      await after(page);
      path = links.next?.href;
      if (path !== undefined) expect(path).toMatch(new RegExp(String.raw`^/v2/animals\?.*\bpage=${page + 1}$`));
    }
    return met;
  }

  test('have what each query asks for, each animal once, with the members of the contract', async () => {
    const scene = fc.tuple(
      fc.array(arbitraryAnimal, { minLength: 8, maxLength: 14 }),
      fc.array(arbitraryQuery, { minLength: 12, maxLength: 12 }),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([given, queries, any]) => {
        // Visitors have 300 requests a minute.
        clock.advance(60_000);
        const animals: Animal[] = [];
        for (const one of given) animals.push({ ...one, id: await addPet(service, plain(one)) });
        for (const asked of queries) {
          const query = {
            ...asked,
            sort: asked.location === undefined ? asked.sort?.replace(/-?distance/, 'recent') : asked.sort,
          };
          const wanted = animals.filter((animal) => isWanted(animal, query)).map(({ id }) => id);
          const met = await walk(query);
          expect([textOf(query), met.toSorted((a, b) => a - b)]).toEqual([textOf(query), wanted]);
          if (query.sort === undefined || query.sort === 'recent') expect(met).toEqual(wanted.toReversed());
          if (query.sort === '-recent') expect(met).toEqual(wanted);
        }
        const gone = animals[any % animals.length]!.id;
        const stayed = await walk(
          { format: ',', limit: '2', status: ['adoptable', 'adopted'] } as Query,
          async (page) => {
            await addPet(service, { name: 'New' });
            if (page === 1) await service.call('DELETE', `/v1/pets/${gone}`);
          },
        );
        const expected = animals.filter(({ status, id }) => status !== 'pending' && id !== gone).map(({ id }) => id);
        expect(stayed.filter((id) => id !== gone)).toEqual(expected.toReversed());
        for (const { id } of (await service.call('GET', '/v1/pets?limit=100')).body)
          await service.call('DELETE', `/v1/pets/${id}`);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
