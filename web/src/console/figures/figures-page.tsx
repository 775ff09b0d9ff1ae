import './figures.css';
import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { useLocation, useSearch } from 'wouter-preact';
import type { Figures, MonthFigures, Statistics } from '../../../../client/src/petstore.ts';
import { type RateName, RATES } from '../../../../src/vocabulary/animals/statistics.ts';
import { petstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { saveFile } from '../../data/save-file.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { barsOf, Chart, type ChartOptions, type ColorOf } from '../../design/data/chart.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { Tile, Tiles } from '../../design/data/tiles.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { OrganizationSelect, organizationShown } from '../organizations/organizations.tsx';
import { InterestCards } from './interest-cards.tsx';
import { APPLICATIONS, count, type Measure, MEASURES, monthText, percent, textOf } from './measures.ts';
import { tableOf } from './table-of.ts';

const PERIODS: Readonly<Record<string, string>> = {
  '12': 'Last 12 months',
  '24': 'Last 24 months',
  '60': 'Last 5 years',
};

/** The month that many months before the current one, in UTC. */
function monthBefore(count: number): string {
  const now = new Date(environmentNow());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count)).toISOString().slice(0, 7);
}

/** How many animals were adopted, waited and came back. */
export function FiguresPage() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const organizationId = organizationShown(search);
  const [period, choosePeriod] = useState('12');
  const query = {
    from: monthBefore(Number(period) - 1),
    to: monthBefore(0),
    ...(organizationId !== undefined && { organizationId }),
  };
  const figures = useQuery((signal) => petstore.statistics.get(query, { signal }), [period, organizationId]);
  const download = useAction(async () =>
    saveFile(await tableOf((client) => client.statistics.get(query)), `statistics-${query.from}-${query.to}.csv`),
  );
  return (
    <>
      <PageHeader
        title="Statistics"
        about="Adoptions, days until adopted, animals in care and animals that came back, by month and by category."
        actions={
          <>
            <Button onClick={() => print()}>Print</Button>
            <Button icon="save" busy={download.isBusy} onClick={() => void download.run()}>
              Download CSV
            </Button>
          </>
        }
      />
      <div class="console-filters stack tight">
        <BareSelect label="Period" value={period} onValue={choosePeriod} options={Object.entries(PERIODS)} />
        <OrganizationSelect
          value={organizationId}
          onValue={(id) => navigate(id === undefined ? '/console/figures' : `/console/figures?organization=${id}`)}
        />
      </div>
      <ErrorNotice error={download.error} />
      <div class="stack figures">
        <Loaded query={figures} height="38rem">
          {(statistics) => <Shown statistics={statistics} />}
        </Loaded>
        <InterestCards organizationId={organizationId} />
      </div>
    </>
  );
}

