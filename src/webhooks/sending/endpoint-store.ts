import type { Queries } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { Now } from '../../time/clock.ts';
import { SERVICE } from '../../vocabulary/actors.ts';
import type { MailQueue } from '../health/notices.ts';
import { enabled, lastSequence } from '../store.ts';
import { announce, storedOf, webhookColumns } from '../webhook-row.ts';
import { FAILING_LIMIT_MS } from './schedule.ts';

/** The kind of the mail that says that the service has disabled a webhook. */
export const DISABLED_MAIL = 'webhook.disabled';

/** The URL that receives the requests, and the secrets that sign them, as they are stored. */
export interface Endpoint {
  readonly url: string;
  /** The current secret, then the previous one while it still signs. */
  readonly secrets: readonly string[];
}

/** The sender's view of webhooks. */
export type EndpointStore = ReturnType<typeof endpointStore>;

export function endpointStore(outbox: Outbox, mails: MailQueue, now: Now) {
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

    /** Records a success, and whether it was quick enough to prove the endpoint. Ignores a success of a previous URL. */
    async noteSuccess(tx: Queries, webhookId: number, url: string, isQuick: boolean) {
      const proven = { is_proven: isQuick ? 1 : null };
      await tx
        .updateTable('webhooks')
        .set({ failing_since: null, ...proven })
        .where('id', '=', webhookId)
        .where('url', '=', url)
        .where((column) =>
          column('failing_since', 'is not', null).or('is_proven', 'is distinct from', proven.is_proven),
        )
        .execute();
    },

    /**
     * Records a failure; a slow one also says that the endpoint is no longer proven. Disables the webhook after a 410, or if every attempt
     * has failed for five days, and returns which. Ignores failures of a previous URL.
     */
    async noteFailure(
      tx: Queries,
      webhookId: number,
      url: string,
      { isGone, isQuick }: { readonly isGone: boolean; readonly isQuick: boolean },
    ) {
      const row = await tx
        .selectFrom('webhooks')
        .select(['failing_since', 'is_proven', 'disabled_at', 'version'])
        .where('id', '=', webhookId)
        .where('url', '=', url)
        .where('deleted_at', 'is', null)
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
      const proven = { is_proven: isQuick ? row.is_proven : null };
      if (row.failing_since !== null && !disables && proven.is_proven === row.is_proven) return undefined;
      const off = disables ? { ...disabled, paused_after: await lastSequence(tx) } : {};
      const changed = await tx
        .updateTable('webhooks')
        .set({ failing_since: failingSince, ...proven, ...off })
        .where('id', '=', webhookId)
        .returning(webhookColumns)
        .executeTakeFirstOrThrow();
      if (!disables) return undefined;
      await announce({ tx, by: SERVICE }, outbox, 'webhook.updated', storedOf(changed).webhook);
      await mails.add(tx, DISABLED_MAIL, [webhookId]);
      return reason;
    },
  };
}
