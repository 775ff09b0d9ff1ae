import type { Advice } from '../design/feedback/advice.ts';

/** For failures that only the console can cause: the first view of the board does not load it. */
export const CONSOLE_ADVICE: Readonly<Record<string, Advice>> = {
  precondition_failed: {
    title: 'Somebody else has changed this',
    advice: 'Review the current version, then try again.',
  },
  pet_has_open_order: {
    title: 'This animal is reserved',
    advice: 'Cancel the adoption or let the animal go home first, or wait until the reservation expires.',
  },
  mirrored: {
    title: 'It belongs to another service',
    advice: 'Only its shelter changes it.',
  },
  invalid_status_transition: {
    title: 'The status has changed',
    advice: 'Somebody else changed it. Show its current state, then try again.',
  },
};
