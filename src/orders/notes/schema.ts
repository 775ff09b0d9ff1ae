import { type Static, Type } from 'typebox';
import { AssignedId, MultilineText, PageQuery, Timestamp } from '../../http/shapes.ts';

const note = MultilineText(4_096, 'What the people of the animal should know about the order. Never for the adopter.');
const example = {
  id: 3,
  note: 'Called on Friday: they have a garden.',
  accountId: 7,
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const OrderNote = Type.Object(
  {
    id: AssignedId('Identifier of the note, assigned by the service.'),
    note,
    accountId: AssignedId('The account that wrote it.'),
    createdAt: Timestamp('When it was written.'),
  },
  { title: 'OrderNote', examples: [example] },
);
export type OrderNote = Static<typeof OrderNote>;

export const OrderNotes = Type.Array(OrderNote, { title: 'OrderNotes', examples: [[example]] });

export const NewOrderNote = Type.Object({ note }, { title: 'NewOrderNote', examples: [{ note: example.note }] });

export const ListOrderNotesQuery = PageQuery;
