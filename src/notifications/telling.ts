import type { Database, Queries } from '../database/database.ts';
import type { Now } from '../time/clock.ts';
import { isOwnAddressKind, NOTIFICATION_KINDS, type NotificationKind } from '../vocabulary/notifications.ts';
import { nextAtHour } from '../vocabulary/text/moment.ts';
import { kindOf, type Notice, type NotificationStore, OPERATORS, type Recipient } from './store.ts';

/** The kinds of mails. The subject of `notifications.now` names a batch and a member; that of the digest an organization and a member. */
export type NotificationMail = 'notifications.now' | 'notifications.digest';

const DIGEST_HOUR = 8;
const organizationsAtOnce = 100;

/** Whom each notice of a batch is told at once: the members who chose so, or else the organization's own address. */
export async function toldAtOnce(
  { members, ownAddress }: Pick<NotificationStore, 'members' | 'ownAddress'>,
  db: Queries,
  organizationId: number,
  notices: readonly Notice[],
): Promise<ReadonlyMap<Recipient, Notice[]>> {
  const all = await members(db, organizationId);
  const own = await ownAddress(db, organizationId);
  const told = new Map<Recipient, Notice[]>();
  for (const notice of notices) {
    const kind = kindOf(notice);
    // What is assigned outside the own organization is in no digest.
    const isNow = kind === 'assigned' && organizationId <= OPERATORS;
    const wants = ({ choices }: Recipient): boolean =>
      choices[kind] === 'at_once' || (isNow && choices[kind] === 'digest');
    const wanting = all.filter((one) => wants(one) && (notice.accountId ?? one.accountId) === one.accountId);
    // Managers cannot switch the others off for this address.
    const isForAll = notice.accountId === null && isOwnAddressKind(kind) && wanting.length === 0;
    const rest = isForAll && own !== undefined && wants(own) ? [own] : [];
    for (const one of [...wanting, ...rest]) told.set(one, [...(told.get(one) ?? []), notice]);
  }
  return told;
}

/** What the member is told of in the digest: everything that is not switched off, if anything is told there. */
export const digestKinds = ({ choices }: Recipient): NotificationKind[] =>
  NOTIFICATION_KINDS.some((kind) => choices[kind] === 'digest')
    ? NOTIFICATION_KINDS.filter((kind) => choices[kind] !== 'off')
    : [];

/** Makes the mails of what was noted, and of the digests. Any number of processes may run this on one database. */
export function openTelling(parts: {
  readonly database: Database;
  readonly notifications: NotificationStore;
  readonly mails: { add(tx: Queries, kind: NotificationMail, subjects: readonly string[]): Promise<void> };
  readonly now: Now;
}) {
  const { database, notifications, mails, now } = parts;

  async function gather(tx: Queries): Promise<void> {
    await notifications.lock(tx);
    for (const organizationId of await notifications.ready(tx)) {
      const batch = await notifications.gather(tx, organizationId);
      const told = await toldAtOnce(notifications, tx, organizationId, await notifications.batch(batch, tx));
      const subjects = [...told.keys()].map(({ accountId }) => `${batch}.${accountId}`);
      await mails.add(tx, 'notifications.now', subjects);
    }
  }

  async function beginDigests(tx: Queries): Promise<void> {
    await notifications.lock(tx);
    for (const { id, time_zone: zone, digest_at: dueMs } of await notifications.dueDigests(tx, organizationsAtOnce)) {
      await notifications.setDigest(tx, id, nextAtHour(now(), DIGEST_HOUR, zone ?? undefined));
      if (dueMs === null) continue;
      const readers = (await notifications.members(tx, id)).filter((one) => digestKinds(one).length > 0);
      await mails.add(
        tx,
        'notifications.digest',
        readers.map(({ accountId }) => `${id}.${accountId}`),
      );
    }
  }

  const hasDigests = async (): Promise<boolean> => (await notifications.dueDigests(database.read, 1)).length > 0;
  const isReady = async (): Promise<boolean> => (await notifications.ready()).length > 0;

  return {
    /** The job. Looking first needs no write lock. */
    async tell(stop: AbortSignal): Promise<void> {
      if (!stop.aborted && (await isReady())) await database.transaction(gather);
      while (!stop.aborted && (await hasDigests())) await database.transaction(beginDigests);
    },
    isBusy: async (): Promise<boolean> => (await isReady()) || (await hasDigests()),
    /** A digest comes when the clock stops for something else: one for each day of a long advance would delay everybody. */
    next: (afterMs: number): Promise<number> => notifications.nextAfter(afterMs),
  };
}
