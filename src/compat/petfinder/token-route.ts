import { keyOfPair } from '../../accounts/keys/api-key.ts';
import { hashOf } from '../../accounts/token.ts';
import type { App } from '../../http/app.ts';
import { readBytes } from '../../http/pipeline/body.ts';
import type { Principals } from '../../http/principal.ts';
import { problems } from './problems.ts';
import type { Tokens } from './tokens.ts';

const form = 'application/x-www-form-urlencoded';
/** A request for a token has some two hundred bytes. */
const maxBytes = 4_096;

type Members = Readonly<Record<string, unknown>>;

/** Issues tokens. Clients send the pair as JSON, as a form, or with HTTP Basic authentication. */
export function tokenRoute(v2: App, { tokens, keys }: { readonly tokens: Tokens; readonly keys: Principals }): void {
  void v2.register(async (scope) => {
    readBytes(scope, { types: ['application/json', form], maxBytes });
    for (const url of ['/oauth2/token', '/oauth2/token/'])
      scope.post(url, { config: { access: 'public' } }, async (request, reply) => {
        const members = membersOf(request.body, request.headers['content-type']);
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

function membersOf(body: unknown, type = ''): Members {
  const text = body instanceof Buffer ? body.toString() : '';
  if (type.toLowerCase().startsWith(form)) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
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
