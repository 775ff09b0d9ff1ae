import type { JSX } from 'preact';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { TextField } from '../../design/controls/field.tsx';

interface EmailFieldProps {
  /** By default `Email`. */
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
  /** Password managers know an existing account by its `username`. */
  readonly autoComplete?: 'username' | 'email';
  /** The address cannot be changed. */
  readonly readOnly?: boolean;
}

export const EmailField = ({ autoComplete = 'username', ...field }: EmailFieldProps): JSX.Element => (
  <TextField
    label="Email"
    type="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellcheck={false}
    maxLength={254}
    required
    {...field}
  />
);

/** The mistake in the address of a new account, if any. */
export const mistakeInEmail = (email: string): string | undefined =>
  /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address, such as ann@shelter.example.';

/** The mistake in the address of an account that exists, if any. */
export const mistakeInKnownEmail = (email: string): string | undefined =>
  email.trim() === '' ? 'Enter your email address.' : undefined;

/** What to show if another account has the address. */
export const takenEmail = ({ code }: PetstoreError, words: string): { readonly email?: string } =>
  code === 'account_exists' ? { email: words } : {};
