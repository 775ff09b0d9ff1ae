import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PASSWORD_LENGTH } from '../../../../src/vocabulary/password-length.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** A password manager offers what is known for `current-password`, and makes one for `new-password`. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
}

/** What is typed is hidden, until one asks to see it. */
export function PasswordField({ label, value, onValue, autoComplete, error }: PasswordFieldProps): JSX.Element {
  const [isShown, setShown] = useState(false);
  const hint =
    autoComplete === 'new-password' && `At least ${PASSWORD_LENGTH.min} characters. A few words make a good one.`;
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
            <span class="visually-hidden"> what is typed</span>
          </Button>
        </div>
      )}
    </Field>
  );
}

/** What is wrong with a password that somebody chooses; undefined where nothing is. */
export const mistakeInPassword = (password: string): string | undefined =>
  // The service counts characters, of which an emoji is one.
  Array.from(password).length < PASSWORD_LENGTH.min ? `Use at least ${PASSWORD_LENGTH.min} characters.` : undefined;
