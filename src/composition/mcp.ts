import type { RenderError } from '../http/pipeline/failures.ts';
import type { PreflightHeaders } from '../http/pipeline/require-route.ts';
import type { Agents } from '../http/server.ts';
import { isMcpUrl, PREFIX, renderJsonRpc } from '../mcp/errors.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import type { Core } from './core.ts';

const preflightHeaders: PreflightHeaders = (_request, allow) => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers':
    'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
  'access-control-max-age': 86_400,
});

interface Mcp {
  readonly agents: Agents;
  readonly renderError: RenderError;
}

/** The operations as tools of agents, at `/mcp`. @param renderError of the other interfaces */
export const buildMcp = ({ environment, settings, now }: Core, renderError: RenderError): Mcp => ({
  agents: {
    prefix: PREFIX,
    preflightHeaders,
    addRoutes: (app, { operations, handle, charge }) =>
      mcpRoutes(app, { environment, settings, now, operations, handle, charge }),
  },
  renderError: (error, url, body) => (isMcpUrl(url) ? renderJsonRpc : renderError)(error, url, body),
});
