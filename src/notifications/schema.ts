import { Type } from 'typebox';
import {
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  NOTIFICATIONS,
  waysOf,
} from '../vocabulary/notifications.ts';

const example = {
  order: 'at_once',
  hold_half: 'at_once',
  hold_ending: 'at_once',
  visit_passed: 'digest',
  message: 'at_once',
  assigned: 'at_once',
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

export const EndQuery = Type.Object({
  token: Type.String({ maxLength: 300, description: 'From the header `List-Unsubscribe` of a mail.' }),
});
