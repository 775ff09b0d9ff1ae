import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Decision } from '../limits/limiter.ts';
import { VERSION } from '../package.ts';
import type { LogStream } from './log.ts';

/** The metrics of one environment, served at `/metrics` in Prometheus' text format. */
export type Metrics = ReturnType<typeof openMetrics>;

interface MetricsOptions {
  readonly environment: string;
  readonly inFlight: () => number;
  /** How long the text is served again: collecting it takes the event loop milliseconds. */
  readonly metricsAgeMs?: number;
  readonly processMetrics?: Registry;
  readonly logs?: Partial<LogStream>;
}

/** What is measured from time to time, by the name that it has after `petstore_`. Each is absent until it is known. */
const FIGURES = {
  ready: '1 if `/readyz` answers 200, otherwise 0.',
  pool_in_use: 'Connections to PostgreSQL in use.',
  pool_waiting: 'Works that wait for a connection to PostgreSQL.',
  database_bytes: 'Size of the database.',
  database_log_bytes: 'Size of the write-ahead log of the embedded database.',
  disk_bytes: 'Size of the disk that holds the embedded database.',
  disk_free_bytes: 'Free space on the disk that holds the embedded database.',
  messages_waiting: 'Messages not delivered yet, at most 10,000.',
  mails_waiting: 'Mails not sent yet, at most 10,000.',
  photos_waiting: 'Photos that this process is to decode.',
  webhook_deliveries_waiting: 'Webhook deliveries with an attempt to come, at most 10,000.',
  webhook_delivery_overdue_seconds: 'How long the oldest due attempt of a webhook delivery has been due.',
  webhooks_failing: 'Enabled webhooks whose last attempts failed, at most 10,000.',
  backups_failing: '1 while backups at `BACKUP_URL` fail, otherwise 0.',
  last_backup_timestamp_seconds: 'When the database was last backed up; absent if it never was.',
};

export type Figures = Readonly<Partial<Record<keyof typeof FIGURES, number | undefined>>>;

/** Measures the process, such as its memory and the lag of its event loop, until it ends. */
export function openProcessMetrics(environment: string): Registry {
  const registry = registryOf(environment);
  collectDefaultMetrics({ register: registry });
  return registry;
}

function registryOf(environment: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  return registry;
}

export function openMetrics({
  environment,
  inFlight,
  metricsAgeMs = 1_000,
  processMetrics = openProcessMetrics(environment),
  logs,
}: MetricsOptions) {
  const registry = registryOf(environment);
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  registry.registerMetric(
    new Gauge({
      name: 'petstore_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers: [],
      collect() {
        this.set(inFlight());
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'petstore_log_lines_lost_total',
      help: 'Log lines of this process that could not be written, because standard output was full, closed or not read.',
      registers: [],
      collect() {
        this.reset();
        this.inc(logs?.lost?.() ?? 0);
      },
    }),
  );
  /** Absent until it is set. */
  const unknown = (name: string, help: string) => {
    const made = gauge(name, help);
    made.remove();
    return made;
  };
  gauge('petstore_build_info', '1, with the version of the service.', ['version']).set({ version: VERSION }, 1);
  const jobSuccess = gauge(
    'petstore_job_last_success_timestamp_seconds',
    'When each background job last succeeded, or was added if it has not run yet.',
    ['name'],
  );
  const jobInterval = gauge('petstore_job_interval_seconds', 'How often each background job runs.', ['name']);
  const figures = new Map(Object.entries(FIGURES).map(([name, help]) => [name, unknown(`petstore_${name}`, help)]));
  let collected: { readonly text: Promise<string>; readonly atMs: number } | undefined;
  return {
    inFlight,
    contentType: registry.contentType,
    /** All metrics in Prometheus' text format. */
    text(): Promise<string> {
      const nowMs = performance.now();
      if (collected === undefined || nowMs - collected.atMs >= metricsAgeMs)
        collected = { text: textOf(processMetrics, registry), atMs: nowMs };
      return collected.text;
    },
    requests: new Histogram({
      name: 'petstore_http_request_duration_seconds',
      help: 'Time from the request line to the end of the response, by route and status, without live streams.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    refusals: counter('petstore_limit_refusals_total', 'Requests that got 429, by the limit that refused them.', [
      'by',
    ]),
    strikes: counter('petstore_limit_strikes_total', 'Requests sent while a 429 was in force.'),
    bans: counter('petstore_api_key_bans_total', 'API keys banned because of their strikes.'),
    connectionsRefused: counter(
      'petstore_connections_refused_total',
      'Connections closed at once because their address had its maximum open.',
    ),
    limiterFallback: gauge(
      'petstore_limiter_fallback',
      '1 while Redis is unavailable and this process limits requests by itself.',
    ),
    commits: new Histogram({
      name: 'petstore_commit_size',
      help: 'Transactions that one commit to the embedded database carried.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    streams: gauge('petstore_event_streams', 'Open live streams of events.'),
    photosMissing: unknown(
      'petstore_photos_missing',
      'Photos whose files are missing, counted at the start and once an hour.',
    ),
    noteJob(name: string, everyMs: number, atMs: number): void {
      jobSuccess.set({ name }, atMs / 1_000);
      jobInterval.set({ name }, everyMs / 1_000);
    },
    note(measured: Figures): void {
      for (const [name, value] of Object.entries(measured)) if (value !== undefined) figures.get(name)?.set(value);
    },
  };
}

async function textOf(...registries: readonly Registry[]): Promise<string> {
  return (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
}

/** Counts the limiter's refusals, strikes and bans. */
export function countDecision(metrics: Metrics): (decision: Decision) => void {
  return ({ refusedBy, strike, banned }) => {
    if (refusedBy === undefined) return;
    metrics.refusals.inc({ by: refusedBy });
    if (strike) metrics.strikes.inc();
    if (banned) metrics.bans.inc();
  };
}
