import { Link, useSearch } from 'wouter-preact';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmailField, Form } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { nextIn, signIn } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { mistakeInOwnPassword, PasswordField } from '../account/password-field.tsx';
import { mistakeInKnownEmail } from './email-mistakes.ts';
import { Entrance } from './entrance.tsx';

/** The portal redirects from here as soon as there is a session. */
export function SignIn() {
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

export function SignInForm({ email = '', enter = signIn }: SignInFormProps) {
  const { error, isBusy, onSubmit, field } = useForm(
    { email, password: '' },
    {
      mistakesIn: (draft) => ({
        email: mistakeInKnownEmail(draft.email),
        password: mistakeInOwnPassword(draft.password),
      }),
      send: (draft) => enter(draft.email.trim(), draft.password),
    },
  );
  return (
    <Form onSubmit={onSubmit}>
      <EmailField autoComplete="username" required {...field('email')} />
      <PasswordField label="Password" autofocus={email !== ''} autoComplete="current-password" {...field('password')} />
      <ErrorNotice error={error} onRetry={error?.retryAfterMs === undefined ? undefined : onSubmit} />
      <Button kind="primary" type="submit" busy={isBusy}>
        Sign in
      </Button>
      <Link href="/portal/forgotten-password" class="small">
        Forgot your password?
      </Link>
    </Form>
  );
}
