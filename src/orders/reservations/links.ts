import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashOf } from '../../secrets/token.ts';
import type { Order } from '../schema.ts';

/** The secret links of visitors to their orders: docs/decisions/0052-reservation-links.md. */
export type ReservationLinks = ReturnType<typeof reservationLinks>;

/** @param secret of this database */
export function reservationLinks(secret: Buffer) {
  // A restored backup may assign an id again, but not at the same millisecond.
  const tokenOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
    `prs_${createHmac('sha256', secret).update(`reservation ${id} ${createdAt}`).digest('base64url')}`;

  /** Its id finds the order, and its signature differs from the token of the page, which mail programs must not have. */
  const endTokenOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
    `pfe_${id}.${createHmac('sha256', secret).update(`end of follow-ups ${id} ${createdAt}`).digest('base64url')}`;

  return {
    /** The part of a URL after its origin. The token is in the fragment, which browsers send to nobody. */
    pathOf: (order: Order): string => `/reservation#${tokenOf(order)}`,
    /** What the database has of the order's token. */
    hashOf: (order: Order): string => hashOf(tokenOf(order)),
    /** Ends the mails after the adoption with one click, RFC 8058. */
    endPathOf: (order: Order): string => `/v1/reservation/follow-ups/unsubscribe?token=${endTokenOf(order)}`,
    /** Whether the token is the one of `endPathOf`. */
    isEnd(token: string, order: Order): boolean {
      const [given, own] = [Buffer.from(token), Buffer.from(endTokenOf(order))];
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}
