import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { join, type ShownInvitation } from '../../session.ts';
import { FormError, mistakeInPassword, NewPasswordField } from '../account/password-field.tsx';
import { mistakeInEmail, NewEmailField } from '../entrance/email-field.tsx';

interface JoinAsNewProps {
  readonly token: string;
  readonly invitation: ShownInvitation;
  readonly onJoined: () => void;
  /** The person has an account already. */
  readonly onKnown: () => void;
}

/** Creates an account that belongs to the organization. */
export function JoinAsNew({ token, invitation, onJoined, onKnown }: JoinAsNewProps): JSX.Element {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const create = useAction(async () => {
    await join(token, { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) });
    onJoined();
  });
  const isTaken = create.error?.code === 'account_exists';
  const submit = () => {
    setChecked(true);
    if (mistakeInEmail(email) === undefined && mistakeInPassword(password) === undefined) void create.run();
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Your name"
        hint="For your colleagues: it stands beside what you do."
        isOptional
        autoComplete="name"
        maxLength={255}
        value={name}
        onValue={setName}
      />
      <NewEmailField
        taken="This address already has an account. Sign in below."
        value={email}
        onValue={setEmail}
        readOnly={invitation.email !== undefined}
        isChecked={isChecked}
        action={create}
      />
      <NewPasswordField label="Password" value={password} onValue={setPassword} isChecked={isChecked} action={create} />
      <FormError error={create.error} />
      <Button kind={isTaken ? 'secondary' : 'primary'} type="submit" busy={create.isBusy}>
        Create an account and join
      </Button>
      <Button kind={isTaken ? 'primary' : 'quiet'} onClick={onKnown}>
        I have an account
      </Button>
    </Form>
  );
}
