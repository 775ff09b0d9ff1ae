import { type Signal, signal } from '@preact/signals';
import type { Order } from '../../../../client/src/petstore.ts';
import { keep, kept } from '../../data/kept.ts';
import type { MoveName } from './order-lists.ts';

/** What the parts of the page share. It stays the same while the page shows the same lists. */
export interface Desk {
  /** The address of an order, beside the same lists. */
  readonly addressOf: (orderId?: number) => string;
  /** Shows the current state of an order. */
  readonly put: (order: Order) => void;
  /** Asks what to say with a transition, and makes it. */
  readonly ask: (order: Order, move: MoveName) => void;
}

/** Board: a column for each status. List: one table, in which several orders can be selected. */
export type View = 'board' | 'list';

const key = 'petstore-orders-view';

export const view: Signal<View> = signal(kept(key) === 'list' ? 'list' : 'board');

/** Remembers the choice. */
export function chooseView(chosen: View): void {
  view.value = chosen;
  keep(key, chosen);
}
