import type { Usage } from '../../../../client/src/petstore.ts';
import { openPetstore } from '../../api.ts';

/**
 * Where the account stands; it costs nothing. By a client of its own each time: one that has seen that the limits are used up would wait
 * with this too, which is what tells how long.
 */
export const askUsage = (signal: AbortSignal): Promise<Usage> => openPetstore().account.usage({ signal });
