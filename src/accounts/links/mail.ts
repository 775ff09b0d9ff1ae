import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { SendMail } from '../../mailer.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { RandomBytes } from '../keys/api-key.ts';
import type { AccountStore } from '../store.ts';
import { linkPath, type LinkStore } from './store.ts';

export interface LinkMail {
  /** Mails a link to whoever has an account with this address. It returns at once, which tells nobody whether there is one. */
  send(email: string): void;
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

export function openLinkMail(parts: {
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly links: LinkStore;
  readonly sendMail: SendMail;
  /** Where the pages are, such as `https://pets.shelter.example`. */
  readonly origin: string;
  readonly environment: Environment;
  readonly random: RandomBytes;
  readonly log: Log;
}): LinkMail {
  const { database, accounts, links, sendMail, origin, environment, random, log } = parts;
  const underWay = new Set<Promise<void>>();

  async function mail(email: string): Promise<void> {
    // At a moment that nobody knows: neither this answer nor the next takes longer where there is an account.
    await setTimeout((random(1)[0] ?? 0) * 4);
    const account = await accounts.findByEmail(email);
    // What is nobody's address here, as `operator@localhost`, may be somebody's at the mail server.
    if (account === undefined || !/\.[^@]+$/.test(account.email)) return;
    const { token } = await database.transaction((tx) => links.make(tx, account.id));
    const where = environment === 'staging' ? ' in staging' : '';
    await sendMail({
      to: account.email,
      subject: `Set a new password for Petstore${where}`,
      text: `Somebody, most likely you, asked for a new password for the account ${account.email}${where} at ${origin}.

Set it here, within 24 hours; the link works once:

${origin}${linkPath(token)}

If it was not you, do nothing: your password stays as it is.
`,
    });
  }

  return {
    send(email) {
      const mailing = mail(email)
        .catch((err: unknown) => log.error({ err }, 'a link could not be mailed'))
        .finally(() => underWay.delete(mailing));
      underWay.add(mailing);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}
