import type { App } from '../../http/app.ts';
import { actorOf, principalOf, requireScope } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { PUBLISHABLE_SCOPES } from '../../vocabulary/scopes.ts';
import type { AccountStore } from '../store.ts';
import type { CachedPrincipals } from './principals.ts';
import { ApiKeyWithSecret } from './schema.ts';

interface BoardRouteParts {
  readonly accounts: AccountStore;
  readonly principals: Pick<CachedPrincipals, 'clear'>;
  readonly effects: Effects;
}

/** The key of the service's own board, for operators. */
export function boardRoutes(v1: App, { accounts, principals, effects }: BoardRouteParts): void {
  v1.route({
    method: 'POST',
    url: '/admin/board-key',
    schema: {
      operationId: 'replaceBoardKey',
      tags: ['Administration'],
      summary: 'Replace the key of the board',
      description:
        "Creates another publishable key for the service's own board, and revokes the previous one. The board shows no animals between the revocation of its key and this. Pages that are open read with the new key once they are reloaded. The key of the request must have all scopes of the new one.",
      response: { 201: ApiKeyWithSecret },
    },
    config: { access: 'operator', showsSecret: true },
    handler: async (request, reply) => {
      const replaced = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        for (const scope of PUBLISHABLE_SCOPES) requireScope(principal, scope, ', so it cannot make a key that has it');
        const key = await accounts.board.replace(tx, actorOf(principal));
        reply.code(201).header('cache-control', 'no-store');
        return key;
      });
      principals.clear();
      return replaced;
    },
  });
}
