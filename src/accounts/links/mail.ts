import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { type Mail, MailNotSent, type SendMail } from '../../mail/mailer.ts';
import type { RandomBytes } from '../../secrets/token.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { isMailbox, normalizedEmail } from '../../vocabulary/text/address.ts';
import type { AccountStore } from '../store.ts';
import type { LinkStore } from './store.ts';

export interface AccountMailParts {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly links: LinkStore;
  readonly sendMail: SendMail;
  /** The origin of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
  readonly environment: Environment;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Rejects when the signal aborts. By default in real time. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How long a mail that the server does not take waits for its next attempts: in memory, because its link is a secret. */
const PAUSES_MS = [30_000, 300_000];

/** Mails to the owners of accounts. Each `send…` returns at once, so that no answer reveals whether an address has an account. */
export type AccountMail = ReturnType<typeof openAccountMail>;

export function openAccountMail(parts: AccountMailParts) {
  const { database, accounts, links, origin, environment, random, log } = parts;
  const { pause = (ms, signal) => setTimeout(ms, undefined, { signal }) } = parts;
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();
  const where = environment === 'staging' ? ' in staging' : '';

  function inBackground(mail: () => Promise<void>): void {
    const mailing = mail()
      .catch((err: unknown) => log.error({ err }, 'a mail about an account was not sent'))
      .finally(() => pending.delete(mailing));
    pending.add(mailing);
  }

  const sendMail = (mail: Mail, [pauseMs, ...later] = PAUSES_MS): Promise<void> =>
    parts.sendMail(mail).catch(async (error: unknown) => {
      if (pauseMs === undefined || (error instanceof MailNotSent && error.isFinal)) throw error;
      log.warn({ err: error }, 'a mail about an account is tried again');
      await pause(pauseMs, closing.signal).catch(() => {
        throw error;
      });
      await sendMail(mail, later);
    });

  /** The account of an address that somebody claims to have, after up to a second: no answer takes measurably longer because it exists. */
  async function claimed(email: string) {
    await setTimeout((random(1)[0] ?? 0) * 4);
    const account = await accounts.findByEmail(email);
    return account === undefined || !isMailbox(account.email) ? undefined : account;
  }

  async function confirmation(accountId: number, email: string): Promise<void> {
    const link = { accountId, kind: 'confirmation', email } as const;
    const { path } = await database.transaction((tx) => links.make(tx, link));
    await sendMail({
      to: email,
      subject: `Confirm your address for Petstore${where}`,
      text: `Somebody, most likely you, gave this address for an account${where} at ${origin}.

Confirm it here within seven days. The page asks for the password of the account:

${origin}${path}

If it was not you, do nothing: without your confirmation nobody can use your address.
`,
    });
  }

  return {
    /** Mails a link that sets a new password, if the email has an account. */
    sendPasswordLink: (email: string) =>
      inBackground(async () => {
        const account = await claimed(email);
        if (account === undefined) return;
        const { path } = await database.transaction((tx) => links.make(tx, { accountId: account.id, kind: 'mailed' }));
        await sendMail({
          to: account.email,
          subject: `Set a new password for Petstore${where}`,
          text: `Somebody, most likely you, asked for a new password for the account ${account.email}${where} at ${origin}.

Set it here within 24 hours; the link works once:

${origin}${path}

If it was not you, do nothing: your password stays as it is.
`,
        });
      }),

    /** Mails a link that confirms the address again, if an account of the email awaits that. */
    sendConfirmation: (email: string) =>
      inBackground(async () => {
        const account = await claimed(email);
        if (account?.awaiting === 'confirmation') await confirmation(account.id, account.email);
      }),

    /** Mails a link that makes this the confirmed address of the account. */
    sendConfirmationTo: (accountId: number, email: string) =>
      inBackground(() => confirmation(accountId, normalizedEmail(email))),

    /** Notifies the former address of an account that the address changed. */
    tellFormerAddress: (email: string) =>
      inBackground(async () => {
        if (!isMailbox(email)) return;
        await sendMail({
          to: email,
          subject: `Your Petstore account${where} has another address`,
          text: `The account with this address${where} at ${origin} has another address from now on.

If it was not you who changed it, tell the operator of the service at once.
`,
        });
      }),

    /** Mails an invitation to an organization. @param path of the page that accepts it, with the token */
    sendInvitation: (email: string, organization: string, path: string) =>
      inBackground(() =>
        sendMail({
          to: email,
          subject: `Join ${organization} on Petstore${where}`,
          text: `${organization} invites you to take care of its animals on Petstore${where}.

Join it here within seven days; the link works once, for this address:

${origin}${path}

If you do not know ${organization}, do nothing.
`,
        }),
      ),

    /** Resolves when every mail is sent or has failed. None is tried again. */
    async close() {
      closing.abort();
      await Promise.all(pending);
    },
  };
}
