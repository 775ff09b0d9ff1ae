import './usage-chart.css';
import { useMemo, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { UsageDay } from '../../../../client/src/petstore.ts';
import { barsOf, Chart, type ChartOptions, type ColorOf } from '../../design/data/chart.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { speaks } from '../../words.ts';

const heightPx = 280;
const DAY = new Intl.DateTimeFormat(speaks().locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const TICK = new Intl.DateTimeFormat(speaks().locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Requests by day: admitted below, refused above, and a lozenge on days with strikes. */
export function UsageChart({ days }: { readonly days: readonly UsageDay[] }) {
  const [pointed, setPointed] = useState<number>();
  const data = useMemo(() => dataOf(days), [days]);
  const shown = days[pointed ?? days.length - 1];
  return (
    <Chart heightPx={heightPx} summary={summaryOf(days)} data={data} optionsFor={optionsFor} onPoint={setPointed}>
      <ul class="chart-legend portal-usage-legend">
        <li>
          <span class="chart-key" /> Admitted
        </li>
        <li>
          <span class="chart-key portal-usage-refused" /> Refused
        </li>
        <li>
          <span class="chart-key portal-usage-strikes" /> Day with strikes
        </li>
        {shown !== undefined && <li class="chart-pointed numbers">{sentenceOn(shown)}</li>}
      </ul>
    </Chart>
  );
}

const secondsOf = (date: string) => Date.parse(date) / 1_000;

/** The days, the stacked bars (refused on top of admitted), the admitted bars, and the heights of the lozenges. */
const dataOf = (days: readonly UsageDay[]): uPlot.AlignedData => [
  days.map(({ date }) => secondsOf(date)),
  days.map(({ admitted, refused }) => admitted + refused),
  days.map(({ admitted }) => admitted),
  days.map(({ admitted, refused, strikes }) => (strikes > 0 ? admitted + refused : null)),
];

function optionsFor(color: ColorOf): ChartOptions {
  const bar = { stroke: color('--surface'), width: 1, paths: barsOf(0.7, 26), points: { show: false } };
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
    scales: {
      x: { range: (_, min, max) => [min - 43_200, max + 43_200] },
      // With room for the lozenges, and a scale even without data.
      y: { range: (_, _min, max) => [0, Math.max(4, max * 1.12)] },
    },
    x: { space: 64, values: (_, seconds) => seconds.map((second) => TICK.format(second * 1_000)) },
    y: {
      size: 56,
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6],
      values: (_, values) => values.map((value) => numberText(value)),
    },
    series: [{}, { fill: color('--danger'), ...bar }, { fill: color('--accent'), ...bar }, { show: false }],
    hooks: { draw: [(chart) => markStrikes(chart, color('--text'), color('--surface'))] },
  };
}

const lozengePx = 6;

function markStrikes(chart: uPlot, fill: string, edge: string): void {
  const { ctx, data } = chart;
  const [days, , , tops = []] = data;
  const half = lozengePx * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = fill;
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const [index, top] of tops.entries()) {
    if (top === null || top === undefined) continue;
    const x = chart.valToPos(days[index] ?? 0, 'x', true);
    const y = chart.valToPos(top, 'y', true) - half - 2 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, y - half);
    ctx.lineTo(x + half, y);
    ctx.lineTo(x, y + half);
    ctx.lineTo(x - half, y);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

const sentenceOn = ({ date, admitted, refused, strikes }: UsageDay): string =>
  `${DAY.format(new Date(date))}: ${numberText(admitted)} admitted, ${numberText(refused)} refused, ${numberText(strikes)} strikes`;

function summaryOf(days: readonly UsageDay[]): string {
  const total = (of: (day: UsageDay) => number) => numberText(days.reduce((sum, day) => sum + of(day), 0));
  return `Chart of the last 30 days: ${total(({ admitted }) => admitted)} requests admitted, ${total(({ refused }) => refused)} refused, ${total(({ strikes }) => strikes)} strikes. The table has every day.`;
}
