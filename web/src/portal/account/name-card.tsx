import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { reloadSession } from '../../session.ts';

export function NameCard({ account }: { readonly account: Account }): JSX.Element {
  const [name, setName] = useState(account.name ?? '');
  const save = useAction(async () => {
    await petstore.account.update({ name: name.trim() === '' ? null : name.trim() });
    await reloadSession();
    tell('Your name was saved.');
  });
  return (
    <Card title="Name" about="Of you, your shelter or your project. Operators and your colleagues see it.">
      <div class="portal-account-form">
        <Form onSubmit={() => void save.run()}>
          <TextField label="Name" isOptional autoComplete="name" maxLength={255} value={name} onValue={setName} />
          <ErrorNotice error={save.error} />
          <div>
            <Button type="submit" busy={save.isBusy}>
              Save name
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}
