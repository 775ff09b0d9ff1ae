import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { Photo } from '../../pets/photo.tsx';
import { Portrait } from '../../pets/portrait.tsx';
import { speciesOf } from '../../pets/species.ts';
import { useBoard } from '../board.ts';

interface AnimalPictureProps {
  readonly pet: ExpandedPet;
  /** How wide it is shown, as the attribute of `img`. */
  readonly sizes?: string;
  /** Whether everybody sees it first. */
  readonly isFirst?: boolean;
}

/** The first photo of an animal, or a drawing. */
export function AnimalPicture({ pet, sizes = '100vw', isFirst = false }: AnimalPictureProps) {
  const { categories, origin } = useBoard();
  const [photo] = pet.photos ?? [];
  if (photo !== undefined)
    return <Photo photo={photo} origin={origin} alt={photo.alt ?? ''} sizes={sizes} isFirst={isFirst} />;
  // Its colors need a script: the policy of the site allows no inline styles.
  if (!HAS_SCRIPTS) return null;
  const species = pet.profile?.species;
  const known = categories.value && speciesOf(categories.value.get(String(pet.categoryId))?.name);
  return <Portrait species={species === undefined ? known : speciesOf(species)} id={pet.id} />;
}
