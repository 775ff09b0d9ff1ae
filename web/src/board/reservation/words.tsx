import type { OwnApplication, Reservation } from '../../../../client/src/petstore.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, speaks, words } from '../../words.ts';
import { nameOf } from '../organization/offerer.tsx';

/** For a sentence that has a form with the names of the animal and the organization, and one without them: either may be unknown. */
export const namesOf = ({ pet, organization }: Pick<Reservation, 'pet' | 'organization'>) => ({
  ...nameOf(organization),
  hasAnimal: pet !== undefined,
  hasBoth: pet !== undefined && organization !== undefined,
  animal: pet && <UserText key="animal">{pet.name}</UserText>,
});

/** What a secret link shows. */
export type Linked = Reservation | OwnApplication;

/** What is known of it at first has no names. */
type Known = Pick<Linked, 'status' | 'pet' | 'organization'> & { readonly expiresAt?: string };

/** The state of a reservation or an application, to its visitor. */
export function wordsOf({ status, expiresAt, ...known }: Known) {
  const { reserving, applying } = words();
  const { title, text } = { ...reserving.states, ...applying.states }[status];
  const time = expiresAt && momentOf(expiresAt, known.organization);
  const values = { ...namesOf(known), time };
  return { title: parts(title, values), text: parts(text, values) };
}

/** Whether the animal is still held for the visitor, or theirs, or may become it. */
export const isAlive = ({ status }: Pick<Linked, 'status'>): boolean =>
  ['placed', 'approved', 'delivered', 'submitted', 'in_review', 'accepted'].includes(status);

/** In the time zone of the organization, if it says which: that is where the visit is. */
export const momentOf = (timestamp: string, organization: Reservation['organization']): string =>
  new Intl.DateTimeFormat(speaks().locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    ...(organization?.timeZone !== undefined && { timeZone: organization.timeZone, timeZoneName: 'short' }),
  }).format(new Date(timestamp));
