import { useState } from 'preact/hooks';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { closeAccount } from '../../session.ts';
import { mistakeInOwnPassword, PasswordField, wrongPassword } from './password-field.tsx';

export function CloseCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title="Close the account"
      about="For good: your keys end, and your address and name are removed."
      actions={
        <Button kind="danger" onClick={() => setAsking(true)}>
          Close the account
        </Button>
      }
    >
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm(
    { password: '' },
    {
      mistakesIn: ({ password }) => ({ password: mistakeInOwnPassword(password) }),
      refusedIn: wrongPassword,
      async send({ password }) {
        await closeAccount(password);
        tell('Your account is closed.');
      },
    },
  );
  return (
    <Confirm
      title="Close the account?"
      verb="Close it"
      isDangerous
      action={{ ...form, run: async () => form.onSubmit() }}
      onClose={onClose}
    >
      <p>
        Your keys, webhooks and sessions end, your reservations are cancelled, and the animals that you own alone are
        removed. What you have added for an organization stays there. You cannot undo this.
      </p>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
    </Confirm>
  );
}
