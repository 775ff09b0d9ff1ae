import type { Interface } from '../http/interface.ts';
import type { Credentials } from '../http/pipeline/authenticate.ts';
import { refusePages } from '../http/pipeline/refusals.ts';
import type { PreflightHeaders } from '../http/pipeline/require-route.ts';
import { renderJsonRpc } from '../mcp/errors.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import type { Core } from './core.ts';

const preflightHeaders: PreflightHeaders = (_request, allow) => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers':
    'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id',
  'access-control-max-age': 86_400,
});

/** The operations as tools of agents. */
export const buildMcp = ({ environment, settings, now }: Core, credentials: Credentials): Interface => ({
  prefixes: ['/mcp'],
  credentials: { ...credentials, cookie: { read: () => undefined } },
  preflightHeaders,
  // A message that calls an operation is sent through the API's pipeline, which charges for it.
  isChargedLater: true,
  refusals: [refusePages],
  renderError: renderJsonRpc,
  addRoutes: (app, server) => mcpRoutes(app, { environment, settings, now, ...server }),
});
