import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { signIn } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { PasswordField } from '../account/password-field.tsx';
import { Entrance } from './entrance.tsx';
import { nextIn } from './way-back.ts';

/** Who is signed in is sent on to where they were, by the pages around this one. */
export function SignIn(): JSX.Element {
  const search = useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const enter = useAction(() => signIn(email.trim(), password));
  const submit = () => {
    setChecked(true);
    if (email.trim() !== '' && password !== '') void enter.run();
  };
  const wasSentHere = nextIn(search) !== '/portal';
  return (
    <Entrance
      title="Sign in"
      about={wasSentHere ? 'Then you go on where you were.' : 'To your keys, your usage and your webhooks.'}
      foot={
        pageSettings().signup === 'open' ? (
          <>
            New here? <Link href={`/portal/sign-up${search === '' ? '' : `?${search}`}`}>Make an account</Link>
          </>
        ) : (
          'New accounts are made by the operator of this service.'
        )
      }
    >
      <Form onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellcheck={false}
          required
          value={email}
          onValue={setEmail}
          error={isChecked && email.trim() === '' ? 'Type the email of your account.' : undefined}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={isChecked && password === '' ? 'Type your password.' : undefined}
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
    </Entrance>
  );
}
