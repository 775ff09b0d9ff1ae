import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import type { List } from '../../data/list.ts';
import { ListTable } from '../../design/data/list-table.tsx';
import { Time } from '../../design/data/time.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { AnimalOf } from './order-card.tsx';
import { needAnimals } from './order-lists.ts';

interface ClosedOrdersProps {
  readonly status: OrderStatus;
  readonly list: List<Order>;
}

/** Orders that can no longer change. */
export function ClosedOrders({ status, list }: ClosedOrdersProps): JSX.Element {
  const items = list.items.value;
  useEffect(() => {
    if (list.items.value.length === 0) void list.more();
  }, [list]);
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
  return (
    <ListTable
      caption={`Orders: ${status}`}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { header: 'Animal', cell: (order) => <AnimalOf order={order} /> },
        {
          header: 'Adopter',
          cell: ({ adopter, adopterWithheld }) =>
            adopter === undefined ? (
              <span class="quiet">{adopterWithheld === true ? 'Withheld' : '–'}</span>
            ) : (
              <UserText>{adopter.name}</UserText>
            ),
        },
        { header: 'Placed', cell: ({ createdAt }) => <Time at={createdAt} hasClock /> },
        { header: 'Closed', cell: ({ updatedAt }) => <Time at={updatedAt} hasClock /> },
      ]}
      empty={<p class="orders-none quiet">No {status} orders.</p>}
    />
  );
}
