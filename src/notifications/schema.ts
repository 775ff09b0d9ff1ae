import { Type } from 'typebox';
import {
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  NOTIFICATIONS,
  OWN_ADDRESS_KINDS,
  type OwnAddressChoices,
  waysOf,
} from '../vocabulary/notifications.ts';

const example = {
  order: 'at_once',
  hold_half: 'at_once',
  hold_ending: 'at_once',
  visit_passed: 'digest',
  application: 'at_once',
  message: 'at_once',
  assigned: 'at_once',
  listing_site: 'at_once',
  mail_failed: 'at_once',
  day: 'off',
};

const way = (kind: NotificationKind) =>
  Type.Enum([...waysOf(kind)], { type: 'string', description: `How you are told of ${NOTIFICATIONS[kind]}.` });

const members = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, way(kind)])) as Record<
  NotificationKind,
  ReturnType<typeof way>
>;

/** What an account is told of by mail. */
export const Notifications = Type.Unsafe<NotificationChoices>(
  Type.Object(members, {
    title: 'Notifications',
    description:
      'What you are told of by mail, as a member of your organization: `at_once`, within a minute; `digest`, in one mail at eight in the morning, in the time zone of the organization; `off`, never. For operators also what reaches the inbox of the operators.',
    examples: [example],
  }),
);

export const NotificationsPatch = Type.Unsafe<Partial<NotificationChoices>>(
  Type.Partial(Type.Object(members), { title: 'NotificationsPatch', examples: [{ order: 'digest', day: 'off' }] }),
);

const ownMembers = Object.fromEntries(
  OWN_ADDRESS_KINDS.map((kind) => [
    kind,
    Type.Enum(['at_once', 'off'], { type: 'string', description: `Whether it is told of ${NOTIFICATIONS[kind]}.` }),
  ]),
);
const { order, application, message } = example;

/** What the address of an organization is told of. */
export const OrganizationNotifications = Type.Unsafe<OwnAddressChoices>(
  Type.Object(ownMembers, {
    title: 'OrganizationNotifications',
    description:
      'What the address of the organization is told of by mail, if none of its members is told at once: `at_once`, within a minute, or `off`, never.',
    examples: [{ order, hold_half: 'off', hold_ending: 'at_once', visit_passed: 'off', application, message }],
  }),
);

export const OrganizationNotificationsPatch = Type.Unsafe<Partial<OwnAddressChoices>>(
  Type.Partial(Type.Object(ownMembers), {
    title: 'OrganizationNotificationsPatch',
    examples: [{ hold_half: 'off' }],
  }),
);

export const EndQuery = Type.Object({
  token: Type.String({ maxLength: 300, description: 'From the header `List-Unsubscribe` of a mail.' }),
});
