import type { Database } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import type { Metrics } from './metrics.ts';

/** The probes of the operator's tools, without a key: liveness, readiness and metrics. */
export function probeRoutes(
  app: App,
  { database, metrics }: { readonly database: Database; readonly metrics: Metrics },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    await database.ping().catch((cause: unknown) => {
      throw new ApiError('service_unavailable', 'The database does not respond.', {
        cause,
        headers: { 'retry-after': '1' },
      });
    });
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) => {
    void reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
