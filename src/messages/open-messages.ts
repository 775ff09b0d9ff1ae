import type { Database } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { App } from '../http/app.ts';
import type { MailStore } from '../mail/store.ts';
import type { Log } from '../telemetry/log.ts';
import { openDelivery } from './delivery.ts';
import { messageStore } from './store.ts';
import { type TemplateRouteParts, templateRoutes } from './templates/routes.ts';
import { templateStore } from './templates/store.ts';
import { ANSWER_MAIL, answerMail, noteAnswerMailed } from './threads/mails.ts';
import { type ThreadRouteParts, threadRoutes } from './threads/routes.ts';
import { threadStore } from './threads/store.ts';

type InboxParts = Omit<ThreadRouteParts & TemplateRouteParts, 'threads' | 'templates'>;

/** Messages, their delivery, and what their receivers do with them. */
export function openMessages(parts: {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => number;
  /** The real time in Unix milliseconds. */
  readonly wallNow: () => number;
  readonly newId: (prefix: string) => string;
  readonly log: Log;
  readonly mails: MailStore;
  /** The origin of the site. */
  readonly origin: string;
}) {
  const { database, outbox, now, wallNow, newId, log, mails, origin } = parts;
  const messages = messageStore(database, outbox, { now, wallNow, newId });
  return {
    messages,
    deliver: openDelivery({ database, messages, log }),
    composers: { [ANSWER_MAIL]: answerMail(database.read, origin) },
    onMailEnd: { [ANSWER_MAIL]: noteAnswerMailed },
    addInboxRoutes(v1: App, inbox: InboxParts): void {
      threadRoutes(v1, { ...inbox, threads: threadStore(database, { now, mails }) });
      templateRoutes(v1, { ...inbox, templates: templateStore(database) });
    },
  };
}
