import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { MonthFigures } from '../../../../client/src/petstore.ts';
import { barsOf, Chart, type ChartOptions, type ColorOf } from '../../design/data/chart.tsx';
import { type Measure, monthText, textOf } from './measures.ts';

interface FiguresChartProps {
  readonly measure: Measure;
  readonly months: readonly MonthFigures[];
}

const heightPx = 260;

/** A bar for each month. */
export function FiguresChart({ measure, months }: FiguresChartProps) {
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
