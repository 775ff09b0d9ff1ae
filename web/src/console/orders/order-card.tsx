import { useComputed } from '@preact/signals';
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { Button } from '../../design/controls/button.tsx';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { durationText } from '../../design/data/duration.ts';
import { Time } from '../../design/data/time.tsx';
import { agoText } from '../../design/text/ago.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { speaks } from '../../words.ts';
import { AnimalLine } from '../animals/animal-line.tsx';
import { animals, knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { hasSeveral } from '../organizations/organizations.tsx';
import { STEP } from '../palette/step-in-list.ts';
import { ADOPTION_STATES, adoptionOf, filled, MOVES } from '../words.ts';
import { type Desk, isDecidedHere, movesOf } from './order-lists.ts';

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

  override render({ order, desk, isCurrent }: Readonly<OrderCardProps>) {
    return (
      <li>
        <OrderCard order={order} desk={desk} isCurrent={isCurrent} />
      </li>
    );
  }
}

function OrderCard({ order, desk, isCurrent }: OrderCardProps) {
  return (
    <article
      class="stack frame order-card"
      id={`order-${order.id}`}
      tabIndex={-1}
      aria-label={filled('{}', adoptionOf(order.id))}
    >
      <AnimalOf order={order} href={desk.addressOf(order.id)} isCurrent={isCurrent}>
        <WhenOf order={order} />
      </AnimalOf>
      <AdopterOf order={order} />
      {order.note !== undefined && <ClampedText>{order.note}</ClampedText>}
      <Moves order={order} desk={desk} />
    </article>
  );
}

/** Buttons for what this account can do with the order. */
export const Moves = ({ order, desk }: { readonly order: Order; readonly desk: Desk }) => (
  <div class="order-moves">
    {movesOf(order).map((name) => (
      <Button
        key={name}
        size="s"
        kind={name === 'cancel' ? 'quiet' : 'secondary'}
        onClick={() => desk.ask(order, name)}
      >
        {MOVES[name].verb}
        <span class="visually-hidden"> ({adoptionOf(order.id)})</span>
      </Button>
    ))}
  </div>
);

export const WhenOf = ({ order }: { readonly order: Order }) => (
  <p class="quiet tiny">
    {order.status === 'placed' ? (
      <HoldLeft until={order.expiresAt} />
    ) : (
      <time dateTime={order.updatedAt}>{`${ADOPTION_STATES[order.status].past} ${agoText(order.updatedAt)}`}</time>
    )}
    {order.paidAt !== undefined && (
      <>
        {' '}
        <Badge tone="positive">Paid</Badge>
      </>
    )}
  </p>
);

interface AnimalOfProps {
  readonly order: Order;
  /** Where the name leads. */
  readonly href: string;
  /** In a list: whether the order is shown in detail. */
  readonly isCurrent?: boolean;
  /** Below the name. */
  readonly children?: ComponentChildren;
}

/** The animal of an order, with the number of the order. */
export function AnimalOf({ order, href, isCurrent, children }: AnimalOfProps) {
  const pet = useComputed(() => animals.value.get(order.petId)).value;
  const known = typeof pet === 'object' ? pet : undefined;
  return (
    <AnimalLine id={order.petId} pet={known}>
      <h3 class="order-name">
        <Link href={href} aria-current={isCurrent === true ? 'true' : undefined} {...(isCurrent !== undefined && STEP)}>
          {known === undefined ? `Animal ${order.petId}` : <UserText>{known.name}</UserText>}
        </Link>
      </h3>
      <p class="quiet small numbers one-line">
        No. {order.id}
        {pet === 'missing' && ' · animal deleted'}
        {known !== undefined && (hasSeveral() || !isDecidedHere(order)) && (
          <>
            {' · '}
            <UserText>{known.owner?.organization?.name ?? 'no organization'}</UserText>
          </>
        )}
      </p>
      {children}
    </AnimalLine>
  );
}

/** The orders of a person, each with its animal and its state. */
export const OrdersOfPerson = ({ orders }: { readonly orders: readonly Order[] }) => (
  <WishesOfPerson
    wishes={orders}
    path="/console/orders"
    badge={({ status }) => <Badge tone={TONES[status]}>{ADOPTION_STATES[status].title}</Badge>}
  />
);

interface WishesProps<Wish> {
  readonly wishes: readonly Wish[];
  /** Before the id in the address of each. */
  readonly path: string;
  /** The state of each. */
  readonly badge: (wish: Wish) => ComponentChildren;
}

