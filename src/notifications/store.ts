import type { Database, Queries } from '../database/database.ts';
import { isPublicOrganizationFor } from '../database/listed.ts';
import type { Now } from '../time/clock.ts';
import {
  defaultWay,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  OWN_ADDRESS_KINDS,
  type OwnAddressChoices,
} from '../vocabulary/notifications.ts';
import type { OrganizationRole } from '../vocabulary/organizations.ts';
import { isMailbox } from '../vocabulary/text/address.ts';
import type { Ended } from './links.ts';

/** Something that members may be told of. */
export interface Notice {
  /** Some belong to the kind of another: see `kindOf`. */
  readonly kind: Exclude<NotificationKind, 'day' | 'listing_site'> | keyof typeof BELONGS_TO;
  /** `OPERATORS` for the operators, and the negative id of an account for it alone. */
  readonly organizationId: number;
  /** The id of an order, of an application or of a message; of a mail its kind and its subject; the name of a listing site. */
  readonly subject: string;
  /** It is for this member alone. */
  readonly accountId: number | null;
  /** Unix milliseconds. */
  readonly dueMs: number;
}

type ListingNotice = Extract<Notice['kind'], `listing_${string}`>;

/** Somebody who may be told. */
export interface Recipient {
  /** `OWN_ADDRESS` for the organization's own address. */
  readonly accountId: number;
  /** `OPERATORS` for an operator as such. */
  readonly organizationId: number;
  readonly email: string;
  readonly choices: NotificationChoices;
}

/** In place of an organization: those who run the service. */
export const OPERATORS = 0;
/** In place of a member: the address that the organization shows to the public. */
export const OWN_ADDRESS = 0;

const BELONGS_TO = {
  cancelled: 'order',
  application_withdrawn: 'application',
  application_assigned: 'assigned',
  listing_waiting: 'listing_site',
  listing_failing: 'listing_site',
  listing_paused: 'listing_site',
} as const satisfies Record<string, NotificationKind>;

/** What members choose about the notice. */
export const kindOf = ({ kind }: Pick<Notice, 'kind'>): NotificationKind =>
  kind in BELONGS_TO ? BELONGS_TO[kind as keyof typeof BELONGS_TO] : (kind as NotificationKind);

/** The name in `outbox_readers`. */
const reader = 'notifications';
/** How long things are gathered for one mail. Less than a minute, so that everything is told within one. */
const gatherMs = 50_000;
const hourMs = 3_600_000;
/** Mails that fail are told in one mail for this long. */
const failedTogetherMs = 6 * hourMs;
/** Operators are often members as well, and get at most 20 mails an hour in all. */
const MOST_MAILS = { organization: 16, operators: 4 } as const;
/** Things of one mail: it is written within the time that a process may take for it. The next mail has the others. */
const mostGathered = 1_000;
/** Longer than the sending of a mail is tried. */
const keptMs = 24 * hourMs;

const mostMails = (organizationId: number): number =>
  organizationId <= OPERATORS ? MOST_MAILS.operators : MOST_MAILS.organization;

export type NotificationStore = ReturnType<typeof notificationStore>;

