import './animal-line.css';
import type { ComponentChildren } from 'preact';
import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { Icon } from '../../design/data/icons.tsx';
import { Photo } from '../../pets/photo.tsx';
import { Portrait } from '../../pets/portrait.tsx';
import { speciesOf } from '../../pets/species.ts';
import { categories, categoryOf } from '../categories/categories.tsx';

interface PictureProps {
  /** Undefined if it is about no animal. */
  readonly id: number | undefined;
  /** Undefined until it is loaded, and if it was deleted. */
  readonly pet: ExpandedPet | undefined;
  /** As the attribute of `img`. */
  readonly sizes?: string;
}

/** The first photo of an animal, or a drawing. */
function AnimalPicture({ id, pet, sizes = '3.5rem' }: PictureProps) {
  if (id === undefined) return <Icon name="mail" />;
  const photo = pet?.photos?.[0];
  if (photo !== undefined) return <Photo photo={photo} origin="" alt={photo.alt ?? ''} sizes={sizes} />;
  return <Portrait species={categories.value && speciesOf(pet && categoryOf(pet.categoryId)?.name)} id={id} />;
}

interface LineProps extends PictureProps {
  /** The words beside the picture. */
  readonly children: ComponentChildren;
}

/** An animal with its picture, in cards, tables and lists. */
export const AnimalLine = ({ children, ...picture }: LineProps) => (
  <div class="animal-line">
    <span class="animal-picture">
      <AnimalPicture {...picture} />
    </span>
    <div class="animal-line-words">{children}</div>
  </div>
);
