import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { OrderStatus } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Order } from './schema.ts';

/** An order with the fields that the API does not show. */
export interface StoredOrder {
  readonly order: Order;
  /** The account that placed it. */
  readonly accountId: number;
  /** The owner of the animal. */
  readonly petOwner: Owner;
  /** Starts at 1 and counts the changes. */
  readonly version: number;
}

export type OrderRow = Selectable<Tables['orders']>;

export function storedOf(row: OrderRow): StoredOrder {
  const { adopter_name: name, adopter_email: email, note } = row;
  return {
    order: {
      id: row.id,
      petId: row.pet_id,
      status: row.status as OrderStatus,
      ...(name === null || email === null ? {} : { adopter: { name, email } }),
      ...(note === null ? {} : { note }),
      expiresAt: timestamp(row.expires_at),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    accountId: row.account_id,
    petOwner: { accountId: row.pet_account_id, organizationId: row.organization_id ?? undefined },
    version: row.version,
  };
}
