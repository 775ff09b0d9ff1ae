import type { RandomBytes } from './keys/api-key.ts';

/** What a token is for; a session's opens nothing else. */
const PREFIXES = { session: 'pss_', link: 'ppl_' } as const;
type TokenKind = keyof typeof PREFIXES;

const SHAPES: Readonly<Record<TokenKind, RegExp>> = { session: /^pss_[\w-]{43}$/, link: /^ppl_[\w-]{43}$/ };

/** 256 random bits, which mean nothing. Only its hash is stored. */
export const generateToken = (kind: TokenKind, random: RandomBytes): string =>
  PREFIXES[kind] + Buffer.from(random(32)).toString('base64url');

export const isToken = (kind: TokenKind, text: string): boolean => SHAPES[kind].test(text);
