import type { ComponentChildren } from 'preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { PetCard } from './pet-card.tsx';

interface PetGridProps {
  readonly pets: readonly ExpandedPet[];
  /** How many of them everybody sees before scrolling. */
  readonly first?: number;
  /** Whether they are on the page of another animal, to which the browser's back leads. */
  readonly isBeside?: boolean;
  readonly children?: ComponentChildren;
}

/** Cards of animals, as many in a row as there is room for. */
export const PetGrid = ({ pets, first = 0, isBeside = false, children }: PetGridProps) => (
  <ul class="pet-grid">
    {pets.map((pet, index) => (
      <li key={pet.id}>
        <PetCard pet={pet} isFirst={index < first} isBeside={isBeside} />
      </li>
    ))}
    {children}
  </ul>
);
