import { signal } from '@preact/signals';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';

/**
 * The key that was made last, for as long as the page is not loaded anew: the service shows a key once, and the lines to try
 * need one. It is kept in memory alone.
 */
export const knownKey = signal<ApiKeyWithSecret | undefined>(undefined);

/** Nothing is tried any more with a key that is revoked. */
export function forgetKey(keyId: number): void {
  if (knownKey.value?.id === keyId) knownKey.value = undefined;
}
