import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { UsageDay } from '../../../../client/src/petstore.ts';
import { Skeleton } from '../../design/data/skeleton.tsx';

interface ChartProps {
  readonly days: readonly UsageDay[];
}

/** Loads the chart and its library when it is first shown. */
export function LazyChart({ days }: ChartProps): JSX.Element {
  const [Chart, setChart] = useState<ComponentType<ChartProps>>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import('./usage-chart.tsx').then(
      ({ UsageChart }) => setChart(() => UsageChart),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed) return <p role="alert">The chart could not be loaded. The table has the same numbers.</p>;
  if (Chart === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton height="18rem" />
      </div>
    );
  }
  return <Chart days={days} />;
}
