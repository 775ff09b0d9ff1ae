import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Pet } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
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
    <FormDialog
      title={around('Edit {}', <UserText>{pet.name}</UserText>)}
      onClose={onClose}
      verb="Save"
      isBusy={isBusy}
      isDisabled={conflict !== false}
      onSubmit={submitIfValid}
    >
      <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
      <ErrorNotice error={error} onRetry={submitIfValid} />
      {conflict !== false && (
        <Conflict {...conflict}>
          It is now <UserText>{conflict.theirs.name}</UserText>, <CategoryName id={conflict.theirs.categoryId} />.
        </Conflict>
      )}
    </FormDialog>
  );
}
