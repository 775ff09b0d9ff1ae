import type { RenderError } from '../http/pipeline/failures.ts';
import type { PreflightHeaders } from '../http/pipeline/require-route.ts';
import type { Agents } from '../http/server.ts';
import { isMcpUrl, PREFIX, renderJsonRpc } from './errors.ts';
import { type McpParts, mcpRoutes } from './routes.ts';

const preflightHeaders: PreflightHeaders = (_request, allow) => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers':
    'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
  'access-control-max-age': 86_400,
});

/** The operations as tools of agents, at `/mcp`. */
export function openMcp({
  renderError,
  ...parts
}: Pick<McpParts, 'environment' | 'settings' | 'now'> & { readonly renderError: RenderError }): {
  readonly agents: Agents;
  readonly renderError: RenderError;
} {
  return {
    agents: {
      prefix: PREFIX,
      preflightHeaders,
      addRoutes: (app, given) => mcpRoutes(app, { ...parts, ...given }),
    },
    renderError: (error, url, body) => (isMcpUrl(url) ? renderJsonRpc : renderError)(error, url, body),
  };
}
