import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Pace } from '../database/pace.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { principalOf, staffOrganization } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import type { Now } from '../time/clock.ts';
import { MOST_MONTHS, monthOf, startOfMonth } from '../vocabulary/animals/statistics.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { applicationFigures } from './applications.ts';
import { columnsOf, csvOf, sendTable, wantsCsv } from './csv.ts';
import { monthsBetween, openFigures } from './figures.ts';
import { ShelterAnimalsCount, Statistics, StatisticsQuery } from './schema.ts';
import { openShelterAnimalsCount } from './shelter-animals-count.ts';
import { dayAt } from './stays.ts';
import type { StatisticsStore } from './store.ts';

interface StatisticsParts {
  readonly statistics: StatisticsStore;
  readonly scans: Scans;
  /** Unix milliseconds. */
  readonly now: Now;
}

type Query = Static<typeof StatisticsQuery>;
type StatisticsRequest = FastifyRequest & { readonly query: Query };

const DAY_MS = 86_400_000;

/** How many animals came, were in care, and left: for members of an organization and for operators. */
export function statisticsRoutes(v1: App, { statistics, scans, now }: StatisticsParts): void {
  // After many changes it takes longer than the deadline of a request, while each of its steps is short.
  const withoutDeadline = AsyncLocalStorage.snapshot();

  /** The day where the organization is, or of UTC for all animals, as if it were one of UTC. */
  async function today(request: StatisticsRequest): Promise<number> {
    const timeZone = await statistics.timeZoneOf(scopeOf(request));
    return dayAt(now(), timeZone) * DAY_MS;
  }

  /** @throws ApiError `invalid_parameter` */
  function monthsOf({ to = '', from = monthOf(startOfMonth(to, -11)) }: Query): string[] {
    if (from > to) throw new ApiError('invalid_parameter', 'The query parameter `from` must not be later than `to`.');
    if (startOfMonth(from, MOST_MONTHS) <= startOfMonth(to))
      throw new ApiError('invalid_parameter', `There may be at most ${MOST_MONTHS} months from \`from\` to \`to\`.`);
    return monthsBetween(from, to);
  }

  /** The organization whose animals the principal may know; undefined for all. @throws ApiError `forbidden` */
  const scopeOf = (request: StatisticsRequest): Int64 | undefined =>
    staffOrganization(principalOf(request), request.query.organizationId, 'statistics');

  /** All that a request reads is one scan: once it has the turn of its caller, it keeps it to the end. */
  const scan = <Result>(
    request: StatisticsRequest,
    reply: FastifyReply,
    work: (pace: Pace) => Promise<Result>,
  ): Promise<Result> => withoutDeadline(() => scans.run(request, reply, work));

  async function countsUpTo(month: string, request: StatisticsRequest, pace: Pace) {
    const counts = await statistics.counts(scopeOf(request), month, pace);
    const names = await statistics.namesOfCategories([...new Set(counts.map(({ categoryId }) => categoryId))]);
    return { counts, names };
  }

  async function applicationsOf(months: readonly string[], request: StatisticsRequest, pace: Pace) {
    const organizationId = scopeOf(request);
    const timeZone = await statistics.timeZoneOf(organizationId);
    // Earlier than the first month begins anywhere.
    const sinceMs = startOfMonth(months[0] ?? '') - DAY_MS;
    return applicationFigures(months, timeZone, statistics.applications(organizationId, sinceMs, pace), (petIds) =>
      statistics.applicationsByPet(organizationId, petIds, pace),
    );
  }

  v1.get('/statistics', {
    schema: {
      operationId: 'getStatistics',
      summary: 'Count intakes and outcomes',
      description:
        'Returns how many animals came, were in care, were adopted, came back and left, by month and by category, with live release rates, and how many applications were submitted and accepted, by month: for members of an organization about its animals and the applications to it, for operators about all. Animals that were removed do not count; applications for them do. With `Accept: text/csv`, a table: a row for each month, one for all of them, and one for each category.',
      querystring: StatisticsQuery,
      response: { 200: Statistics },
    },
    config: { access: 'pets:read', whose: 'staff', secretKeysOnly: true, csv: true, errors: ['forbidden'] },
    async handler(request, reply) {
      const months = monthsOf({ to: monthOf(await today(request)), ...request.query });
      const [first, last] = [months[0] ?? '', months.at(-1) ?? ''];
      const { counts, names, applications } = await scan(request, reply, async (pace) => ({
        ...(await countsUpTo(last, request, pace)),
        applications: await applicationsOf(months, request, pace),
      }));
      const counting = openFigures(months);
      for (const ofMonth of counts) counting.add(ofMonth);
      const { categories, ...counted } = counting.result();
      const figures =
        applications === undefined
          ? counted
          : {
              months: counted.months.map((one) => ({ ...one, applications: applications.ofMonth(one.month) })),
              total: { ...counted.total, applications: applications.total },
            };
      const named = categories.map(({ categoryId, ...rest }) => {
        const categoryName = names.get(String(categoryId));
        return { categoryId, ...(categoryName === undefined ? {} : { categoryName }), ...rest };
      });
      if (!wantsCsv(request, reply)) return { ...figures, categories: named };
      const rows = [
        ...figures.months.map(({ month, ...rest }) => ({ from: month, to: month, ...rest })),
        { from: first, to: last, ...figures.total },
        ...named.map((category) => ({ from: first, to: last, ...category })),
      ];
      const columns = ['from', 'to', 'categoryId', 'categoryName', ...columnsOf(figures.total)];
      return sendTable(reply, csvOf(columns, rows));
    },
  });

  v1.get('/statistics/shelter-animals-count', {
    schema: {
      operationId: 'getShelterAnimalsCount',
      summary: 'Make the table of Shelter Animals Count',
      description:
        'Returns the records that Shelter Animals Count asks for: one for each month and species with an animal. Animals of other species are `other`. Nobody records where another agency is, so transfers are `unknown`. Ages are as of the day on which an animal came or left. With `Accept: text/csv`, a table with a row for each record.',
      querystring: StatisticsQuery,
      response: { 200: ShelterAnimalsCount },
    },
    config: { access: 'pets:read', whose: 'staff', secretKeysOnly: true, csv: true, errors: ['forbidden'] },
    async handler(request, reply) {
      const day = await today(request);
      const months = monthsOf({ to: monthOf(day), ...request.query });
      const { counts, names } = await scan(request, reply, (pace) => countsUpTo(months.at(-1) ?? '', request, pace));
      const counting = openShelterAnimalsCount(months, day / DAY_MS, (id) => names.get(String(id)));
      for (const ofMonth of counts) counting.add(ofMonth);
      const records = counting.result();
      if (!wantsCsv(request, reply)) return records;
      return sendTable(reply, csvOf(columnsOf(counting.blank()), records));
    },
  });
}
