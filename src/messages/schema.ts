import { type Static, Type } from 'typebox';
import { Int64, Locale, PlainText, Timestamp, Text } from '../http/shapes.ts';

export const MessageStatus = Type.Enum(['queued', 'processing', 'delivered', 'failed'], {
  type: 'string',
  title: 'MessageStatus',
  description:
    '`queued`: accepted and stored. `processing`: being delivered. `delivered`: in the inbox. `failed`: could not be delivered.',
});
export type MessageStatus = Static<typeof MessageStatus>;

const id = Text('Identifier of the message, assigned by the service.');
const text = Type.String({
  minLength: 1,
  maxLength: 4_096,
  format: 'multiline-text',
  description: 'Text of the message.',
});
const example = {
  id: 'msg_01kap6q0v8d5m9r2t4w7x1y3z6',
  message: 'Is Rex still looking for a home?',
  status: 'queued',
  createdAt: '2026-11-21T09:30:00.000Z',
};

/** Specification, part 2. */
export const Message = Type.Object(
  {
    id,
    message: Text('Text of the message.'),
    status: MessageStatus,
    createdAt: Timestamp('When the message was accepted.'),
  },
  { title: 'Message', examples: [example] },
);
export type Message = Static<typeof Message>;

export const Messages = Type.Array(Message, { title: 'Messages', examples: [[example]] });

/** Only the receivers of the message see it. */
export const MessageSender = Type.Object(
  {
    name: PlainText(1, 255, 'Name of the person who writes.'),
    email: Type.String({ format: 'email', maxLength: 254, description: 'Email address for the answer.' }),
  },
  { title: 'MessageSender', description: 'Who writes.' },
);
export type MessageSender = Static<typeof MessageSender>;

export const MessageLocale = Locale('The language of the sender (BCP 47), such as `es`: mails with answers are in it.');

/** Specification, part 4.4. */
export const NewMessage = Type.Object(
  {
    message: text,
    petId: Type.Optional(
      Int64('Identifier of the animal that the message is about: its organization receives the message.'),
    ),
    from: Type.Optional(MessageSender),
    locale: Type.Optional(MessageLocale),
  },
  {
    title: 'NewMessage',
    examples: [
      { message: example.message },
      { message: example.message, petId: 42, from: { name: 'Ann Lee', email: 'ann@example.org' } },
    ],
  },
);

export const MessageParams = Type.Object({
  messageId: Type.String({
    pattern: '^msg_[0-9a-z]{26}$',
    'x-not-found': 'message_not_found',
    description: 'Identifier of the message.',
  }),
});
