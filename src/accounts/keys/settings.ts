import { PUBLISHABLE_SCOPES, SCOPES } from '../../vocabulary/scopes.ts';
import type { KeyKind } from './api-key.ts';
import type { ApiKey } from './schema.ts';

/** What is chosen about a key when it is made. */
export interface KeySettings {
  readonly name?: string | undefined;
  readonly kind: KeyKind;
  readonly scopes: ApiKey['scopes'];
  /** Of a publishable key only. */
  readonly origins?: readonly string[] | undefined;
  readonly expiresMs?: number | undefined;
}

/** The first key of an account: it may do all that the account may, and never expires. */
export const FULL_KEY: KeySettings = { kind: 'secret', scopes: [...SCOPES] };

/** Of the service's own board: it works from the service's own origin, as any publishable key does, and from no other. */
export const BOARD_KEY: KeySettings = { name: 'Adoption board', kind: 'publishable', scopes: [...PUBLISHABLE_SCOPES] };
