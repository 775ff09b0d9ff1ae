import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountStore } from '../../accounts/store.ts';
import type { Queries } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { App } from '../../http/app.ts';
import { etagOfContent, requirePreconditions } from '../../http/conditional.ts';
import { ApiError, existing } from '../../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../../http/paging.ts';
import { organizationOf, principalOf, requireMember, requireScope } from '../../http/principal.ts';
import { type Scans, searchPage } from '../../http/scans.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import {
  Inbox,
  InboxCounts,
  type InboxMessage,
  InboxQuery,
  NewAnswer,
  Thread,
  ThreadParams,
  ThreadPatch,
} from './schema.ts';
import type { InboxFilter, ThreadStore } from './store.ts';

export interface ThreadRouteParts {
  readonly threads: ThreadStore;
  readonly accounts: AccountStore;
  readonly organizations: OrganizationStore;
  readonly lists: Lists;
  readonly scans: Scans;
  readonly effects: Effects;
  /** Tells an account that a colleague asks it to take care of a message. */
  readonly noteAssigned: (tx: Queries, thread: Thread, accountId: number) => Promise<unknown>;
}

type ThreadRequest = Pick<FastifyRequest, 'principal'> & { readonly params: { readonly messageId: string } };

const ETAG = 'The version of the message and its answers, for `If-Match` and `If-None-Match`.';
/** The response is the whole message. */
const READS = ', which it also needs to read the message';
const FILTERS = 'Filter by `state` and `assignee`, and search with `q`. Follow the `Link` header for the next page.';

