import type { Queries } from '../../database/database.ts';
import type { Webhook } from '../schema.ts';
import { FAILING_LIMIT_MS } from './schedule.ts';

/** Where requests go, and what signs them. */
export interface Endpoint {
  readonly url: string;
  /** The new one first; the one before too while it still counts. */
  readonly secrets: readonly string[];
}

export type DisabledReason = NonNullable<Webhook['disabledReason']>;

/** Webhooks as those see them that send to them. */
export interface Endpoints {
  /** Undefined when nothing may be sent to it now: it is disabled or gone, or its account is suspended. */
  find(db: Queries, webhookId: number): Promise<Endpoint | undefined>;
  noteSuccess(tx: Queries, webhookId: number): Promise<void>;
  /**
   * Notes a failure, and disables the webhook when it has answered that it is gone, or has done nothing but fail for five days.
   * Says why, when it did. That of a URL which it no longer has says nothing of it.
   */
  noteFailure(tx: Queries, webhookId: number, url: string, isGone: boolean): Promise<DisabledReason | undefined>;
}

export function openEndpoints(now: () => number): Endpoints {
  return {
    async find(db, webhookId) {
      const row = await db
        .selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .select(['url', 'secret', 'previous_secret', 'previous_secret_until'])
        .where('webhooks.id', '=', webhookId)
        .where('disabled_at', 'is', null)
        .where('deleted_at', 'is', null)
        .where('suspended_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const isOverlapping = (row.previous_secret_until ?? 0) > now();
      const previous = isOverlapping && row.previous_secret !== null ? [row.previous_secret] : [];
      return { url: row.url, secrets: [row.secret, ...previous] };
    },

    async noteSuccess(tx, webhookId) {
      await tx
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('id', '=', webhookId)
        .where('failing_since', 'is not', null)
        .execute();
    },

    async noteFailure(tx, webhookId, url, isGone) {
      const row = await tx
        .selectFrom('webhooks')
        .select(['failing_since', 'disabled_at', 'version'])
        .where('id', '=', webhookId)
        .where('url', '=', url)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const nowMs = now();
      const failingSince = row.failing_since ?? nowMs;
      const reason = isGone ? 'gone' : nowMs - failingSince >= FAILING_LIMIT_MS ? 'failing' : undefined;
      const disables = reason !== undefined && row.disabled_at === null;
      const disabled = {
        disabled_at: nowMs,
        disabled_reason: reason ?? null,
        version: row.version + 1,
        updated_at: nowMs,
      };
      if (row.failing_since === null || disables) {
        await tx
          .updateTable('webhooks')
          .set({ failing_since: failingSince, ...(disables ? disabled : {}) })
          .where('id', '=', webhookId)
          .execute();
      }
      return disables ? reason : undefined;
    },
  };
}
