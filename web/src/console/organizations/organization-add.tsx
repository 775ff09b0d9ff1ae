import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Organization } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Checkbox, TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';

interface AddOrganizationProps {
  readonly onClose: () => void;
  readonly onAdded: (organization: Organization) => void;
}

export function AddOrganization({ onClose, onAdded }: AddOrganizationProps): JSX.Element {
  const [typed, setName] = useState('');
  const [listed, setListed] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const name = typed.trim();
  const add = useAction(async () => {
    const added = await petstore.organizations.create(
      { name, listed },
      { idempotencyKey: keyFor(`${name}\n${listed}`) },
    );
    tell(`${added.name} was added.`);
    onAdded(added);
  });
  const submit = () => {
    setChecked(true);
    if (name !== '') void add.run();
  };
  return (
    <FormDialog title="Add an organization" verb="Add" onClose={onClose} isBusy={add.isBusy} onSubmit={submit}>
      <TextField
        label="Name"
        value={typed}
        error={isChecked && name === '' ? 'Enter a name.' : undefined}
        onValue={setName}
        maxLength={255}
        autoFocus
        autocomplete="off"
        required
      />
      <Checkbox
        label="List it now"
        hint="Visitors see it and its animals, and what they write goes to its members. You can also do this later."
        isChecked={listed}
        onChecked={setListed}
      />
      <p class="small quiet">Next, complete its profile and invite its first manager under Members.</p>
      <ErrorNotice error={add.error} onRetry={() => void add.run()} />
    </FormDialog>
  );
}
