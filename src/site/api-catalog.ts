import type { App } from '../http/app.ts';
import { requestOrigin } from '../http/request.ts';

interface CatalogParts {
  /** The public origin of the service; empty to take it from the request. */
  readonly publicUrl: string;
  /** Whether Petfinder's clients are answered. */
  readonly petfinder: boolean;
}

const PATH = '/.well-known/api-catalog';
const TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Lists the interfaces of the service, for programs that look for them. RFC 9727; the relations are from RFC 8631. */
export function apiCatalogRoute(app: App, { publicUrl, petfinder }: CatalogParts): void {
  app.get(PATH, async (request, reply) => {
    const origin = publicUrl || requestOrigin(request);
    const link = (path: string, type: string) => [{ href: origin + path, type }];
    const api = (path: string, guide: string) => ({
      anchor: origin + path,
      'service-doc': link(guide, 'text/html'),
      status: link('/readyz', 'application/json'),
    });
    const apis = [
      {
        ...api('/v1', '/docs'),
        'service-desc': link('/v1/openapi.json', 'application/json'),
        'service-meta': link('/llms.txt', 'text/plain'),
      },
      api('/mcp', '/docs/agents'),
      ...(petfinder ? [api('/petfinder/v2', '/docs/petfinder')] : []),
    ];
    const catalog = { anchor: origin + PATH, item: apis.map(({ anchor }) => ({ href: anchor })) };
    const items = catalog.item.map(({ href }) => `<${href}>; rel="item"`);
    reply.headers({
      link: [`<${PATH}>; rel="api-catalog"`, ...items].join(', '),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    // Fastify adds a charset to the type of a text.
    return reply.type(TYPE).send(Buffer.from(JSON.stringify({ linkset: [catalog, ...apis] })));
  });
}
