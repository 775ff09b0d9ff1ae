import type { App } from '../app.ts';
import type { HealthSamples } from './samples.ts';
import { Health } from './schema.ts';

/** The health of this process for the operator's console. `/metrics` has more for Prometheus. */
export function healthRoutes(v1: App, samples: Pick<HealthSamples, 'health'>): void {
  v1.get('/admin/health', {
    schema: {
      operationId: 'getHealth',
      summary: 'Get the health of the service',
      description:
        'Requests, response times, refusals and queues of the process that responds, sampled every ten seconds for the last half hour. The call does not count against the limits.',
      response: { 200: Health },
    },
    config: { access: 'operator', cost: 0 },
    handler: async () => samples.health(),
  });
}
