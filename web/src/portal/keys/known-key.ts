import { signal } from '@preact/signals';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';

/** The latest key that was created, for the examples: the service shows a key only once. Kept in memory until the page is reloaded. */
export const knownKey = signal<ApiKeyWithSecret | undefined>(undefined);

export function forgetKey(keyId: number): void {
  if (knownKey.value?.id === keyId) knownKey.value = undefined;
}
