import { setTimeout } from 'node:timers/promises';
import type { Database, Queries } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Now } from '../time/clock.ts';
import { isMailbox } from '../vocabulary/text/address.ts';
import { mailOf, type Letter, type LetterColors } from './letter.ts';
import { type Mail, MailNotSent } from './mailer.ts';
import type { ClaimedMail, MailStore } from './store.ts';

/** Whose a mail is in staging, which shows it instead of sending it: an account's, an organization's, or the operators' alone. */
export interface About {
  readonly accountId?: number | undefined;
  readonly organizationId?: number | undefined;
}

type Composed = Omit<Mail, 'messageId' | 'subject' | 'text' | 'html'> & {
  readonly letter: Letter;
  readonly about?: About;
};

/** Writes the mail of a kind when it is sent, from what is stored then; undefined if there is nothing left to say. */
export type Compose = (subject: string) => Promise<Composed | undefined>;

/** Sends the mail, or in staging keeps it. @throws MailNotSent */
export type Send = (mail: Mail, of: About & { readonly kind: string }) => Promise<void>;

/** Called in the transaction that removes a mail of a kind: it was sent, or is given up. */
export type OnEnd = (tx: Queries, subject: string, isSent: boolean) => Promise<void>;

const sentAtOnce = 10;

/** Shorter than a claim, so that no other process sends the same mail meanwhile. */
const deadlineMs = 15_000;

const minuteMs = 60_000;
/** How long a mail waits after each attempt; after the last of these, always so long. */
const PAUSES_MS = [minuteMs / 2, 2 * minuteMs, 8 * minuteMs, 30 * minuteMs];
/** Later, what a mail reports is old, and its link may help nobody. */
const givenUpAfterMs = 12 * 60 * minuteMs;

/** How long a mail waits for its next attempt; undefined if there is none. */
export function pauseMs({ attempts, createdAtMs }: Pick<ClaimedMail, 'attempts' | 'createdAtMs'>, nowMs: number) {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0;
  return nowMs + pause - createdAtMs > givenUpAfterMs ? undefined : pause;
}

/**
 * Returns the background work that sends every waiting mail. A mail is claimed first and removed once the mail server has it, so that a mail
 * of a process that dies is sent by another one. Any number of processes may run this on one database.
 *
 * @param composers by kind. Mails of other kinds wait for a process that knows them
 * @param onEnd by kind, where somebody wants to know
 */
export function openMailDelivery(parts: {
  readonly database: Database;
  readonly mails: MailStore;
  readonly composers: Readonly<Record<string, Compose>>;
  readonly onEnd?: Readonly<Record<string, OnEnd>>;
  /** Called in the transaction that removes a mail which could not be sent. */
  readonly onGivenUp?: (tx: Queries, mail: ClaimedMail) => Promise<void>;
  readonly send: Send;
  /** Of the site; by default the service's own. */
  readonly colors?: LetterColors | undefined;
  readonly now: Now;
  readonly log: Log;
}): (stop: AbortSignal) => Promise<void> {
  const { database, mails, composers, onEnd, onGivenUp, send, colors, now, log } = parts;
  const kinds = Object.keys(composers);

  async function attempt({ id, kind, subject, createdAtMs }: ClaimedMail): Promise<boolean> {
    const composed = await composers[kind]?.(subject);
    if (composed === undefined || !isMailbox(composed.to)) return false;
    const { about, letter, ...mail } = composed;
    const headers = { ...mail.headers, 'Content-Language': letter.reader?.language ?? 'en' };
    const sending = send(
      { ...mail, ...mailOf(letter, colors), headers, messageId: `${kind}.${id}.${createdAtMs}` },
      { ...about, kind },
    );
    const late = new AbortController();
    const deadline = setTimeout(deadlineMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new MailNotSent({ code: 'ETIMEDOUT' });
    });
    // The loser of the race is not awaited.
    deadline.catch(() => {});
    sending.catch(() => {});
    await Promise.race([sending, deadline]).finally(() => late.abort());
    return true;
  }

  async function sendOne(claimed: ClaimedMail): Promise<void> {
    const { id, kind } = claimed;
    let waitMs: number | undefined;
    let isSent = false;
    let hasFailed = false;
    try {
      isSent = await attempt(claimed);
    } catch (err) {
      hasFailed = true;
      waitMs = err instanceof MailNotSent && err.isFinal ? undefined : pauseMs(claimed, now());
      if (waitMs === undefined) log.error({ err, id, kind }, 'a mail could not be sent and is given up');
      else log.warn({ err, id, kind }, 'a mail could not be sent; it will be tried again');
    }
    const wait = waitMs;
    await database.transaction(async (tx) => {
      if (wait !== undefined) await mails.postpone(tx, claimed, wait);
      else if (await mails.remove(tx, claimed)) {
        await onEnd?.[kind]?.(tx, claimed.subject, isSent);
        if (hasFailed) await onGivenUp?.(tx, claimed);
      }
    });
  }

  return async (stop) => {
    // Looking first needs no write lock.
    while (!stop.aborted && (await mails.hasDue(kinds))) {
      const claimed = await database.transaction((tx) => mails.claim(tx, kinds, sentAtOnce));
      await Promise.all(claimed.map(sendOne));
    }
  };
}