function Shown({ statistics: { months, total, categories } }: { readonly statistics: Statistics }) {
  const { applications } = total;
  const ofMonths = applications === undefined ? MEASURES : [...MEASURES, APPLICATIONS];
  const byMonth = (
    <Table
      caption="Statistics by month"
      rows={months.toReversed()}
      keyOf={({ month }) => month}
      columns={[
        { header: 'Month', cell: ({ month }) => <time dateTime={month}>{monthText(month)}</time> },
        ...columnsOf(applications === undefined ? [] : [APPLICATIONS]),
        ...figureColumns,
      ]}
    />
  );
  return (
    <>
      <Tiles>
        <Tile name="Adoptions" value={numberText(total.adoptions)} about="in these months" />
        <Tile name="Days until adopted" value={dashed(total.daysUntilAdopted)} about="median" />
        <Tile name="In care" value={numberText(total.inCare.end)} about="now" />
        <Tile name="Return rate" value={rateText(total.returnRate)} about={`${numberText(total.returns)} came back`} />
        <Tile name="Live release" value={rateText(total.rates.asilomar)} about="Asilomar" />
        <Tile name="Save rate" value={rateText(total.rates.save)} about="90% is the mark for “no-kill”" />
      </Tiles>
      {applications !== undefined && (
        <Tiles>
          <Tile
            name="Applications"
            value={numberText(applications.submitted)}
            about={`${numberText(applications.accepted)} accepted`}
          />
          <Tile name="Hours until answered" value={dashed(applications.hoursUntilAnswered)} about="median" />
          <Tile name="Days until accepted" value={dashed(applications.daysUntilAccepted)} about="median" />
          <Tile
            name="For each animal"
            value={dashed(applications.perAnimal)}
            about="applications, of adopted animals"
          />
        </Tiles>
      )}
      <Card title="By month" about="Months are in UTC. Animals that went home count as adopted.">
        <Tabs
          label="What is counted"
          tabs={[
            ...ofMonths.map((measure) => ({
              name: measure.name,
              content: () => <FiguresChart key={measure.name} measure={measure} months={months} />,
            })),
            { name: 'Table', content: () => byMonth },
          ]}
        />
        <div class="figures-printed">{byMonth}</div>
      </Card>
      <Card title="By category" about="In all of these months." isFlush>
        <Table
          caption="Statistics by category"
          rows={categories.toSorted((one, other) => other.adoptions - one.adoptions)}
          keyOf={({ categoryId }) => categoryId}
          columns={[
            {
              header: 'Category',
              cell: ({ categoryId, categoryName }) =>
                categoryName === undefined ? `No. ${categoryId}` : <UserText>{categoryName}</UserText>,
            },
            ...figureColumns,
          ]}
          empty="No animal was in care in these months."
        />
      </Card>
      <Card title="Live release rates" about="How many animals leave alive, by the definitions in use.">
        <dl class="figures-rates stack tight">
          {(Object.keys(RATES) as RateName[]).map((name) => (
            <div key={name}>
              <dt>
                {RATES[name].name} <span class="quiet small">{RATES[name].formula}</span>
              </dt>
              <dd class="numbers">{rateText(total.rates[name])}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}

const COUNTS: readonly Measure[] = [
  { name: 'Came', of: ({ intakes }) => intakes.total, text: count },
  { name: 'Left', of: ({ outcomes }) => outcomes.total, text: count },
  { name: 'Came back', of: ({ returns }) => returns, text: count },
];

const columnsOf = (measures: readonly Measure[]): Column<Figures>[] =>
  measures.map((measure) => ({
    header: measure.name,
    align: 'end',
    cell: (figures) => <span class="numbers">{textOf(measure, figures)}</span>,
  }));

const figureColumns: readonly Column<Figures>[] = columnsOf([...COUNTS, ...MEASURES]);

const rateText = (rate: number | undefined): string => (rate === undefined ? '–' : percent(rate));
const dashed = (value: number | undefined): string => (value === undefined ? '–' : numberText(value));

interface FiguresChartProps {
  readonly measure: Measure;
  readonly months: readonly MonthFigures[];
}

const heightPx = 260;

/** A bar for each month. */
function FiguresChart({ measure, months }: FiguresChartProps) {
  const [pointed, setPointed] = useState<number>();
  const data = useMemo(
    (): uPlot.AlignedData => [months.map((_, i) => i), months.map((month) => measure.of(month) ?? null)],
    [measure, months],
  );
  const shown = months[pointed ?? months.length - 1];
  return (
    <Chart
      heightPx={heightPx}
      summary={summaryOf(measure, months)}
      data={data}
      optionsFor={(colorOf) => optionsFor(colorOf, measure, months)}
      onPoint={setPointed}
    >
      <p class="chart-legend">
        <span class="chart-pointed numbers">
          {shown !== undefined && `${monthText(shown.month)}: ${textOf(measure, shown)}`}
        </span>
      </p>
    </Chart>
  );
}

function optionsFor(color: ColorOf, measure: Measure, months: readonly MonthFigures[]): ChartOptions {
  // Counts have no fractions.
  const isCount = months.every((month) => Number.isInteger(measure.of(month) ?? 0));
  return {
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_, _min, max) => [0, (max || (isCount ? 4 : 1)) * 1.1] },
    },
    x: {
      space: 70,
      incrs: [1, 2, 3, 6, 12],
      values: (_, places) => places.map((place) => monthText(months[place]?.month ?? '')),
    },
    y: {
      space: 40,
      ...(isCount && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4] }),
      values: (_, values) => values.map(measure.text),
    },
    series: [{}, { fill: color('--accent'), width: 0, paths: barsOf(0.7, 40), points: { show: false } }],
  };
}

function summaryOf(measure: Measure, months: readonly MonthFigures[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return `Chart: ${measure.name}.`;
  const span = `from ${monthText(first.month)} to ${monthText(last.month)}`;
  return `Chart: ${measure.name}, ${span}: ${textOf(measure, first)} at first, ${textOf(measure, last)} at last. The table has every month.`;
}
