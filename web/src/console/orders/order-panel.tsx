import { Fragment, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order } from '../../../../client/src/petstore.ts';
import { OPEN_STATUSES } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { useColleagues } from '../inbox/colleagues.ts';
import { useLive } from '../live.ts';
import { CancelAll } from './cancel-all.tsx';
import type { Desk } from './desk.ts';
import { AdopterOf, AnimalOf, Moves, WhenOf } from './order-card.tsx';
import { OrderHistory } from './order-history.tsx';
import { animals, isDecidedHere, needAnimals } from './order-lists.ts';
import { StaffNotes } from './staff-notes.tsx';

export interface OrderPanelProps {
  readonly id: number;
  readonly desk: Desk;
  /** The order as a list shows it, which follows its changes. */
  readonly listed: Order | undefined;
  readonly onClose: () => void;
  readonly onAllCancelled: () => void;
}

/** An order with all its information and actions. */
export function OrderPanel({ id, desk, listed, onClose, onAllCancelled }: OrderPanelProps): JSX.Element {
  const isListed = listed !== undefined;
  const query = useQuery(async () => (isListed ? undefined : petstore.orders.get(id)), [id, isListed]);
  const order = listed ?? (query.data?.id === id ? query.data : undefined);
  useLive({
    onEvent(event) {
      if (!isListed && event.type.startsWith('order.') && (event.data as Order).id === id) query.reload();
    },
    onGap: query.reload,
  });
  const title = useRef<HTMLHeadingElement>(null);
  // The page moves the focus to its beginning when the address changes.
  useEffect(() => {
    const timer = setTimeout(() => title.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [id]);
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      // Escape closes a dialog over the panel first.
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog:modal') === null)
        onClose();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <aside class="order-panel" aria-labelledby="order-panel">
      <div class="order-back">
        <BackLink href={desk.addressOf()}>All orders</BackLink>
      </div>
      <header class="order-panel-head">
        <h2 id="order-panel" ref={title} tabIndex={-1}>
          Order {id}
        </h2>
        <Button kind="quiet" size="s" icon="close" label="Close the order" onClick={onClose} />
      </header>
      {order === undefined ? (
        <>
          {query.isLoading && <Skeleton height="14rem" />}
          {query.error?.code === 'order_not_found' ? (
            <p class="quiet">Order not found. The number may be mistyped, or the order is another organization’s.</p>
          ) : (
            <ErrorNotice error={query.error} onRetry={query.reload} />
          )}
        </>
      ) : (
        <Details order={order} desk={desk} onAllCancelled={onAllCancelled} />
      )}
    </aside>
  );
}

const YES_NO: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

type DetailsProps = Pick<OrderPanelProps, 'desk' | 'onAllCancelled'> & { readonly order: Order };

function Details({ order, desk, onAllCancelled }: DetailsProps): JSX.Element {
  useEffect(() => void needAnimals([order.petId]), [order.petId]);
  const pet = animals.value.get(order.petId);
  const colleagues = useColleagues(typeof pet === 'object' ? pet.owner?.organization?.id : undefined, []);
  const { adopter, note, answers, visitAt, messageToAdopter } = order;
  const isOwn = pet !== undefined && isDecidedHere(order);
  return (
    <>
      <AnimalOf order={order} href={`/console/animals/${order.petId}`} />
      <WhenOf order={order} />
      <Moves order={order} desk={desk} />
      <section class="order-part" aria-labelledby="order-adopter">
        <h3 id="order-adopter">Adopter</h3>
        <AdopterOf order={order} />
        {note !== undefined && (
          <p class="order-note order-said">
            <UserText>{note}</UserText>
          </p>
        )}
        <Facts
          facts={[
            ['Placed', <Time key="placed" at={order.createdAt} hasClock />],
            ['Visit', visitAt && <Time key="visit" at={visitAt} hasClock />],
            ['You said', messageToAdopter && <UserText key="said">{messageToAdopter}</UserText>],
          ]}
        />
        {answers !== undefined && (
          <dl class="order-answers">
            {answers.map(({ question, answer }, place) => (
              <Fragment key={place}>
                <dt>
                  <UserText>{question}</UserText>
                </dt>
                <dd>
                  <UserText>{YES_NO[answer] ?? answer}</UserText>
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
        {adopter !== undefined && isOwn && (
          <OthersOf order={order} email={adopter.email} onCancelled={onAllCancelled} />
        )}
        <p class="small">
          <Link href={`/console/orders?pet=${order.petId}`}>All orders for this animal</Link>
        </p>
      </section>
      {isOwn && (
        <>
          <StaffNotes key={order.id} orderId={order.id} colleagues={colleagues} />
          <OrderHistory orderId={order.id} updatedAt={order.updatedAt} colleagues={colleagues} />
        </>
      )}
    </>
  );
}

interface OthersOfProps {
  readonly order: Order;
  readonly email: string;
  readonly onCancelled: () => void;
}

/** The open orders of the same adopter, if there are several. */
function OthersOf({ order, email, onCancelled }: OthersOfProps): JSX.Element | null {
  const open = useQuery(async () => {
    const { items, next } = await petstore.orders.list({ q: email, status: [...OPEN_STATUSES], limit: 100 }).page();
    const same = items.filter(({ adopter }) => adopter?.email.toLowerCase() === email.toLowerCase());
    return { orders: same, hasMore: next !== undefined };
  }, [email, order.updatedAt]).data;
  if (open === undefined || order.adopter === undefined || open.orders.length < 2) return null;
  return <CancelAll adopter={order.adopter} open={open} onCancelled={onCancelled} />;
}
