/** What a message says, and what the board wrote around it where it came from there. */
interface MessageParts {
  readonly text: string;
  readonly petId?: number;
  readonly from?: { readonly name: string; readonly email: string };
}

const ABOUT = /^About [^\n]* \(animal (\d{1,15})\):\n/;
const FROM = /\n\nFrom ([^\n]+), ([^\s,]+@[^\s,]+)$/;

/** Nothing of the message is left out but the last line of one from the board, of which name and address are shown beside it. */
export function partsOf(message: string): MessageParts {
  const [, petId] = ABOUT.exec(message) ?? [];
  if (petId === undefined) return { text: message };
  const [, name, email] = FROM.exec(message) ?? [];
  if (name === undefined || email === undefined) return { text: message, petId: Number(petId) };
  return { text: message.replace(FROM, ''), petId: Number(petId), from: { name, email } };
}
