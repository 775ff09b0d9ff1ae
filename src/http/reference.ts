import { fastify } from 'fastify';
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

/**
 * The interactive reference at `/docs/reference/`: nothing of it comes from another host. Its four megabytes are loaded, into a server of
 * their own, when somebody first opens it.
 */
export function referenceRoutes(app: App): void {
  let pages: ReturnType<typeof openPages> | undefined;

  app.get('/docs/reference', async (_request, reply) => reply.redirect('/docs/reference/'));
  app.get('/docs/reference/*', async (request, reply) => {
    pages ??= openPages();
    const page = await (await pages).inject(request.url);
    const type = String(page.headers['content-type']);
    return reply
      .code(page.statusCode)
      .headers({
        'content-type': type,
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      })
      .send(page.rawPayload);
  });
}

async function openPages() {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(reference, {
    routePrefix: '/docs/reference',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Petstore API reference',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
    },
  });
  return server;
}
