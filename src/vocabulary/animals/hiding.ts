import { nextDay, type OUTCOME_TYPES, startOfDay } from '../animal-profile.ts';
import type { PetStatus } from '../pet-lifecycle.ts';
import { beginningOf } from '../text/moment.ts';

/** Why visitors do not see an animal, and nobody can order it, whatever its status. */
export const HIDING_REASONS = { outcome: 'It has left', hold: 'It is on hold' } as const;
export type HidingReason = keyof typeof HIDING_REASONS;

/** Why nobody may adopt an animal yet. */
export const HOLD_TYPES = {
  stray: 'Stray hold',
  medical: 'Medical hold',
  behavior: 'Behavior hold',
  quarantine: 'Quarantine',
  foster: 'In foster care',
  coming_soon: 'Coming soon',
  other: 'On hold',
} as const;

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
  readonly hold?: Hold | undefined;
}

interface Hold {
  readonly type?: keyof typeof HOLD_TYPES | undefined;
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
  readonly showPage?: boolean | undefined;
}

/**
 * When an animal's outcome starts to hide it, in Unix milliseconds; 0 without a day, and undefined if nothing does. An animal that came
 * back after its outcome is not hidden. Nor is one that was adopted and is `sold`: visitors see that it has found a home.
 *
 * @param timeZone of the organization: its days begin at its midnight
 */
export function hiddenFrom(
  { intake, outcome = {} }: HidingRecords,
  status: PetStatus,
  timeZone?: string,
): number | undefined {
  const { date, type, subtype } = outcome;
  if (date === undefined && type === undefined && subtype === undefined) return undefined;
  if (status === 'sold' && (type === undefined || type === 'adoption')) return undefined;
  if (date === undefined) return 0;
  return intake?.date !== undefined && intake.date > date ? undefined : beginningOf(startOfDay(date), timeZone);
}

/** The end of a hold that lasts until it is removed, and of the last day that can be named. */
export const NO_END = Date.UTC(10_000, 0, 1);

/** Until when an animal's hold hides it, in Unix milliseconds: to the end of the hold's last day. Undefined if it has none. @param timeZone see `hiddenFrom` */
export function hiddenUntil({ hold = {} }: HidingRecords, timeZone?: string): number | undefined {
  const { type, until, reason } = hold;
  if (until !== undefined) return beginningOf(nextDay(startOfDay(until)), timeZone);
  return type === undefined && reason === undefined ? undefined : NO_END;
}

/** Whether visitors see the page of an animal during its hold. */
export const showsPage = ({ hold }: HidingRecords): boolean => hold?.type === 'coming_soon' && hold.showPage === true;
