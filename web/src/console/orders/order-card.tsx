import { useComputed } from '@preact/signals';
import { Component, type JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { Button } from '../../design/controls/button.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { agoText } from '../../design/text/ago.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { Portrait } from '../../pets/portrait.tsx';
import { speciesOf } from '../../pets/species.ts';
import { categories, categoryOf } from '../categories/categories.tsx';
import { hasSeveral } from '../organizations/organizations.tsx';
import { STEP } from '../palette/step-in-list.ts';
import { ClampedText } from './clamped-text.tsx';
import type { Desk } from './desk.ts';
import { HoldLeft } from './hold-left.tsx';
import { MOVES } from './moves.ts';
import { animals, isDecidedHere, movesOf } from './order-lists.ts';

interface OrderCardProps {
  readonly order: Order;
  readonly desk: Desk;
  /** It is shown in detail. */
  readonly isCurrent: boolean;
}

/** Rendered only when the order changes: a column may have a thousand. */
export class OrderItem extends Component<OrderCardProps> {
  override shouldComponentUpdate(next: Readonly<OrderCardProps>): boolean {
    const { order, desk, isCurrent } = this.props;
    return order !== next.order || desk !== next.desk || isCurrent !== next.isCurrent;
  }

  override render({ order, desk, isCurrent }: Readonly<OrderCardProps>): JSX.Element {
    return (
      <li>
        <OrderCard order={order} desk={desk} isCurrent={isCurrent} />
      </li>
    );
  }
}

function OrderCard({ order, desk, isCurrent }: OrderCardProps): JSX.Element {
  return (
    <article class="order-card" id={`order-${order.id}`} tabIndex={-1} aria-label={`Order ${order.id}`}>
      <AnimalOf order={order} href={desk.addressOf(order.id)} isCurrent={isCurrent} />
      <AdopterOf order={order} />
      {order.note !== undefined && <ClampedText>{order.note}</ClampedText>}
      <WhenOf order={order} />
      <Moves order={order} desk={desk} />
    </article>
  );
}

/** Buttons for what this account can do with the order. */
export const Moves = ({ order, desk }: { readonly order: Order; readonly desk: Desk }): JSX.Element => (
  <div class="order-moves">
    {movesOf(order).map((name) => (
      <Button
        key={name}
        size="s"
        kind={name === 'cancel' ? 'quiet' : 'secondary'}
        onClick={() => desk.ask(order, name)}
      >
        {MOVES[name].verb}
        <span class="visually-hidden"> order {order.id}</span>
      </Button>
    ))}
  </div>
);

export const WhenOf = ({ order }: { readonly order: Order }): JSX.Element => (
  <p class="order-time">
    {order.status === 'placed' ? (
      <HoldLeft until={order.expiresAt} />
    ) : (
      <>
        <Icon name="check" size={16} />
        <time dateTime={order.updatedAt}>{`${PAST[order.status]} ${agoText(order.updatedAt, environmentNow())}`}</time>
      </>
    )}
  </p>
);

export const PAST: Readonly<Record<OrderStatus, string>> = {
  placed: 'Placed',
  approved: 'Approved',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  expired: 'Expired',
  returned: 'Returned',
};

interface AnimalOfProps {
  readonly order: Order;
  /** Where the name leads. */
  readonly href: string;
  /** In a list: whether the order is shown in detail. */
  readonly isCurrent?: boolean;
}

export function AnimalOf({ order, href, isCurrent }: AnimalOfProps): JSX.Element {
  const pet = useComputed(() => animals.value.get(order.petId)).value;
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
          <Link
            href={href}
            aria-current={isCurrent === true ? 'true' : undefined}
            {...(isCurrent !== undefined && STEP)}
          >
            {known === undefined ? `Animal ${order.petId}` : <UserText>{known.name}</UserText>}
          </Link>
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

export const AdopterOf = ({ order: { adopter, adopterWithheld } }: { readonly order: Order }): JSX.Element =>
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
      {adopter.phone !== undefined && (
        <a href={`tel:${adopter.phone.replaceAll(/[^\d+]/g, '')}`}>
          <UserText>{adopter.phone}</UserText>
        </a>
      )}
    </p>
  );
