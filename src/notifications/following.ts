import type { Database } from '../database/database.ts';
import type { EventStore, StoredEvent } from '../events/store.ts';
import type { Application } from '../orders/applications/schema.ts';
import type { Order } from '../orders/schema.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { type Notice, type NotificationStore, OPERATORS } from './store.ts';

const stepEvents = 500;
const hourMs = 3_600_000;
/** What happened earlier, while no mail was sent, is not news. */
const newsMs = 24 * hourMs;
const BEFORE_END_MS = 3 * hourMs;
/** A visit lasts an hour: see the entry in the adopter's calendar. */
const VISIT_MS = hourMs;

interface Told<Data> {
  readonly timestamp: string;
  readonly actor?: Actor;
  readonly data: Data;
}

/**
 * Follows the events of orders, applications and messages, and notes what members are to be told, now and later: every notice of a hold or of a visit
 * is noted when it begins, and is checked against the order when it is due. So nothing looks through orders.
 */
export function openFollowing(parts: {
  readonly database: Database;
  readonly events: Pick<EventStore, 'after' | 'last'>;
  readonly notifications: NotificationStore;
  readonly now: Now;
}) {
  const { database, events, notifications, now } = parts;
  return {
    /** The job. */
    async follow(stop: AbortSignal): Promise<void> {
      while (!stop.aborted) {
        const from = await notifications.position();
        const step = await events.after(from, stepEvents);
        const last = step.at(-1);
        if (last === undefined) return;
        const notices = step.flatMap(noticesOf).filter(({ dueMs }) => dueMs > now() - newsMs);
        await database.transaction((tx) => notifications.note(tx, from, last.sequence, notices));
      }
    },
    isBehind: async (): Promise<boolean> => (await events.last()) > (await notifications.position()),
  };
}

function noticesOf({ kind, body, accountId, organizationId }: StoredEvent): Notice[] {
  if (kind === 'message.delivered') {
    const { data, timestamp } = JSON.parse(body) as Told<{ readonly id: string }>;
    const dueMs = Date.parse(timestamp);
    return [{ kind: 'message', organizationId: organizationId ?? OPERATORS, subject: data.id, accountId: null, dueMs }];
  }
  if (organizationId === null || !/^(order|application)[.]/.test(kind)) return [];
  const { data, actor, timestamp } = JSON.parse(body) as Told<Order | Application>;
  const about = { organizationId, subject: String(data.id), accountId: null };
  const atMs = Date.parse(timestamp);
  // No account is a side of what a colleague has placed at the desk.
  const isOwn = accountId === null && actor?.type !== 'visitor';
  if (kind === 'application.submitted') return isOwn ? [] : [{ ...about, kind: 'application', dueMs: atMs }];
  if (kind === 'application.withdrawn') {
    const isByApplicant = actor?.type === 'visitor' || (actor?.type === 'account' && actor.accountId === accountId);
    return isByApplicant ? [{ ...about, kind: 'application_withdrawn', dueMs: atMs }] : [];
  }
  const order = data as Order;
  if (kind === 'order.placed') {
    const endMs = Date.parse(order.expiresAt);
    return [
      ...(isOwn ? [] : [{ ...about, kind: 'order' as const, dueMs: atMs }]),
      { ...about, kind: 'hold_half', dueMs: Math.round((atMs + endMs) / 2) },
      // A hold that is that short has been told just now.
      ...(endMs - BEFORE_END_MS > atMs
        ? [{ ...about, kind: 'hold_ending' as const, dueMs: endMs - BEFORE_END_MS }]
        : []),
    ];
  }
  if (kind === 'order.approved' && order.visitAt !== undefined)
    return [{ ...about, kind: 'visit_passed', dueMs: Date.parse(order.visitAt) + VISIT_MS }];
  return kind === 'order.cancelled' && actor?.type === 'visitor' ? [{ ...about, kind: 'cancelled', dueMs: atMs }] : [];
}
