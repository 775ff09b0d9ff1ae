import './usage-page.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyUsage, OperationUsage, Usage as UsageNow, UsageDay } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery, useReloads, useWhileVisible } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { durationText } from '../../design/data/duration.ts';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserLink } from '../../design/text/user-link.tsx';
import { LazyPart } from '../../lazy-page.tsx';
import { isStaff } from '../../session.ts';
import { nameOfKey } from '../keys/key-name.ts';

const readMs = 3_000;

/** The current windows and the last 30 days. */
export function Usage() {
  const usage = useQuery((signal) => petstore.account.usage({ signal }), []);
  const [, countDown] = useState(0);
  useWhileVisible(1_000, () => countDown((last) => last + 1));
  useReloads(readMs, usage);
  return (
    <div class="stack">
      <PageHeader
        title="Usage"
        about={`All your keys${isStaff.value ? '' : ' and this site'} share both limits. A window starts with its first request.`}
      />
      <ErrorNotice error={usage.error} onRetry={usage.reload} />
      <div class="columns level" style="--column: 17rem">
        <Window name="Per minute" window={usage.data?.minute} lengthSeconds={60} />
        <Window name="Per 24 hours" window={usage.data?.day} lengthSeconds={86_400} />
      </div>
      <Days days={usage.data?.days} />
      <Breakdown />
    </div>
  );
}

interface WindowProps {
  readonly name: string;
  readonly window: UsageNow['minute'] | undefined;
  readonly lengthSeconds: number;
}

function Window({ name, window, lengthSeconds }: WindowProps) {
  if (window === undefined) {
    return (
      <Card title={name}>
        <div aria-busy="true">
          <Skeleton height="4.5rem" />
        </div>
      </Card>
    );
  }
  const { limit, remaining, reset } = window;
  const used = limit - remaining;
  const share = used / limit;
  const state = remaining === 0 ? 'full' : share >= 0.8 ? 'high' : 'fine';
  const resetsIn = Math.min(lengthSeconds, Math.max(0, Math.ceil(reset - environmentNow() / 1_000)));
  return (
    <Card title={name}>
      <p class="portal-usage-figure small quiet numbers">
        <strong>{numberText(used)}</strong> of {numberText(limit)} used
      </p>
      <div
        class="portal-usage-bar"
        data-state={state}
        role="meter"
        aria-label={`${name}: requests used`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p class="portal-usage-left row spread small quiet numbers">
        <span>{remaining === 0 ? 'Used up' : `${numberText(remaining)} left`}</span>
        <span>{used === 0 ? 'Not started' : `Resets in ${durationText(resetsIn)}`}</span>
      </p>
    </Card>
  );
}

/** The chart has a library of its own. */
const loadChart = async () => (await import('./usage-chart.tsx')).UsageChart;

const LOADING = (
  <div aria-busy="true">
    <Skeleton height="18rem" />
  </div>
);

function Days({ days }: { readonly days: readonly UsageDay[] | undefined }) {
  return (
    <Card
      title="Last 30 days"
      about="By UTC day. Refused requests got a 429. Strikes are refused requests that were sent while a 429 was in force."
    >
      {days === undefined ? (
        LOADING
      ) : (
        <Tabs
          label="Display"
          tabs={[
            { name: 'Chart', content: () => <LazyPart load={loadChart} props={{ days }} fallback={LOADING} /> },
            { name: 'Table', content: () => <DayTable days={days} /> },
          ]}
        />
      )}
    </Card>
  );
}

const DayTable = ({ days }: { readonly days: readonly UsageDay[] }) => (
  <Table
    caption="Requests of the last 30 days"
    rows={days.toReversed()}
    keyOf={({ date }) => date}
    columns={[
      { header: 'Day', cell: ({ date }) => <time dateTime={date}>{date}</time> },
      { header: 'Admitted', align: 'end', cell: ({ admitted }) => numberText(admitted) },
      { header: 'Refused', align: 'end', cell: ({ refused }) => numberText(refused) },
      { header: 'Strikes', align: 'end', cell: ({ strikes }) => numberText(strikes) },
    ]}
  />
);

/** The service counts at this interval in each of its processes. */
const breakdownMs = 10_000;
const mostShown = 10;

/** The requests of the last 30 days by key and by operation. */
function Breakdown() {
  const usage = useQuery((signal) => petstore.account.usageBreakdown({}, { signal }), []);
  useReloads(breakdownMs, usage);
  return (
    <>
      <ErrorNotice error={usage.error} onRetry={usage.reload} />
      <div class="columns level" style="--column: 17rem">
        <Counts
          title="By key"
          about="The last 30 days. Errors got a status of 400 or more."
          rows={usage.data?.keys}
          columns={KEY_COLUMNS}
          keyOf={({ key }) => key?.id ?? 0}
        />
        <Counts
          title="By operation"
          about="The last 30 days, also what this site requested for you."
          rows={usage.data?.operations}
          columns={OPERATION_COLUMNS}
          keyOf={({ operation }) => operation}
        />
      </div>
    </>
  );
}

interface CountsProps<Row> {
  readonly title: string;
  readonly about: string;
  /** The one with the most requests first; undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
}

function Counts<Row extends object>({ title, about, rows, columns, keyOf }: CountsProps<Row>) {
  return (
    <Card title={title} about={about} isFlush>
      <CutTable
        caption={`Usage ${title.toLowerCase()}`}
        columns={columns}
        rows={rows ?? []}
        most={mostShown}
        more={(left) => `Show ${left} more`}
        keyOf={keyOf}
        isLoading={rows === undefined}
        empty="No requests yet."
      />
    </Card>
  );
}

type Counted = Pick<KeyUsage, 'requests' | 'errors'>;

const columnsOf = <Row extends Counted>(header: string, name: (row: Row) => ComponentChildren): Column<Row>[] => [
  { header, cell: name },
  { header: 'Requests', align: 'end', cell: ({ requests }) => numberText(requests) },
  { header: 'Errors', align: 'end', cell: ({ errors }) => numberText(errors) },
];

const KEY_COLUMNS = columnsOf<KeyUsage>('Key', ({ key }) =>
  key === undefined ? 'This site' : <UserLink href={`/portal/requests?key=${key.id}`}>{nameOfKey(key)}</UserLink>,
);

const OPERATION_COLUMNS = columnsOf<OperationUsage>('Operation', ({ operation }) =>
  operation === 'none' ? 'No operation' : <code>{operation}</code>,
);
