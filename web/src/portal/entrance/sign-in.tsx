import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { nextIn, signIn } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { PasswordField } from '../account/password-field.tsx';
import { EmailField } from './email-field.tsx';
import { Entrance } from './entrance.tsx';

/** The portal redirects from here as soon as there is a session. */
export function SignIn(): JSX.Element {
  const search = useSearch();
  const wasSentHere = nextIn(search) !== '/portal';
  return (
    <Entrance
      title="Sign in"
      about={wasSentHere ? 'Sign in to continue.' : 'Manage your keys, usage and webhooks.'}
      foot={
        pageSettings().signup !== 'closed' ? (
          <>
            New here? <Link href={`/portal/sign-up${search === '' ? '' : `?${search}`}`}>Create an account</Link>
          </>
        ) : (
          'The operator of this service creates new accounts.'
        )
      }
    >
      <SignInForm />
    </Entrance>
  );
}

interface SignInFormProps {
  /** A known address. */
  readonly email?: string | undefined;
  readonly enter?: (email: string, password: string) => Promise<void>;
}

export function SignInForm({ email: known = '', enter: send = signIn }: SignInFormProps): JSX.Element {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const enter = useAction(() => send(email.trim(), password));
  const submit = () => {
    setChecked(true);
    if (email.trim() !== '' && password !== '') void enter.run();
  };
  return (
    <Form onSubmit={submit}>
      <EmailField
        value={email}
        onValue={setEmail}
        error={isChecked && email.trim() === '' ? 'Enter your email address.' : undefined}
      />
      <PasswordField
        label="Password"
        autofocus={known !== ''}
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={isChecked && password === '' ? 'Enter your password.' : undefined}
      />
      <ErrorNotice
        error={enter.error}
        onRetry={enter.error?.retryAfterMs === undefined ? undefined : () => void enter.run()}
      />
      <Button kind="primary" type="submit" busy={enter.isBusy}>
        Sign in
      </Button>
      <Link href="/portal/forgotten-password" class="small">
        Forgot your password?
      </Link>
    </Form>
  );
}
