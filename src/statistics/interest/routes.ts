import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Pace } from '../../database/pace.ts';
import type { App } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import { isOwnedBy, principalOf, staffOrganization } from '../../http/principal.ts';
import type { Scans } from '../../http/scans.ts';
import { NoContent } from '../../http/shapes.ts';
import { chunks } from '../../kit/chunks.ts';
import { present } from '../../kit/present.ts';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { PetParams } from '../../pets/schema.ts';
import type { PetStore } from '../../pets/store.ts';
import type { Now } from '../../time/clock.ts';
import { type InterestCounts, interestSum } from '../../vocabulary/animals/interest.ts';
import { INTEREST_DAYS } from '../../vocabulary/retention.ts';
import { dateOf } from '../../vocabulary/timestamp.ts';
import { columnsOf, csvOf, sendTable, wantsCsv } from '../csv.ts';
import { dayAt } from '../stays.ts';
import type { StatisticsStore } from '../store.ts';
import { Interest, InterestQuery, NewInterest, PetInterest } from './schema.ts';
import { firstDay, type InterestOfDay, type InterestStore } from './store.ts';
import { isFromVisitor } from './visitors.ts';

interface InterestParts {
  readonly interest: InterestStore;
  readonly counting: { readonly add: (item: InterestOfDay) => void; readonly write: () => Promise<void> };
  readonly pets: PetStore;
  readonly statistics: Pick<StatisticsStore, 'timeZoneOf'>;
  readonly scans: Scans;
  readonly limiter: Limiter;
  /** Whether the browser is signed in at this service: its person is no visitor. */
  readonly isSignedIn: (request: FastifyRequest) => boolean;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** What is counted of an address; the rest is ignored. Many people may have one address. */
const countedPerMinute = 30;
/** Animals whose counts are read at once: a few milliseconds. */
const petsAtOnce = 200;

/** How much visitors are interested in animals: they are counted without cookies, and nothing is stored about anybody. */
export function interestRoutes(v1: App, parts: InterestParts): void {
  const { interest, counting, pets, statistics, scans, limiter, isSignedIn, now } = parts;

  async function isCounted(request: FastifyRequest): Promise<boolean> {
    if (!isFromVisitor(request) || isSignedIn(request)) return false;
    const { bucket, limits } = addressCaller(request.ip, countedPerMinute);
    const { refusedBy } = await limiter.take({ bucket: `interest:${bucket}`, limits }, 1);
    return refusedBy === undefined;
  }

  v1.post('/pets/:petId/interest', {
    schema: {
      operationId: 'noteInterest',
      summary: 'Count a view or a heart of a visitor',
      description: `Counts for the organization of the animal that a visitor has opened its page, or has given it a heart. The pages of the board and the embedded board call it; call it from pages of your own in the visitor’s browser, once for each page that somebody has opened. Nothing is stored but the number of the day: no address, no browser, no cookie. What is not counted gets 204 as well: programs and robots that say so, pages that a browser loads ahead of time, animals of other services, whose own pages count, browsers that are signed in at the service, on the board itself, or that ask not to be tracked (\`DNT\`, \`Sec-GPC\`), and what an address sends beyond ${countedPerMinute} times a minute (beyond 600 it is refused).`,
      params: PetParams,
      body: NewInterest,
      response: { 204: NoContent('The service has taken note of it.') },
    },
    config: { access: 'public', cost: 0, errors: ['pet_not_found'] },
    handler: async (request, reply) => {
      const atMs = now();
      const { id, timeZone, isMirrored } = existing(
        await interest.seen(request.params.petId, atMs),
        'pet_not_found',
        'petId',
      );
      reply.code(204);
      if (isMirrored || !(await isCounted(request))) return;
      const isView = request.body.kind === 'view';
      counting.add({ petId: id, day: dayAt(atMs, timeZone), views: isView ? 1 : 0, hearts: isView ? 0 : 1 });
    },
  });

  v1.get('/pets/:petId/interest', {
    schema: {
      operationId: 'getPetInterest',
      summary: 'See how much visitors are interested in an animal',
      description: `Returns how often visitors opened the page of the animal, gave it a heart, asked about it, reserved it and applied for it, on each of the last ${INTEREST_DAYS} days. What other processes of the service have counted appears within five seconds.`,
      params: PetParams,
      response: { 200: PetInterest },
    },
    config: { access: 'pets:read', whose: 'owner', secretKeysOnly: true, errors: ['forbidden', 'pet_not_found'] },
    handler: async (request) => {
      const { pet, owner } = existing(await pets.find(request.params.petId), 'pet_not_found', 'petId');
      if (!isOwnedBy(principalOf(request), owner))
        throw new ApiError(
          'forbidden',
          'Only the account or the organization that the animal belongs to, or an operator, may see the interest in it.',
        );
      const timeZone = await statistics.timeZoneOf(owner.organizationId);
      const today = dayAt(now(), timeZone);
      await counting.write();
      const counts = await interest.counts([pet.id], today, timeZone);
      const byDay = Map.groupBy(counts, ({ day }) => day);
      const days = Array.from({ length: INTEREST_DAYS }, (_, i) => firstDay(today) + i);
      return {
        days: days.map((day) => ({ date: dateOf(day), ...interestSum(byDay.get(day) ?? []) })),
        total: interestSum(counts),
      };
    },
  });

  v1.get('/statistics/interest', {
    schema: {
      operationId: 'getInterest',
      summary: 'See which animals visitors look at',
      description: `Returns how often visitors opened the pages of the animals that are looking for a home, and what else they did with them, in the last ${INTEREST_DAYS} days: for members of an organization about its animals, for operators about all. With \`order=least\`, the animals that nobody looks at come first. With \`Accept: text/csv\`, a table with a row for each of these animals.`,
      querystring: InterestQuery,
      response: { 200: Interest },
    },
    config: { access: 'pets:read', whose: 'staff', secretKeysOnly: true, csv: true, errors: ['forbidden'] },
    async handler(request, reply) {
      const organizationId = staffOrganization(principalOf(request), request.query.organizationId, 'statistics');
      const timeZone = await statistics.timeZoneOf(organizationId);
      const today = dayAt(now(), timeZone);
      await counting.write();
      const { animals, total, first } = await scans.run(request, reply, (pace) =>
        ranked(request.query, { organizationId, today, timeZone, pace }),
      );
      const names = await interest.names(first.map(({ petId }) => petId));
      // An animal that was removed a moment ago has no name.
      const found = first.flatMap(({ petId, ...counts }) => {
        const name = names.get(petId);
        return name === undefined ? [] : [{ petId, name, ...counts }];
      });
      if (wantsCsv(request, reply)) return sendTable(reply, csvOf(['petId', 'name', ...columnsOf(total)], found));
      return { from: dateOf(firstDay(today)), to: dateOf(today), animals, total, pets: found };
    },
  });

  interface Ranking {
    readonly organizationId: Parameters<StatisticsStore['timeZoneOf']>[0];
    readonly today: number;
    readonly timeZone: string;
    readonly pace: Pace;
  }

  /** The animals that are looking for a home: how many they are, what is counted of all of them, and the first ones in the order. */
  async function ranked(
    { order, count }: Static<typeof InterestQuery>,
    { organizationId, today, timeZone, pace }: Ranking,
  ) {
    const direction = order === 'most' ? -1 : 1;
    const inOrder = (a: Ranked, b: Ranked): number =>
      direction * (a.views - b.views || a.hearts - b.hearts) || a.petId - b.petId;
    let [animals, total, first]: [number, InterestCounts, Ranked[]] = [0, interestSum([]), []];
    for await (const ids of pets.ids(
      { status: 'available', publicOnly: 'own', ...present({ organizationId }) },
      pace,
    )) {
      for (const some of chunks(ids, petsAtOnce)) {
        const counts = await interest.counts(some, today, timeZone);
        const byPet = Map.groupBy(counts, ({ petId }) => petId);
        const found = some.map((petId) => ({ petId, ...interestSum(byPet.get(petId) ?? []) }));
        animals += found.length;
        total = interestSum([total, ...found]);
        first = [...first, ...found].toSorted(inOrder).slice(0, count);
        await pace(counts.length);
      }
    }
    return { animals, total, first };
  }
}

type Ranked = InterestCounts & { readonly petId: number };
