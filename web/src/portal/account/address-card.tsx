import { useState } from 'preact/hooks';
import { useForm } from '../../data/use-form.ts';
import { EmailField } from '../../design/controls/email-field.tsx';
import { Card } from '../../design/data/card.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { changeAddress } from '../../session.ts';
import { mistakeInEmail, takenEmail } from '../entrance/email-mistakes.ts';
import { SendForm } from '../entrance/send-form.tsx';
import { mistakeInOwnPassword, PasswordField, wrongPassword } from './password-field.tsx';

const NOTHING = { email: '', password: '' };

export function AddressCard() {
  /** The address that got a link by mail. */
  const [mailedTo, setMailedTo] = useState('');
  const form = useForm(NOTHING, {
    mistakesIn: ({ email, password }) => ({ email: mistakeInEmail(email), password: mistakeInOwnPassword(password) }),
    refusedIn: (error) => ({ ...takenEmail(error, 'Another account has this address.'), ...wrongPassword(error) }),
    async send({ email, password }) {
      const isMailed = await changeAddress(email.trim(), password);
      setMailedTo(isMailed ? email.trim() : '');
      if (!isMailed) tell('Your address was changed.');
      return NOTHING;
    },
  });
  return (
    <Card title="Email address" about="You sign in with it, and links for a new password go there.">
      <div class="portal-account-form">
        <SendForm form={form} kind="secondary" verb="Change address">
          <EmailField label="New address" autoComplete="email" required {...form.field('email')} />
          <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
          {mailedTo !== '' && (
            <p role="status">
              We have sent a link to <UserText>{mailedTo}</UserText>. Your address changes when you follow it.
            </p>
          )}
        </SendForm>
      </div>
    </Card>
  );
}
