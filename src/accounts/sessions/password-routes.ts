import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import type { ShownLink } from '../../vocabulary/links.ts';
import { keysAfter, purposeOf } from '../links/store.ts';
import { type Entry, ofSession, type SessionParts } from './entry.ts';
import { LinkShape, LinkToken, PasswordChange, PasswordReset, Session } from './schema.ts';
import { endSessions } from './store.ts';

/** Changing the password, with the current one or with a link. */
export function passwordRoutes(app: App, parts: SessionParts, entry: Entry): void {
  const { accounts, passwords, principals, links, attempt } = parts;

  app.post('/password', {
    schema: { body: PasswordChange, response: { 200: Session } },
    handler: async (request, reply) => {
      const account = await entry.current(request);
      const { currentPassword, newPassword } = request.body;
      const message = 'The field `currentPassword` is not the password of this account.';
      const credential = await entry.check(request, ofSession(account, currentPassword), message);
      const hashed = await passwords.hashNew(newPassword, account, 'newPassword');
      return entry.signIn(request, reply, async (tx) => {
        await entry.requireCurrent(tx, credential);
        await setPassword(tx, credential.accountId, hashed);
        return credential.accountId;
      });
    },
  });

  app.post('/link', {
    schema: { body: LinkToken, response: { 200: LinkShape } },
    handler: async (request): Promise<ShownLink> => {
      await attempt('sign-in', { address: request.ip });
      const link = await links.find(request.body.token);
      if (link === undefined) throw noSuchLink();
      const account = await entry.accountOf(link);
      return { purpose: purposeOf(link), email: link.email ?? account.email, keys: keysAfter(link, account) };
    },
  });

  app.post('/reset-password', {
    schema: { body: PasswordReset, response: { 200: Session } },
    handler: async (request, reply) => {
      const { token, password, revokeKeys = false } = request.body;
      await attempt('sign-in', { address: request.ip });
      const found = await links.find(token, 'password');
      if (found === undefined) throw noSuchLink();
      const hashed = await passwords.hashNew(password, await entry.accountOf(found));
      const session = await entry.signIn(request, reply, async (tx) => {
        const link = await links.take(tx, token);
        if (link === undefined) throw noSuchLink();
        const { accountId } = link;
        const account = await entry.accountOf(link, tx);
        await setPassword(tx, accountId, hashed);
        const by = { type: 'account', accountId } as const;
        if (revokeKeys || keysAfter(link, account) === 'revoked') await accounts.keys.revokeAll(tx, accountId, by);
        await accounts.confirm(tx, accountId, account.email, by);
        return accountId;
      });
      principals.clear();
      return session;
    },
  });

  /** Sets the password, and ends all sessions and links of the account. */
  async function setPassword(tx: Queries, accountId: number, hashed: string): Promise<void> {
    await passwords.set(tx, accountId, hashed);
    await endSessions(tx, accountId);
    await links.removeAll(tx, accountId);
  }
}

const noSuchLink = (): ApiError =>
  new ApiError('password_link_not_found', 'The link was used or has expired; ask for another one.');
