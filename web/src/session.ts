import { computed, signal } from '@preact/signals';
import { type Account, PetstoreError } from '../../client/src/petstore.ts';
import type { ShownLink } from '../../src/vocabulary/links.ts';
import { hasConsole, type OrganizationRole } from '../../src/vocabulary/organizations.ts';
import { documentFirst } from './data/document-answers.ts';

/** The session and its account. */
export interface SignedIn {
  readonly account: Account;
  /** ISO 8601: when the session ends at the latest. */
  readonly endsAt: string;
}

/** `unknown` until it is loaded, null if nobody is signed in. */
export const session = signal<SignedIn | null | 'unknown'>('unknown');

/** The account that is signed in. */
export const ownAccount = computed(() => (typeof session.value === 'object' ? session.value?.account : undefined));

/** Whether the account that is signed in has pages in the console. */
export const isStaff = computed(() => ownAccount.value !== undefined && hasConsole(ownAccount.value));

/** The session has ended, but its page is kept: see `SessionEnded`. */
export const hasEnded = signal(false);

/**
 * The header without which the service accepts no session's cookie. It says whose page this is: in another tab somebody else may have signed in,
 * and what is done here must not be theirs.
 */
export function pageMark(): { readonly 'x-petstore-page': string } {
  const id = ownAccount.peek()?.id;
  return { 'x-petstore-page': id === undefined ? '1' : `account-${id}` };
}

const AREAS = /^\/(?:portal|console|print)(?:\/|$)/;

/** The address of the sign-in page that leads back to this location. */
export const signInAt = (location: string): string =>
  location === '/portal' ? '/portal/sign-in' : `/portal/sign-in?next=${encodeURIComponent(location)}`;

/** The location to return to after signing in. Any other than a page for people who are signed in is ignored. */
export function nextIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return AREAS.test(next) ? next : '/portal';
}

/** Loads the session, once. It does not count against the limits. @throws PetstoreError */
export async function loadSession(): Promise<void> {
  if (session.value === 'unknown') await reloadSession();
}

/** Loads the session again, such as when the account has another role. @throws PetstoreError */
export async function reloadSession(): Promise<void> {
  const known = ownAccount.value?.id;
  const answer = documentFirst('/session', { headers: { 'x-petstore-page': '1' } });
  const found = (await bodyOf(await answered(answer))) as SignedIn | undefined;
  if (known !== undefined && found !== undefined && found.account.id !== known) {
    location.reload();
    return;
  }
  session.value = found ?? null;
}

/** @throws PetstoreError `invalid_credentials`, or 429 with `retryAfterMs` */
export const signIn = (email: string, password: string): Promise<void> => enter('', { email, password });

/** @throws PetstoreError */
export async function signOut(): Promise<void> {
  await send('DELETE', '');
  endSession();
}

/** Ends all other sessions of the account. @throws PetstoreError `invalid_credentials` if the current password is wrong */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  enter('/password', { currentPassword, newPassword });

/** Sends a link if there is such an account, and does not tell whether. @throws PetstoreError `forbidden` if the service sends no mail */
export async function forgotPassword(email: string): Promise<void> {
  await send('POST', '/forgotten-password', { email });
}

/** What a mailed link or one of the operator is for. @throws PetstoreError `password_link_not_found` if it was used or has expired */
export const readLink = async (token: string): Promise<ShownLink> =>
  (await send('POST', '/link', { token })) as ShownLink;

/** Signs in as well. @throws PetstoreError `password_link_not_found` if the link was used or has expired */
export const resetPassword = (token: string, password: string, revokeKeys: boolean): Promise<void> =>
  enter('/reset-password', { token, password, revokeKeys });

/** Signs in as well. @throws PetstoreError `confirmation_link_not_found`, `invalid_credentials`, `account_exists` */
export const confirmAddress = (token: string, password: string): Promise<void> =>
  enter('/confirm', { token, password });

