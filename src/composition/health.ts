import type { BackupState } from '../backups/state.ts';
import { lastBackupMs } from '../database/meta.ts';
import { openHealth, SAMPLE_MS } from '../http/health/samples.ts';
import type { Health } from '../http/health/schema.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Core } from './core.ts';

type Count = (most: number) => Promise<number>;

/** Larger numbers would tell an operator nothing more. */
const most = 10_000;

interface HealthParts {
  /** Undefined without BACKUP_URL. */
  readonly backups: () => Promise<(BackupState & { readonly url: string }) | undefined>;
  readonly messages: { readonly waiting: Count };
  readonly photos: { readonly waiting: () => number };
  readonly webhooks: { readonly backlog: Count; readonly failing: Count; readonly overdueMs: () => Promise<number> };
}

/** Begins the samples of health, with what takes queries. */
export function buildHealth(core: Core, { backups, messages, photos, webhooks }: HealthParts) {
  const { database, mails, background, metrics, realClock } = core;
  // One after the other: requests need the connections more.
  const measure = async () => {
    const stored = await backups();
    const backupMs = await lastBackupMs(database.read);
    return {
      ...(await database.sizes()),
      messages_waiting: await messages.waiting(most),
      mails_waiting: await mails.waiting(most),
      photos_waiting: photos.waiting(),
      webhook_deliveries_waiting: await webhooks.backlog(most),
      webhook_delivery_overdue_seconds: (await webhooks.overdueMs()) / 1_000,
      webhooks_failing: await webhooks.failing(most),
      backups_failing: stored && Number(stored.failing !== undefined),
      last_backup_timestamp_seconds: backupMs && backupMs / 1_000,
    };
  };
  const health = openHealth({ metrics, now: realClock.now, measure, backups: async () => shown(await backups()) });
  background.every(SAMPLE_MS, 'the sampling of health', () => health.take())();
  return health;
}

const shown = (stored: Awaited<ReturnType<HealthParts['backups']>>): Health['backups'] =>
  stored && {
    url: stored.url,
    ...(stored.madeMs !== undefined && { lastAt: timestamp(stored.madeMs) }),
    ...(stored.triedMs !== undefined && { triedAt: timestamp(stored.triedMs) }),
    ...(stored.failing && { failingSince: timestamp(stored.failing.sinceMs), lastError: stored.failing.reason }),
  };
