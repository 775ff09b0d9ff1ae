import type { JSX } from 'preact';
import type { Action } from '../../data/use-action.ts';
import { TextField } from '../../design/controls/field.tsx';

interface EmailFieldProps {
  /** By default `Email`. */
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
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

interface NewEmailFieldProps extends Omit<EmailFieldProps, 'error' | 'autoComplete'> {
  /** Whether the form was submitted: mistakes are shown from then on. */
  readonly isChecked: boolean;
  /** What sends the address to the service. */
  readonly action: Pick<Action<[], unknown>, 'error' | 'clear'>;
  /** What to show if another account has the address. */
  readonly taken: string;
}

/** Also shows that another account has the address, until it is changed. */
export function NewEmailField({ isChecked, action, taken, onValue, ...field }: NewEmailFieldProps): JSX.Element {
  const isTaken = action.error?.code === 'account_exists';
  return (
    <EmailField
      {...field}
      autoComplete="email"
      onValue={(value) => {
        if (isTaken) action.clear();
        onValue(value);
      }}
      error={isChecked ? (mistakeInEmail(field.value) ?? (isTaken ? taken : undefined)) : undefined}
    />
  );
}

/** The mistake in the address of a new account, if any. */
export const mistakeInEmail = (email: string): string | undefined =>
  /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address, such as ann@shelter.example.';
