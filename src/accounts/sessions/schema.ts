import { Type } from 'typebox';
import { Timestamp } from '../../http/shapes.ts';
import { PASSWORD_LENGTH } from '../../vocabulary/password-length.ts';
import { Account, NewAccount } from '../schema.ts';

/** Any text: what is no address of an account is as wrong as another's password. The operator's own has no dot in its domain. */
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

/** Who is signed in, and until when at most. */
export const Session = Type.Object({ account: Account, endsAt: Timestamp() });

/** A link that an operator has made. */
export const PasswordLink = Type.Object(
  {
    link: Type.String({ description: 'The address of the page that asks for the new password. It works once.' }),
    expiresAt: Timestamp({ description: 'It works until then.' }),
  },
  {
    title: 'PasswordLink',
    examples: [
      {
        link: 'https://pets.shelter.example/portal/set-password#token=ppl_thisIsNoRealTokenItIsAnExample',
        expiresAt: '2026-11-22T09:30:00.000Z',
      },
    ],
  },
);
