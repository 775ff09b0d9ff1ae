import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { SendMail } from '../../mail/mailer.ts';
import { type AccountMailParts, openAccountMail } from '../links/mail.ts';
import type { Account } from '../schema.ts';
import { attemptCounter } from './attempts.ts';
import { siteCookie } from './cookie.ts';
import { knownBrowsers } from './known-browsers.ts';
import { sessionPrincipals } from './principals.ts';
import { type SessionRouteParts, sessionRoutes } from './routes.ts';
import { sessionStore } from './store.ts';

/** The parts of the routes and of the mails, except those that are built here. */
export interface SignInParts
  extends
    Omit<SessionRouteParts, 'sessions' | 'cookie' | 'browsers' | 'attempt' | 'mail' | keyof ClosingHandlers>,
    Omit<AccountMailParts, 'sendMail'> {
  readonly limiter: Limiter;
  /** Signs the cookies of known browsers. */
  readonly browserSecret: Uint8Array;
  /** Undefined if the service sends no mail. */
  readonly sendMail: SendMail | undefined;
}

/** What closing an account needs, which is built later. */
type ClosingHandlers = Pick<SessionRouteParts, 'closing' | 'onClosed'>;

/** Builds everything that signing in needs: sessions, their cookies, the limits on guessing, and mails to owners of accounts. */
export function openSignIn(parts: SignInParts) {
  const { database, accounts, links, limiter, environment, now, random, browserSecret, log, sendMail } = parts;
  const cookie = siteCookie(`petstore-${environment}`);
  const browsers = knownBrowsers(siteCookie(`petstore-${environment}-browser`), browserSecret, random);
  const onError = (err: unknown) => log.error({ err }, 'the use of a session could not be written');
  const sessions = sessionStore(database, { now, random, onError });
  const attempt = attemptCounter(limiter);
  const mail = sendMail === undefined ? undefined : openAccountMail({ ...parts, sendMail });
  return {
    /** Holds the token of a session. */
    cookie,
    principals: sessionPrincipals(accounts, sessions),
    addRoutes: (app: App, handlers: ClosingHandlers): void =>
      sessionRoutes(app, { ...parts, ...handlers, sessions, cookie, browsers, attempt, mail }),
    /** Mails a new account the link that confirms its address. */
    confirmAddress: ({ id, email }: Pick<Account, 'id' | 'email'>): void => mail?.sendConfirmationTo(id, email),
    /** Undefined if the service sends no mail. */
    sendInvitation: mail?.sendInvitation,
    /** Deletes expired links, and a bounded number of ended sessions. Returns whether there may be more. */
    async sweep(tx: Queries, nowMs: number): Promise<boolean> {
      await links.sweep(tx, nowMs);
      return sessions.sweep(tx, nowMs);
    },
    async close() {
      await mail?.close();
    },
  };
}
