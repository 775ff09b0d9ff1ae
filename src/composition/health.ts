import type { Database } from '../database/database.ts';
import { lastBackupMs } from '../database/meta.ts';
import { openHealth, SAMPLE_MS } from '../telemetry/health/samples.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Background } from '../time/background.ts';

type Count = (most: number) => Promise<number>;

/** Larger numbers would tell an operator nothing more. */
const most = 10_000;

/** Begins the samples of health, with what takes queries. */
export function openHealthSamples(parts: {
  readonly database: Database;
  readonly background: Background;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly messages: { readonly waiting: Count };
  readonly mails: { readonly waiting: Count };
  readonly photos: { readonly waiting: () => number };
  readonly webhooks: { readonly backlog: Count; readonly failing: Count; readonly overdueMs: () => Promise<number> };
}) {
  const { database, messages, mails, photos, webhooks } = parts;
  // One after the other: requests need the connections more.
  const measure = async () => {
    const backupMs = await lastBackupMs(database.read);
    return {
      ...(await database.sizes()),
      messages_waiting: await messages.waiting(most),
      mails_waiting: await mails.waiting(most),
      photos_waiting: photos.waiting(),
      webhook_deliveries_waiting: await webhooks.backlog(most),
      webhook_delivery_overdue_seconds: (await webhooks.overdueMs()) / 1_000,
      webhooks_failing: await webhooks.failing(most),
      last_backup_timestamp_seconds: backupMs && backupMs / 1_000,
    };
  };
  const health = openHealth({ ...parts, measure });
  parts.background.every(SAMPLE_MS, 'the sampling of health', () => health.take())();
  return health;
}
