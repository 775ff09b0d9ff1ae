import reference from '@scalar/fastify-api-reference';
import type { App } from './app.ts';

/** Whatever the page's scripts may try, the browser lets it speak to this service only. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** The interactive reference at `/docs`: nothing of it comes from another host. */
export function referenceRoutes(app: App): void {
  void app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'content-security-policy': contentSecurityPolicy, 'x-content-type-options': 'nosniff' });
    });
    await docs.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/v1/openapi.json',
        pageTitle: 'Petstore API reference',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        hideClientButton: true,
      },
    });
  });
}
