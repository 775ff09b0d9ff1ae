import type { Database, Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import type { Principals } from '../../http/principal.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { SendMail } from '../../mailer.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { credentialStore } from '../credential-store.ts';
import type { RandomBytes } from '../keys/api-key.ts';
import { openLinkMail } from '../links/mail.ts';
import type { LinkStore } from '../links/store.ts';
import type { AccountStore } from '../store.ts';
import { attemptCounter } from './attempts.ts';
import { type SiteCookie, siteCookie } from './cookie.ts';
import { knownBrowsers } from './known-browsers.ts';
import { sessionPrincipals } from './principals.ts';
import { sessionRoutes } from './routes.ts';
import { sessionStore } from './store.ts';

export interface SignInParts {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly links: LinkStore;
  readonly limiter: Limiter;
  readonly environment: Environment;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
  /** It marks the browsers in which somebody has signed in. */
  readonly browserSecret: Uint8Array;
  readonly log: Log;
  /** Undefined where there is no mail server. */
  readonly sendMail: SendMail | undefined;
  /** Where people reach the pages, such as `https://pets.shelter.example`. */
  readonly origin: string;
}

export interface SignIn {
  /** It holds the token of a session. */
  readonly cookie: SiteCookie;
  /** Whose a session is. Looking it up so is a use of it. */
  readonly principals: Principals;
  /** The same, and no use of it: a page that is left open does not keep its session alive. */
  readonly onlookers: Principals;
  addRoutes(app: App): void;
  /** Forgets what has ended, a bounded number of rows at once. Says whether there may be more. */
  sweep(tx: Queries): Promise<boolean>;
  close(): Promise<void>;
}

/** All that signing in is made of: passwords, sessions, and links for those who have no password. */
export function openSignIn(parts: SignInParts): SignIn {
  const { database, accounts, links, limiter, environment, now, random, browserSecret, log, sendMail } = parts;
  const cookie = siteCookie(`petstore-${environment}`);
  const browsers = knownBrowsers(siteCookie(`petstore-${environment}-browser`), browserSecret, random);
  const credentials = credentialStore(database, random);
  const onError = (err: unknown) => log.error({ err }, 'the use of a session could not be written down');
  const sessions = sessionStore(database, { now, random, onError });
  const attempt = attemptCounter(limiter);
  const mail = sendMail === undefined ? undefined : openLinkMail({ ...parts, sendMail });
  const sendLink = mail === undefined ? undefined : (email: string) => mail.send(email);
  return {
    cookie,
    principals: sessionPrincipals(accounts, (token) => sessions.use(token)),
    onlookers: sessionPrincipals(accounts, (token) => sessions.find(token)),
    addRoutes: (app) =>
      sessionRoutes(app, { ...parts, credentials, sessions, links, cookie, browsers, attempt, sendLink }),
    async sweep(tx) {
      await links.sweep(tx);
      return sessions.sweep(tx);
    },
    async close() {
      await mail?.close();
    },
  };
}
