import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { asLabel, kindOf, traitsOf } from '../../../src/words/animals.ts';
import { UserText } from '../design/text/user-text.tsx';
import { speaks } from '../words.ts';
import { AnimalPicture } from './animal/animal-picture.tsx';
import { BoardStatus } from './board-status.tsx';
import { useBoard } from './board.ts';
import { distanceWords } from './filters/distance.ts';
import { hearts } from './hearts.ts';
import { asOfWords } from './home.ts';

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

interface PetCardProps {
  readonly pet: ExpandedPet;
  /** Whether everybody sees it first. */
  readonly isFirst: boolean;
  /** Whether it is on the page of another animal, to which the browser's back leads. */
  readonly isBeside: boolean;
}

/** As wide as a card is, at most. A phone's is 45vw: there the smallest file is sharp enough for two pixels in one. */
const SIZES = '(width < 36rem) 38vw, 20rem';

function PetCard({ pet, isFirst, isBeside }: PetCardProps) {
  const board = useBoard();
  const category = board.categories.value?.get(String(pet.categoryId));
  const organization = board.organizations.areSeveral.value ? pet.owner?.organization : undefined;
  const kind = kindOf(speaks(), pet.profile ?? {});
  const traits = traitsOf(speaks(), pet.profile ?? {}).join('\u00a0· ');
  const asOf = asOfWords(pet.profile?.origin);
  const hasFacts = kind !== undefined || traits !== '';
  const card = (
    <Link
      href={`/pets/${pet.id}`}
      class={board.arrivals.has(pet.id) ? 'pet-card pet-card-new' : 'pet-card'}
      data-status={pet.status}
      onClick={() => {
        board.lastList.openedId = isBeside ? undefined : pet.id;
      }}
    >
      <div class="pet-card-picture">
        <AnimalPicture pet={pet} sizes={SIZES} isFirst={isFirst} />
      </div>
      <div class="pet-card-words">
        <h2 class="pet-card-name">
          <UserText>{pet.name}</UserText>
        </h2>
        {hasFacts && (
          <p class="pet-card-facts quiet small">
            {kind !== undefined && <UserText>{asLabel(speaks(), kind)}</UserText>}
            {traits !== '' && <span>{traits}</span>}
          </p>
        )}
        {pet.distanceMeters !== undefined && <p class="quiet small">{distanceWords(pet.distanceMeters)}</p>}
        {!hasFacts && (
          <p class="pet-card-category quiet small">
            {category !== undefined && <UserText isCut>{category.name}</UserText>}
          </p>
        )}
        {pet.status !== 'available' && <BoardStatus pet={pet} />}
        {organization !== undefined && (
          <p class="pet-card-organization quiet">
            <UserText isCut>{organization.name}</UserText>
          </p>
        )}
        {asOf !== undefined && <p class="quiet small">{asOf}</p>}
      </div>
    </Link>
  );
  // The page that embeds the board has a storage of its own.
  if (!IS_OWN) return card;
  const { FavoriteButton } = hearts.value;
  return (
    <div class="pet-card-frame">
      {card}
      {FavoriteButton !== undefined && <FavoriteButton pet={pet} />}
    </div>
  );
}
