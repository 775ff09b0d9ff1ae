import 'uplot/dist/uPlot.min.css';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useScheme } from './canvas.ts';

/**
 * Draws a chart into an element, as wide as that is; anew when the colours change, which are on the canvas.
 *
 * @param optionsFor what the chart looks like in this element: colours are read there. Asked once for each drawing.
 */
export function useChart(
  optionsFor: (host: HTMLElement) => Omit<uPlot.Options, 'width'>,
  data: uPlot.AlignedData,
): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const scheme = useScheme();
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
  }, [scheme]);
  useEffect(() => chart.current?.setData(data), [data]);
  return box;
}
