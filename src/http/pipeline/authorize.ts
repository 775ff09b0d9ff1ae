import type { FastifyContextConfig, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { SignupStep } from '../../vocabulary/organizations.ts';
import { ApiError } from '../errors.ts';
import type { Principal } from '../principal.ts';
import { isSameOrigin } from '../request.ts';
import { KEY_SCOPES } from './cors.ts';

/** Refuses closed operations, and principals that may not call the operation (403). */
export const authorize: onRequestHookHandler = (request, reply, done) => {
  const { principal, operation } = request;
  // A page that embeds the board hides what its key may not do.
  if (principal?.origins !== undefined) reply.header(KEY_SCOPES, [...principal.scopes].join(' '));
  if (operation.closed !== undefined) return done(new ApiError('forbidden', operation.closed));
  done(principal === undefined ? undefined : refusal(request, principal));
};

function refusal(request: FastifyRequest, principal: Principal): ApiError | undefined {
  if (principal.awaiting !== undefined) return AWAITING[principal.awaiting]();
  if (principal.suspended) {
    return new ApiError('account_suspended', 'The account is suspended; ask the operator of this service.');
  }
  const { origin } = request.headers;
  if (principal.isPartner === true && origin !== undefined) {
    return new ApiError('forbidden', 'A partner key is for servers; a web page may not use it.');
  }
  const isForeign = origin !== undefined && principal.origins?.has(origin) === false;
  // The service's own site, such as its board, may use every publishable key.
  if (isForeign && !isSameOrigin(request)) {
    return new ApiError('forbidden', 'This publishable key may not be used from this web origin.');
  }
  return refusalOfOperation(request.operation, principal);
}

/** Why a principal in good standing may not call the operation; undefined if it may. */
export function refusalOfOperation(operation: FastifyContextConfig, principal: Principal): ApiError | undefined {
  const { access, alsoAccess, operatorScope = 'account', secretKeysOnly = false } = operation;
  if (principal.origins !== undefined && secretKeysOnly) {
    return new ApiError('forbidden', 'This operation needs a secret key; a publishable key may not call it.');
  }
  if (access === 'operator') {
    if (!principal.operator) return new ApiError('forbidden', 'Only an operator may call this operation.');
    return principal.scopes.has(operatorScope) ? undefined : lacking(operatorScope);
  }
  const scopes: ReadonlySet<string> = principal.scopes;
  const missing = [access, alsoAccess].find((scope) => scope !== undefined && !scopes.has(scope));
  return missing === undefined ? undefined : lacking(missing);
}

const AWAITING: Readonly<Record<SignupStep, () => ApiError>> = {
  confirmation: () =>
    new ApiError(
      'account_not_confirmed',
      'The address of this account is not confirmed: follow the link in the mail, or ask for another one at `/portal`.',
    ),
  approval: () =>
    new ApiError('account_not_approved', 'An operator of this service has not approved this account yet.'),
};

function lacking(scope: string): ApiError {
  return new ApiError('insufficient_scope', `The API key lacks the scope \`${scope}\`.`);
}
