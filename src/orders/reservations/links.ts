import { isRight, keyedHash } from '../../secrets/keyed-hash.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Order } from '../schema.ts';

/** The secret links of visitors to their orders: docs/decisions/0052-reservation-links.md. */
export type ReservationLinks = ReturnType<typeof reservationLinks>;

/** @param secret of this database */
export function reservationLinks(secret: Buffer) {
  // A restored backup may assign an id again, but not at the same millisecond.
  const tokenOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
    `prs_${keyedHash(secret, `reservation ${id} ${createdAt}`)}`;

  /** Its id finds the order, and its signature differs from the token of the page, which mail programs must not have. */
  const endTokenOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
    `pfe_${id}.${keyedHash(secret, `end of follow-ups ${id} ${createdAt}`)}`;

  return {
    /** The part of a URL after its origin. The token is in the fragment, which browsers send to nobody. */
    pathOf: (order: Order): string => `/reservation#${tokenOf(order)}`,
    /** What the database has of the order's token. */
    hashOf: (order: Order): string => hashOf(tokenOf(order)),
    /** Ends the mails after the adoption with one click, RFC 8058. */
    endPathOf: (order: Order): string => `/v1/reservation/follow-ups/unsubscribe?token=${endTokenOf(order)}`,
    /** Whether the token is the one of `endPathOf`. */
    isEnd: (token: string, order: Order): boolean => isRight(token, endTokenOf(order)),
  };
}
