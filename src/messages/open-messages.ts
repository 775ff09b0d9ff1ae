import type { Database } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { App } from '../http/app.ts';
import type { Log } from '../telemetry/log.ts';
import { openDelivery } from './delivery.ts';
import { messageStore } from './store.ts';
import { type TemplateRouteParts, templateRoutes } from './templates/routes.ts';
import { templateStore } from './templates/store.ts';
import { type ThreadRouteParts, threadRoutes } from './threads/routes.ts';
import { threadStore } from './threads/store.ts';

type InboxParts = Omit<ThreadRouteParts & TemplateRouteParts, 'threads' | 'templates'>;

/** Messages, their delivery, and what their receivers do with them. */
export function openMessages(parts: {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly log: Log;
}) {
  const { database, outbox, now, newId, log } = parts;
  const messages = messageStore(database, outbox, { now, newId });
  return {
    messages,
    deliver: openDelivery({ database, messages, log }),
    addInboxRoutes(v1: App, inbox: InboxParts): void {
      threadRoutes(v1, { ...inbox, threads: threadStore(database, now) });
      templateRoutes(v1, { ...inbox, templates: templateStore(database) });
    },
  };
}
