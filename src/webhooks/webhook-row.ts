import type { Selectable } from 'kysely';
import type { Queries, Write } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import { present } from '../kit/present.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { KindAbout, WantedKind } from '../vocabulary/event-kinds.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Webhook } from './schema.ts';

export interface StoredWebhook {
  readonly webhook: Webhook;
  /** Counts the changes of the webhook. */
  readonly version: number;
}

export const webhookColumns = [
  'id',
  'url',
  'events',
  'description',
  'disabled_at',
  'disabled_reason',
  'version',
  'created_at',
  'updated_at',
] as const;

export const storedOf = (
  row: Pick<Selectable<Tables['webhooks']>, (typeof webhookColumns)[number]>,
): StoredWebhook => ({
  webhook: present({
    id: row.id,
    url: row.url,
    events: row.events.split(' ') as WantedKind[],
    description: row.description,
    disabled: row.disabled_at !== null,
    disabledReason: row.disabled_reason as Webhook['disabledReason'] | null,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }),
  version: row.version,
});

/** Appends the event of a change, for the account of the webhook and its organization. */
export async function announce(
  { tx, by }: Write,
  outbox: Outbox,
  kind: Extract<WantedKind, KindAbout<'webhook'>>,
  webhook: Webhook,
): Promise<void> {
  const { account_id: accountId, organization_id: organizationId } = await tx
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select(['account_id', 'organization_id'])
    .where('webhooks.id', '=', webhook.id)
    .executeTakeFirstOrThrow();
  // The path and the query may hold a password of the receiver's, and more people read events than webhooks.
  const data: Webhook = { ...webhook, url: new URL(webhook.url).origin };
  await outbox.append(tx, kind, data, { by, accountId, organizationId: organizationId ?? undefined });
}

/** Appends the event that something else has changed the webhook, if it still exists. */
export async function announceChanged(tx: Queries, outbox: Outbox, id: Int64, by: Actor): Promise<void> {
  const row = await tx
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('id', '=', id as number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row !== undefined) await announce({ tx, by }, outbox, 'webhook.updated', storedOf(row).webhook);
}
