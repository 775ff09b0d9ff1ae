import type { Database } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { NoContent } from '../../http/shapes.ts';
import type { Closing } from '../closing.ts';
import { orRefusal } from '../refusals.ts';
import type { SiteCookie } from './cookie.ts';
import { type Entry, ofSession, requireActive } from './entry.ts';
import { OwnPassword } from './schema.ts';

export interface ClosingRouteParts {
  readonly database: Database;
  readonly cookie: SiteCookie;
  readonly closing: Closing;
  /** Called after an account was closed. */
  readonly onClosed: () => void;
}

/** The owner of an account closes it. */
export function closingRoute(app: App, { database, cookie, closing, onClosed }: ClosingRouteParts, entry: Entry): void {
  app.route({
    method: 'POST',
    url: '/close',
    schema: { body: OwnPassword, response: { 204: NoContent('The account is closed.') } },
    handler: async (request, reply) => {
      const account = await entry.current(request);
      requireActive(account);
      const message = 'The field `password` is not the password of this account.';
      const credential = await entry.check(request, ofSession(account, request.body.password), message);
      await database.transaction(async (tx) => {
        await entry.requireCurrent(tx, credential);
        await orRefusal(() => closing.close(tx, account.id, { type: 'account', accountId: account.id }));
      });
      onClosed();
      cookie.clear(request, reply);
      return reply.code(204).send();
    },
  });
}
