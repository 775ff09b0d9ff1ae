import type { Queries } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import { SERVICE } from '../../vocabulary/actors.ts';
import { enabled } from '../store.ts';
import { announce, storedOf, webhookColumns } from '../webhook-row.ts';
import { FAILING_LIMIT_MS } from './schedule.ts';

/** The URL that receives the requests, and the secrets that sign them. */
export interface Endpoint {
  readonly url: string;
  /** The current secret, then the previous one while it still signs. */
  readonly secrets: readonly string[];
}

/** The sender's view of webhooks. */
export type EndpointStore = ReturnType<typeof endpointStore>;

export function endpointStore(outbox: Outbox, now: () => number) {
  return {
    /** Undefined if the webhook is disabled or deleted, or its account suspended. */
    async find(db: Queries, webhookId: number): Promise<Endpoint | undefined> {
      const row = await enabled(db)
        .select(['url', 'secret', 'previous_secret', 'previous_secret_until'])
        .where('webhooks.id', '=', webhookId)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const isOverlapping = (row.previous_secret_until ?? 0) > now();
      const previous = isOverlapping && row.previous_secret !== null ? [row.previous_secret] : [];
      return { url: row.url, secrets: [row.secret, ...previous] };
    },

    async noteSuccess(tx: Queries, webhookId: number) {
      await tx
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('id', '=', webhookId)
        .where('failing_since', 'is not', null)
        .execute();
    },

    /**
     * Records a failure. Disables the webhook after a 410, or if every attempt has failed for five days, and returns which. Ignores
     * failures of a previous URL.
     */
    async noteFailure(tx: Queries, webhookId: number, url: string, isGone: boolean) {
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
      if (row.failing_since !== null && !disables) return undefined;
      const changed = await tx
        .updateTable('webhooks')
        .set({ failing_since: failingSince, ...(disables ? disabled : {}) })
        .where('id', '=', webhookId)
        .returning(webhookColumns)
        .executeTakeFirstOrThrow();
      if (!disables) return undefined;
      await announce(tx, outbox, 'webhook.updated', storedOf(changed).webhook, SERVICE);
      return reason;
    },
  };
}
