import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { HealthSample } from '../../../../client/src/petstore.ts';
import { Chart, type ChartOptions, type ColorOf } from '../../design/data/chart.tsx';
import { speaks } from '../../words.ts';

/** One line of a chart. */
export interface Line {
  readonly name: string;
  /** A CSS variable. */
  readonly color: string;
  readonly isFilled?: boolean;
  /** Null for a gap. */
  readonly of: (sample: HealthSample) => number | null;
  readonly text: (value: number) => string;
}

interface HealthChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Writes a value at the axis, with its unit. */
  readonly axisText: (value: number) => string;
  readonly samples: readonly HealthSample[];
  /** The index of the sample under the pointer of any chart; the last sample by default. */
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

const heightPx = 190;
const CLOCK = new Intl.DateTimeFormat(speaks().locale, { hour: '2-digit', minute: '2-digit' });
const EXACT = new Intl.DateTimeFormat(speaks().locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export function HealthChart(props: HealthChartProps) {
  const { title, lines, samples, pointed, onPoint } = props;
  const data = useMemo(() => dataOf(lines, samples), [samples]);
  const shown = samples[pointed ?? samples.length - 1];
  return (
    <Chart
      heightPx={heightPx}
      summary={summaryOf(title, lines, samples)}
      data={data}
      optionsFor={(colorOf) => optionsFor(colorOf, props)}
      onPoint={onPoint}
    >
      <ul class="chart-legend">
        {lines.map((line) => (
          <li key={line.name}>
            <span class="chart-key" style={{ background: `var(${line.color})` }} />
            {line.name} <strong class="numbers">{shown === undefined ? '–' : valueText(line, shown)}</strong>
          </li>
        ))}
        {shown !== undefined && <li class="chart-pointed numbers">{EXACT.format(new Date(shown.at))}</li>}
      </ul>
    </Chart>
  );
}

function valueText({ of, text }: Line, sample: HealthSample): string {
  const value = of(sample);
  return value === null ? '–' : text(value);
}

const dataOf = (lines: readonly Line[], samples: readonly HealthSample[]): uPlot.AlignedData => [
  samples.map(({ at }) => Date.parse(at) / 1_000),
  ...lines.map(({ of }) => samples.map(of)),
];

function optionsFor(color: ColorOf, { lines, axisText }: HealthChartProps): ChartOptions {
  return {
    cursor: {
      sync: { key: 'health' },
      points: {
        size: 7,
        width: 2,
        stroke: color('--surface'),
        fill: (_, index) => color(lines[index - 1]?.color ?? '--accent'),
      },
    },
    scales: {
      // At least five minutes, although a service that has just started has fewer samples.
      x: { range: (_, min, max) => [Math.min(min, max - 300), max] },
      y: { range: (_, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    x: { size: 28, space: 70, values: (_, at) => at.map((second) => CLOCK.format(second * 1_000)) },
    y: { space: 40, values: (_, values) => values.map(axisText) },
    series: [
      {},
      ...lines.map((line) => ({
        stroke: color(line.color),
        width: 1.75,
        // Without requests there is no latency: the line spans the pause, and a sample between two pauses is a point.
        spanGaps: true,
        points: { size: 4, fill: color(line.color), filter: loneOnes },
        ...(line.isFilled === true && { fill: translucent(color(line.color)) }),
      })),
    ],
  };
}

/** The samples without neighbors: a line alone would hide where they are. */
function loneOnes(chart: uPlot, series: number): number[] {
  const values = Array.from(chart.data[series] ?? [], (value) => value ?? undefined);
  return values.flatMap((value, i) =>
    value !== undefined && values[i - 1] === undefined && values[i + 1] === undefined ? [i] : [],
  );
}

/** @param color `rgb(…)`, as `getComputedStyle` returns it */
const translucent = (color: string): string => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.14)');

function summaryOf(title: string, lines: readonly Line[], samples: readonly HealthSample[]): string {
  const parts = lines.map((line) => {
    const values = samples.map(line.of).filter((value) => value !== null);
    return values.length === 0 ? `${line.name}: nothing` : `${line.name}: ${line.text(Math.max(...values))} at most`;
  });
  return `Chart: ${title}. ${parts.join(', ')}. The table has every sample.`;
}
