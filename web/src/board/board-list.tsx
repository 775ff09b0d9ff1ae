import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { Pet } from '../../../client/src/petstore.ts';
import type { List } from '../data/list.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { ListEnd } from '../design/data/list-end.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { useBoard } from './board.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filtersOf } from './filters.ts';
import { PetCard } from './pet-card.tsx';
import { Portrait } from './portrait.tsx';

/** @param props.onListed when the first animals are to be seen */
export function BoardList({ onListed }: { readonly onListed: () => void }): JSX.Element {
  const board = useBoard();
  const search = useSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = board.list(filters);
  const isListed = list.items.value.length > 0;
  useEffect(() => {
    if (isListed) onListed();
  }, [isListed]);
  return (
    <>
      {board.isOwn && (
        <header class="board-head">
          <div>
            <h1>Looking for a home</h1>
            <p>Meet the animals of this shelter. Ask about one, or reserve it while you make up your mind.</p>
          </div>
          <Family />
        </header>
      )}
      <FilterBar filters={filters} />
      <Cards list={list} filters={filters} />
    </>
  );
}

function Cards({ list, filters }: { readonly list: List<Pet>; readonly filters: Filters }): JSX.Element {
  const pets = list.items.value;
  const isWaiting = pets.length === 0 && list.hasMore.value && list.error.value === undefined;
  return (
    <section aria-label="Animals" aria-busy={list.isLoading.value}>
      {pets.length === 0 && !list.hasMore.value && !list.isLoading.value ? (
        <Nothing filters={filters} />
      ) : (
        <ul class="pet-grid">
          {pets.map((pet) => (
            <li key={pet.id}>
              <PetCard pet={pet} />
            </li>
          ))}
          {isWaiting && Array.from({ length: 8 }, (_, index) => <CardSkeleton key={index} />)}
        </ul>
      )}
      <ListEnd list={list} />
    </section>
  );
}

const CardSkeleton = (): JSX.Element => (
  <li class="pet-card pet-card-waiting" aria-hidden="true">
    <Skeleton height="auto" />
    <div class="pet-card-words">
      <Skeleton width="60%" />
      <Skeleton width="35%" height="0.75em" />
    </div>
  </li>
);

function Nothing({ filters: { status, category, text } }: { readonly filters: Filters }): JSX.Element {
  const { isOwn } = useBoard();
  if (status !== 'available' || category !== undefined || text !== '') {
    return (
      <EmptyState
        picture={<Family />}
        title="Nobody here by that description"
        action={<LinkButton href="/">Show all who are available</LinkButton>}
      >
        Try fewer filters or another name. Animals that arrive meanwhile appear by themselves.
      </EmptyState>
    );
  }
  return (
    <EmptyState picture={<Family />} title="Nobody is waiting for a home just now">
      <p>Come back soon: whoever arrives appears here by itself.</p>
      {isOwn && (
        <p class="small">
          You run this shelter? Sign in to the <Link href="/console">console</Link> and add the first animal, or add it
          with one request, as the <Link href="/docs">documentation</Link> shows.
        </p>
      )}
    </EmptyState>
  );
}

const Family = (): JSX.Element => (
  <div class="family">
    {(['cat', 'dog', 'rabbit'] as const).map((species, index) => (
      <Portrait key={species} species={species} id={index + 4} />
    ))}
  </div>
);