/** The delivered messages with their answers, for those who receive them. */
export function threadRoutes(v1: App, parts: ThreadRouteParts): void {
  const { threads, accounts, organizations, lists, scans, effects, noteAssigned } = parts;

  /** A page of the messages to the organization, or of all. */
  async function inbox(
    request: FastifyRequest & { readonly query: InboxQuery },
    reply: FastifyReply,
    organizationId?: number,
  ): Promise<InboxMessage[]> {
    const page = (pace?: Pace) =>
      lists.pageInOrder(
        request,
        reply,
        {},
        ({ assignee, ...filters }, count, after) =>
          threads.list({ organizationId, assignee: assigneeOf(assignee), ...filters }, { count, after, pace }),
        ({ id }) => [id],
        LONG_TEXTS,
      );
    const found = await searchPage({ lists, scans }, request, reply, page);
    return found.map(({ item }) => item);
  }

  /** The id of the organization of the path, whose members may do this. */
  async function ownId(request: Parameters<typeof organizationOf>[1]): Promise<number> {
    const { id } = (await organizationOf(organizations, request)).organization;
    requireMember(principalOf(request), id);
    return id;
  }

  /** The message of the path. @throws ApiError `message_not_found` unless the principal receives it */
  async function received(request: ThreadRequest, tx?: Queries): Promise<Thread> {
    const { operator, organization } = principalOf(request);
    const thread = await threads.find(request.params.messageId, tx);
    const isReceiver = operator || (organization !== undefined && organization.id === thread?.organizationId);
    return existing(isReceiver ? thread : undefined, 'message_not_found', 'messageId');
  }

  /** The message of the path, as the client knows it. @throws ApiError as `received`, `insufficient_scope`, `precondition_failed` */
  async function receivedToChange(request: ThreadRequest & FastifyRequest, tx: Queries): Promise<Thread> {
    requireScope(principalOf(request), 'messages:read', READS);
    const thread = await received(request, tx);
    requirePreconditions(request, etagOf(thread));
    return thread;
  }

  /** @throws ApiError `member_not_found` unless the account can read the message */
  async function requireReceiver(tx: Queries, accountId: number, { organizationId }: Thread): Promise<void> {
    const account = await accounts.find(accountId, tx);
    const isMember = organizationId !== undefined && account?.organization?.id === organizationId;
    if (account?.role === 'operator' || isMember) return;
    throw new ApiError(
      'member_not_found',
      `The field \`assigneeId\` must name ${organizationId === undefined ? '' : 'a member of the organization or '}an operator.`,
    );
  }

  v1.get('/admin/inbox', {
    schema: {
      operationId: 'listInbox',
      summary: "Read the operators' inbox",
      description: `Returns the delivered messages of all accounts, newest first. ${FILTERS}`,
      querystring: InboxQuery,
      response: { 200: Inbox },
    },
    config: { access: 'operator', operatorScope: 'messages:read' },
    handler: (request, reply) => inbox(request, reply),
  });

  v1.get('/admin/inbox/counts', {
    schema: {
      operationId: 'countInbox',
      summary: "Count the messages in the operators' inbox",
      description: 'Returns how many delivered messages of all accounts are in each state, counted up to 1,000.',
      response: { 200: InboxCounts },
    },
    config: { access: 'operator', operatorScope: 'messages:read' },
    handler: () => threads.counts({}),
  });

  v1.get('/organizations/:organizationId/messages', {
    schema: {
      operationId: 'listOrganizationMessages',
      summary: 'Read the inbox of an organization',
      description: `Returns the delivered messages about animals of the organization, newest first, for its members and operators. ${FILTERS}`,
      params: OrganizationParams,
      querystring: InboxQuery,
      response: { 200: Inbox },
    },
    config: { access: 'messages:read', whose: 'member', errors: ['forbidden', 'organization_not_found'] },
    handler: async (request, reply) => inbox(request, reply, await ownId(request)),
  });

  v1.get('/organizations/:organizationId/messages/counts', {
    schema: {
      operationId: 'countOrganizationMessages',
      summary: 'Count the messages in the inbox of an organization',
      description: 'Returns how many messages in the inbox are in each state, counted up to 1,000.',
      params: OrganizationParams,
      response: { 200: InboxCounts },
    },
    config: { access: 'messages:read', whose: 'member', errors: ['forbidden', 'organization_not_found'] },
    handler: async (request) => threads.counts({ organizationId: await ownId(request) }),
  });

  v1.get('/inbox/:messageId', {
    schema: {
      operationId: 'getThread',
      summary: 'Read a received message and its answers',
      description:
        'Returns a delivered message with its answers, for the members of the organization that received it, and for operators.',
      params: ThreadParams,
      response: { 200: Thread },
    },
    config: {
      access: 'messages:read',
      whose: 'receiver',
      errors: ['message_not_found'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const thread = await received(request);
      reply.header('etag', etagOf(thread));
      return thread;
    },
  });

  v1.patch('/inbox/:messageId', {
    schema: {
      operationId: 'updateThread',
      summary: 'Close, reopen or assign a received message',
      description:
        'Applies a JSON merge patch (RFC 7396) to the state of a received message, and to who takes care of it. A member who leaves the organization takes care of none of its messages any more. The key needs `messages:read`, too.',
      params: ThreadParams,
      body: ThreadPatch,
      response: { 200: Thread },
    },
    config: {
      access: 'messages:write',
      whose: 'receiver',
      secretKeysOnly: true,
      errors: ['message_not_found', 'member_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const thread = await receivedToChange(request, tx);
        const { state = thread.state, assigneeId = thread.assigneeId ?? null } = request.body;
        if (assigneeId !== null && assigneeId !== thread.assigneeId) await requireReceiver(tx, assigneeId, thread);
        const changed = await threads.change(tx, thread, state, assigneeId);
        const isAsked = assigneeId !== thread.assigneeId && assigneeId !== principalOf(request).accountId;
        if (assigneeId !== null && isAsked) await noteAssigned(tx, changed, assigneeId);
        reply.header('etag', etagOf(changed));
        return changed;
      }),
  });

  v1.post('/inbox/:messageId/answers', {
    schema: {
      operationId: 'answerMessage',
      summary: 'Answer a received message',
      description:
        'Adds an answer, which makes the message `answered`, and mails it to the address in `from` if there is one and the service sends mail. With `If-Match` it is refused if a colleague has answered since. The key needs `messages:read`, too.',
      params: ThreadParams,
      body: NewAnswer,
      response: { 201: Thread },
    },
    config: {
      access: 'messages:write',
      whose: 'receiver',
      secretKeysOnly: true,
      errors: ['message_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const thread = await receivedToChange(request, tx);
        const answered = await threads.answer(tx, thread, principalOf(request).accountId, request.body.message);
        reply.header('etag', etagOf(answered));
        return answered;
      }),
  });
}

const assigneeOf = (assignee: InboxQuery['assignee']): InboxFilter['assignee'] =>
  assignee === undefined || assignee === 'none' ? assignee : Number(assignee);

/** Whether an answer was mailed changes by itself. */
const etagOf = ({ answers, ...thread }: Thread): string =>
  etagOfContent({ ...thread, answers: answers.map(({ mail: _mail, ...answer }) => answer) });
