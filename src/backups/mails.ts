import type { Queries } from '../database/database.ts';
import type { Compose } from '../mail/delivery.ts';
import { isMailbox } from '../vocabulary/text/address.ts';
import { backupState } from './state.ts';

/** The kind of the mail. Its subject is the operator's account. */
export const BACKUP_FAILED = 'backup.failed';

/** The operators who may act and have an address: none who is suspended, closed, or has not confirmed it. */
export async function operators(db: Queries): Promise<{ readonly id: number; readonly email: string }[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('role', '=', 'operator')
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('awaiting', 'is', null)
    .execute();
  return rows.filter(({ email }) => isMailbox(email));
}

/**
 * The mail to the operators when backups begin to fail.
 *
 * @param origin of the site, such as `https://pets.shelter.example`
 */
export function backupMails(read: Queries, origin: string): Readonly<Record<string, Compose>> {
  const { host } = new URL(origin);
  return {
    async [BACKUP_FAILED](accountId) {
      const { failing, madeMs } = await backupState(read);
      const account = (await operators(read)).find(({ id }) => id === Number(accountId));
      if (failing === undefined || account === undefined) return undefined;
      const letter = {
        title: `The backups of ${host} fail`,
        parts: [
          `Since ${timeOf(failing.sinceMs)}:`,
          { quote: failing.reason },
          madeMs === undefined ? 'There is no backup yet.' : `The last backup is of ${timeOf(madeMs)}.`,
          'The service tries again every quarter of an hour. On its machine, `petstore backups run` tries at once, and `petstore doctor` says what is wrong. You get no further mail until a backup has succeeded.',
          { label: 'See the health of the service', url: `${origin}/console/health` },
        ],
        signature: [host],
        footnote: `You receive this mail because you are an operator at ${host}.`,
      };
      return { to: account.email, letter };
    },
  };
}

const timeOf = (ms: number): string => `${new Date(ms).toUTCString().slice(5, -7)} UTC`;
