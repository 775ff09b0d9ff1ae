import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { Background, DueWork } from '../jobs/background.ts';
import { openDelivery } from '../messages/delivery.ts';
import { messageRoutes } from '../messages/routes.ts';
import { messageStore } from '../messages/store.ts';
import { templateRoutes } from '../messages/templates/routes.ts';
import { templateStore } from '../messages/templates/store.ts';
import { ANSWER_MAIL, answerMail, noteAnswerMailed } from '../messages/threads/mails.ts';
import { threadRoutes } from '../messages/threads/routes.ts';
import { threadStore } from '../messages/threads/store.ts';
import type { NotificationStore } from '../notifications/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Core } from './core.ts';

type MessageParts = Pick<Core, 'database' | 'outbox' | 'now' | 'realNow' | 'newId' | 'accounts' | 'organizations'> &
  Pick<Core, 'mails' | 'lists' | 'scans' | 'effects' | 'log' | 'origin'> & {
    readonly background: Pick<Background, 'every'>;
  };

/** Messages, their delivery, and what their receivers do with them. */
export function buildMessages(core: MessageParts, { pets }: { readonly pets: PetStore }) {
  const { database, outbox, now, realNow, newId, accounts, organizations, mails, log } = core;
  const { lists, scans, effects } = core;
  const messages = messageStore(database, outbox, { now, realNow, newId });
  const deliver = openDelivery({ database, messages, log });
  const threads = threadStore(database, { now, mails });
  const deliverSoon = core.background.every(1_000, 'the delivery of messages', deliver);
  // A message is delivered at once: none waits for a time.
  const due: DueWork = {
    isBusy: async () => (await messages.waiting(1)) > 0,
    next: async () => Infinity,
    wake: deliverSoon,
  };
  return {
    due,
    /** Removes the messages that the account sent, or visitors with its keys, and the answers to them. */
    removeAllOf: (tx: Queries, accountId: number): Promise<void> => messages.removeOf(tx, accountId),
    threads,
    written: { messages, onAccepted: deliverSoon },
    waiting: (most: number): Promise<number> => messages.waiting(most),
    composers: { [ANSWER_MAIL]: answerMail(database.read, core.origin) },
    onMailEnd: { [ANSWER_MAIL]: noteAnswerMailed },
    addRoutes: (app: App): void => messageRoutes(app, { messages, pets, lists, effects, onAccepted: deliverSoon }),
    addInboxRoutes(v1: App, { noteAssigned }: Pick<NotificationStore, 'noteAssigned'>): void {
      threadRoutes(v1, { accounts, organizations, lists, scans, effects, threads, noteAssigned });
      templateRoutes(v1, { organizations, lists, effects, templates: templateStore(database) });
    },
  };
}
