import { randomBytes } from 'node:crypto';
import type { CachedPrincipals } from '../accounts/keys/principals.ts';
import { openAccountMail } from '../accounts/links/mail.ts';
import type { Account } from '../accounts/schema.ts';
import { attemptCounter } from '../accounts/sessions/attempts.ts';
import { knownBrowsers, siteCookie } from '../accounts/sessions/cookies.ts';
import type { SessionParts } from '../accounts/sessions/entry.ts';
import { sessionPrincipals } from '../accounts/sessions/principals.ts';
import { sessionRoutes } from '../accounts/sessions/routes.ts';
import { sessionStore } from '../accounts/sessions/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { PetStore } from '../pets/store.ts';
import { confirmsAddresses } from '../settings/settings.ts';
import type { RealMoment } from '../time/clock.ts';
import type { Core } from './core.ts';

/** What closing an account needs, which is built later. */
type ClosingHandlers = Pick<SessionParts, 'closing' | 'onClosed'>;

/** Signing in: sessions, their cookies, the limits on guessing, and mails to the owners of accounts. */
export function buildSessions(
  core: Core,
  { pets, principals }: { readonly pets: PetStore; readonly principals: CachedPrincipals },
) {
  const { environment, settings, database, accounts, links, log, origin, sendMail } = core;
  const { now } = core.realClock;
  const random = randomBytes;
  const cookie = siteCookie(`petstore-${environment}`);
  const browserCookie = siteCookie(`petstore-${environment}-browser`);
  const onError = (err: unknown) => log.error({ err }, 'the use of a session could not be written');
  const sessions = sessionStore(database, { now, random, onError });
  const mail = sendMail && openAccountMail({ database, accounts, links, sendMail, origin, environment, random, log });
  return {
    /** Holds the token of a session. */
    cookie,
    principals: sessionPrincipals(accounts, sessions),
    addRoutes: (app: App, { closing, onClosed }: ClosingHandlers): void =>
      sessionRoutes(app, {
        database,
        accounts,
        invitations: core.invitations,
        memberships: core.memberships,
        passwords: core.passwords,
        links,
        pets,
        principals,
        sessions,
        cookie,
        browsers: knownBrowsers(browserCookie, core.secrets.ofService.browser_secret, random),
        attempt: attemptCounter(core.limiter),
        mail,
        confirms: confirmsAddresses(environment, settings),
        closing,
        onClosed,
        now,
      }),
    /** Mails a new account the link that confirms its address. */
    confirmAddress: ({ id, email }: Pick<Account, 'id' | 'email'>): void => mail?.sendConfirmationTo(id, email),
    /** Undefined if the service sends no mail. */
    sendInvitation: mail?.sendInvitation,
    /** Deletes expired links, and a bounded number of ended sessions. Returns whether there may be more. */
    async sweep(tx: Queries, nowMs: RealMoment): Promise<boolean> {
      await links.sweep(tx, nowMs);
      return sessions.sweep(tx, nowMs);
    },
    async close() {
      await mail?.close();
    },
  };
}
