import { type OUTCOME_TYPES, startOfDay } from '../animal-profile.ts';
import type { PetStatus } from '../pet-lifecycle.ts';

/** Why visitors do not see an animal, and nobody can order it, whatever its status. */
export const HIDING_REASONS = { outcome: 'It has left' } as const;

/** What hides an animal, of the half of its profile that is for staff. */
export interface HidingRecords {
  readonly intake?: { readonly date?: string | undefined } | undefined;
  readonly outcome?:
    | {
        readonly date?: string | undefined;
        readonly type?: keyof typeof OUTCOME_TYPES | undefined;
        readonly subtype?: string | undefined;
      }
    | undefined;
}

/**
 * When an animal's record starts to hide it, in Unix milliseconds; 0 without a day, and undefined if nothing does. An animal that came
 * back after its outcome is not hidden. Nor is one that was adopted and is `sold`: visitors see that it has found a home.
 */
export function hiddenFrom({ intake, outcome = {} }: HidingRecords, status: PetStatus): number | undefined {
  const { date, type, subtype } = outcome;
  if (date === undefined && type === undefined && subtype === undefined) return undefined;
  if (status === 'sold' && (type === undefined || type === 'adoption')) return undefined;
  if (date === undefined) return 0;
  return intake?.date !== undefined && intake.date > date ? undefined : startOfDay(date);
}
