import type { Database, Queries } from '../../database/database.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import type { PasswordHasher } from './hashing.ts';
import { type PasswordOwner, requireStrong } from './strength.ts';

/** A correct password, as it is stored. */
export interface Credential {
  readonly accountId: number;
  readonly hashed: string;
}

/** The passwords of accounts. `check` and `hashNew` reject with PasswordsBusy if too many passwords wait to be hashed. */
export type PasswordStore = ReturnType<typeof passwordStore>;

export function passwordStore({ read }: Database, hasher: PasswordHasher) {
  return {
    /** Undefined if the password is wrong, the address has no account, or the account no password; all take the same time. */
    async check(email: string, password: string): Promise<Credential | undefined> {
      const row = await read
        .selectFrom('accounts')
        .select(['id', 'password'])
        .where('email', '=', normalizedEmail(email))
        .executeTakeFirst();
      const isRight = await hasher.verify(password, row?.password);
      return isRight && row?.password != null ? { accountId: row.id, hashed: row.password } : undefined;
    },

    /**
     * Hashes a password that somebody chooses. `field` holds it in the request.
     *
     * @throws ApiError `weak_password`
     */
    async hashNew(password: string, owner: PasswordOwner, field = 'password'): Promise<string> {
      await requireStrong(password, owner, field);
      return hasher.hash(password);
    },

    /** Whether the password is still the one that was checked. It stays so until the transaction ends. */
    async isCurrent(tx: Queries, { accountId, hashed }: Credential): Promise<boolean> {
      // The update changes nothing; it locks the row, on both engines, against a concurrent change.
      const row = await tx
        .updateTable('accounts')
        .set({ password: hashed })
        .where('id', '=', accountId)
        .where('password', '=', hashed)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async set(tx: Queries, accountId: number, hashed: string) {
      await tx.updateTable('accounts').set({ password: hashed }).where('id', '=', accountId).execute();
    },
  };
}
