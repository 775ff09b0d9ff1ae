import type { Queries } from '../../database/database.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import type { Account } from '../schema.ts';
import type { Membership, MembershipStore } from './store.ts';

/**
 * Gives the account the membership that an operator chooses, or none. The animals of both organizations stay where they are.
 *
 * @throws ChangeRefused
 */
export async function moveMember(
  tx: Queries,
  memberships: MembershipStore,
  { id, organization: current }: Pick<Account, 'id' | 'organization'>,
  wanted: Membership | null,
  by: Actor,
): Promise<void> {
  if (current?.id === wanted?.id) {
    if (wanted !== null && wanted.role !== current?.role) await memberships.setRole(tx, id, wanted, by);
    return;
  }
  if (current !== undefined) await memberships.leave(tx, id, current.id, by);
  if (wanted !== null) await memberships.join(tx, id, { ...wanted, bringAnimals: false }, by);
}
