import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { isFirstLoad, type List } from '../data/list.ts';
import { EmptyState } from '../design/data/empty-state.tsx';
import { ListEnd } from '../design/data/list-end.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { LazyPage, LazyPart } from '../lazy-page.tsx';
import { words } from '../words.ts';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import { type BoardFilters, wishesIn } from './filters/board-filters.ts';
import { hearts, loadExtras } from './hearts.ts';
import { PetGrid } from './pet-grid.tsx';

export interface ListProps {
  readonly list: List<ExpandedPet>;
  readonly filters: BoardFilters;
}

/** The animals of a list, or why there are none. */
export function Cards({ list, filters }: ListProps) {
  const pets = list.items.value;
  if (filters.near !== '' && list.error.value?.code === 'invalid_parameter')
    return <LazyPart load={loadUnknownPlace} props={{ filters }} />;
  return (
    <section id="animals" tabIndex={-1} aria-label={words().first.animals} aria-busy={list.isLoading.value}>
      {pets.length === 0 && !list.hasMore.value && !list.isLoading.value ? (
        <Nothing filters={filters} />
      ) : (
        <PetGrid pets={pets} first={1}>
          {isFirstLoad(list) && Array.from({ length: 8 }, (_, index) => <CardSkeleton key={index} />)}
        </PetGrid>
      )}
      <ListEnd list={list} />
    </section>
  );
}

const CardSkeleton = () => (
  <li aria-hidden="true">
    <div class="pet-card pet-card-waiting">
      <Skeleton height="auto" />
      <div class="pet-card-words">
        <Skeleton width="60%" />
        <Skeleton width="35%" height="0.75em" />
      </div>
    </div>
  </li>
);

const loadUnknownPlace = () => loadExtras().then(({ UnknownPlace }) => UnknownPlace);
const loadNoOrganization = () => loadExtras().then(({ NoOrganization }) => NoOrganization);
const loadNoMatch = () => loadExtras().then(({ NoMatch }) => NoMatch);

function Nothing({ filters }: { readonly filters: BoardFilters }) {
  const { organizations } = useBoard();
  const { status, category, text } = filters;
  if (status !== 'available' || category !== undefined || text !== '' || wishesIn(filters) > 0)
    return <LazyPart load={loadNoMatch} props={{ filters }} />;
  if (organizations.areNone.value) return <LazyPage load={loadNoOrganization} />;
  const { first } = words();
  const { FirstAnimal } = hearts.value;
  return (
    <EmptyState picture={<Family />} title={first.nothingHere}>
      <p>{first.newOnes}</p>
      {FirstAnimal !== undefined && <FirstAnimal />}
    </EmptyState>
  );
}
