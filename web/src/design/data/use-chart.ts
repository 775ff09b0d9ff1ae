import 'uplot/dist/uPlot.min.css';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { theme, useSystemIsDark } from '../../theme.ts';

/**
 * Draws a chart that is as wide as its element. A canvas takes no colors from CSS, so the chart is drawn again when the theme changes.
 *
 * @param optionsFor called once for each drawing; reads the colors of the element
 */
export function useChart(
  optionsFor: (host: HTMLElement) => Omit<uPlot.Options, 'width'>,
  data: uPlot.AlignedData,
): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const systemIsDark = useSystemIsDark();
  useEffect(() => {
    const host = box.current;
    if (host === null) return undefined;
    const options = optionsFor(host);
    const drawn = new uPlot({ ...options, width: host.clientWidth }, data, host);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: host.clientWidth, height: options.height }));
    observer.observe(host);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [theme.value, systemIsDark]);
  useEffect(() => chart.current?.setData(data), [data]);
  return box;
}

/** The value of a color variable, with `light-dark()` resolved, as a canvas needs it. */
export function colorOf(host: HTMLElement, name: string): string {
  host.style.color = `var(${name})`;
  const { color } = getComputedStyle(host);
  host.style.color = '';
  return color;
}
