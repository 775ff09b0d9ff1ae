import { Type } from 'typebox';
import { Timestamp } from '../../http/shapes.ts';
import { PASSWORD_LENGTH } from '../../vocabulary/password-length.ts';
import { Account, NewAccount } from '../schema.ts';

/** Any text: an address that no account has is answered like a wrong password. The operator's own has no dot in its domain. */
const email = Type.String({ minLength: 1, maxLength: 254, 'x-trim': true });
const anyPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max });
const newPassword = NewAccount.properties.password;

export const SignIn = Type.Object({ email, password: anyPassword });

export const PasswordChange = Type.Object({ currentPassword: anyPassword, newPassword });

export const ForgottenPassword = Type.Object({ email });

export const PasswordReset = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100 }),
  password: newPassword,
});

/** Who is signed in, and when the session ends at the latest. */
export const Session = Type.Object({ account: Account, endsAt: Timestamp() });
