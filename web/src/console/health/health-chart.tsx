import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { HealthSample } from '../../../../client/src/petstore.ts';
import { colorOf, useChart } from '../../design/data/use-chart.ts';

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
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const EXACT = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export function HealthChart(props: HealthChartProps): JSX.Element {
  const { title, lines, samples, pointed } = props;
  const data = useMemo(() => dataOf(lines, samples), [samples]);
  const box = useChart((host) => optionsFor(host, props), data);
  const shown = samples[pointed ?? samples.length - 1];
  return (
    <div class="health-chart">
      <ul class="health-legend">
        {lines.map((line) => (
          <li key={line.name}>
            <span class="health-key" style={{ background: `var(${line.color})` }} />
            {line.name} <strong class="numbers">{shown === undefined ? '–' : valueText(line, shown)}</strong>
          </li>
        ))}
        {shown !== undefined && <li class="health-when numbers">{EXACT.format(new Date(shown.at))}</li>}
      </ul>
      <div ref={box} class="health-canvas" role="img" aria-label={summaryOf(title, lines, samples)} />
    </div>
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

function optionsFor(host: HTMLElement, { lines, axisText, onPoint }: HealthChartProps): Omit<uPlot.Options, 'width'> {
  const color = (name: string) => colorOf(host, name);
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: color('--text-faint'), font, ticks: { show: false } };
  return {
    height: heightPx,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
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
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        space: 70,
        values: (_, at) => at.map((second) => CLOCK.format(second * 1_000)),
      },
      {
        ...axis,
        size: 60,
        space: 40,
        grid: { stroke: color('--border'), width: 1 },
        values: (_, values) => values.map(axisText),
      },
    ],
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
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
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
