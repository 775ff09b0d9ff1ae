import { effect, signal } from '@preact/signals';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { session } from '../../session.ts';

/** The latest key that was created, for the examples: the service shows a key only once. Kept in memory until the page is reloaded. */
export const knownKey = signal<ApiKeyWithSecret | undefined>(undefined);

/** The id of the animal that an example has added. The examples of every language can remove it. */
export const addedPet = signal<number | undefined>(undefined);

// The next user of this window reads no key of the one before.
effect(() => {
  if (session.value !== null) return;
  knownKey.value = undefined;
  addedPet.value = undefined;
});

export function forgetKey(keyId: number): void {
  if (knownKey.value?.id === keyId) knownKey.value = undefined;
}
