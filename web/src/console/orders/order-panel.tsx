import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Adopter, ListAuditQuery, Order } from '../../../../client/src/petstore.ts';
import { isOpen } from '../../../../src/vocabulary/order-lifecycle.ts';
import { ownPetstore, petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { languageName } from '../../design/controls/codes.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { animals, knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { LeftOut } from '../applications/left-out.tsx';
import { needColleagues, needPeople } from '../audit/people.ts';
import { orderPhrases } from '../audit/phrases.ts';
import { Who } from '../audit/sentence.tsx';
import { useColleagues } from '../inbox/colleagues.ts';
import { useLiveQuery } from '../live.ts';
import { adoptionOf, adoptions, filled, MOVES, YES_NO } from '../words.ts';
import { AdopterOf, AnimalOf, Moves, OrdersOfPerson, WhenOf } from './order-card.tsx';
import { type Desk, isDecidedHere } from './order-lists.ts';
import { Payment, StaffNotes } from './order-parts.tsx';

export interface OrderPanelProps {
  readonly id: number;
  readonly desk: Desk;
  /** The order as a list shows it, which follows its changes. */
  readonly listed: Order | undefined;
  /** How many orders the user has moved. The service sends operators no events about orders of other organizations. */
  readonly moves: number;
  readonly onClose: () => void;
  readonly onAllCancelled: () => void;
}

/** An order with all its information and actions. */
export function OrderPanel({ id, desk, listed, moves, onClose, onAllCancelled }: OrderPanelProps) {
  const isListed = listed !== undefined;
  const query = useLiveQuery(
    async () => (isListed ? undefined : petstore.orders.get(id)),
    [id, isListed, moves],
    ({ type, data }) => !isListed && type.startsWith('order.') && (data as Order).id === id,
  );
  const order = listed ?? (query.data?.id === id ? query.data : undefined);
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
    <aside class="order-panel card stack tight" aria-labelledby="order-panel">
      <div class="order-back">
        <BackLink href={desk.addressOf()}>All adoptions</BackLink>
      </div>
      <header class="order-panel-head row spread">
        <h2 id="order-panel" ref={title} tabIndex={-1}>
          {filled('{}', adoptionOf(id))}
        </h2>
        <IconButton icon="close" label="Close the adoption" onClick={onClose} />
      </header>
      <Loaded
        query={{ ...query, data: order }}
        height="14rem"
        missing={<p class="quiet">Adoption not found. The number may be mistyped, or it is another organization’s.</p>}
      >
        {(found) => (
          <Details
            order={found}
            desk={desk}
            onPaid={(changed) => {
              desk.put(changed);
              if (!isListed) query.reload();
            }}
            onAllCancelled={onAllCancelled}
          />
        )}
      </Loaded>
    </aside>
  );
}

interface DetailsProps extends Pick<OrderPanelProps, 'desk' | 'onAllCancelled'> {
  readonly order: Order;
  readonly onPaid: (order: Order) => void;
}

