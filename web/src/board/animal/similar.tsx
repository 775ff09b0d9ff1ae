import { Link } from 'wouter-preact';
import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { ADDRESSES, type BoardFilters, NO_WISHES } from '../filters/board-filters.ts';
import { PetGrid } from '../pet-grid.tsx';
import { Section } from './about-animal.tsx';

/** A row on most windows. */
const most = 4;

/** Animals of the same species that are looking for a home, the most similar first; nothing while there are none. */
export function Similar({ pet }: { readonly pet: ExpandedPet }) {
  const board = useBoard();
  const filters = kindOf(pet);
  const others = board.list(filters).items.value.filter(({ id, status }) => id !== pet.id && status === 'available');
  if (others.length === 0) return null;
  return (
    <Section title={words().animal.similar}>
      <PetGrid
        pets={others.toSorted((one, other) => likeness(pet, other) - likeness(pet, one)).slice(0, most)}
        isBeside
      />
      <p>
        <Link href={ADDRESSES.addressOf(filters)}>{words().animal.seeAllSimilar}</Link>
      </p>
    </Section>
  );
}

const kindOf = ({ profile: { species = '' } = {}, categoryId }: ExpandedPet): BoardFilters => ({
  ...NO_WISHES,
  status: 'available',
  category: species === '' ? String(categoryId) : undefined,
  text: '',
  species,
  sort: 'newest',
});

/** How many traits both have. */
function likeness({ profile: one = {} }: ExpandedPet, { profile: other = {} }: ExpandedPet): number {
  const isShared = (trait: 'age' | 'sex' | 'size') => one[trait] !== undefined && one[trait] === other[trait];
  const breed = one.breed?.primary;
  return (
    (['age', 'sex', 'size'] as const).filter(isShared).length +
    (breed !== undefined && breed === other.breed?.primary ? 2 : 0)
  );
}
