import type { Reservation } from '../../../../client/src/petstore.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** The state of a reservation, to its visitor. */
export function wordsOf({ status, pet, organization, expiresAt }: Reservation): Words {
  const animal = pet?.name ?? 'The animal';
  const shelter = organization?.name ?? 'The shelter';
  switch (status) {
    case 'placed':
      return {
        title: 'Reserved for you',
        text: `Until ${momentOf(expiresAt, organization)}. ${shelter} decides by then.`,
      };
    case 'approved':
      return { title: 'Going home with you', text: `${shelter} has promised ${animal} to you.` };
    case 'delivered':
      return { title: 'At home with you', text: `${animal} has found a home with you.` };
    case 'cancelled':
      return { title: 'The reservation is cancelled', text: `${animal} is no longer reserved for you.` };
    case 'expired':
      return {
        title: 'The reservation has ended',
        text: `Nobody approved it before ${momentOf(expiresAt, organization)}. Ask ${shelter} if you would still like to adopt ${animal}.`,
      };
    case 'returned':
      return { title: `Back at ${shelter}`, text: `${shelter} has taken ${animal} back.` };
  }
}

/** Whether the animal is still held for the visitor, or theirs. */
export const isAlive = ({ status }: Reservation): boolean => ['placed', 'approved', 'delivered'].includes(status);

/** In the time zone of the organization, if it says which: that is where the visit is. */
export const momentOf = (timestamp: string, organization: Reservation['organization']): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    ...(organization?.timeZone !== undefined && { timeZone: organization.timeZone, timeZoneName: 'short' }),
  }).format(new Date(timestamp));