function Details({ order, desk, onPaid, onAllCancelled }: DetailsProps) {
  useEffect(() => void needAnimals([order.petId]), [order.petId]);
  const colleagues = useColleagues(knownAnimal(order.petId)?.owner?.organization?.id, []);
  const { adopter, note, answers, visitAt, messageToAdopter, locale } = order;
  const isOwn = animals.value.has(order.petId) && isDecidedHere(order);
  return (
    <>
      <AnimalOf order={order} href={`/console/animals/${order.petId}`}>
        <WhenOf order={order} />
      </AnimalOf>
      <Moves order={order} desk={desk} />
      {isOwn && <Payment key={`payment ${order.id}`} order={order} onChanged={onPaid} />}
      {isOwn && order.status === 'delivered' && <LeftOut petId={order.petId} />}
      <section class="stack order-part" aria-labelledby="order-adopter">
        <h3 id="order-adopter">Adopter</h3>
        <AdopterOf order={order} />
        {note !== undefined && (
          <p class="order-note">
            <UserText>{note}</UserText>
          </p>
        )}
        <Facts
          facts={[
            ['Reserved', <Time key="placed" at={order.createdAt} hasClock />],
            ['Language', locale && languageName(locale)],
            ['Visit', visitAt && <Time key="visit" at={visitAt} hasClock />],
            ['You said', messageToAdopter && <UserText key="said">{messageToAdopter}</UserText>],
          ]}
        />
        {answers !== undefined && (
          <dl class="order-answers stack dense">
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
          <OthersOf key={adopter.email} order={order} email={adopter.email} onCancelled={onAllCancelled} />
        )}
        <p class="small">
          <a class="lone-link" href={`/print/adoption-sheet?order=${order.id}`} target="_blank">
            Print the adoption sheet
          </a>
        </p>
        <p class="small">
          <Link class="lone-link" href={`/console/orders?pet=${order.petId}`}>
            All adoptions of this animal
          </Link>
        </p>
      </section>
      {isOwn && (
        <>
          <StaffNotes key={order.id} orderId={order.id} colleagues={colleagues} />
          <OrderHistory orderId={order.id} version={`${order.updatedAt} ${order.paidAt}`} />
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

/** How many other orders of a person are shown. */
const othersShown = 3;

/** The newest other orders of the same adopter, and what can be done with all open ones if there are several. */
function OthersOf({ order, email, onCancelled }: OthersOfProps) {
  const known = useQuery(() => petstore.orders.adopter({ email }), [email, order.updatedAt]).data;
  const others = useMemo(
    () => known?.orders.filter(({ id }) => id !== order.id).slice(0, othersShown),
    [known, order.id],
  );
  if (known === undefined || others === undefined || others.length === 0 || order.adopter === undefined) return null;
  const open = known.orders.filter(({ status }) => isOpen(status));
  return (
    <>
      <h4 class="quiet small">Other adoptions of this person</h4>
      <OrdersOfPerson orders={others} />
      {open.length > 1 && (
        <CancelAll
          adopter={order.adopter}
          open={{ orders: open, hasMore: known.orderCount > known.orders.length }}
          onCancelled={onCancelled}
        />
      )}
    </>
  );
}

const PHRASES = orderPhrases(() => 'it');

interface OrderHistoryProps {
  readonly orderId: number;
  /** The history is read again when it changes. */
  readonly version: string;
}

/** Who did what with an order, newest first. */
function OrderHistory({ orderId, version }: OrderHistoryProps) {
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

/** The open orders of one person. */
interface OpenOrders {
  readonly orders: readonly Order[];
  /** Whether there may be others, behind the first page. */
  readonly hasMore: boolean;
}

interface CancelAllProps {
  readonly adopter: Adopter;
  readonly open: OpenOrders;
  readonly onCancelled: () => void;
}

/** Cancels all open orders of an adopter at once, such as of somebody who reserves animals without wanting them. */
function CancelAll({ adopter, open, onCancelled }: CancelAllProps) {
  const [isAsking, setAsking] = useState(false);
  const count = `${open.orders.length}${open.hasMore ? ' or more' : ''}`;
  return (
    <div class="row spread order-all">
      <p class="quiet tiny">{count} open adoptions</p>
      <Button size="s" kind="quiet" onClick={() => setAsking(true)}>
        Cancel all<span class="visually-hidden"> {`${count} open adoptions of ${adopter.name}`}</span>
      </Button>
      {isAsking && (
        <ConfirmAct
          title={around('Cancel all open adoptions of {}?', <UserText>{adopter.name}</UserText>)}
          verb={`Cancel all ${count}`}
          otherwise="Keep them"
          isDangerous
          onClose={() => setAsking(false)}
          act={async () => {
            const { orderIds } = await petstore.orders.cancelAll({ adopterEmail: adopter.email });
            tell(filled(MOVES.cancel.done, adoptions(orderIds.length)));
            onCancelled();
          }}
        >
          <p>
            {count} open adoptions have the address <UserText>{adopter.email}</UserText>, whatever the name says. They
            are cancelled, and their animals are available again.{' '}
            {ownAccount.value?.role === 'operator'
              ? 'This concerns all organizations.'
              : 'The person’s adoptions at other organizations stay.'}
          </p>
        </ConfirmAct>
      )}
    </div>
  );
}
