import './list-view.css';
import { computed } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order, RefusedOrder } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { isAnswer, useAction } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { openSelection, SelectOne } from '../../design/controls/selection.tsx';
import { type Column, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { Refusals } from '../../design/feedback/refusals.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { needAnimals } from '../animals/known-animals.ts';
import { adoptionOf, adoptions, filled, MOVES } from '../words.ts';
import { AdopterOf, AnimalOf, WhenOf } from './order-card.tsx';
import { type Desk, type MoveName, movesOf, type OrderList } from './order-lists.ts';

export interface ListViewProps {
  readonly orders: OrderList;
  readonly desk: Desk;
  readonly shown: number | undefined;
  readonly onChanged: () => void;
}

/** The highest number of orders in one request. */
const ordersAtOnce = 50;

/** Orders as a table; several can be changed at once. */
export function ListView({ orders: { list }, desk, shown, onChanged }: ListViewProps) {
  const items = list.items.value;
  const changeable = useMemo(() => computed(() => list.items.value.filter((one) => movesOf(one).length > 0)), [list]);
  const selection = useMemo(() => openSelection(changeable), [changeable]);
  const [refused, setRefused] = useState<readonly RefusedOrder[]>([]);
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
  const chosen = changeable.value.filter(({ id }) => selection.ids.value.has(id));
  const isAll = chosen.length > 0 && chosen.length === changeable.value.length;
  const columns = useMemo(
    (): Column<Order>[] => [
      {
        header: 'Select',
        width: '3.75rem',
        isHeaderHidden: true,
        cell: (order) => (
          <SelectOne
            id={order.id}
            name={adoptionOf(order.id)}
            selection={selection}
            isDisabled={movesOf(order).length === 0}
          />
        ),
      },
      {
        header: 'Animal',
        cell: (order) => (
          <div id={`order-${order.id}`} tabIndex={-1}>
            <AnimalOf order={order} href={desk.addressOf(order.id)} isCurrent={order.id === shown} />
          </div>
        ),
      },
      { header: 'Adopter', cell: (order) => <AdopterOf order={order} /> },
      { header: 'Status', width: '10.5rem', cell: (order) => <WhenOf order={order} /> },
      { header: 'Reserved', width: '9rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    [desk, shown, selection],
  );
  return (
    <>
      <div class="row orders-bulk" role="group" aria-label="Selected adoptions">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={isAll}
            disabled={changeable.value.length === 0}
            onChange={() => selection.setAll(!isAll)}
          />
          <span>{chosen.length === 0 ? 'Select all shown' : `${adoptions(chosen.length)} selected`}</span>
        </label>
        {chosen.length > 0 && (
          <BulkMoves
            orders={chosen}
            onDone={(failed) => {
              setRefused(failed);
              selection.setAll(false);
              void list.reload();
              onChanged();
            }}
          />
        )}
      </div>
      {refused.length > 0 && (
        <Refusals title={`${adoptions(refused.length)} could not be changed:`} onClose={() => setRefused([])}>
          {refused.map(({ orderId, message }) => (
            <li key={String(orderId)}>
              <Link href={desk.addressOf(Number(orderId))}>{filled('{}', adoptionOf(Number(orderId)))}</Link>:{' '}
              {message.replaceAll('`', '')}
            </li>
          ))}
        </Refusals>
      )}
      <ListCard
        caption="Adoptions"
        rows="orders-list orders-rows"
        list={list}
        columns={columns}
        empty="No adoptions match."
      />
    </>
  );
}

interface BulkMovesProps {
  readonly orders: readonly Order[];
  readonly onDone: (refused: readonly RefusedOrder[]) => void;
}

/** What can be done with at least one of the orders. */
function BulkMoves({ orders, onDone }: BulkMovesProps) {
  const [asking, ask] = useState<MoveName>();
  const act = useAction(async (move: MoveName) => {
    const orderIds = orders.map(({ id }) => id);
    let changed = 0;
    const refused: RefusedOrder[] = [];
    for (let at = 0; at < orderIds.length; at += ordersAtOnce) {
      try {
        const result = await petstore.orders.changeSeveral({
          action: move,
          orderIds: orderIds.slice(at, at + ordersAtOnce),
        });
        changed += result.orderIds.length;
        refused.push(...result.refused);
      } catch (failure) {
        if (changed + refused.length === 0) throw failure;
        const { code, message } = failureOf(failure);
        const ofFirst = isAnswer(failure) ? message : 'It is not known whether this was done.';
        refused.push(
          ...orderIds.slice(at).map((orderId, n) => ({ orderId, code, message: n < ordersAtOnce ? ofFirst : message })),
        );
        break;
      }
    }
    ask(undefined);
    tell(filled(MOVES[move].done, adoptions(changed)));
    onDone(refused);
  });
  const moves = (['approve', 'deliver', 'cancel', 'return'] as const).filter((move) =>
    orders.some((order) => movesOf(order).includes(move)),
  );
  return (
    <div class="order-moves">
      {moves.map((move) => (
        <Button key={move} size="s" kind={move === 'cancel' ? 'quiet' : 'secondary'} onClick={() => ask(move)}>
          {MOVES[move].verb}
          <span class="visually-hidden"> (selected)</span>
        </Button>
      ))}
      <ErrorNotice error={asking === undefined ? act.error : undefined} />
      {asking !== undefined && (
        <Confirm
          title={filled(MOVES[asking].question, adoptions(orders.length))}
          verb={`${MOVES[asking].verb} (${orders.length})`}
          otherwise={MOVES[asking].otherwise}
          isDangerous={asking === 'cancel'}
          action={{ ...act, run: () => act.run(asking) }}
          onClose={() => ask(undefined)}
        >
          <p>
            {orders.length === 1 ? MOVES[asking].consequence : MOVES[asking].consequences} Those that cannot are named.
            You cannot undo this.
          </p>
        </Confirm>
      )}
    </div>
  );
}
