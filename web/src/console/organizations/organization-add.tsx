import type { Organization } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Checkbox, TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';

interface AddOrganizationProps {
  readonly onClose: () => void;
  readonly onAdded: (organization: Organization) => void;
}

export function AddOrganization({ onClose, onAdded }: AddOrganizationProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(
    { name: '', listed: false },
    {
      mistakesIn: ({ name }) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined }),
      async send({ name, listed }) {
        const organization = { name: name.trim(), listed };
        const added = await keyed(organization, (options) => petstore.organizations.create(organization, options));
        tell(`${added.name} was added.`);
        onAdded(added);
      },
    },
  );
  return (
    <FormDialog title="Add an organization" verb="Add" onClose={onClose} {...form}>
      <TextField label="Name" {...form.field('name')} maxLength={255} autoFocus autocomplete="off" required />
      <Checkbox
        label="List it now"
        hint="Visitors see it and its animals, and what they write goes to its members. You can also do this later."
        isChecked={form.draft.listed}
        onChecked={(listed) => form.set({ listed })}
      />
      <p class="small quiet">Next, complete its profile and invite its first manager under Members.</p>
    </FormDialog>
  );
}
