import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import type { Database, Queries, Write } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Outbox } from '../../database/outbox.ts';
import { prepared } from '../../database/prepared.ts';
import type { Tables } from '../../database/tables.ts';
import { present } from '../../kit/present.ts';
import { generateApiKey, type KeyKind, lastFourOf, petfinderPair, prefixOf } from '../../secrets/api-key.ts';
import { hashOf, type RandomBytes } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import { type Actor, SERVICE } from '../../vocabulary/actors.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { KindAbout } from '../../vocabulary/event-kinds.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { PARTNER_SCOPES, SCOPES } from '../../vocabulary/scopes.ts';
import { timestamp, timestampOrNull } from '../../vocabulary/timestamp.ts';
import { standingColumns, standingOf } from '../account-row.ts';
import { endOperatorsLinks } from '../links/store.ts';
import type { ApiKey, ApiKeyWithSecret } from './schema.ts';

/** The choices when a key is made. */
export interface KeySettings {
  readonly name?: string | undefined;
  readonly kind: KeyKind;
  readonly scopes: ApiKey['scopes'];
  /** Of a publishable key only. */
  readonly origins?: readonly string[] | undefined;
  readonly expiresMs?: number | undefined;
}

/** The first key of an account: it has all scopes and never expires. */
export const FULL_KEY: KeySettings = { kind: 'secret', scopes: [...SCOPES] };

/** The key of a pair for Petfinder's clients: anyone with it reads what visitors see. Pages that clients run in show it to everybody. */
export const PETFINDER_KEY: KeySettings = { name: 'Petfinder client', kind: 'publishable', scopes: ['pets:read'] };

/** No method finds a key that is revoked or expired. */
export type KeyStore = ReturnType<typeof keyStore>;
export type KeyWithAccount = NonNullable<Awaited<ReturnType<KeyStore['findByHash']>>>;

/** The key of another service, which reads what visitors see. */
export const partnerKey = (name: string): KeySettings => ({ name, kind: 'partner', scopes: [...PARTNER_SCOPES] });

/** What making a key requires. */
export interface KeyMaker {
  readonly environment: Environment;
  readonly now: Now;
  readonly random: RandomBytes;
  readonly outbox: Outbox;
}

const keyColumns = [
  'id',
  'kind',
  'name',
  'prefix',
  'last_four',
  'scopes',
  'origins',
  'created_at',
  'expires_at',
  'published_key',
] as const;
type KeyRow = Pick<Selectable<Tables['api_keys']>, (typeof keyColumns)[number]>;

