import type { Database, Queries } from '../database/database.ts';
import type { RandomBytes } from './keys/api-key.ts';
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts';

/** A password that was right, as it is stored. */
export interface Credential {
  readonly accountId: number;
  readonly hashed: string;
}

/** The passwords of accounts. What hashes throws PasswordsBusy when too many wait for it. */
export interface CredentialStore {
  /** Undefined when it is wrong, as for an address that has no account, or none with a password: that takes as long. */
  check(email: string, password: string): Promise<Credential | undefined>;
  hash(password: string): Promise<string>;
  /** Whether the password is still the one that was checked; it stays so until the transaction ends. */
  isCurrent(tx: Queries, credential: Credential): Promise<boolean>;
  set(tx: Queries, accountId: number, hashed: string): Promise<void>;
}

export function credentialStore({ read }: Database, random: RandomBytes): CredentialStore {
  return {
    async check(email, password) {
      const row = await read
        .selectFrom('accounts')
        .select(['id', 'password'])
        .where('email', '=', email.trim().toLowerCase())
        .executeTakeFirst();
      const isRight = await verifyPassword(password, row?.password ?? NOBODYS_HASH);
      return isRight && row?.password != null ? { accountId: row.id, hashed: row.password } : undefined;
    },

    hash: (password) => hashPassword(password, random),

    async isCurrent(tx, { accountId, hashed }) {
      // Written as it is: that holds the row, on every engine, against whoever changes it at the same time.
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
