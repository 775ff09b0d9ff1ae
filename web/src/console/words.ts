import type { OrderStatus } from '../../../src/vocabulary/order-lifecycle.ts';
import { numberText } from '../design/text/number-text.ts';
import type { MoveName } from './orders/order-lists.ts';

/** What the pages call what the API calls an order. The API, its codes and its documentation keep their words. */
interface StateWords {
  /** The state. */
  readonly title: string;
  /** What happened last, before the time of it. */
  readonly past: string;
  /** What somebody did, after their name. `{}` stands for the adoption. */
  readonly did: string;
}

export const ADOPTION_STATES: Readonly<Record<OrderStatus, StateWords>> = {
  placed: { title: 'Reserved', past: 'Reserved', did: 'began {}' },
  approved: { title: 'Ready to go home', past: 'Approved', did: 'approved {}' },
  delivered: { title: 'Went home', past: 'Went home', did: 'recorded for {} that the animal went home' },
  cancelled: { title: 'Cancelled', past: 'Cancelled', did: 'cancelled {}' },
  expired: { title: 'Expired', past: 'Expired', did: 'ended {}, because nobody approved it in time' },
  returned: { title: 'Came back', past: 'Came back', did: 'recorded for {} that the animal came back' },
};

interface MoveWords {
  readonly verb: string;
  /** The button of the question. */
  readonly confirm: string;
  /** The title of the question. `{}` stands for the adoptions. */
  readonly question: string;
  /** The button that leaves the adoptions as they are. */
  readonly otherwise: string;
  readonly done: string;
  /** What follows from it, for one animal and for several. */
  readonly consequence: string;
  readonly consequences: string;
}

export const MOVES: Readonly<Record<MoveName, MoveWords>> = {
  approve: {
    verb: 'Approve',
    confirm: 'Approve',
    question: 'Approve {}?',
    otherwise: 'Not now',
    done: '{} approved.',
    consequence: 'The animal is promised to the adopter, and the reservation no longer expires.',
    consequences: 'The animals are promised to the adopters, and the reservations no longer expire.',
  },
  deliver: {
    verb: 'Went home',
    confirm: 'Went home',
    question: 'Went home: {}?',
    otherwise: 'Not yet',
    done: '{}: went home.',
    consequence: 'The adopter has taken the animal home.',
    consequences: 'The adopters have taken the animals home.',
  },
  cancel: {
    verb: 'Cancel',
    confirm: 'Cancel the adoption',
    question: 'Cancel {}?',
    otherwise: 'Keep',
    done: '{} cancelled.',
    consequence: 'The animal becomes available again.',
    consequences: 'The animals become available again.',
  },
  return: {
    verb: 'Came back',
    confirm: 'Came back',
    question: 'Came back: {}?',
    otherwise: 'Not now',
    done: '{}: came back.',
    consequence: 'The animal is back at the shelter and becomes available again.',
    consequences: 'The animals are back at the shelter and become available again.',
  },
};

/** What the statistics make of an animal that comes back on the day on which it went home. */
export const SAME_DAY =
  'If it went home on the same day, the statistics take this as a correction: they count neither an adoption nor a return.';

/** `3 adoptions`. */
export const adoptions = (count: number): string => `${numberText(count)} ${count === 1 ? 'adoption' : 'adoptions'}`;

/** `adoption 12`, or `Adoption 12` where it begins a sentence. */
export const adoptionOf = (id: number): string => `adoption ${id}`;

/** Puts what it is about into a sentence of these tables. */
export function filled(sentence: string, what: string): string {
  const words = sentence.replace('{}', what);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Answers that are one of two. */
export const YES_NO: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };
