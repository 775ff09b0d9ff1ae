import { etagOf, etagOfContent } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import { isOwnedBy, type Principal } from '../http/principal.ts';
import { type StoredOrder, withoutAdopter, withoutPayment } from './order-row.ts';
import type { Order } from './schema.ts';

const hasPlaced = ({ accountId }: Principal, found: StoredOrder): boolean => found.placerId === accountId;

/** @throws ApiError `order_not_found` if the order does not concern the principal */
export function requireVisible(found: StoredOrder | undefined, principal: Principal): StoredOrder {
  if (found !== undefined && (hasPlaced(principal, found) || isOwnedBy(principal, found.petOwner))) return found;
  throw new ApiError('order_not_found', 'The account has no order with this `orderId`.');
}

/** The order as this principal may see it; without `orders:read`, without the adopter. */
export function orderFor(principal: Principal, found: StoredOrder): Order {
  const order = isOwnedBy(principal, found.petOwner) ? found.order : withoutPayment(found.order);
  const isTold = principal.operator || hasPlaced(principal, found) || !found.isWithheld;
  return isTold && principal.scopes.has('orders:read') ? order : withoutAdopter(order);
}

/** The version of the order as this principal sees it: nothing that another side alone knows changes it. */
export function etagFor(principal: Principal, found: StoredOrder): string {
  const { paidAt } = orderFor(principal, found);
  return paidAt === undefined ? etagOf(found.version) : etagOfContent([found.version, paidAt]);
}
