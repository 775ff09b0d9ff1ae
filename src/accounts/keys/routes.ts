import type { App } from '../../http/app.ts';
import { ApiError, existing, notFound } from '../../http/errors.ts';
import type { Lists } from '../../http/paging.ts';
import { actorOf, type Principal, principalOf, requireScope } from '../../http/principal.ts';
import { NoContent, PageQuery } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { dayMs } from '../../limits/windows.ts';
import type { Now } from '../../time/clock.ts';
import { PARTNER_LIMITS } from '../../vocabulary/plans.ts';
import { PARTNER_SCOPES, PUBLISHABLE_SCOPES, SCOPES } from '../../vocabulary/scopes.ts';
import type { AccountStore } from '../store.ts';
import type { CachedPrincipals } from './principals.ts';
import {
  ApiKey,
  ApiKeys,
  ApiKeyWithSecret,
  KeyParams,
  NewApiKey,
  NewPartnerKey,
  PartnerKeys,
  RollApiKey,
} from './schema.ts';
import { type KeySettings, PETFINDER_KEY } from './store.ts';

const list = '/v1/account/keys';
const LOCATION = 'The path of the new key.';

export interface KeyRouteParts {
  readonly accounts: AccountStore;
  readonly principals: CachedPrincipals;
  readonly lists: Lists;
  readonly effects: Effects;
  readonly now: Now;
}

/** The API keys of an account. */
export function keyRoutes(v1: App, { accounts: { keys }, principals, lists, effects, now }: KeyRouteParts): void {
  v1.get('/account/keys', {
    schema: {
      operationId: 'listApiKeys',
      summary: 'List your API keys',
      description: 'The keys that are neither revoked nor expired, newest first, without the keys themselves.',
      querystring: PageQuery,
      response: { 200: ApiKeys },
    },
    config: { access: 'account', whose: 'account' },
    handler: (request, reply) => {
      const { accountId: account } = principalOf(request);
      return lists.page(request, reply, { account }, (_, count, before) => keys.list(account, count, before));
    },
  });

  v1.post('/account/keys', {
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'Creates a key, which is shown only in this response. Its scopes must be among the scopes of the requesting key.',
      body: NewApiKey,
      response: { 201: ApiKeyWithSecret },
    },
    config: { access: 'account', whose: 'account', showsSecret: true, headers: { Location: LOCATION } },
    handler: (request, reply) => {
      const principal = principalOf(request);
      const settings = settingsOf(request.body, now(), principal.scopes);
      return effects.run(request, reply, async (tx) => {
        requireScopes(principal, settings.scopes);
        const key = await keys.create(tx, principal.accountId, settings, actorOf(principal));
        reply.headers({ location: `${list}/${key.id}`, 'cache-control': 'no-store' });
        return key;
      });
    },
  });

  v1.get('/account/keys/:keyId', {
    schema: {
      operationId: 'getApiKey',
      summary: 'Get an API key',
      description: 'The attributes of the key, without the key itself.',
      params: KeyParams,
      response: { 200: ApiKey },
    },
    config: { access: 'account', whose: 'own', errors: ['api_key_not_found'] },
    handler: async (request) => ofPath(await keys.find(principalOf(request).accountId, request.params.keyId)),
  });

  v1.post('/account/keys/:keyId/roll', {
    schema: {
      operationId: 'rollApiKey',
      summary: 'Roll an API key',
      description:
        'Creates a new key with the attributes of this one, which is revoked at once or after an overlap. Limits and usage do not change.',
      params: KeyParams,
      body: RollApiKey,
      response: { 201: ApiKeyWithSecret },
    },
    config: {
      access: 'account',
      whose: 'own',
      showsSecret: true,
      bodyOptional: true,
      errors: ['api_key_not_found'],
      headers: { Location: LOCATION },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { overlapDays = 0 } = request.body;
      const rolled = await effects.run(request, reply, async (tx) => {
        const found = ofPath(await keys.find(principal.accountId, request.params.keyId, tx));
        requireScopes(principal, found.scopes);
        const write = { tx, by: actorOf(principal) };
        const key = await keys.roll(write, principal.accountId, found.id, overlapDays * dayMs);
        reply.headers({ location: `${list}/${key.id}`, 'cache-control': 'no-store' });
        return key;
      });
      principals.clear();
      return rolled;
    },
  });

  v1.delete('/account/keys/:keyId', {
    schema: {
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'Revokes the key. This process refuses it at once, every other process of the service within one second.',
      params: KeyParams,
      response: { 204: NoContent('The key is revoked.') },
    },
    config: { access: 'account', whose: 'own', errors: ['api_key_not_found'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const revoked = await keys.revoke(request.params.keyId, actorOf(principal), {
        accountId: principal.accountId,
      });
      if (!revoked) throw notFound('api_key_not_found', 'keyId');
      principals.clear();
      return reply.code(204).send();
    },
  });
}

