import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { closeAccount } from '../../session.ts';
import { isOfForm, OwnPasswordField } from './password-field.tsx';

export function CloseCard(): JSX.Element {
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

function CloseDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = useAction(async () => {
    setChecked(true);
    if (password === '') return;
    await closeAccount(password);
    tell('Your account is closed.');
  });
  return (
    <Confirm
      title="Close the account?"
      verb="Close it"
      isDangerous
      action={{ ...close, error: isOfForm(close.error) ? close.error : undefined }}
      onClose={onClose}
    >
      <p>
        Your keys, webhooks and sessions end, your reservations are cancelled, and the animals that you own alone are
        removed. What you have added for an organization stays there. You cannot undo this.
      </p>
      <OwnPasswordField
        label="Your password"
        value={password}
        onValue={setPassword}
        isChecked={isChecked}
        action={close}
      />
    </Confirm>
  );
}