/** What happened that members are told of, and how each wants to be told. */
export function notificationStore(
  { read }: Database,
  /** `isOn`: whether there is a mail server; without one, nothing is noted. */
  { now, isOn }: { readonly now: Now; readonly isOn: boolean },
) {
  const waiting = (db: Queries) => db.selectFrom('notices').where('batch_id', 'is', null);

  /** The organizations with something that has been gathered long enough. */
  const gathered = (db: Queries) =>
    waiting(db)
      .select('organization_id')
      .distinct()
      .where('due_at', '<=', now() - gatherMs);

  /** When the organization may be mailed again, in Unix milliseconds. */
  async function freeAt(db: Queries, organizationId: number): Promise<number> {
    const row = await db
      .selectFrom('notice_batches')
      .select('at')
      .where('organization_id', '=', organizationId)
      .where('at', '>', now() - hourMs)
      .orderBy('at', 'desc')
      .offset(mostMails(organizationId) - 1)
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? 0 : row.at + hourMs;
  }

  async function ready(db: Queries): Promise<number[]> {
    const found: number[] = [];
    for (const { organization_id: id } of await gathered(db).execute())
      if ((await freeAt(db, id)) <= now()) found.push(id);
    return found;
  }

  /** Those who can act for the organization: nobody who left, is suspended, closed, or has not confirmed the address. */
  async function members(db: Queries, organizationId: number): Promise<Recipient[]> {
    let query = db
      .selectFrom('accounts')
      .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
      .select(['accounts.id', 'accounts.email', 'accounts.notifications', 'organization_role', 'role'])
      .where('accounts.suspended_at', 'is', null)
      .where('closed_at', 'is', null)
      .where('awaiting', 'is', null)
      .orderBy('accounts.id');
    if (organizationId < OPERATORS) query = query.where('accounts.id', '=', -organizationId);
    else
      query =
        organizationId === OPERATORS
          ? query.where('role', '=', 'operator')
          : query
              .where('accounts.organization_id', '=', organizationId)
              .where('organizations.suspended_at', 'is', null);
    const rows = await query.execute();
    return rows
      .filter(({ email }) => isMailbox(email))
      .map(({ id, email, notifications, organization_role: role }) => ({
        accountId: id,
        organizationId,
        email,
        choices: choicesOf(notifications, (role ?? 'manager') as OrganizationRole),
      }));
  }

  /** The organization's own address, if it is somebody's. Of the operators, the only organization here that visitors see: never one of another service. */
  async function ownAddress(db: Queries, organizationId: number): Promise<Recipient | undefined> {
    const query = db
      .selectFrom('organizations')
      .select(['id', 'email', 'notifications'])
      .where('suspended_at', 'is', null);
    const [row, ...others] =
      organizationId === OPERATORS
        ? await query.where(isPublicOrganizationFor('own')).limit(2).execute()
        : await query.where('id', '=', organizationId).execute();
    if (row?.email == null || others.length > 0 || !isMailbox(row.email)) return undefined;
    const choices = choicesOf(row.notifications, 'manager');
    return { accountId: OWN_ADDRESS, organizationId: row.id, email: row.email, choices };
  }

  /** Whom a batch is for. */
  const organizationOf = async (db: Queries, batch: number): Promise<number | undefined> =>
    (await db.selectFrom('notice_batches').select('organization_id').where('id', '=', batch).executeTakeFirst())
      ?.organization_id;

  async function add(tx: Queries, notices: readonly Notice[]): Promise<void> {
    if (!isOn || notices.length === 0) return;
    const rows = notices.map(({ kind, organizationId, subject, accountId, dueMs }) => ({
      kind,
      organization_id: organizationId,
      subject,
      account_id: accountId,
      due_at: dueMs,
      batch_id: null,
    }));
    await tx.insertInto('notices').values(rows).execute();
  }

  return {
    isOn,

    /** Up to which event all have been followed. */
    async position(): Promise<number> {
      const row = await read
        .selectFrom('outbox_readers')
        .select('sequence')
        .where('name', '=', reader)
        .executeTakeFirst();
      return row?.sequence ?? 0;
    },

    /** Notes what to tell of the events up to `to`. Does nothing if another process has followed them. */
    async note(tx: Queries, from: number, to: number, notices: readonly Notice[]): Promise<void> {
      const moved = await tx
        .updateTable('outbox_readers')
        .set({ sequence: to })
        .where('name', '=', reader)
        .where('sequence', '=', from)
        .executeTakeFirst();
      if (moved.numUpdatedRows > 0n) await add(tx, notices);
    },

    /** Notes that a colleague has asked a member, or an operator, to take care of a message or of an application. */
    async noteAssigned(
      tx: Queries,
      about: {
        readonly id: string | number;
        readonly organizationId?: number | undefined;
        /** The account that added the animal. */
        readonly ownerId?: number;
      },
      accountId: number,
      kind: 'assigned' | 'application_assigned' = 'assigned',
    ): Promise<void> {
      const { organization_id: memberOf } = await tx
        .selectFrom('accounts')
        .select('organization_id')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const isMember = memberOf !== null && memberOf === about.organizationId;
      const isOwner = about.organizationId === undefined && about.ownerId === accountId;
      // Nobody else may take care of it except operators.
      const organizationId = isMember ? memberOf : isOwner ? -accountId : OPERATORS;
      await add(tx, [{ kind, organizationId, subject: String(about.id), accountId, dueMs: now() }]);
    },

    /** Notes that something is wrong at a listing site, or waits for consent. */
    noteListing: (tx: Queries, organizationId: number, kind: ListingNotice, site: string): Promise<void> =>
      add(tx, [{ kind, organizationId, subject: site, accountId: null, dueMs: now() }]),

    /** Notes that a mail was given up. Not one that tells operators of such mails: it would never end. */
    async noteMailFailed(tx: Queries, { kind, subject }: { readonly kind: string; readonly subject: string }) {
      if (!isOn || (kind === 'notifications.now' && (await organizationOf(tx, Number.parseInt(subject)))) === OPERATORS)
        return;
      const { last } = await tx
        .selectFrom('notices')
        .select(({ fn }) => fn.max('due_at').as('last'))
        .where('kind', '=', 'mail_failed')
        .executeTakeFirstOrThrow();
      const dueMs = last !== null && last > now() ? last : Math.max(now(), (last ?? 0) + failedTogetherMs);
      const failed = { kind: 'mail_failed', organizationId: OPERATORS, accountId: null } as const;
      await add(tx, [{ ...failed, subject: `${kind} ${subject}`, dueMs }]);
    },

    /** Only one process at a time gathers and counts. */
    lock: async (tx: Queries): Promise<unknown> =>
      tx
        .updateTable('outbox_readers')
        .set((column) => ({ sequence: column.ref('sequence') }))
        .where('name', '=', reader)
        .execute(),

    /** The organizations that may be mailed of what was gathered. */
    ready: (db: Queries = read): Promise<number[]> => ready(db),

    /** When the next notice, or a mail that had to wait for the hour, is due. */
    async nextAfter(afterMs: number): Promise<number> {
      const next = await waiting(read)
        .select('due_at')
        .where('due_at', '>', afterMs - gatherMs)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      const freed = await Promise.all(
        (await gathered(read).execute()).map(({ organization_id: id }) => freeAt(read, id)),
      );
      return Math.min(next === undefined ? Infinity : next.due_at + gatherMs, ...freed.filter((ms) => ms > afterMs));
    },

    /** Makes one batch of all that is due for the organization. @returns its id */
    async gather(tx: Queries, organizationId: number): Promise<number> {
      const { id } = await tx
        .insertInto('notice_batches')
        .values({ organization_id: organizationId, at: now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const due = waiting(tx)
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('due_at', '<=', now())
        .orderBy('due_at')
        .limit(mostGathered);
      await tx.updateTable('notices').set({ batch_id: id }).where('id', 'in', due).execute();
      return id;
    },

    members,
    ownAddress,

    async batch(id: number, db: Queries = read): Promise<Notice[]> {
      const rows = await db.selectFrom('notices').selectAll().where('batch_id', '=', id).orderBy('id').execute();
      return rows.map((row) => ({
        kind: row.kind as Notice['kind'],
        organizationId: row.organization_id,
        subject: row.subject,
        accountId: row.account_id,
        dueMs: row.due_at,
      }));
    },

    /** Organizations whose digest is due; also those that never had one. */
    async dueDigests(db: Queries, most: number) {
      return db
        .selectFrom('organizations')
        .select(['id', 'time_zone', 'digest_at'])
        .where(({ eb }) => eb('digest_at', '<=', now()).or('digest_at', 'is', null))
        .orderBy('id')
        .limit(most)
        .execute();
    },

    async setDigest(tx: Queries, organizationId: number, nextMs: number): Promise<void> {
      await tx.updateTable('organizations').set({ digest_at: nextMs }).where('id', '=', organizationId).execute();
    },

    /** What the account has chosen, and the defaults of its role. */
    async choices(accountId: number, db: Queries = read): Promise<NotificationChoices> {
      const row = await db
        .selectFrom('accounts')
        .select(['notifications', 'organization_role'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return choicesOf(row.notifications, (row.organization_role ?? 'manager') as OrganizationRole);
    },

    choose: (tx: Queries, accountId: number, chosen: Chosen): Promise<void> =>
      choose(tx, 'accounts', accountId, chosen),

    /** What the organization's own address is told of, if nobody is told at once. */
    async ownChoices(organizationId: number, db: Queries = read): Promise<OwnAddressChoices> {
      const row = await db
        .selectFrom('organizations')
        .select('notifications')
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow();
      const all = choicesOf(row.notifications, 'manager');
      return Object.fromEntries(OWN_ADDRESS_KINDS.map((kind) => [kind, all[kind]])) as OwnAddressChoices;
    },

    chooseOwn: (tx: Queries, organizationId: number, chosen: Partial<OwnAddressChoices>): Promise<void> =>
      choose(tx, 'organizations', organizationId, chosen),

    /** Switches mails of these kinds off: of a member of the organization, or of its own address. */
    async end(tx: Queries, { accountId, organizationId, kinds }: Ended): Promise<void> {
      const off = Object.fromEntries(kinds.map((kind) => [kind, 'off'])) as Chosen;
      if (accountId === OWN_ADDRESS) return choose(tx, 'organizations', organizationId, off);
      // A membership that began later is another one.
      const all = await members(tx, organizationId);
      if (all.some((one) => one.accountId === accountId)) await choose(tx, 'accounts', accountId, off);
    },

    /** Forgets what was told a day ago. */
    async sweep(tx: Queries, nowMs: number): Promise<boolean> {
      const old = tx
        .selectFrom('notice_batches')
        .select('id')
        .where('at', '<=', nowMs - keptMs);
      await tx.deleteFrom('notices').where('batch_id', 'in', old).execute();
      await tx
        .deleteFrom('notice_batches')
        .where('at', '<=', nowMs - keptMs)
        .execute();
      return false;
    },
  };
}

type Chosen = Partial<NotificationChoices>;

const storedChoices = (stored: string | null): Chosen => (stored === null ? {} : (JSON.parse(stored) as Chosen));

async function choose(tx: Queries, table: 'accounts' | 'organizations', id: number, chosen: Chosen): Promise<void> {
  const row = await tx.selectFrom(table).select('notifications').where('id', '=', id).executeTakeFirst();
  if (row === undefined) return;
  const notifications = JSON.stringify({ ...storedChoices(row.notifications), ...chosen });
  await tx.updateTable(table).set({ notifications }).where('id', '=', id).execute();
}

function choicesOf(stored: string | null, role: OrganizationRole): NotificationChoices {
  const chosen = storedChoices(stored);
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, chosen[kind] ?? defaultWay(kind, role)]),
  ) as NotificationChoices;
}
