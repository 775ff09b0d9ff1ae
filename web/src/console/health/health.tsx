import './health.css';
import { useState } from 'preact/hooks';
import type { Health, HealthSample } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery, useReloads } from '../../data/calls.ts';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Table } from '../../design/data/table.tsx';
import { Tile, Tiles } from '../../design/data/tiles.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { agoText } from '../../design/text/ago.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { HealthChart, type Line } from './health-chart.tsx';

/** The interval of the samples. */
const sampleMs = 10_000;

export function HealthPage() {
  const health = useQuery((signal) => petstore.admin.health({ signal }), []);
  useReloads(sampleMs, health);
  return (
    <>
      <PageHeader
        title="Health"
        about={
          health.data === undefined ? (
            'Requests, latency and queues of the service.'
          ) : (
            <>
              The last 30 minutes, sampled every ten seconds. Running since <Time at={health.data.startedAt} hasClock />
              .
            </>
          )
        }
      />
      <Loaded query={health} height="24rem">
        {(found) =>
          found.samples.length === 0 ? (
            <EmptyState icon="pulse" title="The service has just started">
              The first sample appears within ten seconds.
            </EmptyState>
          ) : (
            <Samples health={found} />
          )
        }
      </Loaded>
    </>
  );
}

function Samples({ health: { samples, backups, photosMissing = 0 } }: { readonly health: Health }) {
  const last = samples.at(-1);
  const sum = (of: (sample: HealthSample) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const waiting = (last?.messagesWaiting ?? 0) + (last?.deliveriesWaiting ?? 0);
  return (
    <div class="stack">
      <Tiles>
        <Tile name="Requests a second" value={perSecond(last?.requests ?? 0)} about="in the last 10 s" />
        <Tile name="Latency, p99" value={msText(last?.p99Ms)} about="in the last 10 s" />
        <Tile name="Refused with 429" value={countText(sum(({ refused }) => refused))} about="in the last 30 minutes" />
        <Tile
          name="Failed with 5xx"
          value={countText(sum(({ failed }) => failed))}
          about="in the last 30 minutes"
          isBad={sum(({ failed }) => failed) > 0}
        />
        <Tile name="Waiting" value={queueText(waiting)} about="messages and deliveries" />
        {photosMissing > 0 && (
          <Tile name="Photos without files" value={countText(photosMissing)} about="run petstore doctor" isBad />
        )}
        {backups !== undefined && (
          <Tile
            name="Last backup"
            value={
              backups.lastAt === undefined
                ? 'none yet'
                : agoText(backups.lastAt, Date.parse(last?.at ?? backups.lastAt))
            }
            about={backups.failingSince === undefined ? 'checked' : 'backups fail: see below'}
            isBad={backups.failingSince !== undefined}
          />
        )}
        <Tile name="Live streams" value={countText(last?.streams ?? 0)} about={`${last?.inFlight ?? 0} in flight`} />
      </Tiles>
      {backups?.failingSince !== undefined && (
        <Card title="Backups fail">
          <Facts
            facts={[
              ['Since', <Time key="since" at={backups.failingSince} hasClock />],
              ['Reason', backups.lastError],
              ['Place', <code key="place">{backups.url}</code>],
              [
                'What to do',
                <span key="todo">
                  On the machine of the service, <code>petstore backups run</code> tries again.
                </span>,
              ],
            ]}
          />
        </Card>
      )}
      <Tabs
        label="Display"
        tabs={[
          { name: 'Charts', content: () => <Charts samples={samples} /> },
          { name: 'Table', content: () => <Numbers samples={samples} /> },
        ]}
      />
    </div>
  );
}

interface ShownChart {
  readonly title: string;
  readonly axisText: (value: number) => string;
  readonly lines: readonly Line[];
}

const line = (name: string, color: string, of: Line['of'], text: Line['text'], isFilled = false): Line => ({
  name,
  color,
  of,
  text,
  isFilled,
});

const CHARTS: readonly ShownChart[] = [
  {
    title: 'Requests a second',
    axisText: rateText,
    lines: [line('Answered', '--accent', ({ requests }) => requests / 10, rateText, true)],
  },
  {
    title: 'Latency',
    axisText: msText,
    lines: [
      line('Median', '--accent', ({ medianMs }) => medianMs ?? null, msText),
      line('p99', '--caution-text', ({ p99Ms }) => p99Ms ?? null, msText),
    ],
  },
  {
    title: 'Refused and failed',
    axisText: countText,
    lines: [
      line('Refused (429)', '--caution-text', ({ refused }) => refused, countText, true),
      line('Failed (5xx)', '--danger', ({ failed }) => failed, countText),
    ],
  },
  {
    title: 'Queues',
    axisText: countText,
    lines: [
      line('Messages', '--accent', ({ messagesWaiting }) => messagesWaiting, queueText),
      line('Deliveries to webhooks', '--caution-text', ({ deliveriesWaiting }) => deliveriesWaiting, queueText),
    ],
  },
];

function Charts({ samples }: { readonly samples: readonly HealthSample[] }) {
  const [pointed, point] = useState<number>();
  return (
    <div class="columns level health-charts" style="--column: 24rem">
      {CHARTS.map((chart) => (
        <Card key={chart.title} title={chart.title}>
          <HealthChart {...chart} samples={samples} pointed={pointed} onPoint={point} />
        </Card>
      ))}
    </div>
  );
}

const Numbers = ({ samples }: { readonly samples: readonly HealthSample[] }) => (
  <Card isFlush>
    <Table
      caption="Samples, newest first"
      rows={samples.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { header: 'Until', cell: ({ at }) => <Time at={at} hasClock /> },
        { header: 'Requests', align: 'end', cell: ({ requests }) => countText(requests) },
        { header: 'Median', align: 'end', cell: ({ medianMs }) => msText(medianMs) },
        { header: 'p99', align: 'end', cell: ({ p99Ms }) => msText(p99Ms) },
        { header: '429', align: 'end', cell: ({ refused }) => countText(refused) },
        { header: '5xx', align: 'end', cell: ({ failed }) => countText(failed) },
        { header: 'In flight', align: 'end', cell: ({ inFlight }) => countText(inFlight) },
        { header: 'Streams', align: 'end', cell: ({ streams }) => countText(streams) },
        { header: 'Messages', align: 'end', cell: ({ messagesWaiting }) => queueText(messagesWaiting) },
        { header: 'Deliveries', align: 'end', cell: ({ deliveriesWaiting }) => queueText(deliveriesWaiting) },
      ]}
    />
  </Card>
);

/** The service stops counting here. */
const maxCount = 10_000;

function queueText(count: number): string {
  return count >= maxCount ? `${numberText(maxCount)} or more` : countText(count);
}

function countText(count: number): string {
  return numberText(count);
}

function rateText(rate: number): string {
  return numberText(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 });
}

const perSecond = (requests: number): string => rateText(requests / 10);

function msText(ms: number | undefined): string {
  return ms === undefined ? '–' : `${numberText(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
}
