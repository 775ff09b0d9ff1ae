import { type Compose, type OnEnd, openMailDelivery } from '../mail/delivery.ts';
import type { Core } from './core.ts';

/** How long a new mail waits at most: a visitor who reserves an animal looks for it at once. */
const pollMs = 200;

interface MailParts {
  /** How the mails of each kind are written. */
  readonly composers: Readonly<Record<string, Compose>>;
  readonly onEnd: Readonly<Record<string, OnEnd>>;
}

/** Begins the sending of the mails that wait, if there is a mail server. */
export function buildMail(core: Core, { composers, onEnd }: MailParts): void {
  const { database, mails, now, background, sendMail: send, log } = core;
  if (send === undefined) return;
  const deliver = openMailDelivery({ database, mails, composers, onEnd, send, now, log });
  background.every(pollMs, 'the sending of mails', deliver);
}
