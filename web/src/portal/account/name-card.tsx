import type { Account } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { TextField } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { reloadSession } from '../../session.ts';
import { SendForm } from '../entrance/send-form.tsx';

export function NameCard({ account }: { readonly account: Account }) {
  const form = useForm(
    { name: account.name ?? '' },
    {
      async send({ name }) {
        await ownPetstore.account.update({ name: name.trim() === '' ? null : name.trim() });
        await reloadSession();
        tell('Your name was saved.');
      },
    },
  );
  return (
    <Card title="Name" about="Of you, your shelter or your project. Operators and your colleagues see it.">
      <div class="portal-account-form">
        <SendForm form={form} kind="secondary" verb="Save name">
          <TextField label="Name" isOptional autoComplete="name" maxLength={255} {...form.field('name')} />
        </SendForm>
      </div>
    </Card>
  );
}
