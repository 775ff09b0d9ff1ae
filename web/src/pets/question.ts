import type { Pet } from '../../../client/src/petstore.ts';

export interface Adopter {
  readonly name: string;
  readonly email: string;
}

/** The message that the board sends for a question about an animal. */
export const messageAbout = ({ name, id }: Pick<Pet, 'name' | 'id'>, question: string, from: Adopter): string =>
  `About ${name} (animal ${id}):\n\n${question.trim()}\n\nFrom ${from.name.trim()}, ${from.email.trim()}`;

const ABOUT = /^About [^\n]* \(animal (\d{1,15})\):\n/;
const FROM = /\n\nFrom ([^\n]+), ([^\s,]+@[^\s,]+)$/;

interface MessageParts {
  /** The message without its last line, if that names the sender. */
  readonly text: string;
  readonly petId?: number;
  readonly from?: Adopter;
}

/** What `messageAbout` put into a message. Any other message is all text. */
export function partsOf(message: string): MessageParts {
  const [, petId] = ABOUT.exec(message) ?? [];
  if (petId === undefined) return { text: message };
  const [, name, email] = FROM.exec(message) ?? [];
  if (name === undefined || email === undefined) return { text: message, petId: Number(petId) };
  return { text: message.replace(FROM, ''), petId: Number(petId), from: { name, email } };
}
