import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useForm } from '../../data/use-form.ts';
import { EmailField } from '../../design/controls/field.tsx';
import { forgotPassword } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { mistakeInKnownEmail } from './email-mistakes.ts';
import { Entrance } from './entrance.tsx';
import { SendForm } from './send-form.tsx';

/** Sends a password link by email. If the service sends no email, it explains how the operator creates one. */
export function ForgottenPassword() {
  const [isSent, setSent] = useState(false);
  const form = useForm(
    { email: '' },
    {
      mistakesIn: ({ email }) => ({ email: mistakeInKnownEmail(email) }),
      async send({ email }) {
        await forgotPassword(email.trim());
        setSent(true);
      },
    },
  );
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
      <SendForm form={form} verb="Send link" icon="mail">
        <EmailField autoComplete="username" required {...form.field('email')} />
      </SendForm>
    </Entrance>
  );
}
