import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { NewPet, Pet, PetStatus } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { STATUS_TITLES } from '../../pets/status.tsx';
import { type AnimalDraft, AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';

const NEW: AnimalDraft = { name: '', category: '' };

interface AddAnimalProps {
  readonly onClose: () => void;
  readonly onAdded: (pet: Pet) => void;
}

export function AddAnimal({ onClose, onAdded }: AddAnimalProps): JSX.Element {
  const form = useId();
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
    <Dialog
      title="Add an animal"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={add.isBusy}>
            Add
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
        <Select
          label="Status"
          value={status}
          onValue={(value) => setStatus(value as PetStatus)}
          options={Object.entries(STATUS_TITLES).map(([value, label]) => ({ value, label }))}
        />
        <ErrorNotice error={add.error} onRetry={() => void add.run()} />
      </Form>
    </Dialog>
  );
}
