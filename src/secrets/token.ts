import { hash } from 'node:crypto';

/** Returns cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** The prefix says what a token is for: a session's token opens no link. */
const PREFIXES = { session: 'pss_', link: 'ppl_', invitation: 'ppi_' } as const;
type TokenKind = keyof typeof PREFIXES;

const SHAPES: Readonly<Record<TokenKind, RegExp>> = {
  session: /^pss_[\w-]{43}$/,
  link: /^ppl_[\w-]{43}$/,
  invitation: /^ppi_[\w-]{43}$/,
};

/** An opaque token with 256 random bits. Only its hash is stored. */
export const generateToken = (kind: TokenKind, random: RandomBytes): string =>
  PREFIXES[kind] + Buffer.from(random(32)).toString('base64url');

export const isToken = (kind: TokenKind, text: string): boolean => SHAPES[kind].test(text);

/** The SHA-256 that is stored instead of a key or token. They are too random to guess, so they need neither a slow hash nor a salt. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
