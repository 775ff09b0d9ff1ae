import { type Static, Type } from 'typebox';
import { AssignedId, PathId, Timestamp, Text } from '../../http/shapes.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import { Membership, NewAccount } from '../schema.ts';

const { role } = Membership.properties;
const email = { ...NewAccount.properties.email, description: 'Only the account with this address can accept.' };

const example = {
  id: 4,
  role: 'staff',
  email: 'bea@riverside.example',
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-28T09:30:00.000Z',
};

/** An invitation that nobody has accepted yet. */
export const Invitation = Type.Object(
  {
    id: AssignedId('The identifier of the invitation.'),
    role,
    email: Type.Optional(email),
    createdAt: Timestamp(),
    expiresAt: Timestamp('When it expires.'),
  },
  { title: 'Invitation', examples: [example] },
);
export type Invitation = Static<typeof Invitation>;

export const Invitations = Type.Array(Invitation, { title: 'Invitations', examples: [[example]] });

export const InvitationWithLink = Type.Object(
  {
    ...Invitation.properties,
    link: Text('The URL of the page that accepts it. It works once.'),
  },
  {
    title: 'InvitationWithLink',
    examples: [
      { ...example, link: 'https://pets.shelter.example/portal/join#token=ppi_thisIsNoRealTokenItIsAnExample' },
    ],
  },
);

export const NewInvitation = Type.Object(
  { role, email: Type.Optional(email) },
  { title: 'NewInvitation', examples: [{ role: 'staff', email: 'bea@riverside.example' }] },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationParams = Type.Object({
  ...OrganizationParams.properties,
  invitationId: PathId('invitation_not_found', 'The identifier of the invitation.'),
});
