import type { App } from '../../http/app.ts';
import type { HealthSamples } from './samples.ts';
import { Health } from './schema.ts';

/** How this process fares, for the operator's console. Prometheus gets more at `/metrics`. */
export function healthRoutes(v1: App, samples: Pick<HealthSamples, 'health'>): void {
  v1.route({
    method: 'GET',
    url: '/admin/health',
    schema: {
      operationId: 'getHealth',
      tags: ['Administration'],
      summary: 'See how the service fares',
      description:
        'Requests, their times, refusals and what waits, sampled every ten seconds over the last half hour, by the process that answers. It costs nothing of the limits.',
      response: { 200: Health },
    },
    config: { access: 'operator', cost: 0 },
    handler: async () => samples.health(),
  });
}
