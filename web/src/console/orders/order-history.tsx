import { useEffect, useMemo } from 'preact/hooks';
import type { ListAuditQuery, Order } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Time } from '../../design/data/time.tsx';
import { orderPhrases } from '../audit/order-phrases.ts';
import { needColleagues, needPeople } from '../audit/people.ts';
import { Who } from '../audit/sentence.tsx';

const PHRASES = orderPhrases(() => 'it');

interface OrderHistoryProps {
  readonly orderId: number;
  /** The history is read again when it changes. */
  readonly version: string;
}

/** Who did what with an order, newest first. */
export function OrderHistory({ orderId, version }: OrderHistoryProps) {
  const list = useMemo(
    () => openList((query: ListAuditQuery) => ownPetstore.events.audit(query), { orderId, limit: 20 }),
    [orderId],
  );
  useEffect(() => void needColleagues(), []);
  useEffect(() => void list.reload(), [list, version]);
  const events = list.items.value;
  useEffect(() => void needPeople(events.flatMap(({ actor }) => actor?.accountId ?? [])), [events]);
  return (
    <section class="stack order-part" aria-labelledby="order-history">
      <h3 id="order-history">History</h3>
      <ol class="stack tight order-notes" aria-label="History of this adoption">
        {events.map((event) => (
          <li key={event.id}>
            <p>
              <Who event={event} /> {PHRASES[event.type as keyof typeof PHRASES]({ data: event.data as Order })}.
            </p>
            <p class="quiet small">
              <Time at={event.timestamp} hasClock />
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
