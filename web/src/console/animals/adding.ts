import { signal } from '@preact/signals';

/** Whether the list of animals is to open its dialog for a new one, as a shortcut asks. */
export const wantsToAdd = signal(false);