/** The key of the service's own board, for operators. */
export function boardRoutes(v1: App, { accounts, principals, effects }: KeyRouteParts): void {
  v1.post('/admin/board-key', {
    schema: {
      operationId: 'replaceBoardKey',
      summary: 'Replace the key of the board',
      description:
        "Creates another publishable key for the service's own board, and revokes the previous one. The board shows no animals between the revocation of its key and this. Pages that are open read with the new key once they are reloaded. The key of the request must have all scopes of the new one.",
      response: { 201: ApiKeyWithSecret },
    },
    config: { access: 'operator', showsSecret: true },
    handler: async (request, reply) => {
      const replaced = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        requireScopes(principal, PUBLISHABLE_SCOPES);
        const key = await accounts.board.replace(tx, actorOf(principal));
        reply.header('cache-control', 'no-store');
        return key;
      });
      principals.clear();
      return replaced;
    },
  });
}

/** The keys of other services, for operators. */
export function partnerRoutes(v1: App, { accounts, principals, lists, effects }: KeyRouteParts): void {
  v1.get('/admin/partner-keys', {
    schema: {
      operationId: 'listPartnerKeys',
      summary: 'List the partner keys',
      description: 'The partner keys that are not revoked, newest first, without the keys themselves.',
      querystring: PageQuery,
      response: { 200: PartnerKeys },
    },
    config: { access: 'operator' },
    handler: (request, reply) =>
      lists.page(request, reply, {}, (_, count, before) => accounts.keys.listPartners(count, before)),
  });

  v1.post('/admin/partner-keys', {
    schema: {
      operationId: 'createPartnerKey',
      summary: 'Create a partner key',
      description: `Creates a key with which another service, such as a directory of several shelters, reads what visitors of this one see: animals, organizations, categories and their events. It works from servers only, reads only, and has a limit of its own: ${PARTNER_LIMITS.perMinute} requests per minute. Only this response shows it. Responses to it name this service in the header \`X-Service-Id\`, and in \`X-Position\` the position of the newest event whose effects they may show. The key of the request must have all scopes of the new one.`,
      body: NewPartnerKey,
      response: { 201: ApiKeyWithSecret },
    },
    config: { access: 'operator', showsSecret: true },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        requireScopes(principal, PARTNER_SCOPES);
        const key = await accounts.board.createPartner(tx, request.body.name, actorOf(principal));
        reply.header('cache-control', 'no-store');
        return key;
      }),
  });

  v1.delete('/admin/partner-keys/:keyId', {
    schema: {
      operationId: 'revokePartnerKey',
      summary: 'Revoke a partner key',
      description:
        'Revokes the key. This process refuses it at once, every other process of the service within one second.',
      params: KeyParams,
      response: { 204: NoContent('The key is revoked.') },
    },
    config: { access: 'operator', errors: ['api_key_not_found'] },
    handler: async (request, reply) => {
      const { keyId } = request.params;
      const revoked = await accounts.keys.revoke(keyId, actorOf(principalOf(request)), { kind: 'partner' });
      if (!revoked) throw notFound('api_key_not_found', 'keyId');
      principals.clear();
      return reply.code(204).send();
    },
  });
}

const ofPath = (key: ApiKey | undefined): ApiKey => existing(key, 'api_key_not_found', 'keyId');

/** A key cannot create a key with scopes that it lacks itself. */
function requireScopes(principal: Principal, scopes: Readonly<ApiKey['scopes']>): void {
  for (const scope of scopes) requireScope(principal, scope, ', so it cannot make a key that has it');
}

function settingsOf(body: NewApiKey, nowMs: number, own: Principal['scopes']): KeySettings {
  const { name, kind = 'secret', scopes, origins, expiresAt, petfinder = false } = body;
  const expiresMs = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  if (expiresMs !== undefined && expiresMs <= nowMs) throw invalid('The field `expiresAt` must be in the future.');
  if (petfinder) {
    const { 0: chosen } = (['kind', 'scopes', 'origins'] as const).filter((field) => body[field] !== undefined);
    if (chosen !== undefined) throw invalid(`The field \`${chosen}\` must be absent when \`petfinder\` is true.`);
    return { ...PETFINDER_KEY, name: name ?? PETFINDER_KEY.name, expiresMs };
  }
  if (kind === 'secret') {
    if (origins !== undefined) throw invalid('The field `origins` is for a key whose `kind` is `publishable`.');
    return { name, kind, scopes: scopes ?? [...SCOPES], expiresMs };
  }
  if (origins === undefined) throw invalid('The field `origins` is required when `kind` is `publishable`.');
  const { 0: tooMuch } = scopes?.filter((scope) => !PUBLISHABLE_SCOPES.includes(scope)) ?? [];
  if (tooMuch !== undefined) {
    throw invalid(
      `The field \`scopes\` may hold ${PUBLISHABLE_SCOPES.join(', ')} when \`kind\` is \`publishable\`, not \`${tooMuch}\`.`,
    );
  }
  // What a website with the board needs, as far as the key of the request may give it.
  const usual = PUBLISHABLE_SCOPES.filter((scope) => scope === 'pets:read' || own.has(scope));
  return { name, kind, scopes: scopes ?? usual, origins, expiresMs };
}

const invalid = (message: string): ApiError => new ApiError('invalid_body', message);
