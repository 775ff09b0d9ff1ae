import type { Pet } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
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

export function EditAnimal({ pet, onClose, onChanged }: EditAnimalProps) {
  const { form, conflict } = useVersionedEdit({
    shown: pet,
    draftOf: ({ name, categoryId }) => ({ name, category: String(categoryId) }),
    mistakesIn,
    read: () => current(pet.id),
    async save(draft, version) {
      const saved = await petstore.pets.update(pet.id, petOf(draft), versionOf(version));
      onChanged(saved);
      tell(`${saved.name} was saved.`);
      onClose();
    },
    onRead: onChanged,
  });
  return (
    <FormDialog title={around('Edit {}', <UserText>{pet.name}</UserText>)} onClose={onClose} verb="Save" {...form}>
      <AnimalFields field={form.field} />
      {conflict !== false && (
        <Conflict {...conflict}>
          It is now <UserText>{conflict.theirs.name}</UserText>, <CategoryName id={conflict.theirs.categoryId} />.
        </Conflict>
      )}
    </FormDialog>
  );
}
