import { type Static, Type } from 'typebox';
import { AssignedId, PageQuery, Timestamp, Text } from '../../http/shapes.ts';

const example = {
  id: 7,
  kind: 'order.placed',
  to: 'ann@example.org',
  subject: 'Rex is reserved for you',
  text: 'Rex is reserved for you until Monday, November 23, 2026 at 10:30 AM GMT+1.',
  html: '<!doctype html>…',
  createdAt: '2026-11-21T09:30:00.012Z',
};

/** A mail that staging has not sent. */
export const StagedMail = Type.Object(
  {
    id: AssignedId('Identifier of the mail.'),
    kind: Text('What it is about, such as `order.placed`.'),
    to: Text('The address that production would have mailed.'),
    subject: Text('Its subject.'),
    text: Text('The plain text.'),
    html: Type.Optional(Text('The same as HTML. Show it in a sandbox.')),
    createdAt: Timestamp("When it would have been sent, by staging's clock."),
  },
  { title: 'StagedMail', examples: [example] },
);
export type StagedMail = Static<typeof StagedMail>;

export const StagedMails = Type.Array(StagedMail, { title: 'StagedMails', examples: [[example]] });

export const ListMailsQuery = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 254, description: 'Only mails to this address, whatever its case.' })),
  ...PageQuery.properties,
});
