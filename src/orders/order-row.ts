import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { OrderStatus } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Order } from './schema.ts';

/** An order with the fields that the API does not show. */
export interface StoredOrder {
  readonly order: Order;
  /**
   * The account that is a side of it because it placed it. Undefined if a visitor did with its publishable key, or if it did as a member of
   * the animal's organization, which stays the side when members leave.
   */
  readonly placerId: number | undefined;
  /** The owner of the animal. */
  readonly petOwner: Owner;
  /** The animal's side may not read who adopts. */
  readonly isWithheld: boolean;
  /** Starts at 1 and counts the changes. */
  readonly version: number;
}

/** Who is behind an order or an application. */
export interface Sides extends Pick<StoredOrder, 'petOwner' | 'isWithheld'> {
  readonly accountId: number;
  /** A visitor places it, with a publishable key of the account. */
  readonly byVisitor: boolean;
  /** The account places it as a member of the animal's organization. */
  readonly byMember: boolean;
  /** A keyed hash of the client's address, if what comes from it is bounded. */
  readonly visitor: string | undefined;
}

export type OrderRow = Selectable<Tables['orders']>;

export const answersIn = ({ answers }: Pick<OrderRow, 'answers'>): NonNullable<Order['answers']> =>
  answers === null ? [] : (JSON.parse(answers) as NonNullable<Order['answers']>);

export function storedOf(row: OrderRow): StoredOrder {
  const { adopter_name: name, adopter_email: email, adopter_phone: phone, note, visit_at: visitAtMs } = row;
  const { message_to_adopter: messageToAdopter, locale, paid_at: paidAtMs } = row;
  return {
    order: {
      id: row.id,
      petId: row.pet_id,
      status: row.status as OrderStatus,
      ...(name === null || email === null ? {} : { adopter: { name, email, ...(phone === null ? {} : { phone }) } }),
      ...(note === null ? {} : { note }),
      ...(row.answers === null ? {} : { answers: answersIn(row) }),
      ...(visitAtMs === null ? {} : { visitAt: timestamp(visitAtMs) }),
      ...(messageToAdopter === null ? {} : { messageToAdopter }),
      ...(locale === null ? {} : { locale }),
      ...(row.reservation_hash === null ? {} : { adopterHasLink: true }),
      ...(paidAtMs === null ? {} : { paidAt: timestamp(paidAtMs) }),
      expiresAt: timestamp(row.expires_at),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    placerId: row.by_visitor === null && row.by_member === null ? row.account_id : undefined,
    petOwner: { accountId: row.pet_account_id, organizationId: row.organization_id ?? undefined },
    isWithheld: row.is_withheld !== null,
    version: row.version,
  };
}

/** The order without the adopter and what concerns them. It says whether anything was left out. */
export function withoutAdopter({ adopter, note, answers, visitAt, messageToAdopter, locale, ...order }: Order): Order {
  const hasAny = [adopter, note, answers, visitAt, messageToAdopter, locale].some((member) => member !== undefined);
  return hasAny ? { ...order, adopterWithheld: true } : order;
}

/** The order as who placed it sees it. */
export function withoutPayment(order: Order): Order {
  const { paidAt: _, ...rest } = order;
  return rest;
}
