import type { App } from './app.ts';
import { type DescribedRoute, describe } from './openapi.ts';

/** Serves the description of every route that is added to `v1` after it. Specification, part 9. */
export function descriptionRoute(v1: App): void {
  const routes: DescribedRoute[] = [];
  let description: string | undefined;
  v1.addHook('onRoute', (route) => {
    routes.push(route);
  });
  v1.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: 'public' },
    handler: async (_request, reply) => {
      description ??= JSON.stringify(describe(routes));
      return reply.type('application/json').send(description);
    },
  });
}
