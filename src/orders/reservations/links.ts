import { createHmac } from 'node:crypto';
import { hashOf } from '../../secrets/token.ts';
import type { Order } from '../schema.ts';

/** The secret links of visitors to their orders: docs/decisions/0052-reservation-links.md. */
export type ReservationLinks = ReturnType<typeof reservationLinks>;

/** @param secret of this database */
export function reservationLinks(secret: Buffer) {
  // A restored backup may assign an id again, but not at the same millisecond.
  const tokenOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
    `prs_${createHmac('sha256', secret).update(`reservation ${id} ${createdAt}`).digest('base64url')}`;

  return {
    /** The part of a URL after its origin. The token is in the fragment, which browsers send to nobody. */
    pathOf: (order: Order): string => `/reservation#${tokenOf(order)}`,
    /** What the database has of the order's token. */
    hashOf: (order: Order): string => hashOf(tokenOf(order)),
  };
}