/** Mails the link again if an account with this address awaits it, and does not tell whether. @throws PetstoreError 429 */
export async function sendConfirmation(email: string): Promise<void> {
  await send('POST', '/send-confirmation', { email });
}

/**
 * Changes the address of the account, or mails a link to the new one that changes it.
 *
 * @returns whether a mail was sent
 * @throws PetstoreError `invalid_credentials`, `account_exists`
 */
export async function changeAddress(email: string, password: string): Promise<boolean> {
  const changed = (await send('POST', '/email', { email, password })) as SignedIn | undefined;
  if (changed !== undefined) session.value = changed;
  return changed === undefined;
}

/** Closes the account for good. @throws PetstoreError `invalid_credentials`, `forbidden` for the last operator */
export async function closeAccount(password: string): Promise<void> {
  await send('POST', '/close', { password });
  session.value = null;
}

/** An invitation to an organization, as anyone with its link sees it. */
export interface ShownInvitation {
  readonly organization: { readonly id: number; readonly name: string };
  readonly role: OrganizationRole;
  /** Only the account with this address can accept. */
  readonly email?: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** How many animals the account that is signed in could bring. */
  readonly animals?: number;
}

/** @throws PetstoreError `invitation_not_found` if the invitation was accepted or withdrawn, or has expired */
export const readInvitation = async (token: string): Promise<ShownInvitation> =>
  (await send('POST', '/invitation', { token })) as ShownInvitation;

/**
 * Accepts an invitation with the account that is signed in, or with a new one, which is then signed in.
 *
 * @throws PetstoreError `invitation_not_found`, `forbidden` if it is for another address, `account_exists`
 */
export async function join(
  token: string,
  who:
    | { readonly bringAnimals: boolean }
    | { readonly email: string; readonly password: string; readonly name?: string },
): Promise<void> {
  await enter('/join', { token, ...who });
}

/** Call this after a 401: the service has refused the session's cookie. */
export function noteSignedOut(): void {
  hasEnded.value = ownAccount.value !== undefined;
}

/** Forgets the session that has ended, and with it what its pages show. */
export function endSession(): void {
  hasEnded.value = false;
  session.value = null;
}

/** Signs in on the page of a session that has ended. Another account gets a page of its own. @throws PetstoreError as `signIn` */
export async function resumeSession(email: string, password: string): Promise<void> {
  const known = ownAccount.value?.id;
  const resumed = (await send('POST', '', { email, password })) as SignedIn;
  if (resumed.account.id !== known) {
    location.reload();
    return;
  }
  session.value = resumed;
  hasEnded.value = false;
}

/** The answer has the session. */
async function enter(path: string, body: object): Promise<void> {
  session.value = (await send('POST', path, body)) as SignedIn;
  hasEnded.value = false;
}

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await askOwn(path, {
    method,
    ...(body !== undefined && { headers, body: JSON.stringify(body) }),
  });
  return bodyOf(response);
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Calls an operation below `/session`: these serve the site alone, so the client does not know them.
 *
 * @throws PetstoreError when the service cannot be reached, or refuses
 */
export const askOwn = (
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: BodyInit; signal?: AbortSignal },
): Promise<Response> => answered(fetch(`/session${path}`, { ...init, headers: { ...init.headers, ...pageMark() } }));

/** @throws PetstoreError */
async function answered(answer: Promise<Response>): Promise<Response> {
  const response = await answer.catch((cause: unknown) => {
    throw new PetstoreError('network_error', 'The service was not reached.', { cause });
  });
  if (response.ok) return response;
  const retryAfter = response.headers.get('retry-after');
  const [code, message] = refusalIn(await response.text());
  if (code === 'not_signed_in') noteSignedOut();
  throw new PetstoreError(code, message, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1_000,
  });
}

function refusalIn(text: string): [code: string, message: string] {
  try {
    const { code, message } = JSON.parse(text) as { code: string; message: string };
    return [code, message];
  } catch {
    return ['unexpected_answer', 'What answered was not this service.'];
  }
}
