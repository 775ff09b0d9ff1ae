import type { ComponentChildren, JSX } from 'preact';
import type { Order } from '../../../../client/src/petstore.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { ADOPTION_STATES } from '../words.ts';

/** What somebody did with an adoption, after their name. */
export function OrderPhrase({
  status,
  children,
}: {
  readonly status: OrderStatus;
  readonly children: ComponentChildren;
}) {
  const [before, after] = ADOPTION_STATES[status].did.split('{}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}

type Phrase = (event: { readonly data: Order }) => JSX.Element;

/** A phrase for each kind of event. @param name shows the adoption */
export const orderPhrases = (
  name: (order: Order) => ComponentChildren,
): Readonly<Record<`order.${OrderStatus}`, Phrase>> =>
  Object.fromEntries(
    ORDER_STATUSES.map((status): [string, Phrase] => [
      `order.${status}`,
      ({ data }) => <OrderPhrase status={status}>{name(data)}</OrderPhrase>,
    ]),
  ) as Record<`order.${OrderStatus}`, Phrase>;
