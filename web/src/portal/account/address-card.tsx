import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { changeAddress } from '../../session.ts';
import { mistakeInEmail, NewEmailField } from '../entrance/email-field.tsx';
import { FormError, OwnPasswordField } from './password-field.tsx';

export function AddressCard(): JSX.Element {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  /** The address that got a link by mail. */
  const [mailedTo, setMailedTo] = useState('');
  const change = useAction(async () => {
    const isMailed = await changeAddress(email.trim(), password);
    setMailedTo(isMailed ? email.trim() : '');
    if (!isMailed) tell('Your address was changed.');
    setEmail('');
    setPassword('');
    setChecked(false);
  });
  const submit = () => {
    setChecked(true);
    if (mistakeInEmail(email) === undefined && password !== '') void change.run();
  };
  return (
    <Card title="Email address" about="You sign in with it, and links for a new password go there.">
      <div class="portal-account-form">
        <Form onSubmit={submit}>
          <NewEmailField
            label="New address"
            taken="Another account has this address."
            value={email}
            onValue={setEmail}
            isChecked={isChecked}
            action={change}
          />
          <OwnPasswordField
            label="Your password"
            value={password}
            onValue={setPassword}
            isChecked={isChecked}
            action={change}
          />
          <FormError error={change.error} />
          {mailedTo !== '' && (
            <p role="status">
              We have sent a link to <UserText>{mailedTo}</UserText>. Your address changes when you follow it.
            </p>
          )}
          <div>
            <Button type="submit" busy={change.isBusy}>
              Change address
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}
