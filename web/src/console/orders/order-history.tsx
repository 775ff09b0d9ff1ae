import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { ListAuditQuery } from '../../../../client/src/petstore.ts';
import type { OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { ownEvents } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Time } from '../../design/data/time.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { OrderPhrase } from '../audit/order-phrases.tsx';
import { needPeople } from '../audit/people.ts';
import type { Colleagues } from '../inbox/colleagues.ts';

const UNNAMED = {
  visitor: 'A visitor',
  command_line: 'Somebody at the command line',
  service: 'The service',
} as const;

interface OrderHistoryProps {
  readonly orderId: number;
  /** The history is read again when it changes. */
  readonly updatedAt: string;
  readonly colleagues: Colleagues;
}

/** Who did what with an order, newest first. */
export function OrderHistory({ orderId, updatedAt, colleagues }: OrderHistoryProps): JSX.Element {
  const list = useMemo(
    () => openList((query: ListAuditQuery) => ownEvents.audit(query), { orderId, limit: 20 }),
    [orderId],
  );
  useEffect(() => void list.reload(), [list, updatedAt]);
  const events = list.items.value;
  useEffect(() => void needPeople(events.flatMap(({ actor }) => actor?.accountId ?? [])), [events]);
  return (
    <section class="order-part" aria-labelledby="order-history">
      <h3 id="order-history">History</h3>
      <ol class="order-notes" aria-label="History of this adoption">
        {events.map(({ id, type, actor, timestamp }) => (
          <li key={id}>
            <p>
              {actor === undefined || actor.type === 'account' ? (
                <UserText>{colleagues.nameOf(actor?.accountId ?? 0)}</UserText>
              ) : (
                UNNAMED[actor.type]
              )}{' '}
              <OrderPhrase status={type.replace('order.', '') as OrderStatus}>it</OrderPhrase>.
            </p>
            <p class="quiet small">
              <Time at={timestamp} hasClock />
            </p>
          </li>
        ))}
      </ol>
      {events.length === 0 && !list.hasMore.value && (
        <p class="quiet small">Changes are kept for 30 days. There are none.</p>
      )}
      <ListEnd list={list} />
    </section>
  );
}
