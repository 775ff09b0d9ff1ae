import { useState } from 'preact/hooks';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { PASSWORD_LENGTH } from '../../../../src/vocabulary/password-length.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Password managers fill in a `current-password`, and generate a `new-password`. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly autofocus?: boolean;
}

/** Hides the password unless the user asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onValue, autoComplete, error, autofocus = false } = props;
  const [isShown, setShown] = useState(false);
  const hint =
    autoComplete === 'new-password' && `At least ${PASSWORD_LENGTH.min} characters. A few random words work well.`;
  return (
    <Field label={label} {...(hint !== false && { hint })} error={error}>
      {(control) => (
        <div class="portal-password">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autofocus={autofocus}
            autoCapitalize="none"
            spellcheck={false}
            maxLength={PASSWORD_LENGTH.max}
            required
            value={value}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
          <Button kind="quiet" size="s" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span class="visually-hidden"> the password</span>
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Password managers store the password of the form under this name. */
export const NameOfPassword = ({ email }: { readonly email: string }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
);

/** The mistake in a new password, if any. */
export const mistakeInPassword = (password: string): string | undefined =>
  // The service counts Unicode characters.
  Array.from(password).length < PASSWORD_LENGTH.min ? `Use at least ${PASSWORD_LENGTH.min} characters.` : undefined;

/** The mistake in the password of the account, if any. */
export const mistakeInOwnPassword = (password: string): string | undefined =>
  password === '' ? 'Enter your password.' : undefined;

/** What a refusal says of a new password that is easy to guess. */
export const weakness = ({ code, message }: PetstoreError, field = 'password'): { readonly [field: string]: string } =>
  code === 'weak_password' ? { [field]: message.replace(/^The field `\w+` /, 'It ') } : {};

/** What a refusal says of the password of the account. */
export const wrongPassword = ({ code }: PetstoreError): { readonly password?: string } =>
  code === 'invalid_credentials' ? { password: 'Wrong password.' } : {};
