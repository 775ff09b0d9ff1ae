import { lastBackupMs } from '../database/meta.ts';
import { openHealth, SAMPLE_MS } from '../http/health/samples.ts';
import type { Core } from './core.ts';

type Count = (most: number) => Promise<number>;

/** Larger numbers would tell an operator nothing more. */
const most = 10_000;

interface HealthParts {
  readonly messages: { readonly waiting: Count };
  readonly photos: { readonly waiting: () => number };
  readonly webhooks: { readonly backlog: Count; readonly failing: Count; readonly overdueMs: () => Promise<number> };
}

/** Begins the samples of health, with what takes queries. */
export function buildHealth(core: Core, { messages, photos, webhooks }: HealthParts) {
  const { database, mails, background, metrics, realClock } = core;
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
  const health = openHealth({ metrics, now: realClock.now, measure });
  background.every(SAMPLE_MS, 'the sampling of health', () => health.take())();
  return health;
}
