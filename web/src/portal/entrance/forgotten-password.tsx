import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { forgotPassword } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { EmailField } from './email-field.tsx';
import { Entrance } from './entrance.tsx';

/** Sends a password link by email. If the service sends no email, it explains how the operator creates one. */
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
          <p>This service does not send email. Ask its operator for a link that sets a new password.</p>
          <p class="quiet small">
            Operators create the link in the console under Accounts, or with{' '}
            <code>petstore accounts reset-link EMAIL</code>.
          </p>
        </div>
      </Entrance>
    );
  }
  if (isSent) {
    return (
      <Entrance title="Check your email" foot={foot}>
        <p role="status">
          If there is an account with this email address, we sent it a link. The link works once, within 24 hours. If it
          does not arrive, check your spam folder and the address.
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgotten password" about="We email you a link that sets a new password." foot={foot}>
      <Form onSubmit={submit}>
        <EmailField
          value={email}
          onValue={setEmail}
          error={isChecked && email.trim() === '' ? 'Enter your email address.' : undefined}
        />
        <ErrorNotice error={ask.error} />
        <Button kind="primary" type="submit" icon="mail" busy={ask.isBusy}>
          Send link
        </Button>
      </Form>
    </Entrance>
  );
}
