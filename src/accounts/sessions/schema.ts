import { type Static, Type } from 'typebox';
import { AssignedId, Timestamp } from '../../http/shapes.ts';
import { KEYS_AFTER_RESET, LINK_PURPOSES } from '../../vocabulary/links.ts';
import { PASSWORD_LENGTH } from '../../vocabulary/password-length.ts';
import { Invitation } from '../invitations/schema.ts';
import { Account, NewAccount } from '../schema.ts';

/** Any text: an address that no account has is answered like a wrong password. The operator's own has no dot in its domain. */
const email = Type.String({ minLength: 1, maxLength: 254, 'x-trim': true });
const anyPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max });
const newPassword = NewAccount.properties.password;
const token = Type.String({ minLength: 1, maxLength: 100 });

export const SignIn = Type.Object({ email, password: anyPassword });

export const PasswordChange = Type.Object({ currentPassword: anyPassword, newPassword });

/** The address to which a link is mailed, if it has an account. */
export const LinkRequest = Type.Object({ email });

export const LinkToken = Type.Object({ token });

/** A `ShownLink`. */
export const LinkShape = Type.Object({
  purpose: Type.Enum([...LINK_PURPOSES]),
  email: Type.String(),
  keys: Type.Enum([...KEYS_AFTER_RESET]),
});

export const PasswordReset = Type.Object({
  token,
  password: newPassword,
  /** Whether the account's API keys end. They always do for an account with an unconfirmed address, or with an operator's link. */
  revokeKeys: Type.Optional(Type.Boolean()),
});

export const Confirmation = Type.Object({ token, password: anyPassword });

export const OwnPassword = Type.Object({ password: anyPassword });

export const AddressChange = Type.Object({ email: NewAccount.properties.email, password: anyPassword });

/** Who is signed in, and when the session ends at the latest. */
export const Session = Type.Object({ account: Account, endsAt: Timestamp() });
export type Session = Static<typeof Session>;

const { id: _id, createdAt: _createdAt, ...shownOfInvitation } = Invitation.properties;

/** An invitation, for anyone with its link. */
export const ShownInvitation = Type.Object({
  ...shownOfInvitation,
  organization: Type.Object({ id: AssignedId(), name: Type.String() }),
  /** How many animals the account that is signed in could bring; absent if nobody is signed in. */
  animals: Type.Optional(Type.Integer()),
});

/** With `email` and `password` a new account joins; without, the account of the session. */
export const Joining = Type.Object({
  token,
  /** Whether the animals and categories of the account become the organization's. */
  bringAnimals: Type.Optional(Type.Boolean()),
  email: Type.Optional(NewAccount.properties.email),
  password: Type.Optional(newPassword),
  name: NewAccount.properties.name,
});
