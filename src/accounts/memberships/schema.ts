import { type Static, Type } from 'typebox';
import { AssignedId, PathId } from '../../http/shapes.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import { Account, Membership } from '../schema.ts';

const { email, name, suspended } = Account.properties;
const { role } = Membership.properties;

const example = { id: 7, email: 'ann@riverside.example', name: 'Ann', role: 'manager', suspended: false };

/** An account that belongs to the organization. */
export const Member = Type.Object(
  { id: AssignedId('The identifier of the account.'), email, name, role, suspended },
  { title: 'Member', examples: [example] },
);
export type Member = Static<typeof Member>;

export const Members = Type.Array(Member, { title: 'Members', examples: [[example]] });

export const MemberPatch = Type.Object(
  { role: Type.Optional(role) },
  { title: 'MemberPatch', examples: [{ role: 'staff' }] },
);

export const MemberParams = Type.Object({
  ...OrganizationParams.properties,
  accountId: PathId('member_not_found', 'The identifier of the account.'),
});
