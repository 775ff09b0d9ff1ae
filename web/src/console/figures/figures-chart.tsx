import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { MonthFigures } from '../../../../client/src/petstore.ts';
import { colorOf, useChart } from '../../design/data/use-chart.ts';
import { type Measure, monthText, textOf } from './measures.ts';

interface FiguresChartProps {
  readonly measure: Measure;
  readonly months: readonly MonthFigures[];
}

const heightPx = 260;

/** A bar for each month. */
export function FiguresChart({ measure, months }: FiguresChartProps): JSX.Element {
  const [pointed, setPointed] = useState<number>();
  const data = useMemo(
    (): uPlot.AlignedData => [months.map((_, i) => i), months.map((month) => measure.of(month) ?? null)],
    [measure, months],
  );
  const box = useChart((host) => optionsFor(host, { measure, months }, setPointed), data);
  const shown = months[pointed ?? months.length - 1];
  return (
    <div class="figures-chart">
      <p class="figures-pointed numbers">
        {shown !== undefined && `${monthText(shown.month)}: ${textOf(measure, shown)}`}
      </p>
      <div ref={box} class="figures-canvas" role="img" aria-label={summaryOf(measure, months)} />
    </div>
  );
}

function optionsFor(
  host: HTMLElement,
  { measure, months }: FiguresChartProps,
  point: (index: number | undefined) => void,
): Omit<uPlot.Options, 'width'> {
  const { bars } = uPlot.paths;
  if (bars === undefined) throw new Error('uPlot has no bars.');
  const color = (name: string) => colorOf(host, name);
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: color('--text-faint'), font, ticks: { show: false } };
  // Counts have no fractions.
  const isCount = months.every((month) => Number.isInteger(measure.of(month) ?? 0));
  return {
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_, _min, max) => [0, (max || (isCount ? 4 : 1)) * 1.1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        space: 70,
        incrs: [1, 2, 3, 6, 12],
        values: (_, places) => places.map((place) => monthText(months[place]?.month ?? '')),
      },
      {
        ...axis,
        size: 60,
        space: 40,
        grid: { stroke: color('--border'), width: 1 },
        ...(isCount && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4] }),
        values: (_, values) => values.map(measure.text),
      },
    ],
    series: [
      {},
      { fill: color('--accent'), width: 0, paths: bars({ size: [0.7, 40], radius: 0.12 }), points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => point(idx ?? undefined)] },
  };
}

function summaryOf(measure: Measure, months: readonly MonthFigures[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return `Chart: ${measure.name}.`;
  const span = `from ${monthText(first.month)} to ${monthText(last.month)}`;
  return `Chart: ${measure.name}, ${span}: ${textOf(measure, first)} at first, ${textOf(measure, last)} at last. The table has every month.`;
}
