import type { InboxMessage } from '../../../../client/src/petstore.ts';
import { partsOf } from '../../pets/question.ts';

export interface Sender {
  /** What the list and the thread call who wrote. */
  readonly name: string;
  readonly email?: string;
}

/** The text without what earlier versions of the board wrote into it, and who wrote it. */
export function contentOf(message: InboxMessage): {
  readonly text: string;
  readonly sender: Sender;
  readonly petId: number | undefined;
} {
  const { text, from, petId } = partsOf(message.message);
  const sender = message.from ?? from ?? { name: message.sentBy === 'visitor' ? 'A visitor' : 'Through the API' };
  return { text, sender, petId: message.petId ?? petId };
}

/** A link that opens the mail program of the reader. */
export const mailto = (email: string, body: string): string =>
  `mailto:${encodeURIComponent(email)}${body.trim() === '' ? '' : `?body=${encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))}`}`;
