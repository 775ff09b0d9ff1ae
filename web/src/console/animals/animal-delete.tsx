import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { Pet } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { UserText } from '../../design/data/user-text.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { Confirm } from '../../portal/confirm.tsx';
import { currentAsShown, versionOf } from './animals-list.ts';

interface DeleteAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onDeleted: (id: number) => void;
}

export function DeleteAnimal({ pet, onClose, onDeleted }: DeleteAnimalProps): JSX.Element {
  const remove = useAction(async () => {
    await petstore.pets.delete(pet.id, versionOf(await currentAsShown(pet)));
    onDeleted(pet.id);
    tell(`${pet.name} is deleted.`);
    onClose();
  });
  return (
    <Confirm
      title={
        <>
          Delete <UserText>{pet.name}</UserText>?
        </>
      }
      verb="Delete"
      isDangerous
      isBusy={remove.isBusy}
      error={remove.error}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>It leaves the board at once, and cannot be brought back. Its past orders stay.</p>
      {remove.error?.code === 'pet_has_open_order' && (
        <p>
          <Link href={`/console/orders?pet=${pet.id}`}>See the order that holds it</Link>
        </p>
      )}
    </Confirm>
  );
}
