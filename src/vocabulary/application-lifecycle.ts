/** How an animal is adopted: the first who reserves it holds it, or several people apply and the organization chooses. */
export const ADOPTIONS = {
  reserve: 'Whoever reserves first',
  apply: 'Several may apply',
} as const;
export type Adoption = keyof typeof ADOPTIONS;

/** While an application is `submitted` or `in_review` it is open: somebody waits for an answer. */
export const APPLICATION_STATUSES = ['submitted', 'in_review', 'accepted', 'declined', 'withdrawn', 'closed'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const WAITING_STATUSES = ['submitted', 'in_review'] as const satisfies readonly ApplicationStatus[];
export const isWaiting = (status: ApplicationStatus): boolean =>
  (WAITING_STATUSES as readonly ApplicationStatus[]).includes(status);

/** Applications are counted up to this number. */
export const MOST_COUNTED_APPLICATIONS = 1_000;

/** How many open applications a visitor may have, by adopter and by client address; more if the operator allows more open orders. */
export const MOST_OPEN_APPLICATIONS = 5;

/** How many applications may be closed by one request. */
export const MOST_CLOSED_AT_ONCE = 1_000;

export interface ApplicationTransition {
  /** The last part of the operation's path. */
  readonly name: string;
  readonly from: readonly ApplicationStatus[];
  readonly to: ApplicationStatus;
  /** Who may do it: the organization or account of the animal (`shelter`), or either side. */
  readonly by: 'shelter' | 'either';
  readonly description: string;
}

/** Every transition of an application. Those from two statuses end it. */
export const APPLICATION_TRANSITIONS = {
  review: {
    name: 'review',
    from: ['submitted'],
    to: 'in_review',
    by: 'shelter',
    description: 'Begins to review an application: the applicant can no longer change it.',
  },
  accept: {
    name: 'accept',
    from: WAITING_STATUSES,
    to: 'accepted',
    by: 'shelter',
    description:
      'Chooses the applicant: makes an `approved` order for them, which holds the animal. The animal must be `available`; of several acceptances at the same time exactly one succeeds. The other applications for the animal stay open.',
  },
  decline: {
    name: 'decline',
    from: WAITING_STATUSES,
    to: 'declined',
    by: 'shelter',
    description: 'Declines an application. The applicant is told by mail.',
  },
  withdraw: {
    name: 'withdraw',
    from: WAITING_STATUSES,
    to: 'withdrawn',
    by: 'either',
    description: 'Withdraws an application, as the applicant wishes.',
  },
  close: {
    name: 'close',
    from: WAITING_STATUSES,
    to: 'closed',
    by: 'shelter',
    description:
      'Ends an application because the animal is no longer looking for a home. The applicant is told by mail.',
  },
} as const satisfies Record<string, ApplicationTransition>;
