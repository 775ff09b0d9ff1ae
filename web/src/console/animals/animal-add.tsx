import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { NewPet, Pet, PetStatus } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Select } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { STATUS_TITLES } from '../../pets/status.tsx';
import { type AnimalDraft, AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';

const NEW: AnimalDraft = { name: '', category: '' };

interface AddAnimalProps {
  readonly onClose: () => void;
  readonly onAdded: (pet: Pet) => void;
}

export function AddAnimal({ onClose, onAdded }: AddAnimalProps): JSX.Element {
  const [draft, setDraft] = useState(NEW);
  const [status, setStatus] = useState<PetStatus>('available');
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const add = useAction(async () => {
    const pet: NewPet = { ...petOf(draft), status };
    const text = `${pet.name}\n${pet.categoryId}\n${status}`;
    const added = await petstore.pets.create(pet, { idempotencyKey: keyFor(text) });
    onAdded(added);
    tell(`${added.name} was added as number ${added.id}.`);
    onClose();
  });
  const submit = () => {
    setChecked(true);
    if (Object.keys(mistakesIn(draft)).length === 0) void add.run();
  };
  return (
    <FormDialog title="Add an animal" onClose={onClose} verb="Add" isBusy={add.isBusy} onSubmit={submit}>
      <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
      <Select
        label="Status"
        value={status}
        onValue={(value) => setStatus(value as PetStatus)}
        options={Object.entries(STATUS_TITLES).map(([value, label]) => ({ value, label }))}
      />
      <ErrorNotice error={add.error} onRetry={() => void add.run()} />
    </FormDialog>
  );
}
