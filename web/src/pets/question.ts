export interface Adopter {
  readonly name: string;
  readonly email: string;
}

interface MessageParts {
  /** The message without its last line, if that names the sender. */
  readonly text: string;
  readonly petId?: number;
  readonly from?: Adopter;
}

const ABOUT = /^About [^\n]* \(animal (\d{1,15})\):\n/;
const FROM = /\n\nFrom ([^\n]+), ([^\s,]+@[^\s,]+)$/;

/** What the board of earlier versions wrote into the text of a message. Any other message is all text. */
export function partsOf(message: string): MessageParts {
  const [, petId] = ABOUT.exec(message) ?? [];
  if (petId === undefined) return { text: message };
  const [, name, email] = FROM.exec(message) ?? [];
  if (name === undefined || email === undefined) return { text: message, petId: Number(petId) };
  return { text: message.replace(FROM, ''), petId: Number(petId), from: { name, email } };
}
