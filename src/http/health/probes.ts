import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { App, Step } from '../app.ts';
import { ApiError } from '../errors.ts';

export interface ProbeParts {
  readonly database: Database;
  readonly metrics: Metrics;
  /** The bearer token that `/metrics` needs; empty for none. */
  readonly metricsToken: string;
  /** Whether the service is about to stop. */
  readonly isStopping: () => boolean;
  /** The steps of the probes that cost something. */
  readonly steps: Step[];
}

/** The probes of the operator's tools, without a key: liveness, readiness and metrics. */
export function probeRoutes(app: App, { database, metrics, metricsToken, isStopping, steps }: ProbeParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  const notReady = (reason: string, cause: unknown) =>
    new ApiError('service_unavailable', reason, { cause, headers: { 'retry-after': '1' } });
  async function requireReady(): Promise<void> {
    if (isStopping()) throw notReady('The service is stopping.', 'a signal');
    await database.ping().catch((cause: unknown) => {
      throw notReady(cause instanceof DatabaseUnavailable ? cause.reason : 'The database does not respond.', cause);
    });
  }
  app.get('/readyz', { onRequest: steps }, async () => {
    await requireReady();
    return { status: 'ready' };
  });

  app.get('/metrics', { onRequest: steps }, async (request, reply) => {
    requireToken(request, metricsToken);
    const isReady = requireReady().then(
      () => true,
      () => false,
    );
    metrics.note({ ready: Number(await isReady), ...database.pool() });
    void reply.type(metrics.contentType);
    return metrics.text();
  });
}

/** @throws ApiError `invalid_metrics_token` */
function requireToken({ headers: { authorization = '' } }: FastifyRequest, token: string): void {
  if (token === '' || timingSafeEqual(digest(authorization.replace(/^bearer +/i, '')), digest(token))) return;
  throw new ApiError('invalid_metrics_token', 'The request needs `Authorization: Bearer` with the `METRICS_TOKEN`.', {
    headers: { 'www-authenticate': 'Bearer realm="petstore metrics"' },
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
