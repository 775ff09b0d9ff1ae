import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import type { PublicOnly } from '../database/listed.ts';
import type { Caller } from '../limits/limiter.ts';
import { type Actor, COMMAND_LINE } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { SignupStep, OrganizationRole } from '../vocabulary/organizations.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { type Scope, SCOPES } from '../vocabulary/scopes.ts';
import { ApiError, existing } from './errors.ts';

/** The account and key behind a request, and what they may do. */
export interface Principal {
  /** 0 at the command line, which has no account. */
  readonly accountId: number;
  /** Absent if a session authenticated the request. */
  readonly keyId?: number;
  readonly operator: boolean;
  /** The account is suspended, or its organization is. */
  readonly suspended: boolean;
  /** The account signed up and does not work yet. */
  readonly awaiting: SignupStep | undefined;
  /** The account signed up by itself: no operator has approved it, and it belongs to no organization. */
  readonly stranger: boolean;
  readonly organization: { readonly id: number; readonly role: OrganizationRole } | undefined;
  /** How many open orders the account may have for animals of others. */
  readonly mostOpenOrders: number;
  /** How many webhooks the account may have. */
  readonly webhooks: number;
  readonly scopes: ReadonlySet<Scope>;
  /** The web origins that may use a key which sees what visitors see; undefined for secret keys and sessions. */
  readonly origins: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Another service reads, with a partner key. */
  readonly isPartner?: boolean;
  readonly caller: Caller;
  /** By the scope of an operation, or `polled`: whose limits pay for it instead of the limits of `caller`. */
  readonly ownCallers?: Readonly<Record<string, Caller>>;
}

/** Somebody at the command line, on the machine of the service: an operator of no account, who may do everything. */
export const AT_COMMAND_LINE: Principal = {
  accountId: 0,
  operator: true,
  suspended: false,
  awaiting: undefined,
  stranger: false,
  organization: undefined,
  mostOpenOrders: 0,
  webhooks: 0,
  scopes: new Set(SCOPES),
  origins: undefined,
  caller: { bucket: 'command line', limits: { perMinute: Infinity } },
};

/** Whether the request sees what visitors see: it comes from a web page, whose publishable key everybody can read, or from a partner. */
export const isVisitor = ({ origins }: Principal): boolean => origins !== undefined;

/** What the principal reads: what visitors see, a partner without what is of other services; or everything. */
export const publicOnlyFor = (principal: Principal): PublicOnly =>
  principal.isPartner === true ? 'own' : isVisitor(principal);

/** Whether people of the principal work in the console: for an organization, or as operators. */
export const isStaff = ({ operator, organization }: Pick<Principal, 'operator' | 'organization'>): boolean =>
  operator || organization !== undefined;

/** Who an event names as its cause. */
export function actorOf(principal: Principal): Actor {
  if (isVisitor(principal)) return { type: 'visitor' };
  if (principal === AT_COMMAND_LINE) return COMMAND_LINE;
  const { accountId, keyId } = principal;
  return { type: 'account', accountId, ...(keyId === undefined ? {} : { keyId }) };
}

/** To whom what the principal adds belongs. */
export const ownerOf = ({ accountId, organization }: Principal): Owner => ({
  accountId,
  organizationId: organization?.id,
});

/** Whether the principal has the rights of the owner: it is on the owner's side, or an operator. */
export const isOwnedBy = (principal: Principal, owner: Partial<Owner>): boolean =>
  principal.operator || isOnSideOf(principal, owner);

/** Whether the principal is a member of the owning organization, or the owning account. */
export const isOnSideOf = ({ accountId, organization }: Principal, owner: Partial<Owner>): boolean =>
  owner.organizationId === undefined ? owner.accountId === accountId : owner.organizationId === organization?.id;

/** Which organizations the principal sees: operators all, others the public ones and their own. */
export const viewerOf = (principal: Principal) =>
  isVisitor(principal)
    ? { isOperator: false, organizationId: undefined, isPartner: principal.isPartner }
    : { isOperator: principal.operator, organizationId: principal.organization?.id };

/** Of an organization that somebody is to manage. */
interface Managed {
  readonly id: number;
  /** It is of another service. */
  readonly origin?: object | undefined;
}

/** @throws ApiError `mirrored` */
export function requireOwnOrganization({ organization }: { readonly organization: Managed }): void {
  if (organization.origin === undefined) return;
  throw new ApiError('mirrored', 'The organization belongs to another service, and is changed at its `origin`.');
}

