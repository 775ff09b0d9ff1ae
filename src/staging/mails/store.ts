import type { Database, Queries } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import { present } from '../../kit/present.ts';
import type { Now, RealMoment, RealNow } from '../../time/clock.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { STAGED_MAILS } from '../../vocabulary/retention.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { StagedMail } from './schema.ts';

/** The parts of a mail that are shown. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

interface Concerned {
  readonly kind: string;
  readonly accountId?: number | undefined;
  readonly organizationId?: number | undefined;
}

/** Reads the mails of this account and of its organization; undefined reads all. */
type Reader = Pick<Concerned, 'accountId' | 'organizationId'> | undefined;

const dayMs = 24 * 3_600_000;

/** The mails that staging would have sent: docs/decisions/0093-mails-of-staging.md. */
export type StagedMailStore = ReturnType<typeof stagedMailStore>;

export function stagedMailStore(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  { now, realNow }: { readonly now: Now; readonly realNow: RealNow },
) {
  return {
    /** Keeps a mail instead of sending it, and forgets the oldest one. */
    async keep(
      { to, subject, text, html = '' }: Mail,
      { kind, accountId = 0, organizationId = 0 }: Concerned,
    ): Promise<void> {
      await transaction(async (tx) => {
        const { id } = await tx
          .insertInto('staged_mails')
          .values({
            kind,
            account_id: accountId || null,
            organization_id: organizationId || null,
            recipient: to,
            subject,
            body: text,
            html: html || null,
            created_at: now(),
            kept_at: realNow(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx
          .deleteFrom('staged_mails')
          .where('id', '<=', id - STAGED_MAILS.most)
          .execute();
      });
    },

    /** Up to `count` mails with ids below `before`, newest first. */
    async list(
      reader: Reader,
      to: string | undefined,
      count: number,
      before: Int64 | undefined,
    ): Promise<StagedMail[]> {
      let query = read.selectFrom('staged_mails').selectAll();
      if (reader !== undefined)
        query = query.where((column) =>
          column.or([
            column('account_id', '=', reader.accountId ?? null),
            column('organization_id', '=', reader.organizationId ?? null),
          ]),
        );
      if (to !== undefined) query = query.where(({ eb, fn }) => eb(fn('lower', ['recipient']), '=', to.toLowerCase()));
      const rows = await newest(query, count, before);
      return rows.map((row) =>
        present({
          id: row.id,
          kind: row.kind,
          to: row.recipient,
          subject: row.subject,
          text: row.body,
          html: row.html,
          createdAt: timestamp(row.created_at),
        }),
      );
    },

    /** Deletes by age. The real time counts: an advance of the clock must not delete what it brings. */
    async sweep(tx: Queries, nowMs: RealMoment): Promise<boolean> {
      await tx
        .deleteFrom('staged_mails')
        .where('kept_at', '<=', nowMs - STAGED_MAILS.days * dayMs)
        .execute();
      return false;
    },
  };
}
