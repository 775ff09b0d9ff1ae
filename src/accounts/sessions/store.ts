import type { Database, Queries } from '../../database/database.ts';
import { deleteOldest } from '../../database/delete-oldest.ts';
import { generateToken, hashOf, isToken, type RandomBytes } from '../../secrets/token.ts';
import type { RealMoment, RealNow } from '../../time/clock.ts';

export interface OpenSession {
  readonly accountId: number;
  readonly idleUntilMs: number;
  /** The session ends then, even if it is used. */
  readonly endsMs: number;
}

/** No method finds a session that has ended. */
export type SessionStore = ReturnType<typeof sessionStore>;

const idleMs = 24 * 3_600_000;
const longestMs = 14 * 24 * 3_600_000;
/** The shortest time between two writes of a session's use. */
const noteEveryMs = 5 * 60_000;

export function sessionStore(
  database: Database,
  options: {
    readonly now: RealNow;
    readonly random: RandomBytes;
    /** Receives the error of a use that could not be written; the next use tries again. */
    readonly onError: (error: unknown) => void;
  },
) {
  const { now, random, onError } = options;
  const idleUntil = (endsMs: number) => Math.min(now() + idleMs, endsMs);

  async function find(token: string): Promise<OpenSession | undefined> {
    if (!isToken('session', token)) return undefined;
    return database.read
      .selectFrom('sessions')
      .select(['account_id as accountId', 'idle_until as idleUntilMs', 'ends_at as endsMs'])
      .where('hash', '=', hashOf(token))
      .where('idle_until', '>', now())
      .executeTakeFirst();
  }

  async function noteUse(token: string, idleUntilMs: number): Promise<void> {
    await database.transaction((tx) =>
      tx
        .updateTable('sessions')
        .set({ idle_until: idleUntilMs })
        .where('hash', '=', hashOf(token))
        .where('idle_until', '<', idleUntilMs)
        .execute(),
    );
  }

  return {
    find,

    /** Only the result holds the token; the database has its hash. */
    async open(tx: Queries, accountId: number): Promise<OpenSession & { readonly token: string }> {
      const token = generateToken('session', random);
      const endsMs = now() + longestMs;
      const idleUntilMs = idleUntil(endsMs);
      await tx
        .insertInto('sessions')
        .values({ hash: hashOf(token), account_id: accountId, idle_until: idleUntilMs, ends_at: endsMs })
        .execute();
      return { token, accountId, idleUntilMs, endsMs };
    },

    /** Finds the session, and postpones its idle timeout. */
    async use(token: string): Promise<OpenSession | undefined> {
      const session = await find(token);
      if (session === undefined) return undefined;
      const idleUntilMs = idleUntil(session.endsMs);
      if (idleUntilMs - session.idleUntilMs >= noteEveryMs) noteUse(token, idleUntilMs).catch(onError);
      return session;
    },

    async end(tx: Queries, token: string) {
      await tx.deleteFrom('sessions').where('hash', '=', hashOf(token)).execute();
    },

    /** Deletes a bounded number of ended sessions. Returns whether there may be more. */
    sweep: (tx: Queries, nowMs: RealMoment): Promise<boolean> =>
      deleteOldest(tx, 'sessions', { order: 'idle_until', upTo: nowMs, key: ['hash'] }),
  };
}

/** Ends all sessions of the account. */
export async function endSessions(tx: Queries, accountId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
}
