import type { Database } from '../database/database.ts';
import { type Compose, type OnEnd, openMailDelivery } from '../mail/delivery.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { MailStore } from '../mail/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Background } from '../time/background.ts';

/** How long a new mail waits at most: a visitor who reserves an animal looks for it at once. */
const pollMs = 200;

/** Begins the sending of the mails that wait, if there is a mail server. */
export function openMail(parts: {
  readonly background: Background;
  readonly database: Database;
  readonly mails: MailStore;
  /** How the mails of each kind are written. */
  readonly composers: Readonly<Record<string, Compose>>;
  readonly onEnd: Readonly<Record<string, OnEnd>>;
  readonly send: SendMail | undefined;
  readonly now: () => number;
  readonly log: Log;
}): void {
  const { background, send } = parts;
  if (send !== undefined) background.every(pollMs, 'the sending of mails', openMailDelivery({ ...parts, send }));
}
