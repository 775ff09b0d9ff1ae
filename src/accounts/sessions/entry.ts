import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queries } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { isOfPage } from '../../http/request.ts';
import type { PetStore } from '../../pets/store.ts';
import type { RealNow } from '../../time/clock.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { requireSignIn } from '../account-changes.ts';
import type { Closing } from '../closing.ts';
import type { InvitationStore } from '../invitations/store.ts';
import type { CachedPrincipals } from '../keys/principals.ts';
import type { AccountMail } from '../links/mail.ts';
import type { LinkStore } from '../links/store.ts';
import type { MembershipStore } from '../memberships/store.ts';
import type { Credential, PasswordStore } from '../passwords/store.ts';
import { orRefusal } from '../refusals.ts';
import type { Account } from '../schema.ts';
import type { AccountStore } from '../store.ts';
import type { Attempt, CountAttempt } from './attempts.ts';
import type { KnownBrowsers, SiteCookie } from './cookies.ts';
import type { Session } from './schema.ts';
import type { OpenSession, SessionStore } from './store.ts';

/** What the routes of `/session` use. */
export interface SessionParts {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly passwords: PasswordStore;
  readonly links: LinkStore;
  readonly invitations: InvitationStore;
  readonly memberships: MembershipStore;
  readonly pets: Pick<PetStore, 'count'>;
  readonly principals: Pick<CachedPrincipals, 'clear'>;
  readonly sessions: SessionStore;
  readonly cookie: SiteCookie;
  readonly browsers: KnownBrowsers;
  readonly attempt: CountAttempt;
  /** Undefined if the service sends no mail. */
  readonly mail: AccountMail | undefined;
  /** Whether owners confirm the addresses of their accounts. */
  readonly confirms: boolean;
  readonly closing: Closing;
  /** Called after an account was closed. */
  readonly onClosed: () => void;
  readonly now: RealNow;
}

/** A password, and the account that it is said to open. */
interface GivenPassword extends Pick<Attempt, 'proof'> {
  readonly email: string;
  readonly password: string;
}

/** Shared by the routes of `/session`: who is signed in, checked passwords, and new sessions. */
export type Entry = ReturnType<typeof openEntry>;

export function openEntry(parts: SessionParts) {
  const { database, accounts, passwords, sessions, cookie, browsers, attempt, now } = parts;

  async function accountOf({ accountId }: Pick<OpenSession, 'accountId'>, tx?: Queries): Promise<Account> {
    const account = await accounts.find(accountId, tx);
    if (account === undefined) throw new Error('A session belongs to an account that does not exist.');
    return account;
  }

  const find = (request: FastifyRequest): Promise<OpenSession | undefined> => sessions.use(cookie.read(request) ?? '');

  async function findOwn(request: FastifyRequest): Promise<OpenSession | undefined> {
    const session = await find(request);
    return session !== undefined && isOfPage(request, session.accountId) ? session : undefined;
  }

  /** The session of the page's account. @throws ApiError `not_signed_in` */
  async function currentSession(request: FastifyRequest): Promise<OpenSession> {
    const session = await findOwn(request);
    if (session === undefined) throw new ApiError('not_signed_in', 'The session has ended; sign in again.', challenge);
    return session;
  }

  async function shown(session: OpenSession): Promise<Session> {
    return { account: await accountOf(session), endsAt: timestamp(session.endsMs) };
  }

  return {
    accountOf,
    shown,

    /** The browser's session, also if the page takes another account for the one that is signed in; undefined without one. */
    find,

    /** The session of the page's account; undefined without one. */
    findOwn,

    currentSession,

    /** The account that is signed in. @throws ApiError `not_signed_in` */
    current: async (request: FastifyRequest): Promise<Account> => accountOf(await currentSession(request)),

    /** Counts the attempt. @throws ApiError `invalid_credentials` with the message, 429 */
    async check(request: FastifyRequest, given: GivenPassword, message: string): Promise<Credential> {
      const { email, password, proof = browsers.proof(request, email) } = given;
      await attempt('sign-in', { address: request.ip, email, proof });
      const credential = await passwords.check(email, password);
      if (credential === undefined) throw wrong(message);
      return credential;
    },

    /** Keeps the password as it was checked until the transaction ends. @throws ApiError `invalid_credentials` if it was changed */
    async requireCurrent(tx: Queries, credential: Credential): Promise<void> {
      if (!(await passwords.isCurrent(tx, credential))) throw wrong('The password was changed at this moment.');
    },

    /** Opens a session for the account that `prove` returns, and ends the browser's previous session. */
    async signIn(request: FastifyRequest, reply: FastifyReply, prove: (tx: Queries) => Promise<number>) {
      const former = cookie.read(request);
      const session = await database.transaction(async (tx) => {
        const accountId = await prove(tx);
        const account = await accountOf({ accountId }, tx);
        await orRefusal(() => requireSignIn(account));
        if (former !== undefined) await sessions.end(tx, former);
        return sessions.open(tx, accountId);
      });
      const opened = await shown(session);
      cookie.write(request, reply, session.token, Math.ceil((session.endsMs - now()) / 1_000));
      browsers.remember(request, reply, opened.account.email);
      return opened;
    },

    /** Ends the browser's session, unless somebody else has signed in since the page was opened. */
    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const session = await find(request);
      if (session !== undefined && !isOfPage(request, session.accountId)) return;
      const token = cookie.read(request);
      if (token !== undefined) await database.transaction((tx) => sessions.end(tx, token));
      cookie.clear(request, reply);
    },
  };
}

/** The password given by the signed-in user of the account. */
export const ofSession = ({ id, email }: Account, password: string): GivenPassword => ({
  email,
  password,
  proof: `session:${id}`,
});

/** A suspended account does not change. @throws ApiError `account_suspended` */
export function requireActive({ suspended }: Account): void {
  if (suspended) throw new ApiError('account_suspended', 'The account is suspended; ask the operator of this service.');
}

const challenge = { headers: { 'www-authenticate': 'Bearer realm="petstore"' } };

const wrong = (message: string): ApiError => new ApiError('invalid_credentials', message, challenge);
