import { UniqueViolation } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { NoContent } from '../../http/shapes.ts';
import { hashOf } from '../../secrets/token.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import { orRefusal } from '../refusals.ts';
import { type Entry, ofSession, requireActive, type SessionParts } from './entry.ts';
import { AddressChange, Confirmation, Session } from './schema.ts';

/** Confirming and changing the address of an account. */
export function addressRoutes(app: App, parts: SessionParts, entry: Entry): void {
  const { accounts, principals, links, attempt, mail, confirms } = parts;

  app.post('/confirm', {
    schema: { body: Confirmation, response: { 200: Session } },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      const found = await links.find(token, 'confirmation');
      if (found === undefined) {
        await attempt('sign-in', { address: request.ip });
        throw noSuchLink();
      }
      const { email: former } = await entry.accountOf(found);
      // The password shows that the mail has reached the owner: somebody else may have signed up with this address.
      const credential = await entry.check(
        request,
        { email: former, password, proof: `link:${hashOf(token)}` },
        "The password is not this account's.",
      );
      const session = await entry
        .signIn(request, reply, async (tx) => {
          await entry.requireCurrent(tx, credential);
          const link = await links.take(tx, token);
          if (link?.email === undefined) throw noSuchLink();
          const { accountId, email } = link;
          await accounts.confirm(tx, accountId, email, { type: 'account', accountId });
          // Links mailed to the former address end, too.
          await links.removeAll(tx, accountId);
          return accountId;
        })
        .catch(orTaken);
      principals.clear();
      if (session.account.email !== former) mail?.tellFormerAddress(former);
      return session;
    },
  });

  app.post('/email', {
    schema: {
      body: AddressChange,
      response: { 200: Session, 202: NoContent('The address changes once it is confirmed by the link in a mail.') },
    },
    handler: async (request, reply) => {
      const account = await entry.current(request);
      requireActive(account);
      const { password } = request.body;
      const email = normalizedEmail(request.body.email);
      const message = 'The field `password` is not the password of this account.';
      const credential = await entry.check(request, ofSession(account, password), message);
      const isSame = email === account.email;
      if (!isSame && (await accounts.findByEmail(email)) !== undefined) throw taken();
      if (!isSame && confirms && mail !== undefined) {
        await attempt('confirmation-link', { address: request.ip, email });
        mail.sendConfirmationTo(account.id, email);
        return reply.code(202).send();
      }
      return entry
        .signIn(request, reply, async (tx) => {
          await entry.requireCurrent(tx, credential);
          const { accountId } = credential;
          await orRefusal(() => accounts.change(tx, accountId, { email }, { type: 'account', accountId }));
          // As above: the owner of the former mailbox must not get in.
          if (!isSame) await links.removeAll(tx, accountId);
          return accountId;
        })
        .catch(orTaken);
    },
  });
}

const noSuchLink = (): ApiError =>
  new ApiError('confirmation_link_not_found', 'The link was used or has expired; ask for another one.');

const taken = (): ApiError => new ApiError('account_exists', 'Another account has this `email`.');

function orTaken(error: unknown): never {
  throw error instanceof UniqueViolation ? taken() : error;
}
