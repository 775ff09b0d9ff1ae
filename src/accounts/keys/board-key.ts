import type { Database, Queries } from '../../database/database.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import { type Actor, SERVICE } from '../../vocabulary/actors.ts';
import { PUBLISHABLE_SCOPES } from '../../vocabulary/scopes.ts';
import type { ApiKeyWithSecret } from './schema.ts';
import { type KeySettings, type KeyStore, partnerKey } from './store.ts';

interface BoardKeyParts {
  readonly database: Database;
  readonly now: Now;
  readonly keys: KeyStore;
  /** The id of the board's account, which is made if there is none. */
  readonly account: (tx: Queries) => Promise<number>;
}

/** The publishable key of the service's own board. The table `meta` holds it, since every visitor's page does. */
export function boardKeyStore({ database, now, keys, account }: BoardKeyParts) {
  async function insert(tx: Queries, by: Actor): Promise<ApiKeyWithSecret> {
    const made = await keys.create(tx, await account(tx), BOARD_KEY, by);
    await tx
      .insertInto('meta')
      .values({ name: NAME, value: made.key })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: made.key }))
      .execute();
    return made;
  }

  return {
    /** The id of the board's account: what belongs to nobody belongs to it. */
    account,

    /** The key, which the first call makes. Undefined once it is revoked, until somebody makes another. */
    async find(): Promise<string | undefined> {
      const key =
        (await stored(database.read)) ??
        // Another process may have made it meanwhile.
        (await database.transaction(async (tx) => (await stored(tx)) ?? (await insert(tx, SERVICE)).key));
      const { expiresMs = Infinity } = (await keys.findByHash(hashOf(key))) ?? { expiresMs: 0 };
      return expiresMs > now() ? key : undefined;
    },

    /** Makes another key for the board. Every earlier one is revoked. */
    async replace(tx: Queries, by: Actor): Promise<ApiKeyWithSecret> {
      await keys.revokeAll(tx, await account(tx), by, 'publishable');
      return insert(tx, by);
    },

    /** Makes a partner key, which belongs to the board's account: an account of a person can be suspended, closed, or have rights. */
    createPartner: async (tx: Queries, name: string, by: Actor): Promise<ApiKeyWithSecret> =>
      keys.create(tx, await account(tx), partnerKey(name), by),

    /** Gives the board the new key if the old one, which was rolled, was the board's. */
    async follow(tx: Queries, oldKeyId: number, newKey: string): Promise<void> {
      const key = await stored(tx);
      if (key === undefined) return;
      const isOfBoard = tx
        .selectFrom('api_keys')
        .select('id')
        .where('id', '=', oldKeyId)
        .where('hash', '=', hashOf(key));
      await tx
        .updateTable('meta')
        .set({ value: newKey })
        .where('name', '=', NAME)
        .where((column) => column.exists(isOfBoard))
        .execute();
    },
  };
}

const NAME = 'board_key';

/** Like any publishable key, it works from the service's own origin; it names no other. */
const BOARD_KEY: KeySettings = { name: 'Adoption board', kind: 'publishable', scopes: [...PUBLISHABLE_SCOPES] };

const stored = async (db: Queries): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('name', '=', NAME).executeTakeFirst())?.value;
