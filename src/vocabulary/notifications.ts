import type { OrganizationRole } from './organizations.ts';

/** What members of an organization are told of by mail. */
export const NOTIFICATIONS = {
  order: 'a reservation, and its cancellation by the adopter',
  hold_half: 'a reservation that nobody has decided when half of its time has passed',
  hold_ending: 'a reservation that nobody has decided three hours before it ends',
  visit_passed: 'a visit that has passed, while the order is still approved',
  application: 'an application for an animal, and its withdrawal by the applicant',
  message: 'a message in the inbox',
  assigned: 'a message or an application that a colleague asks you to take care of',
  listing_site:
    'a list for a site such as Petfinder that waits for consent, or that the site does not take, for managers',
  mail_failed: 'a mail to anybody that could not be sent and is given up, for operators',
  day: 'the visits of the day, animals without a photo or a story, and vaccinations that are due',
} as const;
export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];

/** When: within a minute, in the mail at eight in the morning, or never. */
export const NOTIFICATION_WAYS = ['at_once', 'digest', 'off'] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** What happens at no moment is told in the digest only; the digest of an organization has nothing of the service's. */
export function waysOf(kind: NotificationKind): readonly NotificationWay[] {
  if (kind === 'day') return ['digest', 'off'];
  return kind === 'mail_failed' || kind === 'listing_site' ? ['at_once', 'off'] : NOTIFICATION_WAYS;
}

/** What the organization's own address is told of, if nobody is told at once: at once, or never. */
export const OWN_ADDRESS_KINDS = [
  'order',
  'hold_half',
  'hold_ending',
  'visit_passed',
  'application',
  'message',
] as const satisfies readonly NotificationKind[];
export const isOwnAddressKind = (kind: NotificationKind): boolean =>
  (OWN_ADDRESS_KINDS as readonly NotificationKind[]).includes(kind);
export type OwnAddressChoices = Readonly<
  Record<(typeof OWN_ADDRESS_KINDS)[number], Exclude<NotificationWay, 'digest'>>
>;

export type NotificationChoices = Readonly<Record<NotificationKind, NotificationWay>>;

/** What applies until a member chooses. */
export function defaultWay(kind: NotificationKind, role: OrganizationRole): NotificationWay {
  if (kind === 'day') return 'digest';
  // Nobody else can act.
  if (kind === 'listing_site' && role !== 'manager') return 'off';
  return role === 'manager' || kind === 'assigned' || kind === 'mail_failed' ? 'at_once' : 'digest';
}
