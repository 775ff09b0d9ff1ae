import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { DueWork } from '../jobs/background.ts';
import { type Compose, type OnEnd, openMailDelivery, type Send } from '../mail/delivery.ts';
import { colorsOf } from '../mail/letter.ts';
import type { NotificationStore } from '../notifications/store.ts';
import { stagedMailRoutes } from '../staging/mails/routes.ts';
import { stagedMailStore } from '../staging/mails/store.ts';
import type { RealMoment } from '../time/clock.ts';
import { hexColor } from '../vocabulary/accent.ts';
import type { Core } from './core.ts';

/** How long a new mail waits at most: a visitor who reserves an animal looks for it at once. */
const pollMs = 200;

interface MailParts {
  /** How the mails of each kind are written. */
  readonly composers: Readonly<Record<string, Compose>>;
  readonly onEnd: Readonly<Record<string, OnEnd>>;
  readonly notices: Pick<NotificationStore, 'noteMailFailed'>;
}

/** Begins the sending of the mails that wait, if there is a mail server. Staging sends none, and shows them. */
export function buildMail(core: Core, { composers, onEnd, notices }: MailParts) {
  const { environment, settings, database, mails, now, realNow, background, lists, log } = core;
  const staged = stagedMailStore(database, { now, realNow });
  const isStaging = environment === 'staging';
  const { siteAccent } = settings;
  const send: Send | undefined = isStaging ? (mail, of) => staged.keep(mail, of) : core.sendMail;
  const sendSoon =
    send === undefined
      ? () => {}
      : background.every(
          pollMs,
          'the sending of mails',
          openMailDelivery({
            database,
            mails,
            composers,
            onEnd,
            onGivenUp: notices.noteMailFailed,
            send,
            colors: siteAccent === '' ? undefined : colorsOf(hexColor(siteAccent)),
            now,
            log,
          }),
        );
  const due: DueWork = {
    isBusy: () => mails.isBusy(Object.keys(composers)),
    next: async () => Infinity,
    wake: sendSoon,
  };
  return {
    due,
    sweep: (tx: Queries, nowMs: RealMoment): Promise<boolean> => staged.sweep(tx, nowMs),
    addRoutes: (v1: App): void => {
      if (isStaging) stagedMailRoutes(v1, { staged, lists });
    },
  };
}
