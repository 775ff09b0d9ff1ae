import { type Queries, UniqueViolation } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import type { OpenInvitation } from '../invitations/store.ts';
import { orRefusal } from '../refusals.ts';
import { type Entry, requireActive, type SessionParts } from './entry.ts';
import { Joining, LinkToken, Session, ShownInvitation } from './schema.ts';

/** Accepting an invitation to an organization, with the account of the session or with a new one. */
export function joinRoutes(app: App, parts: SessionParts, entry: Entry): void {
  const { database, accounts, passwords, invitations, memberships, pets, attempt, principals, mail } = parts;

  app.post('/invitation', {
    schema: { body: LinkToken, response: { 200: ShownInvitation } },
    handler: async (request) => {
      const invitation = opened(await invitations.find(request.body.token));
      const session = await entry.findOwn(request);
      return session === undefined
        ? invitation
        : { ...invitation, animals: await pets.count({ ownedBy: session.accountId }) };
    },
  });

  app.post('/join', {
    schema: { body: Joining, response: { 200: Session } },
    handler: async (request, reply) => {
      const { token, bringAnimals = false, email, password, name } = request.body;
      if (email === undefined && password === undefined) {
        const session = await entry.currentSession(request);
        await database.transaction((tx) => accept(tx, token, session.accountId, bringAnimals));
        principals.clear();
        return entry.shown(session);
      }
      if (email === undefined || password === undefined)
        throw new ApiError('invalid_body', 'A new account needs the fields `email` and `password`.');
      await attempt('sign-in', { address: request.ip });
      requireAddress(opened(await invitations.find(token)), normalizedEmail(email));
      const hashed = await passwords.hashNew(password, { email, name });
      const session = await entry
        .signIn(request, reply, async (tx) => {
          const accountId = await accounts.createInvited(tx, email, name, hashed);
          if (accountId === undefined) throw accountExists();
          await accept(tx, token, accountId, false);
          return accountId;
        })
        .catch((error: unknown) => {
          throw error instanceof UniqueViolation ? accountExists() : error;
        });
      if (session.account.awaiting === 'confirmation') mail?.sendConfirmationTo(session.account.id, email);
      return session;
    },
  });

  async function accept(tx: Queries, token: string, accountId: number, bringAnimals: boolean): Promise<void> {
    const invitation = opened(await invitations.find(token, tx));
    const account = await entry.accountOf({ accountId }, tx);
    requireActive(account);
    requireAddress(invitation, account.email);
    await invitations.use(tx, invitation);
    const { organization, role } = invitation;
    const by = { type: 'account', accountId } as const;
    await orRefusal(() => memberships.join(tx, accountId, { id: organization.id, role, bringAnimals }, by));
  }
}

function opened(invitation: OpenInvitation | undefined): OpenInvitation {
  if (invitation !== undefined) return invitation;
  throw new ApiError(
    'invitation_not_found',
    'The invitation was accepted or withdrawn, or has expired; ask for another one.',
  );
}

function requireAddress(invitation: OpenInvitation, email: string): void {
  if (invitation.email === undefined || invitation.email === email) return;
  throw new ApiError('forbidden', 'The invitation is for another address; sign in with the account that has it.');
}

const accountExists = (): ApiError =>
  new ApiError('account_exists', 'An account with this `email` exists; sign in, and accept the invitation then.');
