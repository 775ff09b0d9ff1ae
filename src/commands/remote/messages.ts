import { text as textOf } from 'node:stream/consumers';
import type { Int64, Message } from '../../../client/src/petstore.ts';
import { printFacts } from '../rows.ts';
import { type JsonOption, sanitized, type Style, type Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { type ListOptions, printList } from './lists.ts';

const STYLES: Readonly<Record<Message['status'], Style>> = {
  queued: 'yellow',
  processing: 'yellow',
  delivered: 'green',
  failed: 'red',
};

interface SendOptions extends JsonOption {
  readonly pet?: Int64;
}

/** @param text the message, or `-` to read it from standard input */
export async function sendMessage(
  terminal: Terminal,
  text: string,
  { pet: petId, json = false }: SendOptions,
): Promise<void> {
  const message = text === '-' ? (await textOf(process.stdin)).trimEnd() : text;
  show(
    terminal,
    await withPetstore((petstore) => petstore.messages.send({ message, ...(petId !== undefined && { petId }) })),
    json,
  );
}

export async function listMessages(terminal: Terminal, options: ListOptions): Promise<void> {
  await withPetstore((petstore) =>
    printList(
      terminal,
      (page) => petstore.messages.list(page),
      [
        { title: 'id', of: ({ id }) => id },
        { title: 'sent', of: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ') },
        { title: 'status', of: ({ status }) => status, style: ({ status }) => STYLES[status] },
        { title: 'message', of: ({ message }) => message, shrinks: true },
      ],
      { ...options, none: 'No messages.' },
    ),
  );
}

export async function getMessage(terminal: Terminal, id: string, { json = false }: JsonOption): Promise<void> {
  show(terminal, await withPetstore((petstore) => petstore.messages.get(id)), json);
}

function show(terminal: Terminal, found: Message, json: boolean): void {
  if (json) return terminal.printJson(found);
  const { id, status, createdAt, message } = found;
  printFacts(terminal, [
    ['Message', id],
    ['Status', status, STYLES[status]],
    ['Sent', createdAt],
  ]);
  terminal.print();
  for (const line of message.split('\n')) terminal.print(sanitized(line));
}
