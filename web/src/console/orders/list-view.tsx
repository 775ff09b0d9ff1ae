import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order, RefusedOrder } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { isFirstLoad } from '../../data/list.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import '../../design/data/table.css';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import type { Desk } from './desk.ts';
import { ListPart, partsOf } from './long-list.tsx';
import { MOVES } from './moves.ts';
import { AdopterOf, AnimalOf, WhenOf } from './order-card.tsx';
import { type MoveName, movesOf, needAnimals, type OrderList } from './order-lists.ts';

export interface ListViewProps {
  readonly orders: OrderList;
  readonly desk: Desk;
  readonly shown: number | undefined;
  readonly onChanged: () => void;
}

/** The highest number of orders in one request. */
const ordersAtOnce = 50;

/** Orders as a table, of which several can be changed at once. */
export function ListView({ orders: { list }, desk, shown, onChanged }: ListViewProps): JSX.Element {
  const items = list.items.value;
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<readonly RefusedOrder[]>([]);
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
  const chosen = items.filter((order) => selected.has(order.id) && movesOf(order).length > 0);
  const render = useCallback(
    (part: readonly Order[]) =>
      part.map((order) => (
        <Row
          key={order.id}
          order={order}
          desk={desk}
          isCurrent={order.id === shown}
          isSelected={selected.has(order.id)}
          onSelected={(isOn) =>
            select((known) => new Set(isOn ? [...known, order.id] : [...known].filter((id) => id !== order.id)))
          }
        />
      )),
    [desk, shown, selected],
  );
  const changeable = items.filter((order) => movesOf(order).length > 0);
  const isAll = changeable.length > 0 && changeable.every(({ id }) => selected.has(id));
  return (
    <>
      <div class="orders-bulk" role="group" aria-label="Selected orders">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={isAll}
            disabled={changeable.length === 0}
            onChange={() => select(isAll ? new Set() : new Set(changeable.map(({ id }) => id)))}
          />
          <span>{chosen.length === 0 ? 'Select all shown' : countOf(chosen.length, 'selected')}</span>
        </label>
        {chosen.length > 0 && (
          <BulkMoves
            orders={chosen}
            onDone={(failed) => {
              setRefused(failed);
              select(new Set());
              void list.reload();
              onChanged();
            }}
          />
        )}
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <div class="console-note orders-refused">
            <p>{countOf(refused.length, 'could not be changed')}:</p>
            <ul>
              {refused.map(({ orderId, message }) => (
                <li key={String(orderId)}>
                  <Link href={desk.addressOf(Number(orderId))}>Order {String(orderId)}</Link>:{' '}
                  {message.replaceAll('`', '')}
                </li>
              ))}
            </ul>
            <Button size="s" kind="quiet" onClick={() => setRefused([])}>
              Dismiss
            </Button>
          </div>
        )}
      </div>
      <Card isFlush>
        {items.length === 0 && !list.hasMore.value ? (
          <p class="orders-none quiet">No orders match.</p>
        ) : (
          <div
            class="table-frame orders-rows"
            role="region"
            aria-label="Orders"
            tabIndex={0}
            aria-busy={list.isLoading.value}
          >
            <table class="table">
              <caption class="visually-hidden">Orders</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="visually-hidden">Select</span>
                  </th>
                  {COLUMNS.map((header) => (
                    <th key={header} scope="col">
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              {partsOf(items).map((part, place) => (
                <ListPart key={place} items={part} columns={COLUMNS.length + 1} render={render} />
              ))}
            </table>
          </div>
        )}
        {isFirstLoad(list) && <Skeleton height="16rem" />}
        <ListEnd list={list} />
      </Card>
    </>
  );
}

const COLUMNS = ['Animal', 'Adopter', 'Status', 'Placed'] as const;

interface RowProps {
  readonly order: Order;
  readonly desk: Desk;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onSelected: (isSelected: boolean) => void;
}

const Row = ({ order, desk, isCurrent, isSelected, onSelected }: RowProps): JSX.Element => (
  <tr>
    <td data-header="">
      <input
        type="checkbox"
        class="orders-check"
        aria-label={`Select order ${order.id}`}
        checked={isSelected}
        disabled={movesOf(order).length === 0}
        onChange={({ currentTarget }) => onSelected(currentTarget.checked)}
      />
    </td>
    <td data-header="Animal">
      <div id={`order-${order.id}`} tabIndex={-1}>
        <AnimalOf order={order} href={desk.addressOf(order.id)} isCurrent={isCurrent} />
      </div>
    </td>
    <td data-header="Adopter">
      <AdopterOf order={order} />
    </td>
    <td data-header="Status">
      <WhenOf order={order} />
    </td>
    <td data-header="Placed">
      <Time at={order.createdAt} />
    </td>
  </tr>
);

const countOf = (count: number, what: string): string => `${count} ${count === 1 ? 'order' : 'orders'} ${what}`;

interface BulkMovesProps {
  readonly orders: readonly Order[];
  readonly onDone: (refused: readonly RefusedOrder[]) => void;
}

/** What can be done with at least one of the orders. */
function BulkMoves({ orders, onDone }: BulkMovesProps): JSX.Element {
  const [asking, ask] = useState<MoveName>();
  const act = useAction(async (move: MoveName) => {
    const orderIds = orders.map(({ id }) => id);
    let changed = 0;
    const refused: RefusedOrder[] = [];
    for (let at = 0; at < orderIds.length; at += ordersAtOnce) {
      const some = orderIds.slice(at, at + ordersAtOnce);
      const result = await petstore.orders.changeSeveral({ action: move, orderIds: some });
      changed += result.orderIds.length;
      refused.push(...result.refused);
    }
    ask(undefined);
    tell(`${changed === 1 ? '1 order was' : `${changed} orders were`} ${MOVES[move].done}.`);
    onDone(refused);
  });
  const moves = (['approve', 'deliver', 'cancel', 'return'] as const).filter((move) =>
    orders.some((order) => movesOf(order).includes(move)),
  );
  return (
    <div class="order-moves">
      {moves.map((move) => (
        <Button key={move} size="s" kind={move === 'cancel' ? 'quiet' : 'secondary'} onClick={() => ask(move)}>
          {MOVES[move].verb} selected
        </Button>
      ))}
      <ErrorNotice error={asking === undefined ? act.error : undefined} />
      {asking !== undefined && (
        <Confirm
          title={`${MOVES[asking].verb} ${countOf(orders.length, '').trim()}?`}
          verb={`${MOVES[asking].verb} ${orders.length}`}
          otherwise="Not now"
          isDangerous={asking === 'cancel'}
          action={{ ...act, run: () => act.run(asking) }}
          onClose={() => ask(undefined)}
        >
          <p>{orders.length === 1 ? MOVES[asking].consequence : PLURAL[asking]} Those that cannot are named.</p>
        </Confirm>
      )}
    </div>
  );
}

const PLURAL: Readonly<Record<MoveName, string>> = {
  approve: 'The animals are promised to the adopters: the orders no longer expire.',
  deliver: 'The adopters have taken the animals home.',
  cancel: 'The animals become available again.',
  return: 'The animals are back at the shelter and become available again.',
};
