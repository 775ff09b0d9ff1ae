import type { Queries } from '../../database/database.ts';
import type { Compose } from '../../mail/delivery.ts';
import { readerOf } from '../../mail/reader.ts';

/** The kind of the mails that carry answers. Their subject is the id of the answer. */
export const ANSWER_MAIL = 'message.answer';

/**
 * Writes the mail with an answer. It has nothing that the sender of the message wrote: the address may be somebody else's.
 *
 * @param origin of the site, such as `https://pets.shelter.example`
 */
export const answerMail =
  (read: Queries, origin: string): Compose =>
  async (answerId) => {
    const row = await read
      .selectFrom('message_answers')
      .innerJoin('messages', 'messages.sequence', 'message_answers.message_sequence')
      .leftJoin('organizations', 'organizations.id', 'messages.organization_id')
      .leftJoin('pets', 'pets.id', 'messages.pet_id')
      .select(['message_answers.message as answer', 'messages.from_email'])
      .select(['organizations.name', 'organizations.email', 'organizations.phone', 'organizations.website'])
      .select(['messages.locale', 'organizations.locale as place'])
      .select(['messages.organization_id', 'by_visitor', 'messages.account_id', 'pets.name as animal'])
      .where('message_answers.id', '=', Number(answerId))
      .executeTakeFirst();
    // Without an address, the person was erased.
    if (row?.from_email == null) return undefined;
    const { name, animal } = row;
    const reader = await readerOf(row.locale ?? undefined, { locale: row.place ?? undefined });
    const { say } = reader;
    const words = reader.words.mails.answers;
    const { host } = new URL(origin);
    const about = animal ?? undefined;
    const title =
      name === null
        ? say(about === undefined ? words.fromOperators : words.fromOperatorsAbout, { host, animal: about })
        : say(about === undefined ? words.fromShelter : words.fromShelterAbout, { shelter: name, animal: about });
    const from = name ?? say(words.operators, { host });
    return {
      to: row.from_email,
      letter: {
        reader,
        title,
        parts: [{ written: row.answer }],
        signature: [from, row.phone, row.email, row.website].filter((line) => line !== null),
        footnote: say(words.footnote, { site: origin }),
      },
      ...(name === null ? {} : { fromName: name }),
      replyTo: row.email ?? undefined,
      about: {
        organizationId: row.organization_id ?? undefined,
        accountId: row.by_visitor === null ? row.account_id : undefined,
      },
    };
  };

/** Notes whether an answer was sent, when its mail no longer waits. */
export async function noteAnswerMailed(tx: Queries, answerId: string, isSent: boolean): Promise<void> {
  await tx
    .updateTable('message_answers')
    .set({ mail: isSent ? 'sent' : 'failed' })
    .where('id', '=', Number(answerId))
    .execute();
}
