import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import type { OrganizationRole } from '../../src/vocabulary/organizations.ts';
import { openPage, type Page } from '../pages/page.ts';
import { withKey } from '../support/adoption.ts';
import type { Answer, TestService } from '../support/service.ts';

/** The first bytes of images. */
export const IMAGES = {
  'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
  'image/webp': Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'),
} as const;

/** The service, called with the key of an account. */
export interface Member extends TestService {
  readonly accountId: number;
  readonly key: string;
}

/** Lets a new account join the organization, beside the running service. */
export async function newMember(service: TestService, organizationId: number, role: OrganizationRole): Promise<Member> {
  const { key, accountId } = await service.newAccount();
  await join(service, accountId, { id: organizationId, role });
  return { ...withKey(service, key), accountId, key };
}

/** Lets an account without an organization join one, beside the running service. */
export async function join(
  service: TestService,
  accountId: number,
  organization: { readonly id: number; readonly role: OrganizationRole },
): Promise<void> {
  const { database, memberships } = await service.beside();
  await database.transaction((tx) =>
    memberships.join(tx, accountId, { ...organization, bringAnimals: false }, COMMAND_LINE),
  );
  await database.close();
}

export const invite = (caller: TestService, organizationId: number, body: object): Promise<Answer> =>
  caller.call('POST', `/v1/organizations/${organizationId}/invitations`, { body });

/** The token of the invitation in a text. */
export const invitationIn = (text: string): string => /\/portal\/join#token=(ppi_[\w-]{43})/.exec(text)?.[1] ?? '';

/** Invites somebody and returns the token. */
export async function invited(caller: TestService, organizationId: number, body: object): Promise<string> {
  const answer = await invite(caller, organizationId, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return invitationIn(answer.body.link);
}

/** A browser in which the owner of the account has signed in. */
export async function signedIn(service: TestService, account: { email: string; password: string }): Promise<Page> {
  const page = openPage(service);
  const { status, text } = await page.signIn(account.email, account.password);
  if (status !== 200) throw new Error(text);
  return page;
}
