import { useCallback, useEffect } from 'preact/hooks';
import type { Order, OrderCounts, OrderStatus } from '../../../../client/src/petstore.ts';
import { MOST_COUNTED_ORDERS } from '../../../../src/vocabulary/order-lifecycle.ts';
import { isFirstLoad } from '../../data/list.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { ListParts } from '../../design/data/parts/list-parts.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { needAnimals } from '../animals/known-animals.ts';
import { ADOPTION_STATES } from '../words.ts';
import { OrderItem } from './order-card.tsx';
import type { Desk, OrderList } from './order-lists.ts';

export const COLUMNS = ['placed', 'approved', 'delivered'] as const satisfies readonly OrderStatus[];

const WORDS = {
  placed: { about: 'Waiting for approval, soonest to expire first', empty: 'Nothing to approve.' },
  approved: { about: 'Approved, and waiting to be picked up', empty: 'Nobody is ready to go home.' },
  delivered: { about: 'Adopted', empty: 'None went home yet.' },
} as const;

interface BoardProps {
  /** In the order of the columns. */
  readonly lists: readonly OrderList[];
  readonly desk: Desk;
  /** Undefined while they are not known, or do not count what is shown. */
  readonly counts: OrderCounts | undefined;
  /** Whether only what a search finds is shown. */
  readonly isSearch: boolean;
  readonly shown: number | undefined;
}

/** A column for each status. Each scrolls, and reads further pages, by itself. */
export const Board = ({ lists, counts, ...shared }: BoardProps) => (
  <div class="orders-board">
    {COLUMNS.map((status, place) => {
      const list = lists[place];
      return (
        list !== undefined && <Column key={status} status={status} orders={list} count={counts?.[status]} {...shared} />
      );
    })}
  </div>
);

interface ColumnProps extends Omit<BoardProps, 'lists' | 'counts'> {
  readonly status: (typeof COLUMNS)[number];
  readonly orders: OrderList;
  readonly count: number | undefined;
}

function Column({ status, orders: { list }, desk, count, isSearch, shown }: ColumnProps) {
  const { about, empty } = WORDS[status];
  const items = list.items.value;
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
  const render = useCallback(
    (part: readonly Order[]) =>
      part.map((order) => <OrderItem key={order.id} order={order} desk={desk} isCurrent={order.id === shown} />),
    [desk, shown],
  );
  const isFirst = isFirstLoad(list);
  const headId = `orders-${status}`;
  const isKnown = items.length > 0 || !list.hasMore.value;
  return (
    <section class="orders-column" data-status={status} aria-labelledby={headId} aria-busy={isFirst}>
      <header class="orders-column-head">
        <h2 id={headId}>
          {ADOPTION_STATES[status].title}{' '}
          {isKnown && (
            <span class="orders-count numbers">
              {count === undefined ? `${items.length}${list.hasMore.value ? '+' : ''}` : countText(count)}
            </span>
          )}
        </h2>
        <p class="quiet tiny">{about}</p>
      </header>
      <div class="orders-scroll" data-scroller role="group" aria-labelledby={headId} tabIndex={0}>
        {isFirst && <Skeleton height="9rem" />}
        {items.length === 0 && !list.hasMore.value && <p class="nothing">{isSearch ? 'No adoptions match.' : empty}</p>}
        <ListParts items={items} render={render} />
        <ListEnd list={list} isEndless />
      </div>
    </section>
  );
}

const countText = (count: number): string =>
  count < MOST_COUNTED_ORDERS ? numberText(count) : `${numberText(MOST_COUNTED_ORDERS)}+`;
