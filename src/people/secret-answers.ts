import type { Queries } from '../database/database.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { TextTable } from './text-tables.ts';

// They are encrypted, and could still show what was changed. They are made unusable: a repeated request is refused as one with another
// payload, rather than executed again.

/** Makes the stored responses that show a secret of a changed API key or webhook unusable. */
export async function forgetSecretAnswers(tx: Queries, { table }: TextTable, id: Int64): Promise<void> {
  if (table !== 'api_keys' && table !== 'webhooks') return;
  const account = tx
    .selectFrom(table)
    .select('account_id')
    .where('id', '=', id as number);
  await forget(tx).where('account_id', '=', account).execute();
}

/** Makes the stored responses to invitations unusable: the invitation itself may be gone. */
export async function forgetInvitations(tx: Queries): Promise<void> {
  const inviting = tx
    .selectFrom('accounts')
    .select('id')
    .where((column) => column('organization_role', 'is not', null).or('role', '=', 'operator'));
  await forget(tx)
    .where('account_id', 'in', inviting)
    .where('method', '=', 'POST')
    .where('path', 'like', '/v1/organizations/%/invitations')
    .execute();
}

const forget = (tx: Queries) =>
  tx
    .updateTable('idempotency_keys')
    .set({ fingerprint: '', body: '' })
    // Encrypted responses are in base64; the others are JSON or empty.
    .where('body', '!=', '')
    .where('body', 'not like', '{%')
    .where('body', 'not like', '[%');
