import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, principalOf, requireEveryScope, requireScope } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import { CorrectPerson, Counts, ErasePerson, Person, PersonQuery } from './schema.ts';
import { PersonRefused, type PersonStore, type RunLast } from './store.ts';

export interface PersonRouteParts {
  readonly people: PersonStore;
  readonly effects: Effects;
  /** Called after a change: accounts may be closed. */
  readonly onChanged: () => void;
}

/** A person's data, for operators: what the law lets a person ask of them. */
export function personRoutes(v1: App, { people, effects, onChanged }: PersonRouteParts): void {
  // A search may take longer than the deadline of a request, while each of its steps is short.
  const withoutDeadline = AsyncLocalStorage.snapshot();

  /** The last transaction, which also stores the response. */
  const lastOf =
    (request: FastifyRequest, reply: FastifyReply): RunLast =>
    (work) =>
      effects.run(request, reply, (tx) => work(tx).catch(refuse));

  v1.get('/admin/people', {
    schema: {
      operationId: 'findPerson',
      summary: "Read a person's data",
      description:
        'Returns what is stored about the person with this email address. The address is found as a whole, in fields and in texts. The key must also have the scopes `orders:read` and `messages:read`.',
      querystring: PersonQuery,
      response: { 200: Person },
    },
    config: { access: 'operator' },
    handler: (request) => {
      for (const scope of ['orders:read', 'messages:read'] as const)
        requireScope(principalOf(request), scope, ', which the data of a person needs');
      return withoutDeadline(() => people.find(request.query.email));
    },
  });

  v1.post('/admin/people/erase', {
    schema: {
      operationId: 'erasePerson',
      summary: "Erase a person's data",
      description:
        'Erases the person with this email address, in one transaction: cancels the open orders, removes the adopter and the note of all orders, closes the accounts, and replaces texts that contain the address, in every copy too. Returns how many rows changed. Backups and receivers of webhooks keep what they have, and what a source of the directory says comes back until the source has erased it, too: see the guide to privacy.',
      body: ErasePerson,
      response: { 200: Counts },
    },
    config: { access: 'operator', errors: ['forbidden'] },
    handler: async (request, reply) => {
      const by = actorOf(principalOf(request));
      const counts = await withoutDeadline(() =>
        people.erase(request.body.email, by, lastOf(request, reply)).catch(refuse),
      );
      onChanged();
      return counts;
    },
  });

  v1.post('/admin/people/correct', {
    schema: {
      operationId: 'correctPerson',
      summary: "Correct a person's data",
      description:
        'Replaces the email address of a person, the name of the person, or both, in one transaction: in orders, accounts and messages, and in every copy. A new name replaces the name of an adopter and of an account with the address; a text is searched for the address only. Returns how many rows changed. A new address needs a key with all scopes: its owner can sign in to the account.',
      body: CorrectPerson,
      response: { 200: Counts },
    },
    config: { access: 'operator', errors: ['forbidden', 'account_exists'] },
    handler: async (request, reply) => {
      const { email, newEmail, newName } = request.body;
      if (newEmail === undefined && newName === undefined)
        throw new ApiError('invalid_body', 'The field `newEmail` or `newName` is required.');
      const principal = principalOf(request);
      if (newEmail !== undefined) requireEveryScope(principal, ', which anyone who signs in with the new address has');
      const by = actorOf(principal);
      const correction = { email: newEmail, name: newName };
      const counts = await withoutDeadline(() =>
        people.correct(email, correction, by, lastOf(request, reply)).catch(refuse),
      );
      onChanged();
      return counts;
    },
  });
}

function refuse(error: unknown): never {
  throw error instanceof PersonRefused ? new ApiError(error.code, error.message, { cause: error }) : error;
}
