import type { EventStore } from '../../events/store.ts';
import type { App } from '../../http/app.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { MessageStore } from '../../messages/store.ts';
import type { OrderStore } from '../../orders/store.ts';
import type { DueWork } from '../../time/background.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { type AdvancingParts, openAdvancing } from './advancing.ts';
import { testClockRoutes } from './routes.ts';
import { testClockStore } from './store.ts';

interface Parts extends Omit<AdvancingParts, 'clocks' | 'work'> {
  readonly effects: Effects;
  /** Waits so many milliseconds of the real time. */
  readonly wait: (ms: number) => Promise<void>;
  readonly events: EventStore;
  readonly orders: OrderStore;
  /** Writes the expiry of orders that is due. */
  readonly expireSoon: () => void;
  readonly messages: MessageStore;
  readonly deliverSoon: () => void;
  readonly deliveries: DueWork;
  /** Of animals that are hidden from a day on. */
  readonly leaving: DueWork;
}

/** Adds the routes of staging's clock, and begins the job that advances it. Does nothing in production. */
export function openTestClock(environment: Environment, parts: Parts): (v1: App) => void {
  if (environment === 'production') return () => {};
  const { database, orders, messages } = parts;
  const holds: DueWork = {
    isBusy: async () => (await orders.due(database.read, 1)).length > 0,
    next: (afterMs) => orders.nextHoldEnd(afterMs),
    wake: parts.expireSoon,
  };
  // A message is delivered at once: none waits for a time.
  const inbox: DueWork = {
    isBusy: async () => (await messages.waiting(1)) > 0,
    next: async () => Infinity,
    wake: parts.deliverSoon,
  };
  const clocks = testClockStore(database);
  const advancing = openAdvancing({ ...parts, clocks, work: [holds, parts.leaving, inbox, parts.deliveries] });
  return (v1) => testClockRoutes(v1, { ...parts, clocks, advancing });
}
