import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Pet } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { CategoryName } from '../categories/categories.tsx';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import { AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';
import { current } from './animal-list.ts';

interface EditAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onChanged: (pet: Pet) => void;
}

export function EditAnimal({ pet, onClose, onChanged }: EditAnimalProps): JSX.Element {
  const form = useId();
  const [isChecked, setChecked] = useState(false);
  const { draft, setDraft, isBusy, error, submit, conflict } = useVersionedEdit({
    shown: pet,
    draftOf: ({ name, categoryId }) => ({ name, category: String(categoryId) }),
    read: () => current(pet.id),
    async save(draft, version) {
      const saved = await petstore.pets.update(pet.id, petOf(draft), versionOf(version));
      onChanged(saved);
      tell(`${saved.name} was saved.`);
      onClose();
    },
    onRead: onChanged,
  });
  const submitIfValid = () => {
    setChecked(true);
    if (Object.keys(mistakesIn(draft)).length === 0) submit();
  };
  return (
    <Dialog
      title={
        <>
          Edit <UserText>{pet.name}</UserText>
        </>
      }
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={isBusy} disabled={conflict !== false}>
            Save
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submitIfValid}>
        <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
        <ErrorNotice error={error} onRetry={submitIfValid} />
        {conflict !== false && (
          <Conflict {...conflict}>
            It is now <UserText>{conflict.theirs.name}</UserText>, <CategoryName id={conflict.theirs.categoryId} />.
          </Conflict>
        )}
      </Form>
    </Dialog>
  );
}