/** @throws ApiError `mirrored` */
export function requireOwnAnimal({ isMirrored }: { readonly isMirrored: boolean }): void {
  if (isMirrored)
    throw new ApiError(
      'mirrored',
      'The animal belongs to another service: its `profile` has an `origin`, whose `url` is its page there.',
    );
}

/** Finds organizations as a viewer sees them, in the transaction, or in committed data without one. */
interface Organizations<Found> {
  find(viewer: ReturnType<typeof viewerOf>, id: Int64, tx?: Queries): Promise<Found | undefined>;
}

/** The organization of the path as the principal sees it. @throws ApiError `organization_not_found` */
export async function organizationOf<Found>(
  organizations: Organizations<Found>,
  request: Pick<FastifyRequest, 'principal'> & { readonly params: { readonly organizationId: Int64 } },
  tx?: Queries,
): Promise<Found> {
  const found = await organizations.find(viewerOf(principalOf(request)), request.params.organizationId, tx);
  return existing(found, 'organization_not_found', 'organizationId');
}

/** @throws ApiError `forbidden` unless the principal is a member of the organization, or an operator */
export function requireMember({ operator, organization }: Principal, organizationId: number): void {
  if (operator || organization?.id === organizationId) return;
  throw new ApiError('forbidden', 'Only a member of the organization or an operator may do this.');
}

/** @throws ApiError `forbidden` unless the principal is a manager of the organization, or an operator */
export function requireManager({ operator, organization }: Principal, organizationId: number): void {
  if (operator || (organization?.id === organizationId && organization.role === 'manager')) return;
  throw new ApiError('forbidden', 'Only a manager of the organization or an operator may do this.');
}

/** The organization of the path, which the principal must manage. @throws ApiError `organization_not_found`, `mirrored`, `forbidden` */
export async function managedOrganization<Found extends { readonly organization: Managed }>(
  ...[organizations, request, tx]: Parameters<typeof organizationOf<Found>>
): Promise<Found> {
  const found = await organizationOf(organizations, request, tx);
  requireOwnOrganization(found);
  requireManager(principalOf(request), found.organization.id);
  return found;
}

/** The config of the routes that call it. */
export const FOR_MANAGERS = {
  access: 'account',
  whose: 'manager',
  errors: ['forbidden', 'mirrored', 'organization_not_found'],
} as const;

/**
 * The organization whose resources staff read: their own; for operators the one that they ask for, undefined for everybody's.
 *
 * @param what the end of the sentence "Only operators and members of an organization may read …"
 * @throws ApiError `forbidden`
 */
export function staffOrganization(
  { operator, organization }: Principal,
  wanted: Int64 | undefined,
  what: string,
): Int64 | undefined {
  if (operator) return wanted;
  if (organization === undefined)
    throw new ApiError('forbidden', `Only operators and members of an organization may read ${what}.`);
  if (wanted !== undefined && wanted !== organization.id)
    throw new ApiError('forbidden', "The `organizationId` must be your organization's.");
  return organization.id;
}

/** Finds the principal of a key or a session; undefined if it is unknown, revoked, expired, or of the other environment. */
export interface Principals {
  find(credential: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The principal of a request to an operation that is not public: the pipeline admits no request without one. */
export function principalOf(request: Pick<FastifyRequest, 'principal'>): Principal {
  if (request.principal === undefined) throw new Error('The operation is public, so its request has no principal.');
  return request.principal;
}

/**
 * @param why the end of the sentence "The API key lacks the scope `orders:read` …"
 * @throws ApiError `insufficient_scope`
 */
export function requireScope({ scopes }: Principal, scope: Scope, why: string): void {
  if (!scopes.has(scope)) throw new ApiError('insufficient_scope', `The API key lacks the scope \`${scope}\`${why}.`);
}

/**
 * Requires every scope of what gives somebody access: signing in to an account gives all of them.
 *
 * @throws ApiError `insufficient_scope`
 */
export function requireEveryScope(principal: Principal, why: string): void {
  for (const scope of SCOPES) requireScope(principal, scope, why);
}

/** Finds the principal of a key or of a session's token; the two have different forms. */
export const eitherOf = (keys: Principals, sessions: Principals): Principals => ({
  find: async (credential) => (await keys.find(credential)) ?? sessions.find(credential),
});
