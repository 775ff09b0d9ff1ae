import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { NoContent } from '../../http/shapes.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { LinkStore } from '../links/store.ts';
import type { PasswordStore } from '../passwords/store.ts';
import type { Account } from '../schema.ts';
import type { AccountStore } from '../store.ts';
import type { CountAttempt } from './attempts.ts';
import type { SiteCookie } from './cookie.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { ForgottenPassword, PasswordChange, PasswordReset, Session, SignIn } from './schema.ts';
import type { OpenSession, SessionStore } from './store.ts';

export interface SessionRouteParts {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly passwords: PasswordStore;
  readonly sessions: SessionStore;
  readonly links: LinkStore;
  readonly cookie: SiteCookie;
  readonly browsers: KnownBrowsers;
  readonly attempt: CountAttempt;
  readonly now: () => number;
  /** Mails a password link if the email has an account. Returns at once. Undefined if the service sends no mail. */
  readonly sendLink: ((email: string) => void) | undefined;
}

/**
 * Signing in and out, for the service's own site. The routes are not below `/v1` and not in the API description: only the site uses
 * them, and they may change with every version.
 */
export function sessionRoutes(app: App, parts: SessionRouteParts): void {
  const { database, accounts, passwords, sessions, links, cookie, browsers, attempt, now, sendLink } = parts;

  app.route({
    method: 'GET',
    url: '',
    schema: { response: { 200: Session, 204: NoContent('Nobody is signed in.') } },
    handler: async (request, reply) => {
      const session = await sessions.use(cookie.read(request) ?? '');
      return session === undefined ? reply.code(204).send() : shown(session);
    },
  });

  app.route({
    method: 'POST',
    url: '',
    schema: { body: SignIn, response: { 200: Session } },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      await attempt('sign-in', request.ip, email, browsers.find(request, email));
      const credential = await passwords.check(email, password);
      if (credential === undefined) throw wrong('The email or the password is wrong.');
      return signIn(request, reply, async (tx) => {
        if (!(await passwords.isCurrent(tx, credential))) throw wrong('The password was changed at this moment.');
        return credential.accountId;
      });
    },
  });

  app.route({
    method: 'DELETE',
    url: '',
    schema: { response: { 204: NoContent('Nobody is signed in now.') } },
    handler: async (request, reply) => {
      const token = cookie.read(request);
      if (token !== undefined) await database.transaction((tx) => sessions.end(tx, token));
      cookie.clear(request, reply);
      return reply.code(204).send();
    },
  });

  app.route({
    method: 'POST',
    url: '/password',
    schema: { body: PasswordChange, response: { 200: Session } },
    handler: async (request, reply) => {
      const session = await sessions.use(cookie.read(request) ?? '');
      if (session === undefined) throw notSignedIn();
      const { email } = await accountOf(session);
      const { currentPassword, newPassword } = request.body;
      await attempt('sign-in', request.ip, email, browsers.find(request, email));
      const credential = await passwords.check(email, currentPassword);
      if (credential === undefined) throw wrong('The field `currentPassword` is not the password of this account.');
      const hashed = await passwords.hash(newPassword);
      return signIn(request, reply, async (tx) => {
        if (!(await passwords.isCurrent(tx, credential))) throw wrong('The password was changed at this moment.');
        await setPassword(tx, credential.accountId, hashed);
        return credential.accountId;
      });
    },
  });

  app.route({
    method: 'POST',
    url: '/forgotten-password',
    schema: { body: ForgottenPassword, response: { 202: NoContent('A link is on its way, if the account exists.') } },
    handler: async (request, reply) => {
      if (sendLink === undefined)
        throw new ApiError('forbidden', 'This service sends no mail; ask its operator for a link.');
      await attempt('forgotten-password', request.ip, request.body.email);
      sendLink(request.body.email);
      return reply.code(202).send();
    },
  });

  app.route({
    method: 'POST',
    url: '/reset-password',
    schema: { body: PasswordReset, response: { 200: Session } },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      await attempt('sign-in', request.ip);
      if ((await links.find(token)) === undefined) throw noSuchLink();
      const hashed = await passwords.hash(password);
      return signIn(request, reply, async (tx) => {
        const accountId = await links.take(tx, token);
        if (accountId === undefined) throw noSuchLink();
        await setPassword(tx, accountId, hashed);
        return accountId;
      });
    },
  });

  /** Opens a session for the account that `prove` returns, and ends the browser's previous session. */
  async function signIn(request: FastifyRequest, reply: FastifyReply, prove: (tx: Queries) => Promise<number>) {
    const former = cookie.read(request);
    const session = await database.transaction(async (tx) => {
      const accountId = await prove(tx);
      if (former !== undefined) await sessions.end(tx, former);
      return sessions.open(tx, accountId);
    });
    const opened = await shown(session);
    cookie.write(request, reply, session.token, Math.ceil((session.endsMs - now()) / 1_000));
    browsers.remember(request, reply, opened.account.email);
    return opened;
  }

  /** Sets the password, and ends all sessions and links of the account. */
  async function setPassword(tx: Queries, accountId: number, hashed: string): Promise<void> {
    await passwords.set(tx, accountId, hashed);
    await sessions.endAll(tx, accountId);
    await links.removeAll(tx, accountId);
  }

  async function shown(session: OpenSession) {
    return { account: await accountOf(session), endsAt: timestamp(session.endsMs) };
  }

  async function accountOf({ accountId }: OpenSession): Promise<Account> {
    const account = await accounts.find(accountId);
    if (account === undefined) throw new Error('A session belongs to an account that does not exist.');
    return account;
  }
}

const challenge = { headers: { 'www-authenticate': 'Bearer realm="petstore"' } };

const wrong = (message: string): ApiError => new ApiError('invalid_credentials', message, challenge);

const notSignedIn = (): ApiError => new ApiError('not_signed_in', 'The session has ended; sign in again.', challenge);

const noSuchLink = (): ApiError =>
  new ApiError('password_link_not_found', 'The link was used or has expired; ask for another one.');