export function keyStore(database: Database, { environment, now, random, outbox }: KeyMaker) {
  const selectByHash = byHashQuery(database);

  /** Writes an event about the key, for its account alone: not for its organization, whose staff would learn of their colleagues' keys. */
  async function announce(
    { tx, by }: Write,
    kind: KindAbout<'api_key'>,
    key: ApiKey,
    accountId: number,
  ): Promise<void> {
    const { key: _, ...notice } = key;
    await outbox.append(tx, kind, notice, { by, accountId });
  }

  async function insert(
    write: Write,
    accountId: number,
    { name, kind, scopes, origins = [], expiresMs }: KeySettings,
    reason: 'api_key.created' | 'api_key.rolled',
  ): Promise<ApiKeyWithSecret> {
    const key = generateApiKey(kind, environment, random);
    // Of the publishable keys, these and the board's own have no origins.
    const isForPetfinder = kind === 'publishable' && origins.length === 0;
    const row = await write.tx
      .insertInto('api_keys')
      .values({
        account_id: accountId,
        hash: hashOf(key),
        kind,
        name: name ?? null,
        prefix: prefixOf(key),
        last_four: lastFourOf(key),
        scopes: [...new Set(scopes)].join(' '),
        origins: [...new Set(origins)].join(' '),
        created_at: now(),
        expires_at: expiresMs ?? null,
        revoked_at: null,
        published_key: kind === 'publishable' && !isForPetfinder ? key : null,
      })
      .returning(keyColumns)
      .executeTakeFirstOrThrow();
    const made = keyOf(row);
    await announce(write, reason, made, accountId);
    return { ...made, key, ...(isForPetfinder ? { petfinder: petfinderPair(key) } : {}) };
  }

  /** Ends the links that somebody may have made with a key of this account, if it is an operator's. */
  async function endLinksOf(tx: Queries, accountId: number): Promise<void> {
    const operator = tx.selectFrom('accounts').select('id').where('id', '=', accountId).where('role', '=', 'operator');
    if ((await operator.executeTakeFirst()) !== undefined) await endOperatorsLinks(tx);
  }

  return {
    /** Up to `count` keys of the account with an id below `before`, newest first. */
    async list(accountId: number, count: number, before?: Int64): Promise<ApiKey[]> {
      const own = liveKeys(database.read, now()).where('account_id', '=', accountId);
      return (await newest(own, count, before)).map(withLastUse);
    },

    /** Reads in the transaction, or committed data without one. */
    async find(accountId: number, keyId: Int64, db: Queries = database.read): Promise<ApiKey | undefined> {
      const row = await liveKeys(db, now())
        .where('account_id', '=', accountId)
        .where('id', '=', keyId as number)
        .executeTakeFirst();
      return row === undefined ? undefined : withLastUse(row);
    },

    create: (tx: Queries, accountId: number, settings: KeySettings, by: Actor): Promise<ApiKeyWithSecret> =>
      insert({ tx, by }, accountId, settings, 'api_key.created'),

    /** Makes a key like the old one, which must exist and is revoked after the overlap. */
    async roll(write: Write, accountId: number, keyId: number, overlapMs: number): Promise<ApiKeyWithSecret> {
      const { tx } = write;
      const nowMs = now();
      const row = await liveKeys(tx, nowMs)
        .where('account_id', '=', accountId)
        .where('id', '=', keyId)
        .executeTakeFirstOrThrow();
      const end =
        overlapMs === 0
          ? { revoked_at: nowMs }
          : { expires_at: Math.min(row.expires_at ?? Infinity, nowMs + overlapMs) };
      await tx.updateTable('api_keys').set(end).where('id', '=', row.id).execute();
      await endLinksOf(tx, accountId);
      return insert(write, accountId, { ...keyOf(row), expiresMs: row.expires_at ?? undefined }, 'api_key.rolled');
    },

    /** Whether there was such a key: of the account, of the kind, or any. */
    revoke: (
      keyId: Int64,
      by: Actor,
      { accountId, kind }: { readonly accountId?: number; readonly kind?: KeyKind } = {},
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const nowMs = now();
        let update = tx
          .updateTable('api_keys')
          .set({ revoked_at: nowMs })
          .where('id', '=', keyId as number);
        if (accountId !== undefined) update = update.where('account_id', '=', accountId);
        if (kind !== undefined) update = update.where('kind', '=', kind);
        const row = await update
          .where((column) => isLive(column, nowMs))
          .returning([...keyColumns, 'account_id'])
          .executeTakeFirst();
        if (row === undefined) return false;
        await announce({ tx, by }, 'api_key.revoked', keyOf(row), row.account_id);
        await endLinksOf(tx, row.account_id);
        return true;
      }),

    /** Up to `count` partner keys with an id below `before`, newest first. */
    async listPartners(count: number, before?: Int64): Promise<ApiKey[]> {
      const partners = liveKeys(database.read, now()).where('kind', '=', 'partner' satisfies KeyKind);
      return (await newest(partners, count, before)).map(withLastUse);
    },

    /** Revokes the keys of the account, or those of one kind, that are neither revoked nor expired. */
    async revokeAll(tx: Queries, accountId: number, by: Actor, kind?: KeyKind): Promise<void> {
      const nowMs = now();
      let update = tx.updateTable('api_keys').set({ revoked_at: nowMs }).where('account_id', '=', accountId);
      if (kind !== undefined) update = update.where('kind', '=', kind);
      const rows = await update
        .where((column) => isLive(column, nowMs))
        .returning(keyColumns)
        .execute();
      for (const row of rows) await announce({ tx, by }, 'api_key.revoked', keyOf(row), accountId);
      await endLinksOf(tx, accountId);
    },

    /** Writes the event that the key was banned, for its account. */
    noteBan: (keyId: number) =>
      database.transaction(async (tx) => {
        const row = await tx
          .selectFrom('api_keys')
          .select([...keyColumns, 'account_id'])
          .where('id', '=', keyId)
          .executeTakeFirst();
        if (row !== undefined) await announce({ tx, by: SERVICE }, 'api_key.banned', keyOf(row), row.account_id);
      }),

    /** The key and its account: what decides what a request may do. */
    async findByHash(hash: string) {
      const [row] = await selectByHash(database.read, { hash });
      if (row === undefined) return undefined;
      return {
        keyId: row.key_id,
        account: standingOf(row),
        kind: row.kind as KeyKind,
        scopes: wordsOf(row.scopes) as ApiKey['scopes'],
        origins: wordsOf(row.origins),
        expiresMs: row.expires_at ?? undefined,
      };
    },
  };
}

const liveKeys = (db: Queries, nowMs: number) =>
  db
    .selectFrom('api_keys')
    .leftJoin('key_uses', 'key_uses.key_id', 'api_keys.id')
    .select([...keyColumns, 'last_used_at'])
    .where((column) => isLive(column, nowMs));

function isLive(column: ExpressionBuilder<Tables, 'api_keys'>, nowMs: number): Expression<SqlBool> {
  const isUnexpired = column('expires_at', 'is', null).or('expires_at', '>', nowMs);
  return column('revoked_at', 'is', null).and(isUnexpired);
}

const byHashQuery = (database: Database) =>
  prepared(database.read, (db, { hash }: { hash: string }) =>
    db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
      .select(['api_keys.id as key_id', 'kind', 'scopes', 'origins', 'expires_at'])
      .select(standingColumns)
      .where('api_keys.hash', '=', hash)
      .where('revoked_at', 'is', null),
  );

const withLastUse = (row: KeyRow & { readonly last_used_at: number | null }): ApiKey =>
  present({ ...keyOf(row), lastUsedAt: timestampOrNull(row.last_used_at) });

const keyOf = (row: KeyRow): ApiKey =>
  present({
    id: row.id,
    name: row.name,
    kind: row.kind as KeyKind,
    prefix: row.prefix,
    lastFour: row.last_four,
    scopes: wordsOf(row.scopes) as ApiKey['scopes'],
    // The key of the service's own board names none.
    origins: row.origins === '' ? null : wordsOf(row.origins),
    createdAt: timestamp(row.created_at),
    expiresAt: timestampOrNull(row.expires_at),
    key: row.published_key,
  });

/** Splits a column that holds several words separated by spaces. */
const wordsOf = (column: string): string[] => column.split(' ').filter((word) => word !== '');
