import { Link } from 'wouter-preact';
import type { Pet } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { currentAsShown } from './animal-list.ts';

interface DeleteAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onDeleted: (id: number) => void;
}

export function DeleteAnimal({ pet, onClose, onDeleted }: DeleteAnimalProps) {
  const remove = useAction(async () => {
    await petstore.pets.delete(pet.id, versionOf(await currentAsShown(pet)));
    onDeleted(pet.id);
    tell(`${pet.name} was deleted.`);
    onClose();
  });
  return (
    <Confirm
      title={around('Delete {}?', <UserText>{pet.name}</UserText>)}
      verb="Delete"
      isDangerous
      action={remove}
      onClose={onClose}
    >
      <p>The animal disappears from the board at once. You cannot undo this. Its past adoptions are kept.</p>
      {remove.error?.code === 'pet_has_open_order' && (
        <p>
          <Link href={`/console/orders?pet=${pet.id}`}>See its open adoption</Link>
        </p>
      )}
    </Confirm>
  );
}