/** What a person wants, each with its animal. */
export const WishesOfPerson = <Wish extends Pick<Order, 'id' | 'petId' | 'updatedAt'>>(props: WishesProps<Wish>) => {
  const { wishes, path, badge } = props;
  useEffect(() => void needAnimals(wishes.map(({ petId }) => petId)), [wishes]);
  return (
    <ul class="stack tight">
      {wishes.map((wish) => {
        const { id, petId, updatedAt } = wish;
        const pet = knownAnimal(petId);
        return (
          <li key={id}>
            <AnimalLine id={petId} pet={pet}>
              <Link href={`${path}/${id}`} class="console-link">
                {pet === undefined ? `Animal ${petId}` : <UserText>{pet.name}</UserText>}
              </Link>
              <span class="row quiet tiny order-state">
                {badge(wish)}
                <Time at={updatedAt} />
              </span>
            </AnimalLine>
          </li>
        );
      })}
    </ul>
  );
};

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  placed: 'caution',
  approved: 'accent',
  delivered: 'positive',
  cancelled: 'neutral',
  expired: 'neutral',
  returned: 'danger',
};

export const AdopterOf = ({ order }: { readonly order: Order }) => {
  const { id, adopter, adopterWithheld } = order;
  if (adopterWithheld === true)
    return (
      <p class="quiet small">
        Name withheld: your organization was not listed when the animal was reserved. Ask an operator of this service.
      </p>
    );
  if (adopter === undefined) return <p class="quiet small">No name given</p>;
  const name = <UserText>{adopter.name}</UserText>;
  return (
    <p class="order-adopter">
      {isDecidedHere(order) ? <Link href={`/console/adopters/${id}`}>{name}</Link> : name}
      <Contact email={adopter.email} phone={adopter.phone} />
    </p>
  );
};

interface ContactProps {
  readonly email: string;
  readonly phone: string | undefined;
}

/** Links for writing and calling. */
export const Contact = ({ email, phone }: ContactProps) => (
  <>
    <a href={`mailto:${encodeURIComponent(email)}`}>
      <UserText>{email}</UserText>
    </a>
    {phone !== undefined && (
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
        <UserText>{phone}</UserText>
      </a>
    )}
  </>
);

/** A hold with less time left is highlighted. */
const soonMs = 6 * 3_600_000;
const stepMs = 20_000;
const dayMs = 86_400_000;

/** The time until an order expires, unless it is approved. */
function HoldLeft({ until }: { readonly until: string }) {
  const nowMs = useNow();
  const leftMs = Date.parse(until) - nowMs;
  return (
    <span class="order-hold" data-soon={leftMs < soonMs}>
      <time dateTime={until} title={new Date(until).toLocaleString(speaks().locale)}>
        {leftMs > 0 ? `Expires in ${leftText(leftMs)}` : 'The hold has expired'}
      </time>
    </span>
  );
}

/** The minutes of a hold count in its last two days. */
const leftText = (leftMs: number): string =>
  leftMs > 2 * dayMs ? `${Math.floor(leftMs / dayMs)} days` : durationText(Math.ceil(leftMs / 60_000) * 60);

function useNow(): number {
  const [nowMs, setNow] = useState(environmentNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(environmentNow()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

const mostCharacters = 180;

/** A long text begins with its first sentences; a button shows all of it. */
function ClampedText({ children: text }: { readonly children: string }) {
  const [isWhole, setWhole] = useState(false);
  const beginning = beginningOf(text);
  const isCut = beginning !== text;
  return (
    <>
      <p class="order-note">
        <UserText>{isWhole ? text : beginning}</UserText>
      </p>
      {isCut && (
        <button
          type="button"
          class="console-link order-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

/** The whole text if it is short; else its first sentences, or words if the first sentence is long. */
function beginningOf(text: string): string {
  if (text.length <= mostCharacters && text.split('\n').length <= 4) return text;
  const lines = text.split('\n').slice(0, 4).join('\n').slice(0, mostCharacters);
  const sentence = /^[^]*[.!?…](?=\s)|^[^]*(?=\n)/.exec(lines)?.[0] ?? '';
  if (sentence.trim().length >= 40) return sentence;
  const words = /^[^]*(?=\s)/.exec(lines)?.[0] ?? '';
  return `${words === '' ? lines : words} …`;
}
