import type { Queries } from '../database/database.ts';
import { ERASED } from './rewriting.ts';

/** Erases the answers to messages of which the text is erased, and the stored responses with a copy of them: they are written to the person. */
export async function eraseAnswers(tx: Queries, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  const erased = tx.selectFrom('messages').where('sequence', 'in', sequences).where('message', '=', ERASED);
  const threads = await erased.select(['id', 'sequence']).execute();
  if (threads.length === 0) return;
  await tx
    .updateTable('message_answers')
    .set({ message: ERASED })
    .where(
      'message_sequence',
      'in',
      threads.map(({ sequence }) => sequence),
    )
    .execute();
  // A repeated request is refused as one with another payload, rather than executed again.
  for (const { id } of threads)
    await tx
      .updateTable('idempotency_keys')
      .set({ fingerprint: '', body: '' })
      .where('path', 'in', [`/v1/inbox/${id}`, `/v1/inbox/${id}/answers`])
      .execute();
}
