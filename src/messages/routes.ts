import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { existing } from '../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import { isVisitor, principalOf, requireOwnAnimal } from '../http/principal.ts';
import { PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { PetStore } from '../pets/store.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { Message, MessageParams, Messages, NewMessage } from './schema.ts';
import type { MessageStore } from './store.ts';

export interface MessageRouteParts {
  readonly messages: MessageStore;
  readonly pets: PetStore;
  readonly lists: Lists;
  readonly effects: Effects;
  /** Called after the commit of a message, which then waits for its delivery. */
  readonly onAccepted: () => void;
}

/** Messages to the operators of the service or to an organization. Specification, part 4.4. */
export function messageRoutes(app: App, { messages, pets, lists, effects, onAccepted }: MessageRouteParts): void {
  async function subjectOf(tx: Queries, petId: Int64, byVisitor: boolean) {
    const found = await pets.find(petId, { db: tx, publicOnly: byVisitor, withPages: true });
    const { pet, owner, isMirrored } = existing(found, 'pet_not_found', 'petId');
    requireOwnAnimal({ isMirrored });
    return { petId: pet.id, organizationId: owner.organizationId };
  }

  app.post('/messages', {
    schema: {
      operationId: 'submitMessage',
      summary: 'Submit a message',
      description:
        'Accepts a message to the operators of the service or, with `petId`, to the organization of that animal, if visitors may see that organization. `from` says who writes: only the receivers see it, and their answer is mailed there. Once accepted, the message is stored safely and is delivered in the background: `GET /messages/{messageId}` and the event `message.delivered` report the delivery.',
      body: NewMessage,
      response: { 202: Message },
    },
    config: {
      access: 'messages:write',
      whose: 'account',
      errors: ['pet_not_found', 'mirrored'],
      headers: { Location: 'The path of the new message.' },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { message: text, petId, from, locale } = request.body;
      const accepted = await effects.run(request, reply, async (tx) => {
        const byVisitor = isVisitor(principal);
        const about = petId === undefined ? undefined : await subjectOf(tx, petId, byVisitor);
        const message = await messages.add(
          tx,
          { accountId: principal.accountId, byVisitor, about, from, locale },
          text,
        );
        reply.header('location', `${app.prefix}/messages/${message.id}`);
        return message;
      });
      if (accepted !== undefined) onAccepted();
      return accepted;
    },
  });

  app.get('/messages', {
    schema: {
      operationId: 'listMessages',
      summary: 'List your messages',
      description:
        'Returns the messages that the account sent, newest first, without the messages of visitors with its publishable keys. Follow the `Link` header for the next page.',
      querystring: PageQuery,
      response: { 200: Messages },
    },
    config: { access: 'messages:read', whose: 'account' },
    handler: async (request, reply) => {
      const { accountId: account } = principalOf(request);
      const read = (_: unknown, count: number, before: Int64 | undefined) => messages.list(account, count, before);
      const page = await lists.page(request, reply, { account }, read, LONG_TEXTS);
      return page.map(({ item }) => item);
    },
  });

  app.get('/messages/:messageId', {
    schema: {
      operationId: 'getMessage',
      summary: 'Get a message',
      description: 'Returns one message that the account sent.',
      params: MessageParams,
      response: { 200: Message },
    },
    config: { access: 'messages:read', whose: 'own', errors: ['message_not_found'] },
    handler: async (request) => {
      const message = await messages.find(principalOf(request).accountId, request.params.messageId);
      return existing(message, 'message_not_found', 'messageId');
    },
  });
}
