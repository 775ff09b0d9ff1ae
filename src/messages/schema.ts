import { type Static, Type } from 'typebox';
import { AssignedId, Int64, PathId, Timestamp } from '../http/shapes.ts';

export const MessageStatus = Type.Enum(['queued', 'processing', 'delivered', 'failed'], {
  type: 'string',
  title: 'MessageStatus',
  description:
    '`queued`: accepted and stored. `processing`: being delivered. `delivered`: in the inbox. `failed`: could not be delivered.',
});
export type MessageStatus = Static<typeof MessageStatus>;

const id = Type.String({ description: 'Identifier of the message, assigned by the service.' });
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
    message: Type.String({ description: 'Text of the message.' }),
    status: MessageStatus,
    createdAt: Timestamp({ description: 'When the message was accepted.' }),
  },
  { title: 'Message', examples: [example] },
);
export type Message = Static<typeof Message>;

export const Messages = Type.Array(Message, { title: 'Messages', examples: [[example]] });

/** Specification, part 4.4. */
export const NewMessage = Type.Object(
  {
    message: text,
    petId: Type.Optional(
      Int64({
        description: 'Identifier of the animal that the message is about: its organization receives the message.',
      }),
    ),
  },
  { title: 'NewMessage', examples: [{ message: example.message }] },
);

/** A message as its receiver reads it. */
export const InboxMessage = Type.Object(
  {
    ...Message.properties,
    accountId: AssignedId({
      description: 'Identifier of the account that sent the message, or with whose publishable key a visitor did.',
    }),
    petId: Type.Optional(AssignedId({ description: 'Identifier of the animal that the message is about.' })),
    deliveredAt: Timestamp({ description: 'When the message was delivered to the inbox.' }),
  },
  { title: 'InboxMessage' },
);
export type InboxMessage = Static<typeof InboxMessage>;

export const Inbox = Type.Array(InboxMessage, {
  title: 'Inbox',
  examples: [[{ ...example, status: 'delivered', accountId: 7, petId: 42, deliveredAt: '2026-11-21T09:30:00.012Z' }]],
});

export const InboxParams = Type.Object({
  organizationId: PathId('organization_not_found', { description: 'Identifier of the organization.' }),
});

export const MessageParams = Type.Object({
  messageId: Type.String({
    pattern: '^msg_[0-9a-z]{26}$',
    'x-not-found': 'message_not_found',
    description: 'Identifier of the message.',
  }),
});
