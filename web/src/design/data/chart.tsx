import 'uplot/dist/uPlot.min.css';
import './chart.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { theme, useSystemIsDark } from '../../theme.ts';

/** What is special about a chart. */
export interface ChartOptions extends Omit<uPlot.Options, 'width' | 'height' | 'axes' | 'legend'> {
  readonly x: uPlot.Axis;
  readonly y: uPlot.Axis;
}

/** The value of a color variable, as a canvas needs it. */
export type ColorOf = (name: string) => string;

interface ChartProps {
  readonly heightPx: number;
  /** Says what the chart shows. */
  readonly summary: string;
  readonly data: uPlot.AlignedData;
  /** Called once for each drawing. */
  readonly optionsFor: (colorOf: ColorOf) => ChartOptions;
  readonly onPoint: (index: number | undefined) => void;
  /** What stands above the canvas. */
  readonly children: ComponentChildren;
}

/** As wide as its place. A canvas takes no colors from CSS, so the chart is drawn again when the theme changes. */
export function Chart({ heightPx, summary, data, optionsFor, onPoint, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const systemIsDark = useSystemIsDark();
  useEffect(() => {
    const host = box.current;
    if (host === null) return undefined;
    const colorOf = (name: string) => colorIn(host, name);
    const { x, y, ...options } = optionsFor(colorOf);
    const font = `12px ${getComputedStyle(host).fontFamily}`;
    const axis = { stroke: colorOf('--text-faint'), font, ticks: { show: false } };
    const drawn = new uPlot(
      {
        ...options,
        width: host.clientWidth,
        height: heightPx,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false }, ...options.cursor },
        axes: [
          { ...axis, size: 32, grid: { show: false }, ...x },
          { ...axis, size: 60, grid: { stroke: colorOf('--border'), width: 1 }, ...y },
        ],
        hooks: { ...options.hooks, setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
      },
      data,
      host,
    );
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: host.clientWidth, height: heightPx }));
    observer.observe(host);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [theme.value, systemIsDark]);
  useEffect(() => chart.current?.setData(data), [data]);
  return (
    <div class="chart">
      {children}
      <div ref={box} class="chart-canvas" style={{ minBlockSize: `${heightPx}px` }} role="img" aria-label={summary} />
    </div>
  );
}

/** Resolves `light-dark()`. */
function colorIn(host: HTMLElement, name: string): string {
  host.style.color = `var(${name})`;
  const { color } = getComputedStyle(host);
  host.style.color = '';
  return color;
}

/** Draws bars that fill a share of their room, up to a width in pixels. */
export function barsOf(share: number, mostPx: number): uPlot.Series.PathBuilder {
  const { bars } = uPlot.paths;
  if (bars === undefined) throw new Error('uPlot has no bars.');
  return bars({ size: [share, mostPx], radius: 0.12 });
}
