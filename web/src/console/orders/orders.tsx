import './orders.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order } from '../../../../client/src/petstore.ts';
import { useQuery } from '../../data/calls.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { ButtonGroup } from '../../design/controls/button-group.tsx';
import { Button } from '../../design/controls/button.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { LazyPart, type Load } from '../../lazy-page.tsx';
import { ownAccount } from '../../session.ts';
import { knownAnimal, needAnimals } from '../animals/known-animals.ts';
import type { LeftOutProps } from '../applications/left-out.tsx';
import { OrganizationSelect } from '../organizations/organizations.tsx';
import { Board } from './board.tsx';
import type { ListViewProps } from './list-view.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';
import { chooseView, type Desk, type MoveName, view } from './order-lists.ts';
import type { OrderPanelProps } from './order-panel.tsx';
import { orderAddress, type OrdersAddress, SHOWN, useOrdersAddress } from './orders-address.ts';
import type { PlaceOrderProps } from './place-order.tsx';
import { useOrders } from './use-orders.ts';

const loadPanel: Load<OrderPanelProps> = () => import('./order-panel.tsx').then(({ OrderPanel }) => OrderPanel);
const loadListView: Load<ListViewProps> = () => import('./list-view.tsx').then(({ ListView }) => ListView);
const loadMoveDialog: Load<MoveDialogProps> = () => import('./move-dialog.tsx').then(({ MoveDialog }) => MoveDialog);
const loadLeftOut: Load<LeftOutProps> = () => import('../applications/left-out.tsx').then(({ LeftOut }) => LeftOut);
const loadPlaceOrder: Load<PlaceOrderProps> = () => import('./place-order.tsx').then(({ PlaceOrder }) => PlaceOrder);

/** Adoptions from the reservation to the way home. */
export function Orders() {
  const address = useOrdersAddress();
  const { shown, search, petId, organizationId, q, addressOf, navigate } = address;
  const { lists, counts, put, reload } = useOrders(address);
  const [asking, setAsking] = useState<{ readonly order: Order; readonly move: MoveName }>();
  const [isPlacing, setPlacing] = useState(false);
  const [moved, setMoved] = useState<number>();
  const [moves, setMoves] = useState(0);
  /** The animal that has just gone home. */
  const [adopted, setAdopted] = useState<number>();
  const desk: Desk = useMemo(
    () => ({
      addressOf: (order) => orderAddress(order, search),
      put,
      ask: (order, move) => setAsking({ order, move }),
    }),
    [lists, search],
  );
  useEffect(() => {
    if (moved === undefined) return;
    // The focused button disappeared with the card's old position.
    if (shown === undefined) document.getElementById(`order-${moved}`)?.focus();
    setMoved(undefined);
  }, [moved]);
  const close = () => {
    const last = shown;
    navigate(desk.addressOf());
    if (last !== undefined) setTimeout(() => document.querySelector<HTMLElement>(`#order-${last} a`)?.focus());
  };
  const [first] = lists;
  const listed = lists.flatMap(({ list }) => list.items.value).find(({ id }) => id === shown);
  return (
    <div class="orders" data-open={shown === undefined ? undefined : ''}>
      <PageHeader
        title="Adoptions"
        about={
          petId === undefined ? (
            'From the reservation to the way home. New reservations appear automatically.'
          ) : (
            <OfOne petId={petId} />
          )
        }
        actions={
          <Button icon="plus" onClick={() => setPlacing(true)}>
            Reserve for somebody
          </Button>
        }
      />
      <OrdersFilters address={address} />
      {adopted !== undefined && shown === undefined && (
        <div class="orders-left-out">
          <LazyPart load={loadLeftOut} props={{ petId: adopted }} />
        </div>
      )}
      <div class="stack orders-panes">
        <div class="stack tight orders-pane">
          {view.value === 'board' || first === undefined ? (
            <>
              <Board
                lists={lists}
                desk={desk}
                counts={q === '' ? counts.data : undefined}
                isSearch={q !== ''}
                shown={shown}
              />
              <p class="small">
                <Link class="lone-link" href={addressOf({ show: 'closed' })} onClick={() => chooseView('list')}>
                  Closed adoptions
                </Link>
              </p>
            </>
          ) : (
            <LazyPart
              load={loadListView}
              props={{ orders: first, desk, shown, onChanged: counts.reload }}
              fallback={<Skeleton height="20rem" />}
            />
          )}
        </div>
        {shown !== undefined && (
          <LazyPart
            load={loadPanel}
            props={{ id: shown, desk, listed, moves, onClose: close, onAllCancelled: reload }}
            fallback={<Skeleton height="20rem" />}
          />
        )}
      </div>
      {asking !== undefined && (
        <LazyPart
          load={loadMoveDialog}
          props={{
            ...asking,
            onMoved: (order) => {
              setAsking(undefined);
              put(order);
              setMoved(order.id);
              setMoves(moves + 1);
              if (order.status === 'delivered') setAdopted(order.petId);
            },
            onClose: () => setAsking(undefined),
          }}
        />
      )}
      {isPlacing && (
        <LazyPart
          load={loadPlaceOrder}
          props={{
            organizationId: organizationId ?? ownAccount.value?.organization?.id,
            onPlaced: (order) => {
              setPlacing(false);
              put(order);
              navigate(addressOf({}, order.id));
            },
            onClose: () => setPlacing(false),
          }}
        />
      )}
    </div>
  );
}

function OfOne({ petId }: { readonly petId: number }) {
  useQuery(() => needAnimals([petId]), [petId]);
  const pet = knownAnimal(petId);
  return (
    <>
      Only adoptions of {pet === undefined ? `animal ${petId}` : <bdi>{pet.name}</bdi>}.{' '}
      <Link href="/console/orders">Show all adoptions</Link>
    </>
  );
}

const VIEWS = [
  ['board', 'Board'],
  ['list', 'List'],
] as const;

/** Which orders are shown, and how. */
function OrdersFilters({ address }: { readonly address: OrdersAddress }) {
  const { q, organizationId, show, addressOf, navigate } = address;
  return (
    <div class="row orders-filters">
      <SearchBox
        label="Search by name, email, answer or animal"
        value={q}
        onSearch={(text) => navigate(addressOf({ q: text.trim() }))}
      />
      <OrganizationSelect
        value={organizationId}
        onValue={(id) => navigate(addressOf({ organization: id?.toString() }))}
      />
      {view.value === 'list' && (
        <BareSelect
          label="Show"
          value={show}
          onValue={(name) => navigate(addressOf({ show: name === 'placed' ? undefined : name }))}
          options={Object.entries(SHOWN).map(([name, { label }]) => [name, label])}
        />
      )}
      <ButtonGroup label="View" value={view.value} onValue={chooseView} options={VIEWS} />
    </div>
  );
}
