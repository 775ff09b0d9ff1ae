import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { SendMail } from '../../mailer.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { AccountStore } from '../store.ts';
import type { RandomBytes } from '../token.ts';
import type { LinkStore } from './store.ts';

export interface LinkMailParts {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly links: LinkStore;
  readonly sendMail: SendMail;
  /** The origin of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
  readonly environment: Environment;
  readonly random: RandomBytes;
  readonly log: Log;
}

export function openLinkMail(parts: LinkMailParts) {
  const { database, accounts, links, sendMail, origin, environment, random, log } = parts;
  const pending = new Set<Promise<void>>();

  async function mail(email: string): Promise<void> {
    // A random delay of up to a second: no answer takes measurably longer because an account exists.
    await setTimeout((random(1)[0] ?? 0) * 4);
    const account = await accounts.findByEmail(email);
    // An address without a domain, such as `operator@localhost`, may be a mailbox of the mail server.
    if (account === undefined || !/\.[^@]+$/.test(account.email)) return;
    const { path } = await database.transaction((tx) => links.make(tx, account.id));
    const where = environment === 'staging' ? ' in staging' : '';
    await sendMail({
      to: account.email,
      subject: `Set a new password for Petstore${where}`,
      text: `Somebody, most likely you, asked for a new password for the account ${account.email}${where} at ${origin}.

Set it here within 24 hours; the link works once:

${origin}${path}

If it was not you, do nothing: your password stays as it is.
`,
    });
  }

  return {
    /** Mails a link if the email has an account. Returns at once, so that the answer does not reveal whether it has one. */
    send(email: string): void {
      const mailing = mail(email)
        .catch((err: unknown) => log.error({ err }, 'a password link could not be mailed'))
        .finally(() => pending.delete(mailing));
      pending.add(mailing);
    },
    /** Resolves when every mail is sent or has failed. */
    async close() {
      await Promise.all(pending);
    },
  };
}
