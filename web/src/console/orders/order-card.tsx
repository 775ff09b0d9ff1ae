import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { Portrait } from '../../pets/portrait.tsx';
import { speciesOf } from '../../pets/species.ts';
import { categories, categoryOf } from '../categories/categories.tsx';
import { hasSeveral } from '../organizations/organizations.tsx';
import { CancelAll } from './cancel-all.tsx';
import { agoText, HoldLeft } from './hold-left.tsx';
import { animals, isDecidedHere, type MoveName, movesOf, type OpenOrders } from './order-lists.ts';

interface MoveWords {
  readonly verb: string;
  readonly done: string;
  /** Asked before a transition that cannot be undone. */
  readonly question?: string;
}

const WORDS: Readonly<Record<MoveName, MoveWords>> = {
  approve: { verb: 'Approve', done: 'approved' },
  deliver: { verb: 'Deliver', done: 'delivered' },
  cancel: { verb: 'Cancel', done: 'cancelled', question: 'The animal becomes available again.' },
  return: {
    verb: 'Return',
    done: 'returned',
    question: 'The animal is back at the shelter and becomes available again.',
  },
};

interface OrderCardProps {
  readonly order: Order;
  /** The open orders of the same adopter, if this one is open and known to be of one. */
  readonly openOfAdopter: OpenOrders | undefined;
  readonly onAllCancelled: () => void;
  readonly onMoved: (order: Order) => void;
}

export function OrderCard({ order, openOfAdopter, onAllCancelled, onMoved }: OrderCardProps): JSX.Element {
  const [asking, ask] = useState<MoveName>();
  const move = useAction(async (name: MoveName) => {
    const moved = await petstore.orders[name](order.id);
    ask(undefined);
    tell(`Order ${order.id} was ${WORDS[name].done}.`);
    onMoved(moved);
  });
  const press = (name: MoveName) => {
    move.clear();
    if (WORDS[name].question === undefined) void move.run(name);
    else ask(name);
  };
  /** Somebody else has changed the order: show its current state. */
  const look = useAction(async () => {
    onMoved(await petstore.orders.get(order.id));
    move.clear();
  });
  const isPassed = move.error?.code === 'order_closed' || move.error?.code === 'invalid_status_transition';
  return (
    <article class="order-card" id={`order-${order.id}`} tabIndex={-1} aria-label={`Order ${order.id}`}>
      <AnimalOf order={order} />
      <Adopter order={order} />
      {order.note !== undefined && (
        <p class="order-note">
          <UserText>{order.note}</UserText>
        </p>
      )}
      <p class="order-time">
        {order.status === 'placed' ? (
          <HoldLeft until={order.expiresAt} />
        ) : (
          <>
            <Icon name="check" size={16} />
            <time dateTime={order.updatedAt}>{`${PAST[order.status]} ${agoText(order.updatedAt)}`}</time>
          </>
        )}
      </p>
      <div class="order-moves">
        {movesOf(order).map((name) => (
          <Button
            key={name}
            size="s"
            kind={name === 'cancel' ? 'quiet' : 'secondary'}
            {...(WORDS[name].question === undefined && { icon: 'check' })}
            busy={move.isBusy && asking === undefined && WORDS[name].question === undefined}
            onClick={() => press(name)}
          >
            {WORDS[name].verb}
            <span class="visually-hidden"> order {order.id}</span>
          </Button>
        ))}
      </div>
      {order.adopter !== undefined && openOfAdopter !== undefined && isDecidedHere(order) && (
        <CancelAll adopter={order.adopter} open={openOfAdopter} onCancelled={onAllCancelled} />
      )}
      {asking === undefined && <ErrorNotice error={move.error} {...(isPassed && { onRetry: () => void look.run() })} />}
      {asking !== undefined && (
        <Confirm
          title={`${WORDS[asking].verb} order ${order.id}?`}
          verb={`${WORDS[asking].verb} the order`}
          {...(asking === 'cancel' && { isDangerous: true, otherwise: 'Keep the order' })}
          action={{ ...move, run: () => move.run(asking) }}
          onClose={() => ask(undefined)}
        >
          <p>{WORDS[asking].question}</p>
        </Confirm>
      )}
    </article>
  );
}

const PAST: Readonly<Record<OrderStatus, string>> = {
  placed: 'Placed',
  approved: 'Approved',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  expired: 'Expired',
  returned: 'Returned',
};

export function AnimalOf({ order }: { readonly order: Order }): JSX.Element {
  const pet = animals.value.get(order.petId);
  const known = typeof pet === 'object' ? pet : undefined;
  return (
    <div class="order-animal">
      <span class="animal-picture">
        <Portrait
          species={categories.value && speciesOf(known && categoryOf(known.categoryId)?.name)}
          id={order.petId}
        />
      </span>
      <div class="order-animal-words">
        <h3>
          {known === undefined ? (
            <>Animal {order.petId}</>
          ) : (
            <Link href={`/pets/${order.petId}`}>
              <UserText>{known.name}</UserText>
            </Link>
          )}
        </h3>
        <p class="quiet small numbers">
          Order {order.id}
          {pet === 'missing' && ' · animal deleted'}
          {known !== undefined && (hasSeveral() || !isDecidedHere(order)) && (
            <>
              {' · '}
              <UserText>{known.owner?.organization?.name ?? 'no organization'}</UserText>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const Adopter = ({ order: { adopter, adopterWithheld } }: { readonly order: Order }): JSX.Element =>
  adopterWithheld === true ? (
    <p class="quiet small">
      Name withheld: your organization was not listed when the order was placed. Ask an operator of this service.
    </p>
  ) : adopter === undefined ? (
    <p class="quiet small">No name given</p>
  ) : (
    <p class="order-adopter">
      <UserText>{adopter.name}</UserText>
      <a href={`mailto:${encodeURIComponent(adopter.email)}`}>
        <UserText>{adopter.email}</UserText>
      </a>
    </p>
  );
