import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { forgotPassword } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { Entrance } from './entrance.tsx';

/** A link by mail; where the service sends none, the operator makes one. */
export function ForgottenPassword(): JSX.Element {
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSent, setSent] = useState(false);
  const ask = useAction(async () => {
    await forgotPassword(email.trim());
    setSent(true);
  });
  const submit = () => {
    setChecked(true);
    if (email.trim() !== '') void ask.run();
  };
  const foot = <Link href="/portal/sign-in">Back to sign in</Link>;
  if (!pageSettings().mail) {
    return (
      <Entrance title="Forgotten password" foot={foot}>
        <div class="stack">
          <p>This service sends no mail. Its operator makes you a link that sets a new password.</p>
          <p class="quiet small">
            Operators find it in the console under Accounts, or run <code>petstore accounts reset-link EMAIL</code>.
          </p>
        </div>
      </Entrance>
    );
  }
  if (isSent) {
    return (
      <Entrance title="Look into your mail" foot={foot}>
        <p role="status">
          If there is an account with this email, a link is on its way. It works once, and for 24 hours. Not there? Look
          among the spam, and check the address.
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgotten password" about="You get a link that sets a new one." foot={foot}>
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
        <ErrorNotice error={ask.error} />
        <Button kind="primary" type="submit" icon="mail" busy={ask.isBusy}>
          Send the link
        </Button>
      </Form>
    </Entrance>
  );
}
