import type { App } from '../http/app.ts';
import { existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { principalOf } from '../http/principal.ts';
import { PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { Inbox, Message, MessageParams, Messages, NewMessage } from './schema.ts';
import type { MessageStore } from './store.ts';

export interface MessageRouteParts {
  readonly messages: MessageStore;
  readonly lists: Lists;
  readonly effects: Effects;
  /** Called after the commit of a message, which then waits for its delivery. */
  readonly onAccepted: () => void;
}

/** Messages to the operators of the service. Specification, part 4.4. */
export function messageRoutes(app: App, { messages, lists, effects, onAccepted }: MessageRouteParts): void {
  app.route({
    method: 'POST',
    url: '/messages',
    schema: {
      operationId: 'submitMessage',
      tags: ['Messages'],
      summary: 'Submit a message',
      description:
        'Accepts a message to the operators of the service. Once accepted, the message is stored safely and is delivered in the background: `GET /messages/{messageId}` and the event `message.delivered` report the delivery.',
      body: NewMessage,
      response: { 202: Message },
    },
    config: { access: 'messages:write', headers: { Location: 'The path of the new message.' } },
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const accepted = await effects.run(request, reply, async (tx) => {
        const message = await messages.add(tx, accountId, request.body.message);
        reply.code(202).header('location', `${app.prefix}/messages/${message.id}`);
        return message;
      });
      if (accepted !== undefined) onAccepted();
      return accepted;
    },
  });

  app.route({
    method: 'GET',
    url: '/messages',
    schema: {
      operationId: 'listMessages',
      tags: ['Messages'],
      summary: 'List your messages',
      description:
        'Returns the messages that the account sent, newest first. Follow the `Link` header for the next page.',
      querystring: PageQuery,
      response: { 200: Messages },
    },
    config: { access: 'messages:read' },
    handler: async (request, reply) => {
      const { accountId: account } = principalOf(request);
      const page = await lists.page(request, reply, { account }, (_, count, before) =>
        messages.list(account, count, before),
      );
      return page.map(({ item }) => item);
    },
  });

  app.route({
    method: 'GET',
    url: '/messages/:messageId',
    schema: {
      operationId: 'getMessage',
      tags: ['Messages'],
      summary: 'Get a message',
      description: 'Returns one message that the account sent.',
      params: MessageParams,
      response: { 200: Message },
    },
    config: { access: 'messages:read', errors: ['message_not_found'] },
    handler: async (request) => {
      const message = await messages.find(principalOf(request).accountId, request.params.messageId);
      return existing(message, 'message_not_found', 'messageId');
    },
  });
}

/** The delivered messages, for the shelter. */
export function inboxRoutes(v1: App, { messages, lists }: Pick<MessageRouteParts, 'messages' | 'lists'>): void {
  v1.route({
    method: 'GET',
    url: '/admin/inbox',
    schema: {
      operationId: 'listInbox',
      tags: ['Administration'],
      summary: "Read the operators' inbox",
      description:
        'Returns the delivered messages of all accounts, newest first. Follow the `Link` header for the next page.',
      querystring: PageQuery,
      response: { 200: Inbox },
    },
    config: { access: 'operator' },
    handler: async (request, reply) => {
      const page = await lists.page(request, reply, {}, (_, count, before) => messages.inbox(count, before));
      return page.map(({ item }) => item);
    },
  });
}
