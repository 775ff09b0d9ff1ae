import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { NoContent } from '../../http/shapes.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import { requireSignIn } from '../account-changes.ts';
import { orRefusal } from '../refusals.ts';
import { addressRoutes } from './address-routes.ts';
import { type Entry, ofSession, openEntry, requireActive, type SessionParts } from './entry.ts';
import { joinRoutes } from './join-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { LinkRequest, OwnPassword, Session, SignIn } from './schema.ts';

/**
 * Signing in and out, for the service's own site. The routes are not below `/v1` and not in the API description: only the site uses
 * them, and they may change with every version.
 */
export function sessionRoutes(app: App, parts: SessionParts): void {
  const entry = openEntry(parts);

  app.get('', {
    schema: { response: { 200: Session, 204: NoContent('Nobody is signed in.') } },
    handler: async (request, reply) => {
      const session = await entry.find(request);
      return session === undefined ? reply.code(204).send() : entry.shown(session);
    },
  });

  app.post('', {
    schema: { body: SignIn, response: { 200: Session } },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      await orRefusal(() => requireSignIn({ email: normalizedEmail(email) }));
      const credential = await entry.check(request, { email, password }, 'The email or the password is wrong.');
      return entry.signIn(request, reply, async (tx) => {
        await entry.requireCurrent(tx, credential);
        return credential.accountId;
      });
    },
  });

  app.delete('', {
    schema: { response: { 204: NoContent('Nobody is signed in now.') } },
    handler: async (request, reply) => {
      await entry.signOut(request, reply);
      return reply.code(204).send();
    },
  });

  linkRoute(app, parts, '/forgotten-password', 'password-link');
  linkRoute(app, parts, '/send-confirmation', 'confirmation-link');
  passwordRoutes(app, parts, entry);
  addressRoutes(app, parts, entry);
  closingRoute(app, parts, entry);
  joinRoutes(app, parts, entry);
}

/** Mails a link to the owner of an address. The response does not tell whether it has an account. */
function linkRoute(
  app: App,
  { mail, attempt, browsers }: SessionParts,
  url: string,
  kind: 'password-link' | 'confirmation-link',
): void {
  app.post(url, {
    schema: {
      body: LinkRequest,
      response: { 202: NoContent('A link is on its way, if there is an account that it is for.') },
    },
    handler: async (request, reply) => {
      if (mail === undefined)
        throw new ApiError('forbidden', 'This service sends no mail; ask its operator for a link.');
      const { email } = request.body;
      await attempt(kind, { address: request.ip, email, proof: browsers.proof(request, email) });
      if (kind === 'password-link') mail.sendPasswordLink(email);
      else mail.sendConfirmation(email);
      return reply.code(202).send();
    },
  });
}

/** The owner of an account closes it. */
function closingRoute(app: App, { database, cookie, closing, onClosed }: SessionParts, entry: Entry): void {
  app.post('/close', {
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
