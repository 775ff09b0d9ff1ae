import type { Reservation } from '../../../../client/src/petstore.ts';
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

/** The state of a reservation, to its visitor. */
export function wordsOf(reservation: Reservation) {
  const { title, text } = words().reserving.states[reservation.status];
  const values = { ...namesOf(reservation), time: momentOf(reservation.expiresAt, reservation.organization) };
  return { title: parts(title, values), text: parts(text, values) };
}

/** Whether the animal is still held for the visitor, or theirs. */
export const isAlive = ({ status }: Reservation): boolean => ['placed', 'approved', 'delivered'].includes(status);

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
