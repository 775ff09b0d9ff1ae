import type { Database, Queries } from '../../database/database.ts';
import { normalizedEmail } from '../email.ts';
import type { PasswordHasher } from './hashing.ts';

/** A correct password, as it is stored. */
export interface Credential {
  readonly accountId: number;
  readonly hashed: string;
}

/** The passwords of accounts. `check` and `hash` reject with PasswordsBusy if too many passwords wait to be hashed. */
export interface PasswordStore {
  /** Undefined if the password is wrong, the address has no account, or the account no password; all take the same time. */
  check(email: string, password: string): Promise<Credential | undefined>;
  readonly hash: (password: string) => Promise<string>;
  /** Whether the password is still the one that was checked. It stays so until the transaction ends. */
  isCurrent(tx: Queries, credential: Credential): Promise<boolean>;
  set(tx: Queries, accountId: number, hashed: string): Promise<void>;
}

export function passwordStore({ read }: Database, hasher: PasswordHasher): PasswordStore {
  return {
    async check(email, password) {
      const row = await read
        .selectFrom('accounts')
        .select(['id', 'password'])
        .where('email', '=', normalizedEmail(email))
        .executeTakeFirst();
      const isRight = await hasher.verify(password, row?.password);
      return isRight && row?.password != null ? { accountId: row.id, hashed: row.password } : undefined;
    },

    hash: hasher.hash,

    async isCurrent(tx, { accountId, hashed }) {
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

    async set(tx, accountId, hashed) {
      await tx.updateTable('accounts').set({ password: hashed }).where('id', '=', accountId).execute();
    },
  };
}
