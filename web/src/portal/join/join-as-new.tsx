import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmailField } from '../../design/controls/email-field.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { join, type ShownInvitation } from '../../session.ts';
import { mistakeInPassword, PasswordField, weakness } from '../account/password-field.tsx';
import { mistakeInEmail, takenEmail } from '../entrance/email-mistakes.ts';
import { SendForm } from '../entrance/send-form.tsx';

interface JoinAsNewProps {
  readonly token: string;
  readonly invitation: ShownInvitation;
  readonly onJoined: () => void;
  /** The person has an account already. */
  readonly onKnown: () => void;
}

/** Creates an account that belongs to the organization. */
export function JoinAsNew({ token, invitation, onJoined, onKnown }: JoinAsNewProps) {
  const form = useForm(
    { email: invitation.email ?? '', password: '', name: '' },
    {
      mistakesIn: ({ email, password }) => ({ email: mistakeInEmail(email), password: mistakeInPassword(password) }),
      refusedIn: (error) => ({
        ...takenEmail(error, 'This address already has an account. Sign in below.'),
        ...weakness(error),
      }),
      async send({ email, password, name }) {
        await join(token, { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) });
        onJoined();
      },
    },
  );
  const isTaken = form.refused.email !== undefined;
  return (
    <SendForm
      form={form}
      verb="Create an account and join"
      kind={isTaken ? 'secondary' : 'primary'}
      foot={
        <Button kind={isTaken ? 'primary' : 'quiet'} onClick={onKnown}>
          I have an account
        </Button>
      }
    >
      <TextField
        label="Your name"
        hint="For your colleagues: it stands beside what you do."
        isOptional
        autoComplete="name"
        maxLength={255}
        {...form.field('name')}
      />
      <EmailField autoComplete="email" required readOnly={invitation.email !== undefined} {...form.field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
    </SendForm>
  );
}
