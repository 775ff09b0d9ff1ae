import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PASSWORD_LENGTH } from '../../../../src/vocabulary/password-length.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Password managers fill in a `current-password`, and generate a `new-password`. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
}

/** Hides the password unless the user asks to see it. */
export function PasswordField({ label, value, onValue, autoComplete, error }: PasswordFieldProps): JSX.Element {
  const [isShown, setShown] = useState(false);
  const hint =
    autoComplete === 'new-password' && `At least ${PASSWORD_LENGTH.min} characters. A few random words work well.`;
  return (
    <Field label={label} {...(hint !== false && { hint })} {...(error !== undefined && { error })}>
      {(control) => (
        <div class="portal-password">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
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

/** The mistake in a new password, if any. */
export const mistakeInPassword = (password: string): string | undefined =>
  // The service counts Unicode characters.
  Array.from(password).length < PASSWORD_LENGTH.min ? `Use at least ${PASSWORD_LENGTH.min} characters.` : undefined;
