import type { ComponentChildren, JSX } from 'preact';
import type { Order } from '../../../../client/src/petstore.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { around } from '../../design/text/around.tsx';
import { ADOPTION_STATES } from '../words.ts';

type Phrases = Readonly<Record<`order.${OrderStatus}`, (event: { readonly data: Order }) => JSX.Element>>;

/** What somebody did with an adoption, after their name, for each kind of event. @param name shows the adoption */
export const orderPhrases = (name: (order: Order) => ComponentChildren): Phrases =>
  Object.fromEntries(
    ORDER_STATUSES.map((status) => [
      `order.${status}`,
      ({ data }: { readonly data: Order }) => around(ADOPTION_STATES[status].did, name(data)),
    ]),
  ) as unknown as Phrases;
