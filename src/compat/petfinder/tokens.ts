import type { Credentials } from '../../http/pipeline/authenticate.ts';
import type { Principal } from '../../http/principal.ts';
import { isRight, keyedHash } from '../../secrets/keyed-hash.ts';
import type { Now } from '../../time/clock.ts';

/** For how long a token works, in seconds. */
const LIFETIME = 3_600;

/** What a token says; Petfinder's had the same names. Times are Unix seconds. */
interface Claims {
  /** The id of the pair. */
  readonly aud: string;
  /** The hash of the API key, for finding the key. */
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly sub: '';
  readonly scopes: readonly never[];
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encoded({ typ: 'JWT', alg: 'HS256' });

/** Tokens are JSON Web Tokens (RFC 7519) that nobody stores: their signature proves them, and each request looks for the key behind them. */
export type Tokens = ReturnType<typeof openTokens>;

/**
 * @param secret signs the tokens; every process of an environment has the same
 * @param now in Unix milliseconds
 */
export function openTokens(secret: Buffer, now: Now) {
  return {
    /** The answer to a request for a token. */
    issue(clientId: string, keyHash: string) {
      const seconds = Math.floor(now() / 1_000);
      const claims: Claims = {
        aud: clientId,
        jti: keyHash,
        iat: seconds,
        nbf: seconds,
        exp: seconds + LIFETIME,
        sub: '',
        scopes: [],
      };
      const text = `${HEADER}.${encoded(claims)}`;
      return { token_type: 'Bearer', expires_in: LIFETIME, access_token: `${text}.${keyedHash(secret, text)}` };
    },

    /** The hash of the key that the token was issued for; undefined if the token is malformed, or has expired. */
    keyHashOf(token: string): string | undefined {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(0, end));
      if (!isRight(token.slice(end + 1), keyedHash(secret, text))) return undefined;
      // What is signed is well-formed.
      const claims = JSON.parse(Buffer.from(text.slice(HEADER.length + 1), 'base64url').toString()) as Claims;
      return now() < claims.exp * 1_000 ? claims.jti : undefined;
    },
  };
}

type Found = Principal | undefined;

/** Finds the principals of tokens: their keys' principals, for any origin. */
export const tokenCredentials = (
  tokens: Tokens,
  keys: { readonly findByHash: (hash: string) => Found | Promise<Found> },
): Credentials => ({
  keys: {
    find(token) {
      const hash = tokens.keyHashOf(token);
      const found = hash === undefined ? undefined : keys.findByHash(hash);
      return found instanceof Promise ? found.then(forEveryOrigin) : forEveryOrigin(found);
    },
  },
  sessions: { find: () => undefined },
  cookie: { read: () => undefined },
});

const everyOrigin = { has: () => true };

/** The façade shows everybody what visitors see, on pages of any origin, as Petfinder did. A publishable key stays one: its visitors have limits. */
const forEveryOrigin = (principal: Found): Found =>
  principal?.origins === undefined ? principal : { ...principal, origins: everyOrigin };
