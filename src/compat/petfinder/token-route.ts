import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { readBytes } from '../../http/pipeline/body.ts';
import type { Principals } from '../../http/principal.ts';
import { keyOfPair } from '../../secrets/api-key.ts';
import { hashOf } from '../../secrets/token.ts';
import { problems } from './problems.ts';
import type { Tokens } from './tokens.ts';

const form = 'application/x-www-form-urlencoded';
const parts = 'multipart/form-data';
/** A request for a token has some two hundred bytes. */
const maxBytes = 4_096;

/** A field of a form in parts. RFC 7578. */
const FIELD = /^content-disposition: *form-data; *name="([^"]*)"[^]*?\r\n\r\n([^]*?)\r\n--/gim;

type Members = Readonly<Record<string, unknown>>;

/**
 * Issues tokens. Clients send the pair as JSON, as a form of either kind, with HTTP Basic authentication, or in the query, without a body.
 * Everybody may know a pair: it shows what visitors see. No other key is read from a query.
 */
export function tokenRoute(v2: App, { tokens, keys }: { readonly tokens: Tokens; readonly keys: Principals }): void {
  void v2.register(async (scope) => {
    readBytes(scope, { types: ['application/json', form, parts], maxBytes });
    for (const url of ['/oauth2/token', '/oauth2/token/'])
      scope.post(url, { config: { access: 'public' } }, async (request, reply) => {
        const members = membersOf(request);
        const pair = { ...members, ...basicOf(request.headers.authorization) };
        const missing = ['grant_type', 'client_id', 'client_secret'].filter((name) => textOf(pair[name]) === '');
        if (missing.length > 0) throw problems.missing(missing);
        if (pair['grant_type'] !== 'client_credentials') throw problems.unsupportedGrant();
        const clientId = textOf(pair['client_id']);
        const key = keyOfPair({ clientId, clientSecret: textOf(pair['client_secret']) });
        if (key === undefined || (await keys.find(key)) === undefined) throw problems.invalidClient();
        reply.header('cache-control', 'no-store, private').type('application/json; charset=UTF-8');
        return reply.send(JSON.stringify(tokens.issue(clientId, hashOf(key))));
      });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function membersOf({ body, headers, query }: FastifyRequest): Members {
  const { 'content-type': type = '' } = headers;
  if (!(body instanceof Buffer) || body.length === 0) return query as Members;
  const isOf = (media: string) => type.toLowerCase().startsWith(media);
  if (isOf(parts)) {
    const fields = body.toString().matchAll(FIELD);
    return Object.fromEntries(Array.from(fields, ([, name = '', value = '']) => [name, value] as const));
  }
  if (isOf(form)) return Object.fromEntries(new URLSearchParams(body.toString()));
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Members) : {};
  } catch {
    throw problems.missing(['grant_type']);
  }
}

/** RFC 7617. */
function basicOf(authorization = ''): Members {
  const [, credentials] = /^basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (credentials === undefined) return {};
  const [id = '', ...secret] = Buffer.from(credentials, 'base64').toString().split(':');
  return { client_id: id, client_secret: secret.join(':') };
}
