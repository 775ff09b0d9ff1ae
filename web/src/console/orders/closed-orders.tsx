import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import type { List } from '../../data/list.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { Time } from '../../portal/times.tsx';
import { isUnread } from '../inbox/unread.ts';
import { AnimalOf } from './order-card.tsx';
import { needAnimals } from './orders-store.ts';

interface ClosedOrdersProps {
  readonly status: OrderStatus;
  readonly list: List<Order>;
}

/** Orders to which nothing can be done any more. */
export function ClosedOrders({ status, list }: ClosedOrdersProps): JSX.Element {
  const items = list.items.value;
  useEffect(() => {
    if (list.items.value.length === 0) void list.more();
  }, [list]);
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
  return (
    <>
      <Table
        caption={`Orders: ${status}`}
        rows={items}
        keyOf={({ id }) => id}
        isLoading={isUnread(list)}
        columns={[
          { header: 'Animal', cell: (order) => <AnimalOf order={order} /> },
          {
            header: 'Adopter',
            cell: ({ adopter }) =>
              adopter === undefined ? <span class="quiet">–</span> : <UserText>{adopter.name}</UserText>,
          },
          { header: 'Placed', cell: ({ createdAt }) => <Time at={createdAt} hasClock /> },
          { header: 'Over since', cell: ({ updatedAt }) => <Time at={updatedAt} hasClock /> },
        ]}
        empty={list.error.value === undefined ? <p class="orders-none quiet">None is {status}.</p> : undefined}
      />
      <ListEnd list={list} />
    </>
  );
}
