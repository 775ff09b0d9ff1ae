import type { Figures, Metrics } from '../../telemetry/metrics.ts';
import type { RealNow } from '../../time/clock.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Health, HealthSample } from './schema.ts';

export type HealthSamples = ReturnType<typeof openHealth>;

export const SAMPLE_MS = 10_000;
const keptSamples = 180;

/** Samples the metrics of this process, so that an operator sees its health without other software. */
export function openHealth(options: {
  readonly metrics: Metrics;
  /** Measures what takes queries. */
  readonly measure: () => Promise<Figures>;
  readonly backups?: () => Promise<Health['backups']>;
  /** Unix milliseconds. */
  readonly now: RealNow;
}) {
  const { metrics, measure, backups = async () => undefined, now } = options;
  const startedAt = timestamp(now());
  const samples: HealthSample[] = [];
  let last = totalsOf([]);

  return {
    /** Takes a sample of the time since the last one. */
    async take(): Promise<void> {
      const figures = await measure();
      metrics.note(figures);
      const current = totalsOf((await metrics.requests.get()).values);
      samples.push({
        at: timestamp(now()),
        ...since(last, current),
        inFlight: metrics.inFlight(),
        streams: (await metrics.streams.get()).values[0]?.value ?? 0,
        messagesWaiting: figures.messages_waiting ?? 0,
        deliveriesWaiting: figures.webhook_deliveries_waiting ?? 0,
      });
      last = current;
      if (samples.length > keptSamples) samples.shift();
    },
    async health(): Promise<Health> {
      const [missing] = (await metrics.photosMissing.get()).values;
      const stored = await backups();
      return {
        startedAt,
        ...(stored && { backups: stored }),
        ...(missing && { photosMissing: missing.value }),
        samples,
      };
    },
  };
}

type Totals = ReturnType<typeof totalsOf>;

/** Counts of all requests since the start; `within` counts the requests that took at most that many seconds. */
function totalsOf(values: Awaited<ReturnType<Metrics['requests']['get']>>['values']) {
  const within = new Map<number, number>();
  const totals = { requests: 0, failed: 0, refused: 0 };
  for (const { metricName = '', labels, value } of values) {
    if (metricName.endsWith('_bucket')) {
      // The last bucket, of all slower requests, is `+Inf`.
      const seconds = Number((labels as { readonly le?: number | string }).le);
      if (Number.isFinite(seconds)) within.set(seconds, (within.get(seconds) ?? 0) + value);
    } else if (metricName.endsWith('_count')) {
      totals.requests += value;
      if (Number(labels.status) >= 500) totals.failed += value;
      if (Number(labels.status) === 429) totals.refused += value;
    }
  }
  return { ...totals, within };
}

function since(before: Totals, after: Totals) {
  const requests = after.requests - before.requests;
  const within = [...after.within]
    .map(([seconds, count]) => [seconds, count - (before.within.get(seconds) ?? 0)] as const)
    .toSorted(([a], [b]) => a - b);
  return {
    requests,
    failed: after.failed - before.failed,
    refused: after.refused - before.refused,
    ...(requests === 0 ? {} : { medianMs: quantile(0.5, requests, within), p99Ms: quantile(0.99, requests, within) }),
  };
}

/** In milliseconds. Assumes that times are spread evenly within a bucket, and counts slower requests as the last bucket. */
function quantile(share: number, requests: number, within: readonly (readonly [number, number])[]): number {
  const rank = share * requests;
  let [lowerSeconds, below] = [0, 0];
  for (const [seconds, count] of within) {
    if (count >= rank) {
      const part = count === below ? 1 : (rank - below) / (count - below);
      return rounded(lowerSeconds + (seconds - lowerSeconds) * part);
    }
    [lowerSeconds, below] = [seconds, count];
  }
  return rounded(lowerSeconds);
}

const rounded = (seconds: number): number => Math.round(seconds * 100_000) / 100;
