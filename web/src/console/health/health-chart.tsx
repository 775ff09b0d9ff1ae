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
  readonly samples: readonly HealthSample[];
  /** The index of the sample under the pointer of any chart; the last sample by default. */
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

const heightPx = 190;
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const EXACT = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export function HealthChart({ title, lines, samples, pointed, onPoint }: HealthChartProps): JSX.Element {
  const data = useMemo(() => dataOf(lines, samples), [samples]);
  const box = useChart((host) => optionsFor(host, lines, onPoint), data);
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

function optionsFor(
  host: HTMLElement,
  lines: readonly Line[],
  point: (index: number | undefined) => void,
): Omit<uPlot.Options, 'width'> {
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
        size: 52,
        space: 40,
        grid: { stroke: color('--border'), width: 1 },
        values: (_, values) => values.map((value) => value.toLocaleString()),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        stroke: color(line.color),
        width: 1.75,
        points: { show: false },
        spanGaps: false,
        ...(line.isFilled === true && { fill: translucent(color(line.color)) }),
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => point(idx ?? undefined)] },
  };
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
