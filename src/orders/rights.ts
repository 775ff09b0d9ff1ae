import { ApiError } from '../http/errors.ts';
import { isOwnedBy, type Principal } from '../http/principal.ts';
import { isOpen, type OrderTransition } from '../vocabulary/order-lifecycle.ts';
import type { StoredOrder } from './order-row.ts';

/** @throws ApiError `forbidden` unless the principal is on the side that makes this transition */
export function requireRight(
  { petOwner }: StoredOrder,
  principal: Principal,
  { name, by }: Pick<OrderTransition, 'name' | 'by'>,
): void {
  if (by === 'either' || isOwnedBy(principal, petOwner)) return;
  throw new ApiError(
    'forbidden',
    `Only the organization or account that the animal belongs to, or an operator, may ${name} an order for it.`,
  );
}

/** @throws ApiError `invalid_status_transition`, `order_closed` */
export function requireAllowed(
  { order: { status } }: StoredOrder,
  { name, from }: Pick<OrderTransition, 'name' | 'from'>,
): void {
  if (from.includes(status)) return;
  const must = `to ${name} an order, it must be ${from.map((one) => `\`${one}\``).join(' or ')}`;
  if (isOpen(status)) throw new ApiError('invalid_status_transition', `The order is \`${status}\`; ${must}.`);
  throw new ApiError('order_closed', `The order is closed: it is \`${status}\`; ${must}.`);
}
