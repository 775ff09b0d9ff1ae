import type { ComponentChildren, JSX } from 'preact';
import type { Order } from '../../../../client/src/petstore.ts';
import type { KindAbout } from '../../../../src/vocabulary/event-kinds.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { around } from '../../design/text/around.tsx';
import { ADOPTION_STATES } from '../words.ts';

type Phrases = Readonly<Record<KindAbout<'order'>, (event: { readonly data: Order }) => JSX.Element>>;

const DID: Readonly<Record<KindAbout<'order'>, string>> = {
  ...(Object.fromEntries(ORDER_STATUSES.map((status) => [`order.${status}`, ADOPTION_STATES[status].did])) as Record<
    `order.${OrderStatus}`,
    string
  >),
  'order.paid': 'marked {} as paid',
  'order.unpaid': 'took back that {} is paid',
};

/** What somebody did with an adoption, after their name, for each kind of event. @param name shows the adoption */
export const orderPhrases = (name: (order: Order) => ComponentChildren): Phrases =>
  Object.fromEntries(
    Object.entries(DID).map(([kind, did]) => [kind, ({ data }: { readonly data: Order }) => around(did, name(data))]),
  ) as unknown as Phrases;
