import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { PASSWORD_LENGTH } from '../../../../src/vocabulary/password-length.ts';
import type { Action } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Password managers fill in a `current-password`, and generate a `new-password`. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
  readonly autofocus?: boolean;
}

/** Hides the password unless the user asks to see it. */
export function PasswordField(props: PasswordFieldProps): JSX.Element {
  const { label, value, onValue, autoComplete, error, autofocus = false } = props;
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

interface CheckedFieldProps extends Pick<PasswordFieldProps, 'label' | 'value' | 'onValue'> {
  /** Whether the form was submitted: mistakes are shown from then on. */
  readonly isChecked: boolean;
  /** What sends the password to the service. */
  readonly action: Pick<Action<[], unknown>, 'error' | 'clear'>;
}

/** Also shows that the service found the password easy to guess, until it is changed. */
export function NewPasswordField({ isChecked, action, onValue, ...field }: CheckedFieldProps): JSX.Element {
  const weakness =
    action.error?.code === 'weak_password' ? action.error.message.replace(/^The field `\w+` /, 'It ') : undefined;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      onValue={(value) => {
        if (weakness !== undefined) action.clear();
        onValue(value);
      }}
      error={isChecked ? (mistakeInPassword(field.value) ?? weakness) : undefined}
    />
  );
}

interface OwnPasswordFieldProps extends CheckedFieldProps {
  /** What to do about an empty field. */
  readonly missing?: string;
}

/** The password of the account. Also shows that it was wrong, until it is changed. */
export function OwnPasswordField(props: OwnPasswordFieldProps): JSX.Element {
  const { isChecked, action, onValue, missing = 'Enter your password.', ...field } = props;
  const isWrong = action.error?.code === 'invalid_credentials';
  return (
    <PasswordField
      {...field}
      autoComplete="current-password"
      onValue={(value) => {
        if (isWrong) action.clear();
        onValue(value);
      }}
      error={isWrong ? 'Wrong password.' : isChecked && field.value === '' ? missing : undefined}
    />
  );
}

const SHOWN_AT_FIELDS: ReadonlySet<string> = new Set(['weak_password', 'invalid_credentials', 'account_exists']);

/** Whether no field shows it. */
export const isOfForm = (error: PetstoreError | undefined): boolean => !SHOWN_AT_FIELDS.has(error?.code ?? '');

/** What went wrong, unless a field shows it. */
export const FormError = ({ error }: { readonly error: PetstoreError | undefined }): JSX.Element | null =>
  isOfForm(error) ? <ErrorNotice error={error} /> : null;

/** The mistake in a new password, if any. */
export const mistakeInPassword = (password: string): string | undefined =>
  // The service counts Unicode characters.
  Array.from(password).length < PASSWORD_LENGTH.min ? `Use at least ${PASSWORD_LENGTH.min} characters.` : undefined;
