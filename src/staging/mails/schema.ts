import { type Static, Type } from 'typebox';
import { AssignedId, PageQuery, Timestamp } from '../../http/shapes.ts';

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
    id: AssignedId({ description: 'Identifier of the mail.' }),
    kind: Type.String({ description: 'What it is about, such as `order.placed`.' }),
    to: Type.String({ description: 'The address that production would have mailed.' }),
    subject: Type.String({ description: 'Its subject.' }),
    text: Type.String({ description: 'The plain text.' }),
    html: Type.Optional(Type.String({ description: 'The same as HTML. Show it in a sandbox.' })),
    createdAt: Timestamp({ description: "When it would have been sent, by staging's clock." }),
  },
  { title: 'StagedMail', examples: [example] },
);
export type StagedMail = Static<typeof StagedMail>;

export const StagedMails = Type.Array(StagedMail, { title: 'StagedMails', examples: [[example]] });

export const ListMailsQuery = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 254, description: 'Only mails to this address, whatever its case.' })),
  ...PageQuery.properties,
});
