import type { InterestCounts } from '../../../client/src/petstore.ts';

/** What the pages call how visitors show interest in an animal. */
export const INTEREST_NAMES: Readonly<Record<keyof InterestCounts, string>> = {
  views: 'Views',
  hearts: 'Hearts',
  questions: 'Questions',
  reservations: 'Reservations',
  applications: 'Applications',
};
