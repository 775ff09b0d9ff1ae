import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { UserText } from '../design/text/user-text.tsx';
import { Portrait } from '../pets/portrait.tsx';
import { speciesOf } from '../pets/species.ts';
import { StatusBadge } from '../pets/status.tsx';
import { useBoard } from './board.ts';

export function PetCard({ pet }: { readonly pet: ExpandedPet }): JSX.Element {
  const board = useBoard();
  const category = board.categories.value?.get(String(pet.categoryId));
  const organization = board.organizations.areSeveral.value ? pet.owner?.organization : undefined;
  return (
    <Link
      href={`/pets/${pet.id}`}
      class={board.arrivals.has(pet.id) ? 'pet-card pet-card-new' : 'pet-card'}
      data-status={pet.status}
    >
      <div class="pet-card-picture">
        <Portrait species={board.categories.value && speciesOf(category?.name)} id={pet.id} />
      </div>
      <div class="pet-card-words">
        <h2 class="pet-card-name">
          <UserText>{pet.name}</UserText>
        </h2>
        <div class="pet-card-line">
          <StatusBadge status={pet.status} />
          <span class="pet-card-category">{category !== undefined && <UserText>{category.name}</UserText>}</span>
        </div>
        {organization !== undefined && (
          <p class="pet-card-organization">
            <UserText>{organization.name}</UserText>
          </p>
        )}
      </div>
    </Link>
  );
}
